import { clockText, rangeText, reasonWords } from "#lib/calendar/words.ts";
import type { AwayPlan, AwayRow } from "#lib/contract/away.ts";
import { linksOf } from "#lib/person.ts";
import { joined, plural } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";

function firstNameIn({ person, colleagues }: AwayPlan, id: string): string {
  const found = [...colleagues, person].find((one) => one?.id === id);
  return found?.name.split(" ")[0] ?? "";
}

export function placeText(plan: AwayPlan, row: AwayRow, to: NonNullable<AwayRow["to"]>): string {
  const { timezone } = plan;
  const [at, before] = [to.startsAt, row.startsAt].map((one) => Date.parse(one ?? ""));
  if (at === undefined || before === undefined) return "";
  const day = dayOf(at, timezone);
  return joined(
    ", ",
    firstNameIn(plan, to.personId),
    day !== dayOf(before, timezone) && rangeText(day, day),
    clockText(at, timezone),
    ...to.reasons.map((reason) => reasonWords[reason].toLowerCase()),
  );
}

export function targetText(plan: AwayPlan, row: AwayRow): string {
  if (row.act === "CANCEL") return "Cancel";
  if (row.act === "STAY") return "Leave as is";
  return row.to ? placeText(plan, row, row.to) : "No opening, call";
}

function minutesLater({ startsAt, to }: AwayRow): number {
  return to ? (Date.parse(to.startsAt ?? "") - Date.parse(startsAt ?? "")) / MINUTE : 0;
}

export function isOtherTime(row: AwayRow): boolean {
  return minutesLater(row) !== 0;
}

export function messageText(row: AwayRow, timezone: string): string {
  if (row.tell === "CALL") return `Call ${linksOf(row).phone?.text ?? ""}`.trim();
  if (row.tell === null) return row.act === "STAY" ? "" : "No message";
  if (row.act === "CANCEL") return "Cancelled";
  const later = minutesLater(row);
  if (later === 0) return "New person";
  const [before, after] = [row.startsAt, row.to?.startsAt].map((at) => dayOf(Date.parse(at ?? ""), timezone));
  if (before !== after) return later < (2 * DAY) / MINUTE ? "Next day" : "Another day";
  const [hours, minutes] = [Math.floor((later * MINUTE) / HOUR), later % 60];
  if (minutes === 0) return `${plural(hours, "hour")} later`;
  return `${hours > 0 ? `${hours} h ` : ""}${minutes} min later`;
}

type Counts = Record<"same" | "later" | "otherDay" | "cancelled" | "open" | "emails" | "calls", number>;

export function countsOf({ rows, timezone }: AwayPlan): Counts {
  const dayIn = (at: string | null | undefined) => dayOf(Date.parse(at ?? ""), timezone);
  const count = (is: (row: AwayRow) => boolean) => rows.filter(is).length;
  const isThatDay = (row: AwayRow) => row.to !== null && dayIn(row.to.startsAt) === dayIn(row.startsAt);
  return {
    same: count((row) => row.to !== null && !isOtherTime(row)),
    later: count((row) => isThatDay(row) && isOtherTime(row)),
    otherDay: count((row) => row.to !== null && !isThatDay(row)),
    cancelled: count(({ act }) => act === "CANCEL"),
    open: count(({ act }) => act === "CALL"),
    emails: count(({ tell }) => tell === "EMAIL"),
    calls: count(({ tell }) => tell === "CALL"),
  };
}

export function saveText(counts: Counts, withEmails: boolean): string {
  const moved = counts.same + counts.later + counts.otherDay;
  const verbs = [moved > 0 && `move ${moved}`, counts.cancelled > 0 && `cancel ${counts.cancelled}`];
  const done = verbs.filter(Boolean).join(", ") || "save";
  const sends = withEmails && counts.emails > 0 ? ` and send ${plural(counts.emails, "email")}` : "";
  return `${done.charAt(0).toUpperCase()}${done.slice(1)}${sends}`;
}
