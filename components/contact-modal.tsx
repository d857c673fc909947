"use client";
import { FormModal } from "#components/ui/form-modal.tsx";
import { call } from "#lib/api/call.ts";
import { useCan } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import { type Contact, contactForm, emailOrPhoneForm } from "#lib/contract/contacts.ts";
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
  const schema = useCan()("contacts.emailOrPhone") ? emailOrPhoneForm : contactForm;
  const { save, reload } = useSave("contacts", contact, {
    async onCreated(answer, form) {
      const created = onCreated && (answer ?? (await findByEmail(form.email)));
      if (created) onCreated({ id: created.id, name: fullName(form) });
    },
  });

  return (
    <FormModal
      title={contact ? "Edit contact" : "New contact"}
      schema={schema}
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
