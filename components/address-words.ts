import type { Address } from "#lib/contract/contacts.ts";

export const blockedWords = { bounced: "Email came back", unsubscribed: "Unsubscribed", erased: "Erased" };

export const addressWords = {
  MOBILE: "Mobile",
  HOME: "Home",
  WORK: "Work",
  OTHER: "Other",
} satisfies Record<Address["kind"], string>;

export const addressOptions = Object.entries(addressWords).map(([value, label]) => ({ value, label }));
