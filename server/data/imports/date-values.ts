import type { YearlyKey } from "#lib/contract/yearly-fields.ts";
import { formatDay, writeDay } from "#lib/dates.ts";
import { readDate, readMinutes, readTime, serialDate, TIME } from "#lib/import/cells.ts";
import { withoutWeekday } from "#lib/import/worded-dates.ts";
import { instantOf } from "#lib/time/clock.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { cut } from "./cut.ts";
import type { RowReader } from "./row-reader.ts";
import { inReach, showMoment, type Values } from "./row-values.ts";
import { badDate, otherOrder } from "./suggestions.ts";

const MAX_LENGTH = 60;

function doubtDate({ doubt, reading, store }: RowReader, field: YearlyKey | "date", written: string): void {
  doubt(
    field,
    "unreadable",
    badDate(written, reading.dates),
    otherOrder(written, reading.dates, store.today),
  );
}

export function readYearly(row: RowReader, field: YearlyKey): string | null {
  const { line, has, shown, reading, store } = row;
  const written = line(field);
  if (has(field)) shown[field] = "";
  // Outlook's placeholder for no date.
  if (!written || /^0+[/.-]0+[/.-]0+$/.test(written)) return null;
  shown[field] = cut(written, MAX_LENGTH);
  const how = { dayFirst: reading.dates === "dayFirst", today: store.today, yearless: true };
  const found = written.length <= MAX_LENGTH ? readDate(serialDate(written) ?? written, how) : null;
  if (!found) {
    doubtDate(row, field, written);
    return null;
  }
  shown[field] = formatDay(found);
  return writeDay(found);
}

export function readMoment(row: RowReader): string | null {
  const { line, shown, reading, store, doubt } = row;
  const written = serialDate(line("date")) ?? withoutWeekday(line("date"));
  shown.date = cut(line("date"), MAX_LENGTH);
  if (!written) {
    if (reading.kind !== "notes") doubt("date", "missing", "No date");
    return null;
  }
  const instant = written.length <= MAX_LENGTH ? momentOf(row, written) : null;
  if (!instant) {
    doubtDate(row, "date", written);
    return null;
  }
  shown.date = showMoment(instant, store.timezone);
  return instant;
}

const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/;

function momentOf({ reading, store, has, text, line, doubt }: RowReader, written: string): string | null {
  const zoned = ZONED.exec(written);
  if (zoned) {
    const [, day = "", clock = "", zone = ""] = zoned;
    const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : "Z";
    return inReach(Date.parse(`${day}T${clock}${offset}`));
  }
  const time = written.search(TIME);
  let end = time < 0 ? written.length : time;
  while (/[\s,]/.test(written[end - 1] ?? "")) end -= 1;
  const date = written.slice(0, end);
  const found = readDate(date, { dayFirst: reading.dates === "dayFirst", today: store.today });
  if (!found) return null;
  const minutes = has("time") && text("time") ? readTime(line("time")) : readTime(written.slice(date.length));
  if (minutes === null) {
    if (reading.kind === "appointments") doubt("time", "missing", "No time");
    return writeDay(found);
  }
  const wall = Date.parse(writeDay(found)) + (minutes - 720) * MINUTE;
  return inReach(instantOf(wall, store.timezone));
}

const USUAL_MINUTES = 30;

export function readLength({ has, line, shown, doubt, reading }: RowReader): Values["minutes"] {
  if (reading.kind !== "appointments") return USUAL_MINUTES;
  if (has("time")) shown.time = line("time");
  const written = line("minutes");
  if (!written) return USUAL_MINUTES;
  shown.minutes = written;
  const count = readMinutes(written);
  if (count >= 5 && count <= 1440) return count;
  doubt("minutes", "unreadable", "Not a length in minutes", String(USUAL_MINUTES));
  return USUAL_MINUTES;
}
