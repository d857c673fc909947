import ICAL from "ical.js";
import { icsLine, icsText } from "#server/calendar/own-event.ts";
import type { Address } from "#server/providers/provider.ts";

// Lines hold 75 bytes, and a continued one begins with a space that the library does not count.
ICAL.foldLength = 74;

type Method = "REQUEST" | "CANCEL" | "PUBLISH";
type Invitation<M extends Method> = {
  method: M;
  uid: string;
  sequence: number;
  title: string;
  description: string;
  startsAt: Date;
  endsAt: Date;
  /** When it was written. */
  at: Date;
  store: { address: string | null; name: string };
  visitor: Address;
};

/**
 * A booking as mail programs understand it (RFC 5546): the same uid is moved or cancelled by a higher sequence. What is
 * published is a file that people put into their calendar themselves: nobody is invited by it.
 */
export function invitation<M extends Method>(of: Invitation<M>): { method: M; ics: string } {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", of.uid);
  event.addPropertyWithValue("sequence", of.sequence);
  event.addPropertyWithValue("dtstamp", utc(of.at));
  event.addPropertyWithValue("dtstart", utc(of.startsAt));
  event.addPropertyWithValue("dtend", utc(of.endsAt));
  event.addPropertyWithValue("summary", icsText(of.title));
  event.addPropertyWithValue("description", icsText(of.description));
  event.addPropertyWithValue("status", of.method === "CANCEL" ? "CANCELLED" : "CONFIRMED");
  if (of.store.address) {
    const organizer = event.addPropertyWithValue("organizer", `mailto:${icsLine(of.store.address)}`);
    organizer.setParameter("cn", icsLine(of.store.name));
  }
  if (of.method !== "PUBLISH") {
    const attendee = event.addPropertyWithValue("attendee", `mailto:${icsLine(of.visitor.address)}`);
    if (of.visitor.name) attendee.setParameter("cn", icsLine(of.visitor.name));
    attendee.setParameter("partstat", "ACCEPTED");
    attendee.setParameter("rsvp", "FALSE");
  }
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("prodid", "-//Loupe//EN");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("method", of.method);
  calendar.addSubcomponent(event);
  return { method: of.method, ics: `${calendar.toString()}\r\n` };
}

/** In UTC: what needs no VTIMEZONE cannot have a wrong one. */
function utc(moment: Date): ICAL.Time {
  return ICAL.Time.fromJSDate(moment, true);
}
