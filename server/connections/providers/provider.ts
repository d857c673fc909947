import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import type { BookingEvent } from "#server/connections/calendar/write-event.ts";

export type Address = { address: string; name: string };

/** An email ready to send. `id` is the host's own. Retries use the same `messageId`. */
export type Outgoing = {
  id: string;
  messageId: string;
  to: Address;
  /** The sender's display name. The address is the account's. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** One-click unsubscribe link of automation emails (RFC 8058). */
  unsubscribeUrl?: string;
  calendar?: { method: "REQUEST" | "CANCEL"; ics: string };
};

export type Calendar = { id: string; name: string; isPrimary: boolean; isReadOnly: boolean };

/**
 * Called and awaited right before a server could take a mail: until it is done, the mail has certainly not left. If it
 * throws, the mail stays.
 */
export type BeforeLeaving = () => Promise<void>;

/** An organization's mail and calendar account. All methods throw only ProviderError. */
export type Provider = {
  /** Resolves when the server has accepted the email. */
  send(mail: Outgoing, beforeLeaving?: BeforeLeaving): Promise<void>;
  /** Stores a copy in the person's sent folder. Missing if the server does that itself. */
  file?(mail: Outgoing): Promise<void>;
  calendars(): Promise<Calendar[]>;
  /** All events that overlap [from, to). `ms` replaces the default deadline. */
  events(calendarId: string, from: Date, to: Date, ms?: number): Promise<CalendarEvent[]>;
  /** Creates or updates the event. Idempotent. */
  saveEvent(calendarId: string, event: BookingEvent): Promise<void>;
  /** Succeeds if the event is already gone. */
  removeEvent(calendarId: string, uid: string): Promise<void>;
};
