import type { CalendarEvent } from "#server/calendar/expand.ts";
import type { BookingEvent } from "#server/calendar/write-event.ts";

export type Address = { address: string; name: string };

/** A mail, ready to go. `id` is the host's own; the same `messageId` goes out however often it is tried. */
export type Outgoing = {
  id: string;
  messageId: string;
  to: Address;
  /** How the sender is called; the address is the account's. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Of automations' mail: where its reader unsubscribes with one click (RFC 8058). */
  unsubscribeUrl?: string;
  calendar?: { method: "REQUEST" | "CANCEL"; ics: string };
};

export type Calendar = { id: string; name: string; isPrimary: boolean; isReadOnly: boolean };

/**
 * Why an account did not do as asked:
 *
 * - `later`: not now (a connection, a 4xx, too many requests); asking again is safe, nothing was accepted.
 * - `never`: this one mail or event is refused for good.
 * - `bounced`: so is everything else for this address, for it does not exist.
 * - `refused`: not now, because of the account (it may not relay, or sent too much), whoever this mail is for.
 * - `credentials`: the account itself is refused; a person must connect it again.
 * - `unknown`: it may have been done, nobody can tell.
 */
export class ProviderError extends Error {
  readonly kind: "later" | "never" | "bounced" | "refused" | "credentials" | "unknown";

  constructor(kind: ProviderError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** An organization's mail and calendar account. Every method throws ProviderError and nothing else. */
export type Provider = {
  /** Hands a mail over; done means accepted. */
  send(mail: Outgoing): Promise<void>;
  /** Puts a copy of what was sent where the person's own programs keep theirs; not there where the server does so itself. */
  file?(mail: Outgoing): Promise<void>;
  calendars(): Promise<Calendar[]>;
  /** All that overlaps [from, to); within `ms`, where whoever waits has less time than a page has. */
  events(calendarId: string, from: Date, to: Date, ms?: number): Promise<CalendarEvent[]>;
  /** Creates it, or brings it up to date: saving the same event twice leaves one. */
  saveEvent(calendarId: string, event: BookingEvent): Promise<void>;
  /** Done as well where it is gone already. */
  removeEvent(calendarId: string, uid: string): Promise<void>;
};
