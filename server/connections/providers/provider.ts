import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import type { BookingEvent } from "#server/connections/calendar/write-event.ts";

export type Address = { address: string; name: string };

/** `id` is the host's own. Retries use the same `messageId`. */
export type Outgoing = {
  id: string;
  messageId: string;
  to: Address;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  unsubscribeUrl?: string;
  calendar?: { method: "REQUEST" | "CANCEL"; ics: string };
};

export type Calendar = { id: string; name: string; isPrimary: boolean; isReadOnly: boolean };

/** Awaited right before a server could accept an email. If it throws, the email isn't sent. */
export type BeforeLeaving = () => Promise<void>;

/** An organization's mail and calendar account. All methods throw only ProviderError. */
export type Provider = {
  send(mail: Outgoing, beforeLeaving?: BeforeLeaving): Promise<void>;
  /** Stores a copy in the person's sent folder. Missing if the server does that itself. */
  file?(mail: Outgoing): Promise<void>;
  calendars(): Promise<Calendar[]>;
  events(calendarId: string, from: Date, to: Date, ms?: number): Promise<CalendarEvent[]>;
  /** Creates or updates the event. Idempotent. */
  saveEvent(calendarId: string, event: BookingEvent): Promise<void>;
  /** Succeeds if the event is already gone. */
  removeEvent(calendarId: string, uid: string): Promise<void>;
};
