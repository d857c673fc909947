import { type ContactKey, contactFields, contactKeys } from "#lib/contract/contact-fields.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { comparedFields, ownForms } from "./own-forms.ts";

export function valuesOf(contact?: Contact): { [K in ContactKey]: string } {
  const values = contactKeys.map((key) => [key, contact?.[key] ?? ""]);
  return Object.fromEntries(values) as { [K in ContactKey]: string };
}

export function contactForms(own: readonly OwnField[], money: Money) {
  const { fieldsOf, compared } = ownForms(own, money);
  return {
    valuesOf: (contact?: Contact) => ({ ...valuesOf(contact), ...fieldsOf(contact?.fields) }),
    compared: [...comparedFields(contactFields, money), ...compared],
  };
}
