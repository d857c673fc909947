import fc from "fast-check";
import { addDays, dayOf } from "#lib/time/days.ts";
import { at, changesIn, isOpenAt, RARE_ZONES, slotsByHand, week, ZONES } from "#server/testing/slots.ts";
import { isSlot, type Rules, slotsOf } from "./slots.ts";

const HOUR = 3_600_000;
const DAYS = 14;

const whole = fc.array(fc.boolean(), { minLength: 24, maxLength: 24 });
const quarters = fc.oneof(
  fc.array(fc.boolean(), { minLength: 96, maxLength: 96 }),
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 40 })), { maxLength: 3 })
    .map((spans) =>
      Array.from({ length: 96 }, (_, at) => spans.some(([from, count]) => from <= at && at < from + count)),
    ),
);
const hours = fc.oneof(whole, quarters);
const painted = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 127 }))
  .map(([from, count, days]) =>
    week((day, hour) => {
      const isToday = hour >= from && hour < from + count && (days >> day) % 2 === 1;
      const isStill = hour < from + count - 24 && (days >> ((day + 6) % 7)) % 2 === 1;
      return isToday || isStill;
    }),
  );
const anyWeek = fc.oneof(
  fc.array(hours, { minLength: 7, maxLength: 7 }),
  painted,
  fc.constant(week(() => true)),
);
const minutes = fc.integer({ min: 1, max: 96 }).map((quarters) => quarters * 15);
const anyBusy = fc.array(fc.tuple(fc.integer({ min: -8, max: 20 * 96 }), fc.integer({ min: 1, max: 40 })), {
  maxLength: 30,
});

function anyDay(timezone: string) {
  const any = fc.integer({ min: 0, max: 364 }).map((n) => addDays("2026-01-01", n));
  const changes = changesIn(timezone);
  if (changes.length === 0) return any;
  const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: DAYS }));
  return fc.oneof(
    any,
    near.map(([day, before]) => addDays(day, -before)),
  );
}

const anyRules = fc.record({
  step: fc.constantFrom(undefined, 15, 30, 45, 90),
  notice: fc.constantFrom(0, 15, 125, 2_880),
  minutesBefore: fc.constantFrom(0, 15, 40),
  minutesAfter: fc.constantFrom(0, 10, 60),
  full: fc.array(fc.integer({ min: 0, max: DAYS }), { maxLength: 3 }),
  exceptions: fc.array(fc.tuple(fc.integer({ min: -2, max: DAYS + 1 }), hours), { maxLength: 4 }),
});

function anyStore(timezone: string) {
  const time = fc.constantFrom("00:00", "00:30", "09:00", "13:17", "23:59:59.999");
  const daysInAdvance = fc.integer({ min: 1, max: DAYS });
  return fc
    .tuple(anyWeek, minutes, anyDay(timezone), time, daysInAdvance, anyBusy, anyRules)
    .map(([availability, length, day, clock, ahead, spans, { full, exceptions, ...more }]) => {
      const now = at(`${day}T${clock}`, timezone);
      const rules: Rules = {
        ...{ availability, timezone, minutes: length, daysInAdvance: ahead, ...more },
        fullDays: new Set(full.map((days) => addDays(day, days))),
        exceptions: new Map(exceptions.map(([days, open]) => [addDays(day, days), open])),
      };
      const quarter = (n: number) => Math.floor(now / 900_000) * 900_000 + n * 900_000;
      const busy = spans.map(([start, count]) => ({ start: quarter(start), end: quarter(start + count) }));
      return { rules, busy, now, today: dayOf(now, timezone) };
    });
}

describe.each([...ZONES, ...RARE_ZONES])("in %s, for any week", (timezone) => {
  test("lists free slots inside hours and window, without duplicates", () => {
    fc.assert(
      fc.property(anyStore(timezone), ({ rules, busy, now, today }) => {
        const { daysInAdvance } = rules;
        const [before, after] = [(rules.minutesBefore ?? 0) * 60_000, (rules.minutesAfter ?? 0) * 60_000];
        const found = slotsOf(rules, busy, now, addDays(today, -1), addDays(today, 16));
        let last = now + (rules.notice ?? 0) * 60_000 - 1;
        const isRight = (slot: number, day: string) => {
          const [previous, end] = [last, slot + rules.minutes * 60_000];
          last = slot;
          const quarters = Array.from({ length: rules.minutes / 15 }, (_, i) => slot + i * 900_000);
          return (
            slot > previous &&
            dayOf(slot, timezone) === day &&
            day >= today &&
            day <= addDays(today, daysInAdvance) &&
            !rules.fullDays?.has(day) &&
            !busy.some((taken) => taken.start < end + after && taken.end > slot - before) &&
            quarters.every((quarter) => isOpenAt(rules, quarter))
          );
        };
        const wrong = found.flatMap(({ day, slots }) => slots.filter((slot) => !isRight(slot, day)));
        expect(wrong).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("lists exactly the slots that a full check finds", () => {
    fc.assert(
      fc.property(
        anyStore(timezone),
        fc.integer({ min: 0, max: 16 }),
        ({ rules, busy, now, today }, split) => {
          const [middle, last] = [addDays(today, split), addDays(today, 20)];
          const all = [
            ...slotsOf(rules, busy, now, today, middle),
            ...slotsOf(rules, [...busy].reverse(), now, addDays(middle, 1), last),
          ];
          expect(all.flatMap(({ slots }) => slots)).toEqual(slotsByHand(rules, busy, now));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("accepts exactly the listed times all year", () => {
    const of = {
      timezone,
      minutes: 45,
      daysInAdvance: 400,
      availability: week((day, h) => day !== 3 && h !== 12),
    };
    const now = at("2026-01-01T00:00", timezone);
    const busy = Array.from({ length: 300 }, (_, i) => {
      const start = now + i * 29 * HOUR + (i % 7) * 900_000;
      return { start, end: start + ((i % 5) + 1) * 1_800_000 };
    });
    const listed = slotsOf(of, busy, now, "2026-01-01", "2026-12-31").flatMap(({ slots }) => slots);
    const shown = new Set(listed);
    const others = Array.from({ length: 365 * 19 }, (_, i) => now + i * 5 * 900_000);
    const wrong = [...listed, ...others].filter((start) => isSlot(of, busy, now, start) !== shown.has(start));
    expect(wrong).toEqual([]);
    expect(listed.length).toBeGreaterThan(5_000);
  });
});
