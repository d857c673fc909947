import type { Contact, ContactForm } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { ownForms } from "./own-forms.ts";

/** The form's values of a contact, or of a new one. */
export function valuesOf(contact?: Contact): ContactForm {
  const { firstName = "", lastName = "", email = "", phoneNumber = "" } = contact ?? {};
  const birthday = contact?.birthday ?? "";
  const anniversary = contact?.anniversary ?? "";
  return { firstName, lastName, email, phoneNumber, birthday, anniversary };
}

const day = (value: string) => formatDay(readDay(value));

/** The fields for comparing two versions. */
const comparedFields = [
  { name: "firstName", label: "First name" },
  { name: "lastName", label: "Last name" },
  { name: "email", label: "Email" },
  { name: "phoneNumber", label: "Phone number" },
  { name: "birthday", label: "Birthday", text: day },
  { name: "anniversary", label: "Anniversary", text: day },
];

/** The same with the store's own fields. */
export function contactForms(own: readonly OwnField[], money: Money) {
  const { fieldsOf, compared } = ownForms(own, money);
  return {
    valuesOf: (contact?: Contact) => ({ ...valuesOf(contact), ...fieldsOf(contact?.fields) }),
    compared: [...comparedFields, ...compared],
  };
}
