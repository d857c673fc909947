import { mailLink, phoneLink } from "./links.ts";
import { fullName } from "./text.ts";

type Link = { href: string; text: string };
/** A contact, a visitor, or the contact of a task. */
type Person = { email?: string | null | undefined; phoneNumber?: string | null | undefined };
type Named = { name: string } | { firstName: string; lastName: string };

export function linksOf({ email, phoneNumber }: Person): { phone: Link | null; email: Link | null } {
  return {
    phone: phoneNumber ? { href: phoneLink(phoneNumber), text: phoneNumber } : null,
    email: email ? { href: mailLink(email), text: email } : null,
  };
}

export function addressesOf(person: Person): Link[] {
  const { phone, email } = linksOf(person);
  return [email, phone].filter((link) => link !== null);
}

/** Contacts of other hosts may have no name. */
export function contactName(contact: Named & Person): string {
  const name = "name" in contact ? contact.name : fullName(contact);
  return name || addressesOf(contact)[0]?.text || "No name";
}
