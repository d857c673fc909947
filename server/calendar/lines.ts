import { type Budget, BudgetExceeded } from "./budget.ts";
import { isReadable, isRulePart, partsOf, rulePartsOf } from "./grammar.ts";

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
      if (size > LONGEST_OBJECT) throw new BudgetExceeded("An object of this calendar is too large");
      lines.push(line);
    }
  }
  if (open.length > 0 || lines.length === 0) throw new Error("This is no whole iCalendar object");
  return lines;
}

/** Without one of these an event takes rather more time; so it does without all else that is not named here below. */
const NARROWING = new Set(["UNTIL", "COUNT", "INTERVAL", "BYSETPOS"]);

/**
 * The lines of an iCalendar object without what cannot be read in them: one bad line would lose the whole event, and visitors would
 * book its time. What is left of a bad line blocks rather more than was meant: of a start or an end only the day, a rule
 * without the end of its series. Throws where what cannot be read may take any time.
 */
export function repairLines(lines: string[], budget: Budget): string[] {
  return lines.flatMap((line) => {
    budget.spend(10 + line.length / 10);
    return isReadable(line) ? line : repairLine(line);
  });
}

function repairLine(line: string): string[] {
  const { name, head, value } = partsOf(line);
  const said = value.toUpperCase().replace(/\s/g, "");
  switch (name) {
    case "RRULE":
      return repairRule(said);
    case "DTSTART":
    case "DTEND":
      return repairMoment(name, head, said.replace(/[-:]/g, ""));
    case "DURATION":
      // It says nothing; one that says something, but not what, is another matter.
      if (!/\d/.test(said)) return ["DURATION:P1D"];
      break;
    case "RECURRENCE-ID":
      if (!/;RANGE=/i.test(head)) return [];
      break;
    // Exceptions and words: without them the event takes the time that it has.
    case "EXDATE":
    case "UID":
    case "SUMMARY":
    case "STATUS":
    case "TRANSP":
      return [];
  }
  throw unreadable(name);
}

function repairMoment(name: "DTSTART" | "DTEND", head: string, said: string): string[] {
  if (isReadable(head + said)) return [head + said];
  if (name === "DTEND" && head && said === "") return ["DURATION:P1D"];
  const [, year, month, day, rest] = /^(\d{4})(\d\d)(\d\d)(.*)$/.exec(said) ?? [];
  const isDay = rest === "";
  // On which of the store's days that is cannot be told.
  const isElsewhere = !isDay && (/;TZID=/i.test(head) || said.endsWith("Z"));
  if (name === "DTSTART" && isElsewhere) throw unreadable(name);
  // An end reaches into its day, wherever that is.
  const added = name === "DTEND" && !isDay ? 2 : 0;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + added));
  if (Number.isNaN(date.getTime())) throw unreadable(name);
  const line = `${name};VALUE=DATE:${date.toISOString().slice(0, 10).replaceAll("-", "")}`;
  if (!isReadable(line)) throw unreadable(name);
  return [line];
}

function repairRule(said: string): string[] {
  const parts = rulePartsOf(said);
  const isWhole = (part: [string, string]) =>
    isRulePart(part) && (part[0] === "FREQ" || isReadable(`RRULE:FREQ=DAILY;${part.join("=")}`));
  const lost = parts.filter((part) => !isWhole(part)).map(([name]) => name);
  if (!lost.every((name) => NARROWING.has(name))) throw unreadable("RRULE");
  // Without the other ones a count would be used up sooner.
  const left = parts.filter(([name]) => !lost.includes(name) && (lost.length === 0 || name !== "COUNT"));
  const rule = `RRULE:${left.map((part) => part.join("=")).join(";")}`;
  if (!isReadable(rule)) throw unreadable("RRULE");
  return [rule];
}

function unreadable(name: string): Error {
  return new Error(`The ${name} of an event cannot be read`);
}
