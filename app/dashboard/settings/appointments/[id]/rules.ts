import type { AppointmentType, AppointmentTypeRules } from "#lib/contract/appointment-types.ts";
import { ruleLimits } from "#lib/contract/rule-limits.ts";
import { plural } from "#lib/text.ts";

export type Rules = AppointmentTypeRules;
export type Teammate = { id: string; firstName: string; lastName: string };

export function rulesOf(type: AppointmentType): Rules {
  const { name, defaultMeetingLength, daysInAdvance } = type;
  return {
    ...{ name, defaultMeetingLength, daysInAdvance },
    people: type.people ?? null,
    visitorChooses: type.visitorChooses ?? false,
    waitingList: type.waitingList ?? false,
    minutesBefore: type.minutesBefore ?? 0,
    minutesAfter: type.minutesAfter ?? 0,
    notice: type.notice ?? 0,
    changeNotice: type.changeNotice ?? 0,
    mostPerDay: type.mostPerDay ?? null,
    step: type.step ?? null,
    place: type.place ?? "STORE",
    placeText: type.placeText ?? "",
    color: type.color ?? null,
    reminders: type.reminders ?? [],
    isHidden: type.isHidden ?? false,
    questions: type.questions ?? [],
  };
}

const NUMBERS = ["minutesBefore", "minutesAfter", "notice", "daysInAdvance", "mostPerDay", "step"] as const;
const MOST_PEOPLE = 100;

export function changesOf(rules: Rules, saved: Rules): Record<string, string | number> {
  const changes: Record<string, string | number> = {};
  const compare = (name: keyof typeof ruleLimits, value: number, before: number) => {
    const [from, to] = ruleLimits[name];
    if (value !== before && Number.isInteger(value) && value >= from && value <= to) changes[name] = value;
  };
  for (const name of NUMBERS) compare(name, rules[name] ?? 0, saved[name] ?? 0);
  compare("minutes", rules.defaultMeetingLength, saved.defaultMeetingLength);
  const ids = rules.people?.slice(0, MOST_PEOPLE).join(",");
  if (ids !== saved.people?.slice(0, MOST_PEOPLE).join(","))
    changes.people = ids === "" ? "none" : (ids ?? "all");
  return changes;
}

export function lengthText(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return plural(minutes / 1440, "day");
  if (minutes > 0 && minutes % 60 === 0) return plural(minutes / 60, "hour");
  return plural(minutes, "minute");
}

export function giversText({ people }: Pick<Rules, "people">, team: readonly Teammate[]): string {
  if (!people) return "anyone who takes appointments";
  const names = team.filter(({ id }) => people.includes(id)).map(({ firstName }) => firstName);
  return listText(names, "or") || "nobody";
}

export function listText(words: string[], last: "and" | "or"): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(` ${last} `);
}
