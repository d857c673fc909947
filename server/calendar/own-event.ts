import ICAL from "ical.js";

/**
 * Text as an iCalendar object can hold it. ical.js escapes \n and nothing else that ends lines: a raw CR in a visitor's
 * note would begin a property of their own.
 */
export function icsText(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** The same for what has one line only: parameters and addresses. */
export function icsLine(text: string): string {
  return icsText(text).replace(/\s+/g, " ").trim();
}

/** An event that we write. `sequence` counts its changes. */
export type OwnEvent = {
  uid: string;
  sequence: number;
  title: string;
  description: string;
  startsAt: Date;
  endsAt: Date;
};

/** An event of ours as an iCalendar object, in UTC: what needs no VTIMEZONE cannot have a wrong one. */
export function ownEventIcs({ uid, sequence, title, description, startsAt, endsAt }: OwnEvent): string {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", uid);
  event.addPropertyWithValue("dtstamp", timeOf(new Date()));
  event.addPropertyWithValue("sequence", sequence);
  event.addPropertyWithValue("dtstart", timeOf(startsAt));
  event.addPropertyWithValue("dtend", timeOf(endsAt));
  event.addPropertyWithValue("summary", icsText(title));
  if (description) event.addPropertyWithValue("description", icsText(description));
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Loupe//EN");
  calendar.addSubcomponent(event);
  return `${calendar.toString()}\r\n`;
}

/** Whether an object holds this event, when and as what it is now. */
export function isSameEvent(ics: string, { title, startsAt, endsAt }: OwnEvent): boolean {
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
