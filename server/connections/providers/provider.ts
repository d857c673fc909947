import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import type { BookingEvent } from "#server/connections/calendar/write-event.ts";

export type Address = { address: string; name: string };

/** Retries use the same `messageId`. */
export type Outgoing = {
  id: string;
  messageId: string;
  to: Address;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  picture?: { cid: string; bytes: Buffer };
  headers: Record<string, string>;
  unsubscribeUrl?: string;
  calendar?: { method: "REQUEST" | "CANCEL"; ics: string };
};

export type Calendar = { id: string; name: string; isPrimary: boolean; isReadOnly: boolean };

/** Awaited before a server could accept an email. If it throws, the email isn't sent. */
export type BeforeLeaving = () => Promise<void>;

/** All methods throw only ProviderError. */
export type Provider = {
  send(mail: Outgoing, beforeLeaving?: BeforeLeaving): Promise<void>;
  /** Missing if the server stores a copy in the sent folder itself. */
  file?(mail: Outgoing): Promise<void>;
  calendars(): Promise<Calendar[]>;
  events(calendarId: string, from: Date, to: Date, ms?: number): Promise<CalendarEvent[]>;
  /** Idempotent. */
  saveEvent(calendarId: string, event: BookingEvent): Promise<void>;
  /** Succeeds if the event is already gone. */
  removeEvent(calendarId: string, uid: string): Promise<void>;
};
