"use client";
import { DateField } from "#components/ui/date-field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { PhoneField } from "#components/ui/phone-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { failureText, messages } from "#lib/api/messages.ts";
import { useAct } from "#lib/api/use-act.ts";
import { type Contact, type ContactForm, contactForm } from "#lib/contract/contacts.ts";
import { useMe } from "./shell/use-me.ts";

/** Creates a contact, or edits the one it is given. */
export function ContactModal({ contact, onClose }: { contact?: Contact; onClose: () => void }) {
  const { data: me } = useMe();
  const create = useAct("contacts.create").act;
  const update = useAct("contacts.update").act;

  async function save(form: ContactForm) {
    const outcome = contact
      ? await update({ params: { id: contact.id }, body: form })
      : await create({ body: form });
    if (outcome.ok) return null;
    return failureText(
      { ...messages[contact ? "contacts.update" : "contacts.create"], host: true },
      outcome.error,
    );
  }

  return (
    <FormModal
      title={contact ? "Edit contact" : "New contact"}
      schema={contactForm}
      values={{
        firstName: contact?.firstName ?? "",
        lastName: contact?.lastName ?? "",
        email: contact?.email ?? "",
        phoneNumber: contact?.phoneNumber ?? "",
        birthday: contact?.birthday ?? "",
        anniversary: contact?.anniversary ?? "",
      }}
      submitLabel={contact ? "Save" : "Create"}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField name="firstName" label="First name" required autoComplete="off" />
      <TextField name="lastName" label="Last name" required autoComplete="off" />
      <TextField
        name="email"
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        title="Please enter a valid email address"
      />
      <PhoneField name="phoneNumber" label="Phone number" required />
      <DateField
        name="birthday"
        label="Birthday"
        timezone={me?.timezone}
        help="As in 3/14/1968 or Mar 14 1968."
      />
      <DateField name="anniversary" label="Anniversary" timezone={me?.timezone} />
    </FormModal>
  );
}
