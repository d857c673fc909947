import ICAL from "ical.js";

const LONGEST_LINE = 75;
const ASCII = /^[\x20-\x7e]*$/;

/** Text as an iCalendar object can hold it: a raw CR in a visitor's note would begin a property of their own. */
function icsText(text: string): string {
  // Most of it, and a feed has much.
  if (ASCII.test(text)) return text;
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
  location?: string | undefined;
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
  const method = invitation ? [`METHOD:${invitation.method}`] : [];
  const parties = invitation ? partiesOf(invitation) : [];
  return `${written([...begin, ...method])}${eventText(of, at, parties)}${END}`;
}

/** A calendar that others subscribe to, of events that feedEvent wrote. */
export function writeFeed(name: string, events: readonly string[]): string {
  const head = [
    ...begin,
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
  ];
  return `${written(head)}${events.join("")}${END}`;
}

/** The event as it is now is the same text however often it is asked for: it was written when it was last changed. */
export function feedEvent(event: BookingEvent & { changedAt: Date }): string {
  return eventText(event, event.changedAt, []);
}

// By hand, not by ical.js: a store's year has twenty thousand events, and it takes a hundred times as long. Only what
// somebody wrote may have to be folded.
const begin = ["BEGIN:VCALENDAR", "PRODID:-//Loupe//EN", "VERSION:2.0"];
const END = "END:VCALENDAR\r\n";

function eventText(
  { uid, sequence, title, description, location, startsAt, endsAt }: BookingEvent,
  at: Date,
  more: string[],
): string {
  const times = `DTSTAMP:${stampOf(at)}\r\nDTSTART:${stampOf(startsAt)}\r\nDTEND:${stampOf(endsAt)}\r\n`;
  const place = location ? written([`LOCATION:${escaped(location)}`]) : "";
  return `BEGIN:VEVENT\r\n${folded(`UID:${escaped(uid)}`)}\r\nSEQUENCE:${sequence}\r\n${times}${folded(
    `SUMMARY:${escaped(title)}`,
  )}\r\n${folded(`DESCRIPTION:${escaped(description)}`)}\r\n${place}${written(more)}END:VEVENT\r\n`;
}

function partiesOf({ method, organizer, attendee }: Invitation): string[] {
  return [
    `STATUS:${method === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
    ...(organizer ? [partyLine("ORGANIZER", organizer)] : []),
    ...(method === "PUBLISH" ? [] : [partyLine("ATTENDEE", attendee, ";PARTSTAT=ACCEPTED;RSVP=FALSE")]),
  ];
}

function partyLine(what: string, { address, name }: Party, more = ""): string {
  const cn = icsLine(name) && `;CN=${parameterOf(icsLine(name))}`;
  return `${what}${cn}${more}:mailto:${icsLine(address)}`;
}

/** A value of text (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return icsText(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** A parameter's value, between quotation marks where it has to be (RFC 6868). */
function parameterOf(text: string): string {
  const value = text.replaceAll("^", "^^").replaceAll('"', "^'");
  return /[;:,]/.test(value) ? `"${value}"` : value;
}

const TWO = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
const MOST_DAYS = 2_000;
const days = new Map<number, string>();

/** "20261201T150000Z". By hand, too: a day is written once. */
function stampOf(moment: Date): string {
  const seconds = Math.floor(moment.getTime() / 1000);
  const day = Math.floor(seconds / 86_400);
  let text = days.get(day);
  if (!text) {
    if (days.size > MOST_DAYS) days.clear();
    text = moment.toISOString().slice(0, 10).replaceAll("-", "");
    days.set(day, text);
  }
  const rest = seconds - day * 86_400;
  return `${text}T${TWO[Math.floor(rest / 3600)]}${TWO[Math.floor(rest / 60) % 60]}${TWO[rest % 60]}Z`;
}

function written(lines: string[]): string {
  let text = "";
  for (const line of lines) text += `${folded(line)}\r\n`;
  return text;
}

/** Of 75 bytes at the most, with the space that a continued line begins with. */
function folded(line: string): string {
  // A sign is three bytes at the most for each of its units.
  if (line.length * 3 <= LONGEST_LINE || Buffer.byteLength(line) <= LONGEST_LINE) return line;
  let text = "";
  let [begun, room] = [0, LONGEST_LINE];
  for (let at = 0; at < line.length; ) {
    const sign = line.codePointAt(at) ?? 0;
    const bytes = sign < 0x80 ? 1 : sign < 0x800 ? 2 : sign < 0x10000 ? 3 : 4;
    if (bytes > room) {
      text += `${line.slice(begun, at)}\r\n `;
      [begun, room] = [at, LONGEST_LINE - 1];
    }
    room -= bytes;
    at += sign < 0x10000 ? 1 : 2;
  }
  return text + line.slice(begun);
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
