import { type Budget, BudgetExceeded } from "./budget.ts";
import { isReadable, isRulePart, rulePartsOf, splitLine } from "./grammar.ts";

const MAX_OBJECT_SIZE = 2_000_000;
const COMPONENTS = new Set(["VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT"]);
const PROPERTIES = new Set([
  ...["UID", "SUMMARY", "STATUS", "TRANSP", "DTSTART", "DTEND", "DURATION"],
  ...["RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "TZID", "TZOFFSETFROM", "TZOFFSETTO"],
]);
const MAX_NAME = 20;

/** Without descriptions and attachments, which can be megabytes. Throws if the object is truncated or not iCalendar. */
export function neededLines(ics: string, budget: Budget): string[] {
  budget.spend(ics.length / 100);
  const lines: string[] = [];
  const open: string[] = [];
  let size = 0;
  let unneeded = 0;
  for (const line of ics.replace(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    budget.spend(1);
    const [, name = ""] = /^([\w-]+) *[:;]/.exec(line.slice(0, MAX_NAME)) ?? [];
    const key = name.toUpperCase();
    if (key === "BEGIN" || key === "END") {
      const component = line
        .slice(line.indexOf(":") + 1, 40)
        .trim()
        .toUpperCase();
      if (key === "END" && open.pop() !== component)
        throw new Error(`END:${component} without a matching BEGIN`);
      if (key === "BEGIN") open.push(component);
      const isNeeded = unneeded === 0 && COMPONENTS.has(component);
      if (!isNeeded) unneeded += key === "BEGIN" ? 1 : -1;
      if (!isNeeded) continue;
      lines.push(`${key}:${component}`);
    } else if (unneeded === 0 && PROPERTIES.has(key)) {
      size += line.length;
      if (size > MAX_OBJECT_SIZE) throw new BudgetExceeded("An object of this calendar is too large");
      lines.push(line);
    }
  }
  if (open.length > 0 || lines.length === 0) throw new Error("This iCalendar object is incomplete");
  return lines;
}

/** Parts that only restrict: dropping one makes the event block more time, which is safe. */
const RESTRICTING_PARTS = new Set(["UNTIL", "COUNT", "INTERVAL", "BYSETPOS"]);

/**
 * One bad line must not free an event's time. A repaired event can only block more: a bad start or end becomes a
 * whole day, a bad rule loses its limits. Throws if the event could be at any time.
 */
export function repairLines(lines: string[], budget: Budget): string[] {
  return lines.flatMap((line) => {
    budget.spend(10 + line.length / 10);
    return isReadable(line) ? line : repairLine(line);
  });
}

function repairLine(line: string): string[] {
  const { name, head, value } = splitLine(line);
  const text = value.toUpperCase().replace(/\s/g, "");
  switch (name) {
    case "RRULE":
      return repairRule(text);
    case "DTSTART":
    case "DTEND":
      return repairMoment(name, head, text.replace(/[-:]/g, ""));
    case "DURATION":
      if (!/\d/.test(text)) return ["DURATION:P1D"];
      break;
    case "RECURRENCE-ID":
      if (!/;RANGE=/i.test(head)) return [];
      break;
    case "EXDATE":
    case "UID":
    case "SUMMARY":
    case "STATUS":
    case "TRANSP":
      return [];
  }
  throw unreadable(name);
}

function repairMoment(name: "DTSTART" | "DTEND", head: string, text: string): string[] {
  if (isReadable(head + text)) return [head + text];
  if (name === "DTEND" && head && text === "") return ["DURATION:P1D"];
  const [, year, month, day, rest] = /^(\d{4})(\d\d)(\d\d)(.*)$/.exec(text) ?? [];
  const isDay = rest === "";
  const isElsewhere = !isDay && (/;TZID=/i.test(head) || text.endsWith("Z"));
  if (name === "DTSTART" && isElsewhere) throw unreadable(name);
  // The end may be late on that day, in any timezone.
  const added = name === "DTEND" && !isDay ? 2 : 0;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + added));
  if (Number.isNaN(date.getTime())) throw unreadable(name);
  const line = `${name};VALUE=DATE:${date.toISOString().slice(0, 10).replaceAll("-", "")}`;
  if (!isReadable(line)) throw unreadable(name);
  return [line];
}

function repairRule(text: string): string[] {
  const parts = rulePartsOf(text);
  const isWhole = (part: [string, string]) =>
    isRulePart(part) && (part[0] === "FREQ" || isReadable(`RRULE:FREQ=DAILY;${part.join("=")}`));
  const broken = parts.filter((part) => !isWhole(part)).map(([name]) => name);
  if (!broken.every((name) => RESTRICTING_PARTS.has(name))) throw unreadable("RRULE");
  // Without the dropped parts, COUNT would end the series too early.
  const remaining = parts.filter(
    ([name]) => !broken.includes(name) && (broken.length === 0 || name !== "COUNT"),
  );
  const rule = `RRULE:${remaining.map((part) => part.join("=")).join(";")}`;
  if (!isReadable(rule)) throw unreadable("RRULE");
  return [rule];
}

function unreadable(name: string): Error {
  return new Error(`The ${name} of an event can't be read`);
}
