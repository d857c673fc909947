import type { Contact } from "#lib/contract/contacts.ts";
import { placeholderValues } from "#lib/contract/placeholders.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { readDay } from "#lib/dates.ts";

/** Whoever the preview is filled in for: a contact, or the person at the screen while there is none. */
export type Addressee = Pick<Contact, "firstName" | "lastName" | "email"> &
  Partial<Pick<Contact, "phoneNumber" | "birthday" | "anniversary">>;

type Known = {
  addressee: Addressee;
  /** Undefined until they have been read. */
  sales: Sale[] | undefined;
  storeName: string | undefined;
  timezone: string | undefined;
};

/** What the mail would be filled in with; undefined what this browser cannot know. By lower-case name. */
export function previewValues({ addressee, sales, storeName, timezone }: Known) {
  const newest = sales?.toSorted((a, b) => soldAt(b) - soldAt(a))[0];
  const values: { [name: string]: string | undefined } = placeholderValues({
    contact: {
      firstName: addressee.firstName,
      lastName: addressee.lastName,
      email: addressee.email,
      phoneNumber: addressee.phoneNumber ?? "",
      birthday: readDay(addressee.birthday, timezone),
      anniversary: readDay(addressee.anniversary, timezone),
    },
    lastPurchase: newest
      ? { item: newest.productCategory?.name || newest.item || "", day: readDay(newest.createdAt, timezone) }
      : null,
    storeName: storeName ?? "",
  });
  if (!storeName) values.storeName = undefined;
  if (!sales) values.lastPurchase = values.lastPurchaseDate = undefined;
  return new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
}

function soldAt({ createdAt }: Sale): number {
  return createdAt ? Date.parse(createdAt) : 0;
}
