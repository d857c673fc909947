import type { DateTime } from "luxon";

/** What customers come for, and how many minutes it takes. */
export const visits: [what: string, minutes: number][] = [
  ["Ring fitting", 30],
  ["Engagement ring viewing", 60],
  ["Bespoke design, first sketches", 90],
  ["Watch service pick-up", 15],
  ["Pearl restringing", 30],
  ["Valuation for insurance", 45],
  ["Wedding bands", 60],
  ["Repair drop-off", 15],
];

/** What happens every week; Monday is 1. */
export const weekly = [
  { weekday: 1, title: "Week ahead, whole team", hour: 9, minutes: 30 },
  { weekday: 2, title: "Stone delivery: Harlow Gems", hour: 11, minutes: 45 },
  { weekday: 4, title: "Workshop: stone setting", hour: 15, minutes: 90 },
  { weekday: 5, title: "New window display", hour: 16, minutes: 60 },
];

const FIXED: [name: string, month: number, day: number][] = [
  ["New Year’s Day", 1, 1],
  ["Independence Day", 7, 4],
  ["Christmas Day", 12, 25],
];
/** The nth of a weekday (Monday is 1) of a month; the last one is written as the fifth. */
const MOVING: [name: string, month: number, weekday: number, nth: number][] = [
  ["Memorial Day", 5, 1, 5],
  ["Labor Day", 9, 1, 1],
  ["Thanksgiving", 11, 4, 4],
];

/** The holidays of the year before, this and the next, as days in the zone of `today`. */
export function closedDays(today: DateTime): { name: string; day: DateTime }[] {
  return [-1, 0, 1].flatMap((years) => {
    const year = today.startOf("year").plus({ years });
    return [
      ...FIXED.map(([name, month, day]) => ({ name, day: year.set({ month, day }) })),
      ...MOVING.map(([name, month, weekday, nth]) => ({
        name,
        day: nthOf(year.set({ month }), weekday, nth),
      })),
    ];
  });
}

function nthOf(month: DateTime, weekday: number, nth: number): DateTime {
  const first = month.plus({ days: (weekday - month.weekday + 7) % 7 });
  const day = first.plus({ weeks: nth - 1 });
  return day.month === month.month ? day : day.minus({ weeks: 1 });
}
