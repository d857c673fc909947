import ICAL from "ical.js";

/*
 * RFC 5545 for properties that define an event's time. ical.js is too lenient: it reads month 13 as next
 * January. Lines that don't match go to `repairLines`.
 */

const MOMENT = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-4])[0-5]\d([0-5]\d|60)Z?)?$/;
const DURATION = /^[+-]?P(?=T?\d)(\d{1,6}W)?(\d{1,6}D)?(T(?=\d)(\d{1,6}H)?(\d{1,6}M)?(\d{1,9}S)?)?$/;
const WEEKDAY = /^(MO|TU|WE|TH|FR|SA|SU)$/;
const COUNT = /^(?!0+$)\d{1,9}$/;
const UNSIGNED = /^\d{1,2}$/;
const SIGNED = /^[+-]?(?!0+$)\d{1,3}$/;

const PARTS: Record<string, RegExp> = {
  FREQ: /^(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: COUNT,
  COUNT,
  UNTIL: MOMENT,
  WKST: WEEKDAY,
  BYSECOND: UNSIGNED,
  BYMINUTE: UNSIGNED,
  BYHOUR: UNSIGNED,
  BYDAY: /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/,
  BYMONTHDAY: SIGNED,
  BYYEARDAY: SIGNED,
  BYWEEKNO: SIGNED,
  BYMONTH: COUNT,
  BYSETPOS: SIGNED,
  RSCALE: /^GREGORIAN$/,
  SKIP: /^OMIT$/,
};

export function splitLine(line: string): { name: string; head: string; value: string } {
  const [name = ""] = /^[^:;"]{1,40}/.exec(line) ?? [];
  const [head = ""] = /^(?:[^:"]|"[^"]*")*:/.exec(line) ?? [];
  return { name: name.trim().toUpperCase(), head, value: head ? line.slice(head.length) : "" };
}

export function rulePartsOf(value: string): [name: string, values: string][] {
  return value
    .split(";")
    .filter(Boolean)
    .map((part) => {
      const [name = "", ...values] = part.split("=");
      return [name, values.join("=")];
    });
}

export function isRulePart([name, values]: [name: string, values: string]): boolean {
  const pattern = Object.hasOwn(PARTS, name) ? PARTS[name] : /^X-/.test(name) ? /^/ : undefined;
  return pattern !== undefined && values.split(",").every((value) => pattern.test(value));
}

function isRule(value: string): boolean {
  const parts = rulePartsOf(value);
  const names = parts.map(([name]) => name);
  return names.includes("FREQ") && new Set(names).size === names.length && parts.every(isRulePart);
}

function isPeriod(value: string): boolean {
  const [start = "", end = ""] = value.split("/");
  return MOMENT.test(start) && (MOMENT.test(end) || DURATION.test(end));
}

const VALUES: Record<string, (value: string) => boolean> = {
  DTSTART: (value) => MOMENT.test(value),
  DTEND: (value) => MOMENT.test(value),
  "RECURRENCE-ID": (value) => MOMENT.test(value),
  DURATION: (value) => DURATION.test(value),
  RRULE: isRule,
  RDATE: (value) =>
    value.split(",").every((each) => (each.includes("/") ? isPeriod(each) : MOMENT.test(each))),
  EXDATE: (value) => value.split(",").every((each) => MOMENT.test(each)),
};

export function isWellFormed(line: string): boolean {
  const { name, value } = splitLine(line);
  const isValue = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  return isValue?.(value) ?? true;
}

export function isReadable(line: string): boolean {
  if (/^(BEGIN|END):/i.test(line)) return true;
  try {
    return isWellFormed(line) && ICAL.Property.fromString(line).getValues().length > 0;
  } catch {
    return false;
  }
}
