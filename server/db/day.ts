/** A day as sent ("1968-03-14", or an ISO instant that begins with it; "" for none) as the date to store. */
export function dayToStore(sent: string | null | undefined): string | null {
  return sent ? sent.slice(0, 10) : null;
}

/** A stored date as noon UTC, which is the same day in every timezone that people trade in. */
export function dayToSend(stored: string | null): string | null {
  return stored && `${stored}T12:00:00.000Z`;
}
