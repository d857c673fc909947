"use client";
import { FormModal } from "#components/ui/form-modal.tsx";
import { call } from "#lib/api/call.ts";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useReload } from "#lib/api/use-reload.ts";
import { type Contact, type ContactForm, contactForm } from "#lib/contract/contacts.ts";
import { fullName } from "#lib/text.ts";
import { ContactFields } from "./contact-fields.tsx";
import { comparedFields, valuesOf } from "./contact-values.ts";

type Props = {
  contact?: Contact;
  /** What was typed where the new contact was missed. */
  name?: string;
  onCreated?: (contact: { id: string; name: string }) => void;
  onClose: () => void;
};

/** Creates a contact, or edits the one it is given. */
export function ContactModal({ contact, name = "", onCreated, onClose }: Props) {
  const [firstName = "", ...rest] = name.split(" ");
  const create = useAct("contacts.create").act;
  const update = useAct("contacts.update").act;
  const reload = useReload("contacts.update");

  async function save(form: ContactForm, version: number | undefined) {
    if (contact) {
      const body = { ...form, version };
      return refusal("contacts.update", await update({ params: { id: contact.id }, body }));
    }
    const outcome = await create({ body: form });
    if (!outcome.ok) return refusal("contacts.create", outcome);
    const created = onCreated && (outcome.answer ?? (await findByEmail(form.email)));
    if (created) onCreated({ id: created.id, name: fullName(form) });
    return null;
  }

  return (
    <FormModal
      title={contact ? "Edit contact" : "New contact"}
      schema={contactForm}
      values={contact ? valuesOf(contact) : { ...valuesOf(), firstName, lastName: rest.join(" ") }}
      compare={{ values: valuesOf, fields: comparedFields }}
      draft={contact ? `contact ${contact.id}` : `contact ${name}`}
      version={contact?.version}
      submitLabel={contact ? "Save" : "Create"}
      onSubmit={save}
      onReload={reload}
      onClose={onClose}
    >
      <ContactFields
        dateHelp="As in 3/14/1968 or Mar 14 1968."
        contactId={contact?.id}
        onUse={
          onCreated &&
          ((found) => {
            onCreated(found);
            onClose();
          })
        }
      />
    </FormModal>
  );
}

/** Section 7 shows no answer of createContact: a host that names no id is asked who has the address now. */
async function findByEmail(email: string): Promise<{ id: string } | undefined> {
  const found = await call("contacts.list", { query: { page: 1, limit: 50, search: email } }).catch(() => []);
  return found.find((contact) => contact.email.toLowerCase() === email.toLowerCase());
}
