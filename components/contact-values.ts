import type { Contact, ContactForm } from "#lib/contract/contacts.ts";
import { formatDay, readDay } from "#lib/dates.ts";

/** What the fields hold of a contact; of none, what a new one begins with. */
export function valuesOf(contact?: Contact): ContactForm {
  const { firstName = "", lastName = "", email = "", phoneNumber = "" } = contact ?? {};
  const birthday = contact?.birthday ?? "";
  const anniversary = contact?.anniversary ?? "";
  return { firstName, lastName, email, phoneNumber, birthday, anniversary };
}

const day = (value: string) => formatDay(readDay(value));

/** By what two versions of a contact are compared. */
export const comparedFields = [
  { name: "firstName", label: "First name" },
  { name: "lastName", label: "Last name" },
  { name: "email", label: "Email" },
  { name: "phoneNumber", label: "Phone number" },
  { name: "birthday", label: "Birthday", text: day },
  { name: "anniversary", label: "Anniversary", text: day },
];
