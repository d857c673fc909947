import type { Address } from "#lib/contract/contacts.ts";

export const addressWords: Record<Address["kind"], string> = {
  MOBILE: "Mobile",
  HOME: "Home",
  WORK: "Work",
  OTHER: "Other",
};
