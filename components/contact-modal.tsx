import { useMemo } from "react";
import { useDates } from "#components/ui/dates.ts";
import { FormModal } from "#components/ui/form-modal.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Pending } from "#components/ui/states.tsx";
import { call } from "#lib/api/call.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import { type Contact, contactFormIn } from "#lib/contract/contacts.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { fullName } from "#lib/text.ts";
import { ContactFields } from "./contact-fields.tsx";
import { contactForms } from "./contact-values.ts";
import { MoreAddresses } from "./more-addresses.tsx";
import { OwnFields } from "./own-fields.tsx";
import { useMoney } from "./shell/use-me.ts";
import { useFormExtras } from "./use-form-extras.ts";

type Props = {
  contact?: Contact;
  name?: string;
  onCreated?: (contact: { id: string; name: string }) => void;
  onClose: () => void;
};

export function ContactModal(props: Props) {
  const { contact, onClose } = props;
  const { complete, own } = useFormExtras();
  const isPart = contact && own && ((own.length > 0 && !contact.fields) || (complete && !contact.addresses));
  const read = useRead("contacts.get", isPart ? { params: { id: contact.id } } : null);
  const whole = isPart ? read.data : contact;
  if (own && (!isPart || whole))
    return <ContactForm {...props} contact={whole} complete={complete} own={own} />;
  return (
    <Modal title={contact ? "Edit contact" : "New contact"} onClose={onClose}>
      <div className="min-h-60 pt-16">
        <Pending read={read} className="" />
      </div>
    </Modal>
  );
}

type FormProps = Props & { complete: boolean; own: OwnField[] };

function ContactForm({ contact, name = "", complete, own, onCreated, onClose }: FormProps) {
  const [firstName = "", ...rest] = name.split(" ");
  const money = useMoney();
  const { dayFirst } = useDates();
  const schema = useMemo(() => contactFormIn(complete, own, money), [complete, own, money]);
  const { valuesOf, compared } = contactForms(own, money);
  const { modal } = useSave("contacts", contact, {
    async onCreated(answer, form) {
      const created = onCreated && (answer ?? (await findByEmail(form.email)));
      if (created) onCreated({ id: created.id, name: fullName(form) });
    },
  });

  return (
    <FormModal
      {...modal}
      title={contact ? "Edit contact" : "New contact"}
      schema={schema}
      values={contact ? valuesOf(contact) : { ...valuesOf(), firstName, lastName: rest.join(" ") }}
      compare={{ values: valuesOf, fields: compared }}
      draft={contact ? `contact ${contact.id}` : `contact ${name}`}
      onClose={onClose}
    >
      <ContactFields
        complete={complete}
        dateHelp={`As in ${dayFirst ? "14/3/1968" : "3/14/1968"} or Mar 14 1968.`}
        contactId={contact?.id}
        more={<MoreAddresses known={contact?.addresses} />}
        onUse={
          onCreated &&
          ((found) => {
            onCreated(found);
            onClose();
          })
        }
      />
      <OwnFields fields={own} />
    </FormModal>
  );
}

/** SPEC.md's section 7 shows no answer of createContact. */
async function findByEmail(email: string): Promise<{ id: string } | undefined> {
  const found = await call("contacts.list", { query: { page: 1, limit: 50, search: email } }).catch(() => []);
  return found.find((contact) => contact.email.toLowerCase() === email.toLowerCase());
}
