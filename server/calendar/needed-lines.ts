import { type Budget, TooMuch } from "./budget.ts";

const LONGEST_OBJECT = 2_000_000;
const COMPONENTS = new Set(["VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT"]);
const PROPERTIES = new Set([
  ...["UID", "SUMMARY", "STATUS", "TRANSP", "DTSTART", "DTEND", "DURATION"],
  ...["RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "TZID", "TZOFFSETFROM", "TZOFFSETTO"],
]);
// A name is never longer.
const LONGEST_NAME = 20;

/**
 * The lines of an iCalendar object that tell when its events are, unfolded. Descriptions, attachments and guests, which
 * can be megabytes, are nobody's time; neither are alarms and tasks. Throws on text that is no iCalendar or ends early.
 */
export function neededLines(ics: string, budget: Budget): string[] {
  budget.spend(ics.length / 100);
  const lines: string[] = [];
  const open: string[] = [];
  let size = 0;
  let unneeded = 0;
  for (const line of ics.replace(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    budget.spend(1);
    const [, name = ""] = /^([\w-]+) *[:;]/.exec(line.slice(0, LONGEST_NAME)) ?? [];
    const key = name.toUpperCase();
    if (key === "BEGIN" || key === "END") {
      const component = line
        .slice(line.indexOf(":") + 1, 40)
        .trim()
        .toUpperCase();
      if (key === "END" && open.pop() !== component) throw new Error(`${component} ends that never began`);
      if (key === "BEGIN") open.push(component);
      const isNeeded = unneeded === 0 && COMPONENTS.has(component);
      if (!isNeeded) unneeded += key === "BEGIN" ? 1 : -1;
      if (!isNeeded) continue;
      lines.push(`${key}:${component}`);
    } else if (unneeded === 0 && PROPERTIES.has(key)) {
      size += line.length;
      if (size > LONGEST_OBJECT) throw new TooMuch("An object of this calendar is too large");
      lines.push(line);
    }
  }
  if (open.length > 0 || lines.length === 0) throw new Error("This is no whole iCalendar object");
  return lines;
}
