import { type Address, addressKinds } from "#lib/contract/contacts.ts";

/** Why an address gets no email. */
export const blockedWords = { bounced: "Email came back", unsubscribed: "Unsubscribed", erased: "Erased" };

export const addressWords: Record<Address["kind"], string> = {
  MOBILE: "Mobile",
  HOME: "Home",
  WORK: "Work",
  OTHER: "Other",
};

export const addressOptions = addressKinds.map((value) => ({ value, label: addressWords[value] }));
