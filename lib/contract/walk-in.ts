/** The name that a sale without a contact shows as its contact's. */
export const WALK_IN = "Walk-in";

/** In forms. Bodies have null instead. */
export const walkIn = { id: "walk-in", name: WALK_IN };

type Contact = { id: string | null; name: string } | null | undefined;

export function isWalkIn(contact: Contact): boolean {
  return contact?.id === null && contact.name === WALK_IN;
}
