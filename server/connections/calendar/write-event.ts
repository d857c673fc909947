import ICAL from "ical.js";

const MAX_LINE_BYTES = 75;
const ASCII = /^[\x20-\x7e]*$/;

/** A raw CR in a visitor's note would start a new property. */
function icsText(text: string): string {
  // Most text is ASCII, and feeds are long.
  if (ASCII.test(text)) return text;
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

function icsLine(text: string): string {
  return icsText(text).replace(/\s+/g, " ").trim();
}

export type BookingEvent = {
  uid: string;
  sequence: number;
  title: string;
  description: string;
  location?: string | undefined;
  startsAt: Date;
  endsAt: Date;
};

/** RFC 5546, or with PUBLISH a file that people import themselves. */
export type Invitation = {
  method: "REQUEST" | "CANCEL" | "PUBLISH";
  organizer: Party | null;
  attendee: Party;
};
type Party = { address: string; name: string };

/** Uses UTC, so no VTIMEZONE can be wrong. Without an invitation it is the form for calendar servers. */
export function writeEvent(event: BookingEvent, at: Date, invitation?: Invitation): string {
  const method = invitation ? [`METHOD:${invitation.method}`] : [];
  const parties = invitation ? partiesOf(invitation) : [];
  return `${joinLines([...begin, ...method])}${eventText(event, at, parties)}${END}`;
}

export function writeFeed(name: string, events: readonly string[]): string {
  const head = [
    ...begin,
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
  ];
  return `${joinLines(head)}${events.join("")}${END}`;
}

// ical.js takes a hundred times as long, and a store's year has twenty thousand events.
const begin = ["BEGIN:VCALENDAR", "PRODID:-//Loupe//EN", "VERSION:2.0"];
const END = "END:VCALENDAR\r\n";

export function eventText(
  { uid, sequence, title, description, location, startsAt, endsAt }: BookingEvent,
  at: Date,
  more: string[] = [],
): string {
  const times = `DTSTAMP:${stampOf(at)}\r\nDTSTART:${stampOf(startsAt)}\r\nDTEND:${stampOf(endsAt)}\r\n`;
  const place = location ? joinLines([`LOCATION:${escapeText(location)}`]) : "";
  return `BEGIN:VEVENT\r\n${foldLine(`UID:${escapeText(uid)}`)}\r\nSEQUENCE:${sequence}\r\n${times}${foldLine(
    `SUMMARY:${escapeText(title)}`,
  )}\r\n${foldLine(`DESCRIPTION:${escapeText(description)}`)}\r\n${place}${joinLines(more)}END:VEVENT\r\n`;
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

function escapeText(text: string): string {
  return icsText(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

function parameterOf(text: string): string {
  const value = text.replaceAll("^", "^^").replaceAll('"', "^'");
  return /[;:,]/.test(value) ? `"${value}"` : value;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
const MAX_DAYS = 2_000;
const days = new Map<number, string>();

function stampOf(moment: Date): string {
  const seconds = Math.floor(moment.getTime() / 1000);
  const day = Math.floor(seconds / 86_400);
  let text = days.get(day);
  if (!text) {
    if (days.size > MAX_DAYS) days.clear();
    text = moment.toISOString().slice(0, 10).replaceAll("-", "");
    days.set(day, text);
  }
  const rest = seconds - day * 86_400;
  return `${text}T${TWO_DIGITS[Math.floor(rest / 3600)]}${TWO_DIGITS[Math.floor(rest / 60) % 60]}${TWO_DIGITS[rest % 60]}Z`;
}

function joinLines(lines: string[]): string {
  let text = "";
  for (const line of lines) text += `${foldLine(line)}\r\n`;
  return text;
}

function foldLine(line: string): string {
  // Each UTF-16 unit takes at most three bytes.
  if (line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  let text = "";
  let [begun, room] = [0, MAX_LINE_BYTES];
  for (let at = 0; at < line.length; ) {
    const sign = line.codePointAt(at) ?? 0;
    const bytes = sign < 0x80 ? 1 : sign < 0x800 ? 2 : sign < 0x10000 ? 3 : 4;
    if (bytes > room) {
      text += `${line.slice(begun, at)}\r\n `;
      [begun, room] = [at, MAX_LINE_BYTES - 1];
    }
    room -= bytes;
    at += sign < 0x10000 ? 1 : 2;
  }
  return text + line.slice(begun);
}

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
