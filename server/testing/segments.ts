import fc from "fast-check";
import { DateTime } from "luxon";
import type { Period } from "#lib/contract/segment-parts.ts";
import type { NamedPeriod } from "#lib/contract/segment-terms.ts";
import type { SegmentCondition } from "#lib/contract/segments.ts";

/* A second implementation of segments to test against, without host code. */

export type Place = { zone: string; now: number };
// Still 28 February in New York. In a common year, people born on the 29th have their birthday today.
export const NEW_YORK: Place = { zone: "America/New_York", now: Date.parse("2026-03-01T03:30:00Z") };
export const UNSUBSCRIBED = "zoe@example.org";
export const LIFTED = "a@example.com";

/** Instants in milliseconds, amounts in cents. */
export type Made = {
  id: string;
  name: string;
  email: string;
  phone: string;
  birthday: string | null;
  anniversary: string | null;
  added: number;
  consent: string;
  sales: { at: number; paid: number; category: string }[];
  source: string | null;
  appointments: { at: number; missed: boolean }[];
  mails: number[];
  repairs: { at: number; state: string }[];
  tags: string[];
  own: Record<string, string | string[] | boolean>;
};
export const dateOf = (day: string) => DateTime.fromISO(day, { zone: "UTC" });

function memoize<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, work(text));
    return known.get(text) as T;
  };
}

/** The first moment of a named part of the calendar, and of the one that follows. */
export function namedBounds(named: NamedPeriod, now: DateTime): [DateTime, DateTime] {
  const unit = named.endsWith("Month") ? "month" : "year";
  const begin = now.startOf(unit).minus({ [unit]: named.startsWith("last") ? 1 : 0 });
  return [begin, begin.plus({ [unit]: 1 })];
}

function daysOf(period: Period, today: DateTime) {
  const written = (date: DateTime) => date.toISODate() ?? "";
  if ("last" in period)
    return { from: written(today.minus({ [period.last.unit]: period.last.count })), to: written(today) };
  if ("next" in period)
    return { from: written(today), to: written(today.plus({ [period.next.unit]: period.next.count })) };
  if ("in" in period) {
    const [begin, next] = namedBounds(period.in, today);
    return { from: written(begin), to: written(next.minus({ days: 1 })) };
  }
  return period;
}

const plain = memoize((text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ł", "l"),
);

type Own = Extract<SegmentCondition, { field: "own" }>;

export const pick = <T>(...values: T[]) => fc.constantFrom(...values);

export function walkIn({ zone, now }: Place) {
  const dayOf = memoize((instant) => DateTime.fromMillis(Number(instant), { zone }).toISODate() ?? "");
  const today = dateOf(dayOf(String(now)));
  const bounds = memoize((period) => daysOf(JSON.parse(period), today));

  function inPeriod(period: Period | undefined, instant: number): boolean {
    if (!period) return true;
    if (("last" in period && instant > now) || ("next" in period && instant < now)) return false;
    return onDay(dayOf(String(instant)), period);
  }

  function onDay(day: string, period: Period): boolean {
    const { from, to } = bounds(JSON.stringify(period));
    return (!from || day >= from) && (!to || day <= to);
  }

  const nextOf = memoize((day): DateTime => {
    const falls = (year: number) => {
      const that = DateTime.fromObject({ year, month: Number(day.slice(5, 7)) }, { zone: "UTC" });
      return that.set({ day: Math.min(Number(day.slice(8)), that.daysInMonth ?? 0) });
    };
    const [first, second] = [falls(today.year), falls(today.year + 1)];
    const next = first >= today ? first : second;
    return DateTime.max(next, dateOf(day));
  });

  function fitsYearly(day: string | null, { within, month }: { within?: number; month?: number }): boolean {
    if (!day) return false;
    if (within !== undefined) {
      return nextOf(day) <= today.plus({ days: within });
    }
    return month === undefined || Number(day.slice(5, 7)) === (month || today.month);
  }

  function ownHolds(asked: Own, value: Made["own"][string] | undefined): boolean {
    if (value === undefined) return false;
    const text = typeof value === "string" ? value : "";
    const number = /^-?[0-9.]+$/.test(text) ? Number(text) : Number.NaN;
    return [
      !asked.contains ||
        (asked.is === "exactly"
          ? plain(text) === plain(asked.contains)
          : text !== "" && plain(text).includes(plain(asked.contains))),
      !asked.is ||
        asked.amount === undefined ||
        {
          exactly: number === Number(asked.amount),
          over: number > Number(asked.amount),
          under: number < Number(asked.amount),
        }[asked.is],
      !asked.period || (/^\d{4}-\d\d-\d\d$/.test(text) && onDay(text, asked.period)),
      !asked.optionIds || asked.optionIds.some((id) => [value].flat().includes(id)),
      asked.yes === undefined || value === asked.yes,
    ].every(Boolean);
  }

  function holds(asked: SegmentCondition, one: Made): boolean {
    const sold = (which: { categoryId?: string; period?: Period }) =>
      one.sales.filter(
        ({ at, category }) =>
          (!which.categoryId || category === which.categoryId) && inPeriod(which.period, at),
      );
    const sum = (sales: Made["sales"]) => sales.reduce((total, { paid }) => total + paid, 0);
    switch (asked.field) {
      case "name":
        return plain(one.name).includes(plain(asked.contains ?? ""));
      case "email":
        return asked.contains ? plain(one.email).includes(plain(asked.contains)) : one.email !== "";
      case "phoneNumber":
        return asked.contains
          ? /\d/.test(asked.contains) && one.phone.includes(asked.contains.replace(/\D/g, ""))
          : one.phone !== "";
      case "birthday":
      case "anniversary":
        return fitsYearly(one[asked.field], asked);
      case "added":
        return inPeriod(asked.period, one.added);
      case "spent":
        return asked.is === "over"
          ? sum(sold(asked)) > Number(asked.amount) * 100
          : sum(sold(asked)) < Number(asked.amount) * 100;
      case "sales":
        return asked.is === "atLeast" ? sold(asked).length >= asked.count : sold(asked).length <= asked.count;
      case "firstSale":
      case "lastSale": {
        const moments = one.sales.map(({ at }) => at);
        const found = asked.field === "firstSale" ? Math.min(...moments) : Math.max(...moments);
        return moments.length > 0 && inPeriod(asked.period, found);
      }
      case "appointment":
        return one.appointments.some(({ at, missed }) => !missed && inPeriod(asked.period, at));
      case "noShow":
        return one.appointments.some(({ at, missed }) => missed && inPeriod(asked.period, at));
      case "lastAppointment": {
        const begun = one.appointments.filter(({ at, missed }) => !missed && at <= now);
        return begun.length > 0 && inPeriod(asked.period, Math.max(...begun.map(({ at }) => at)));
      }
      case "source":
        return one.source === asked.is;
      case "repair":
        return one.repairs.some(({ at, state }) =>
          asked.is === "here"
            ? !["HANDED_OVER", "RETURNED"].includes(state)
            : state === "READY" &&
              DateTime.fromMillis(at, { zone: "UTC" }).plus({ days: 30 }).toMillis() < now,
        );
      case "mailed":
        return one.mails.some((at) => inPeriod(asked.period, at));
      case "own":
        return ownHolds(asked, one.own[asked.fieldId]);
      case "tags":
        return one.tags.some((tag) => !asked.tagIds || asked.tagIds.includes(tag));
      case "consent":
        return (one.email === UNSUBSCRIBED ? "withdrawn" : one.consent) === asked.is;
    }
  }

  const day = fc
    .oneof(fc.integer({ min: -900, max: 400 }), fc.integer({ min: -3, max: 3 }))
    .map((days) => today.plus({ days }).toISODate() as string);
  const anyOwn = fc.record(
    {
      words: pick("Nickel", "Łatex, zoë", "100%", "6.5"),
      number: pick("6", "6.5", "-1", "7000.125"),
      day,
      option: pick("a", "b", "c"),
      options: fc.uniqueArray(pick("a", "b", "c"), { minLength: 1 }),
      flag: fc.boolean(),
    },
    { requiredKeys: [] },
  );

  const past = fc.record({
    last: fc.record({
      count: fc.integer({ min: 1, max: 40 }),
      unit: pick("days", "weeks", "months", "years"),
    }),
  });
  const coming = fc.record({
    next: fc.record({ count: fc.integer({ min: 1, max: 40 }), unit: pick("days", "weeks", "months") }),
  });
  const between = fc.record({ from: day, to: day }, { requiredKeys: [] });
  const named = fc.record({ in: pick("thisMonth", "lastMonth", "thisYear", "lastYear") });
  const period = fc.oneof(past, between, named);
  const which = { categoryId: pick(0, 1).map((n) => n), period };
  const anyNot = { not: fc.boolean() };
  const optional = { requiredKeys: ["field"] as never[] };
  const text = pick("zo", "an", "ö", "%", "_", "0134", "@example.com", "555 01", "łu", "が", "สุ", "nobody");
  const condition: fc.Arbitrary<object> = fc.oneof(
    fc.record({ field: pick("name", "email", "phoneNumber"), contains: text, ...anyNot }, optional),
    fc.record(
      { field: pick("birthday", "anniversary"), within: fc.integer({ min: 0, max: 366 }), ...anyNot },
      optional,
    ),
    fc.record(
      { field: pick("birthday", "anniversary"), month: fc.integer({ min: 0, max: 12 }), ...anyNot },
      optional,
    ),
    fc.record(
      { field: pick("added", "firstSale", "lastSale", "lastAppointment"), period, ...anyNot },
      { requiredKeys: ["field", "period"] },
    ),
    fc.record(
      {
        field: pick("spent"),
        is: pick("over", "under"),
        amount: pick("0", "100", "512.50", "2000"),
        ...which,
        ...anyNot,
      },
      { requiredKeys: ["field", "is", "amount"] },
    ),
    fc.record(
      {
        field: pick("sales"),
        is: pick("atLeast", "atMost"),
        count: fc.integer({ min: 0, max: 4 }),
        ...which,
        ...anyNot,
      },
      { requiredKeys: ["field", "is", "count"] },
    ),
    fc.record(
      { field: pick("appointment"), period: fc.oneof(past, coming, between), ...anyNot },
      { requiredKeys: ["field", "period"] },
    ),
    fc.record({ field: pick("mailed", "noShow"), period, ...anyNot }, optional),
    fc.record(
      { field: pick("repair"), is: pick("here", "readyLong"), ...anyNot },
      { requiredKeys: ["field", "is"] },
    ),
    fc.record(
      { field: pick("source"), is: pick("person", "import", "visitor"), ...anyNot },
      { requiredKeys: ["field", "is"] },
    ),
    fc.record(
      { field: pick("tags"), tagIds: fc.uniqueArray(pick(0, 1, 2), { minLength: 1 }), ...anyNot },
      optional,
    ),
    fc.record({
      ...{ field: pick("own"), fieldId: pick("words"), is: pick("exactly"), ...anyNot },
      contains: pick("nickel", "LATEX, ZOE", "100%", "6", "%"),
    }),
    fc.record(
      {
        field: pick("own"),
        fieldId: pick("words", "number", "day", "option", "options", "flag", "none"),
        ...anyNot,
        contains: pick("zo", "la", "%", "6"),
        is: pick("exactly", "over", "under"),
        amount: pick("6", "6.4", "-2"),
        period: fc.oneof(past, coming, between),
        optionIds: fc.uniqueArray(pick("a", "b"), { minLength: 1 }),
        yes: fc.boolean(),
      },
      { requiredKeys: ["field", "fieldId"] },
    ),
    ...(["contains", "is", "period", "optionIds", "yes"] as const).map((key) => {
      const of = { contains: "words", is: "number", period: "day", optionIds: "options", yes: "flag" }[key];
      const asked = {
        contains: pick("zo", "la", "%", "6"),
        is: pick("exactly", "over", "under"),
        yes: fc.boolean(),
      };
      const more = {
        period: fc.oneof(past, coming, between),
        optionIds: fc.uniqueArray(pick("a", "b"), { minLength: 1 }),
      };
      const amount = key === "is" ? { amount: pick("6", "6.4", "-2") } : {};
      return fc.record({
        ...{ field: pick("own"), fieldId: pick(of, "option"), ...anyNot, ...amount },
        [key]: { ...asked, ...more }[key] as fc.Arbitrary<unknown>,
      });
    }),
    fc.record(
      { field: pick("consent"), is: pick("given", "withdrawn", "unknown"), ...anyNot },
      { requiredKeys: ["field", "is"] },
    ),
  );
  const aboutPeriods = fc
    .record({
      field: pick("added", "firstSale", "lastSale", "lastAppointment", "appointment", "noShow", "mailed"),
      period: fc.oneof(past, between),
    })
    .map((asked) => [[asked]]);
  const manyTexts = fc
    .record({
      asked: fc.record({ field: pick("name", "email", "phoneNumber"), not: fc.boolean() }),
      texts: fc.uniqueArray(text, { minLength: 2, maxLength: 4 }),
    })
    .map(({ asked, texts }): object[] => texts.map((contains) => ({ ...asked, contains })));
  const group = fc.oneof(
    { weight: 4, arbitrary: fc.array(condition, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: manyTexts },
  );
  const anySegment = fc.oneof(
    { weight: 9, arbitrary: fc.array(group, { maxLength: 3 }) },
    { weight: 1, arbitrary: manyTexts.map((texts) => texts.map((one) => [one])) },
  );

  return { day, anyOwn, anySegment, aboutPeriods, holds, nextOf };
}
