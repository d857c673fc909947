import ICAL from "ical.js";

const LONGEST_LINE = 75;

/**
 * Text as an iCalendar object can hold it. ical.js escapes \n and nothing else that ends lines: a raw CR in a visitor's
 * note would begin a property of their own.
 */
function icsText(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** The same for what has one line only: parameters and addresses. */
function icsLine(text: string): string {
  return icsText(text).replace(/\s+/g, " ").trim();
}

/** An event that we write. `sequence` counts its changes. */
export type BookingEvent = {
  uid: string;
  sequence: number;
  title: string;
  description: string;
  startsAt: Date;
  endsAt: Date;
};

/** What makes an event an invitation, or with PUBLISH a file that people put into their calendar themselves (RFC 5546). */
export type Invitation = {
  method: "REQUEST" | "CANCEL" | "PUBLISH";
  /** Null where replies would reach nobody. */
  organizer: Party | null;
  attendee: Party;
};
type Party = { address: string; name: string };

/**
 * An event of ours as an iCalendar object, in UTC: what needs no VTIMEZONE cannot have a wrong one. Without an invitation
 * it is what a calendar server keeps. `at` is when it is written; the same uid is moved or cancelled by a higher sequence.
 */
export function writeEvent(of: BookingEvent, at: Date, invitation?: Invitation): string {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", of.uid);
  event.addPropertyWithValue("sequence", of.sequence);
  event.addPropertyWithValue("dtstamp", timeOf(at));
  event.addPropertyWithValue("dtstart", timeOf(of.startsAt));
  event.addPropertyWithValue("dtend", timeOf(of.endsAt));
  event.addPropertyWithValue("summary", icsText(of.title));
  event.addPropertyWithValue("description", icsText(of.description));
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("prodid", "-//Loupe//EN");
  calendar.addPropertyWithValue("version", "2.0");
  if (invitation) {
    const { method, organizer, attendee } = invitation;
    calendar.addPropertyWithValue("method", method);
    event.addPropertyWithValue("status", method === "CANCEL" ? "CANCELLED" : "CONFIRMED");
    if (organizer) addParty(event, "organizer", organizer);
    if (method !== "PUBLISH") {
      const invited = addParty(event, "attendee", attendee);
      invited.setParameter("partstat", "ACCEPTED");
      invited.setParameter("rsvp", "FALSE");
    }
  }
  calendar.addSubcomponent(event);
  return linesOf(calendar)
    .map((line) => `${folded(line)}\r\n`)
    .join("");
}

function addParty(event: ICAL.Component, what: string, { address, name }: Party): ICAL.Property {
  const party = event.addPropertyWithValue(what, `mailto:${icsLine(address)}`);
  if (name) party.setParameter("cn", icsLine(name));
  return party;
}

function linesOf(component: ICAL.Component): string[] {
  const name = component.name.toUpperCase();
  const properties = component.getAllProperties().map((property) => property.toICALString());
  const parts = component.getAllSubcomponents().flatMap(linesOf);
  return [`BEGIN:${name}`, ...properties, ...parts, `END:${name}`];
}

/** Of 75 bytes at the most, with the space that a continued line begins with; ical.js does not count that. */
function folded(line: string): string {
  let text = "";
  let bytes = 0;
  for (const sign of line) {
    const length = Buffer.byteLength(sign);
    if (bytes + length > LONGEST_LINE) {
      text += "\r\n ";
      bytes = 1;
    }
    text += sign;
    bytes += length;
  }
  return text;
}

/** Whether an object holds this event, when and as what it is now. */
export function isSameEvent(ics: string, { title, startsAt, endsAt }: BookingEvent): boolean {
  try {
    const event = new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent("vevent");
    const has = (name: string, value: unknown) =>
      String(event?.getFirstPropertyValue(name)) === String(value);
    return has("dtstart", timeOf(startsAt)) && has("dtend", timeOf(endsAt)) && has("summary", icsText(title));
  } catch {
    return false;
  }
}

function timeOf(moment: Date): ICAL.Time {
  return ICAL.Time.fromJSDate(moment, true);
}
