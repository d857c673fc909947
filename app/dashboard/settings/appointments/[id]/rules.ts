import type { AppointmentType, AppointmentTypeRules } from "#lib/contract/calendar.ts";
import { plural } from "#lib/text.ts";

export type Rules = AppointmentTypeRules;
export type Teammate = { id: string; firstName: string; lastName: string };

/** What the form holds of a type; what a host left out is as it is without rules. */
export function rulesOf(type: AppointmentType): Rules {
  const { name, defaultMeetingLength, daysInAdvance } = type;
  return {
    ...{ name, defaultMeetingLength, daysInAdvance },
    people: type.people ?? null,
    visitorChooses: type.visitorChooses ?? false,
    minutesBefore: type.minutesBefore ?? 0,
    minutesAfter: type.minutesAfter ?? 0,
    notice: type.notice ?? 0,
    changeNotice: type.changeNotice ?? 0,
    mostPerDay: type.mostPerDay ?? null,
    step: type.step ?? null,
    place: type.place ?? "STORE",
    placeText: type.placeText ?? "",
    color: type.color ?? null,
    isHidden: type.isHidden ?? false,
    reminders: type.reminders ?? [],
  };
}

/** "1 day", "2 hours", "45 minutes". */
export function lengthText(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return plural(minutes / 1440, "day");
  if (minutes > 0 && minutes % 60 === 0) return plural(minutes / 60, "hour");
  return plural(minutes, "minute");
}

/** "Maya, Jonas or Aiko"; "anyone who takes appointments". */
export function giversText({ people }: Pick<Rules, "people">, team: readonly Teammate[]): string {
  if (!people) return "anyone who takes appointments";
  const names = team.filter(({ id }) => people.includes(id)).map(({ firstName }) => firstName);
  return listText(names, "or") || "nobody";
}

export function listText(words: string[], last: "and" | "or"): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(` ${last} `);
}
