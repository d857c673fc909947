import ICAL from "ical.js";
import type { Budget } from "./budget.ts";

/**
 * The lines of an iCalendar object without what cannot be read in them: one bad line would lose the whole event, and visitors would
 * book its time. What is left of a bad line blocks rather more than was meant: of a start only the day, an end that
 * counts as a day later, a rule without the parts that say nothing (an end of the series, say). A frequency that nobody
 * knows leaves the first occurrence alone.
 */
export function mended(lines: string[], budget: Budget): string[] {
  return lines.flatMap((line) => {
    budget.spend(10 + line.length / 10);
    return isReadable(line) ? line : mendedLine(line);
  });
}

function isReadable(line: string): boolean {
  if (/^(BEGIN|END):/i.test(line)) return true;
  try {
    return ICAL.Property.fromString(line).getValues().length > 0;
  } catch {
    return false;
  }
}

function mendedLine(line: string): string[] {
  const [name = ""] = line.toUpperCase().split(/[:;]/);
  if (name === "RRULE") return mendedRule(line);
  if (name === "DTEND" || name === "DURATION") return ["DURATION:P1D"];
  const [, year, month, day] = /:(\d{4})-?(\d\d)-?(\d\d)/.exec(line) ?? [];
  return name === "DTSTART" && year ? [`DTSTART;VALUE=DATE:${year}${month}${day}`] : [];
}

function mendedRule(line: string): string[] {
  const parts = line
    .toUpperCase()
    .slice(line.lastIndexOf(":") + 1)
    .split(";");
  const frequency = parts.find((part) => part.startsWith("FREQ="));
  const others = parts.filter((part) => part !== frequency && isReadable(`RRULE:FREQ=DAILY;${part}`));
  const rule = `RRULE:${[frequency, ...others].join(";")}`;
  return isReadable(rule) ? [rule] : [];
}
