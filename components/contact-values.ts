import type { Contact, ContactForm } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { ownForms } from "./own-forms.ts";

/** What the fields hold of a contact; of none, what a new one begins with. */
export function valuesOf(contact?: Contact): ContactForm {
  const { firstName = "", lastName = "", email = "", phoneNumber = "" } = contact ?? {};
  const birthday = contact?.birthday ?? "";
  const anniversary = contact?.anniversary ?? "";
  return { firstName, lastName, email, phoneNumber, birthday, anniversary };
}

const day = (value: string) => formatDay(readDay(value));

/** By what two versions of a contact are compared. */
const comparedFields = [
  { name: "firstName", label: "First name" },
  { name: "lastName", label: "Last name" },
  { name: "email", label: "Email" },
  { name: "phoneNumber", label: "Phone number" },
  { name: "birthday", label: "Birthday", text: day },
  { name: "anniversary", label: "Anniversary", text: day },
];

/** The same with the store's own fields, of which there may be none. */
export function contactForms(own: readonly OwnField[], money: Money) {
  const { fieldsOf, compared } = ownForms(own, money);
  return {
    valuesOf: (contact?: Contact) => ({ ...valuesOf(contact), ...fieldsOf(contact?.fields) }),
    compared: [...comparedFields, ...compared],
  };
}
