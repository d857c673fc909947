import fc from "fast-check";
import { awayActs, awayWays } from "#lib/contract/away.ts";
import { MINUTE, QUARTER } from "#lib/time/zone.ts";
import { at, week } from "#server/testing/slots.ts";
import { choicesFor, type Facts, type Member, planAway, type Visit, type Wish } from "./away-plan.ts";
import { reasonsAgainst } from "./slots.ts";

const NOW = at("2026-12-21T08:00");
const NINE_TO_FIVE = week((_, hour) => hour >= 9 && hour < 17);
const TYPE = { typeId: "viewing", minutes: 60, daysInAdvance: 60 };

function member(id: string, more: Partial<Member> = {}): Member {
  return { id, availability: NINE_TO_FIVE, exceptions: new Map(), busy: [], booked: [], ...more };
}

function facts(colleagues: Member[], more: Partial<Facts> = {}): Facts {
  const own = member("maya");
  return { timezone: "America/New_York", now: NOW, until: "2026-12-21", colleagues, own, ...more };
}

function visit(
  id: string,
  time: string,
  wanted: Partial<Visit["wanted"]> = {},
  people: string[] | null = null,
) {
  return { id, start: at(`2026-12-21T${time}`), wanted: { ...TYPE, ...wanted }, people } satisfies Visit;
}

const busy = (from: string, to: string) => ({
  start: at(`2026-12-21T${from}`),
  end: at(`2026-12-21T${to}`),
});

const shown = (rows: ReturnType<typeof planAway>) =>
  rows.map(({ id, act, to }) => [id, to ? `${to.personId} ${new Date(to.start).toISOString()}` : act]);

test("prefers the least busy colleague, then by name", () => {
  const booked = [{ start: at("2026-12-21T16:00"), typeId: null }];
  const staff = facts([member("jonas", { booked }), member("priya"), member("tomas")]);
  const visits = [visit("a", "09:30"), visit("b", "11:00"), visit("c", "13:00")];
  expect(shown(planAway(staff, visits, "COLLEAGUES"))).toEqual([
    ["a", "priya 2026-12-21T14:30:00.000Z"],
    ["b", "tomas 2026-12-21T16:00:00.000Z"],
    ["c", "jonas 2026-12-21T18:00:00.000Z"],
  ]);
});

test("only moves to colleagues who offer the type", () => {
  const staff = facts([member("jonas"), member("priya")]);
  const visits = [visit("a", "09:30", {}, ["maya", "priya"]), visit("b", "09:30", {}, ["maya"])];
  expect(shown(planAway(staff, visits, "COLLEAGUES"))).toEqual([
    ["a", "priya 2026-12-21T14:30:00.000Z"],
    ["b", "CALL"],
  ]);
});

test("takes the day's next opening, or asks to call", () => {
  const staff = facts([member("jonas", { busy: [busy("09:00", "10:15"), busy("12:15", "17:00")] })]);
  const visits = [visit("a", "09:30"), visit("b", "10:15"), visit("c", "14:00")];
  expect(shown(planAway(staff, visits, "COLLEAGUES"))).toEqual([
    ["a", "jonas 2026-12-21T16:15:00.000Z"],
    ["b", "jonas 2026-12-21T15:15:00.000Z"],
    ["c", "CALL"],
  ]);
});

test("offers short notice and full days, without choosing them", () => {
  const booked = [{ start: at("2026-12-21T15:00"), typeId: "viewing" }];
  const staff = facts([member("jonas"), member("priya", { booked })]);
  const visits = [visit("a", "09:30", { notice: 120, mostPerDay: 1 })];
  const rows = planAway(staff, visits, "COLLEAGUES");
  expect(shown(rows)).toEqual([["a", "jonas 2026-12-21T15:00:00.000Z"]]);
  expect(choicesFor(staff, visits, rows, "a").map(({ personId, reasons }) => [personId, ...reasons])).toEqual(
    [["jonas", "NOTICE"], ["priya", "NOTICE", "LIMIT"], ["jonas"], ["maya"]],
  );
  const wish = { id: "a", act: "MOVE", personId: "jonas", start: visits[0]?.start } as const;
  expect(planAway(staff, visits, "COLLEAGUES", [wish])).toMatchObject([{ isChanged: true }]);
  expect(planAway(staff, visits, "COLLEAGUES", [{ ...wish, allow: ["NOTICE"] }])).toMatchObject([
    { isChanged: false, to: { personId: "jonas", reasons: ["NOTICE"] } },
  ]);
});

test("finds the person's own openings after the last day away", () => {
  const exceptions = new Map([["2026-12-23", Array.from({ length: 24 }, () => false)]]);
  const staff = facts([member("jonas")], { until: "2026-12-22", own: member("maya", { exceptions }) });
  const visits = [visit("a", "09:30"), visit("b", "11:00")];
  expect(shown(planAway(staff, visits, "OWN"))).toEqual([
    ["a", "maya 2026-12-24T14:00:00.000Z"],
    ["b", "maya 2026-12-24T15:00:00.000Z"],
  ]);
  const unread = { ...staff, own: null };
  expect(shown(planAway(unread, visits, "OWN"))).toEqual([
    ["a", "CALL"],
    ["b", "CALL"],
  ]);
  expect(shown(planAway(staff, visits, "CANCEL"))).toEqual([
    ["a", "CANCEL"],
    ["b", "CANCEL"],
  ]);
});

test("honours wishes first, and replaces taken ones", () => {
  const staff = facts([member("jonas"), member("priya", { busy: [busy("09:00", "12:00")] })]);
  const visits = [visit("a", "09:30"), visit("b", "11:00"), visit("c", "13:00")];
  const wishes: Wish[] = [
    { id: "c", act: "MOVE", personId: "jonas", start: at("2026-12-21T10:00") },
    { id: "b", act: "STAY" },
    { id: "a", act: "MOVE", personId: "priya", start: at("2026-12-21T09:30") },
    { id: "gone", act: "CANCEL" },
  ];
  expect(planAway(staff, visits, "COLLEAGUES", wishes)).toMatchObject([
    { id: "a", to: { personId: "jonas", start: at("2026-12-21T11:00") }, isChanged: true },
    { id: "b", act: "STAY", to: null, isChanged: false },
    { id: "c", to: { personId: "jonas", start: at("2026-12-21T10:00") }, isChanged: false },
  ]);
});

const quarters = (max: number) => fc.integer({ min: 0, max });
const time = (quarter: number) => at("2026-12-21T07:00") + quarter * QUARTER;
const anyTime = fc.tuple(quarters(60), quarters(8)).map(([from, length]) => ({
  start: time(from),
  end: time(from + length + 1),
}));
const anyMember = (id: string) =>
  fc
    .record({ busy: fc.array(anyTime, { maxLength: 6 }), from: quarters(14), hours: quarters(12) })
    .map(({ busy: taken, from, hours }) =>
      member(id, {
        availability: week((_, hour) => hour >= from && hour < from + hours),
        busy: taken,
        booked: taken.map(({ start }) => ({ start, typeId: "viewing" })),
      }),
    );
const anyVisit = fc.record({
  quarter: fc.integer({ min: 5, max: 50 }),
  minutes: fc.constantFrom(15, 30, 60, 90),
  minutesBefore: fc.constantFrom(0, 10),
  minutesAfter: fc.constantFrom(0, 30),
  notice: fc.constantFrom(0, 180),
  mostPerDay: fc.constantFrom(null, 1, 3),
  people: fc.option(fc.subarray(["jonas", "priya", "tomas"])),
});
const anyWish = fc.record({
  id: fc.constantFrom("0", "1", "2", "3", "x"),
  act: fc.constantFrom(...awayActs),
  personId: fc.constantFrom("jonas", "priya", "tomas", "maya", "nobody"),
  start: fc.integer({ min: -4, max: 300 }).map(time),
  allow: fc.subarray(["NOTICE", "LIMIT", "OVERLAP", "HOURS", "PERSON"] as const),
});
const anyPlan = fc.record({
  staff: fc.tuple(anyMember("jonas"), anyMember("priya"), anyMember("tomas")),
  visits: fc.array(anyVisit, { maxLength: 7 }),
  how: fc.constantFrom(...awayWays),
  wishes: fc.array(anyWish, { maxLength: 5 }),
});

test("never double-books, warns or moves without need", () => {
  fc.assert(
    fc.property(anyPlan, ({ staff, visits: drawn, how, wishes }) => {
      const given = facts(staff);
      const visits = drawn
        .map(({ quarter, people, ...rules }, i) => ({
          ...{ id: String(i), start: time(quarter), people },
          wanted: { ...TYPE, ...rules },
        }))
        .sort((a, b) => a.start - b.start);
      const rows = planAway(given, visits, how, wishes);
      expect(rows.map(({ id }) => id)).toEqual(visits.map(({ id }) => id));
      const taken = new Map([...staff, member("maya")].map(({ id, busy: spans }) => [id, [...spans]]));
      for (const [i, { id, to, act, isChanged }] of rows.entries()) {
        const one = visits[i] as Visit;
        expect(act === "MOVE").toBe(to !== null);
        const wish = wishes.find((each) => each.id === id);
        if (wish && !isChanged) expect([act, to?.start]).toEqual([wish.act, to ? wish.start : undefined]);
        const choices = choicesFor(given, visits, rows, id);
        if (how === "COLLEAGUES" && (!wish || isChanged)) {
          const better = choices.filter(({ personId, start, reasons }) => {
            const limit = to?.start ?? Number.POSITIVE_INFINITY;
            return personId !== "maya" && reasons.length === 0 && start < limit;
          });
          if (to?.start !== one.start) expect(better).toEqual([]);
        }
        if (!to) continue;
        const { minutes, minutesBefore = 0, minutesAfter = 0 } = one.wanted;
        const start = to.start - minutesBefore * MINUTE;
        const end = to.start + (minutes + minutesAfter) * MINUTE;
        const spans = taken.get(to.personId) ?? [];
        expect(spans.filter((other) => other.start < end && start < other.end)).toEqual([]);
        spans.push({ start, end });
        if (to.personId !== "maya") expect(one.people ?? [to.personId]).toContain(to.personId);
        if (!wish || isChanged) expect(to.reasons).toEqual([]);
        expect(to.reasons.filter((reason) => reason !== "NOTICE" && reason !== "LIMIT")).toEqual([]);
        const { availability, exceptions } = [...staff, member("maya")].find(
          (each) => each.id === to.personId,
        ) as Member;
        const rules = { ...one.wanted, availability, exceptions, timezone: given.timezone, step: 15 };
        const against = reasonsAgainst(rules, [], NOW, to.start);
        expect(against.every((reason) => (to.reasons as string[]).includes(reason))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
