import type { Address } from "#lib/contract/contacts.ts";

/** Why an address gets no email. */
export const blockedWords = { bounced: "Email came back", unsubscribed: "Unsubscribed", erased: "Erased" };

export const addressWords: Record<Address["kind"], string> = {
  MOBILE: "Mobile",
  HOME: "Home",
  WORK: "Work",
  OTHER: "Other",
};
