import fc from "fast-check";
import { DateTime } from "luxon";
import { comparisons, MOST_REPORT_DAYS } from "#lib/contract/report-terms.ts";
import { daysBetween } from "#lib/time/days.ts";

/* A second implementation of reports to test against, without host code. */

const zones = [
  "America/Havana",
  "America/New_York",
  "America/Santiago",
  "Asia/Tokyo",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
];

const moments = fc
  .tuple(
    fc.constantFrom(
      "2025-01-01",
      "2026-01-01",
      "2024-02-29",
      "2025-03-01",
      "2025-11-02",
      "2026-11-01",
      "2026-05-17",
      // Clock changes in the Azores, Santiago and Lord Howe; Apia skipped the last day.
      "2026-10-25",
      "2026-09-06",
      "2026-10-04",
      "2011-12-30",
    ),
    fc.oneof(fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: -400_000, max: 400_000 })),
  )
  .map(([day, minutes]) => Date.parse(day) + minutes * 60_000);

const sale = fc.record({
  at: moments,
  cents: fc.integer({ min: 0, max: 9_999_999 }),
  contact: fc.option(fc.nat(3), { nil: null }),
  category: fc.nat(2),
  /** Index of the seller, or null if unknown. Old sales have only the recorder's name. */
  seller: fc.option(fc.nat(2), { nil: null }),
  isOld: fc.boolean(),
  refunds: fc.array(fc.record({ at: moments, share: fc.integer({ min: 1, max: 50 }) }), { maxLength: 2 }),
});
type Sale = Omit<typeof sale extends fc.Arbitrary<infer S> ? S : never, "refunds"> & {
  refunds: { at: number; cents: number }[];
};

const day = moments.map((at) => new Date(at).toISOString().slice(0, 10));

export const asked = fc.record({
  zone: fc.constantFrom(...zones),
  sales: fc.array(sale, { maxLength: 30 }).map((sales): Sale[] =>
    sales.map((one) => ({
      ...one,
      refunds: one.refunds
        .map(({ at, share }) => ({ at, cents: Math.floor((one.cents * share) / 100) }))
        .filter(({ cents }) => cents > 0),
    })),
  ),
  period: fc
    .tuple(day, day)
    .map((days) => ({ from: days.toSorted()[0] ?? "", to: days.toSorted()[1] ?? "" }))
    .filter(({ from, to }) => daysBetween(from, to) < MOST_REPORT_DAYS),
  category: fc.option(fc.nat(2), { nil: null }),
  seller: fc.option(fc.nat(2), { nil: null }),
  compare: fc.constantFrom(...comparisons),
});
export type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never;

type Span = { from: string; to: string };

export function reportOf({ zone, sales, period, category, seller, compare }: Asked) {
  const on = (at: number) => DateTime.fromMillis(at, { zone }).toISODate() ?? "";
  const wanted = sales.filter(
    (one) => (category === null || one.category === category) && (seller === null || one.seller === seller),
  );
  const firstOf = (contact: number) =>
    on(Math.min(...sales.filter((one) => one.contact === contact).map(({ at }) => at)));

  function figures({ from, to }: Span, fits: (one: Sale) => boolean = () => true) {
    const isIn = ({ at }: { at: number }) => on(at) >= from && on(at) <= to;
    const own = wanted.filter(fits);
    const sold = own.filter(isIn);
    const cents = sum(sold);
    const back = sum(own.flatMap(({ refunds }) => refunds).filter(isIn));
    const people = [...new Set(sold.flatMap(({ contact }) => contact ?? []))];
    return {
      sales: sold.length,
      sold: cents,
      refunded: back,
      revenue: cents - back,
      // Rounds half a cent up.
      average: sold.length > 0 ? Math.floor((2 * cents + sold.length) / (2 * sold.length)) : null,
      customers: people.length,
      newCustomers: people.filter((contact) => firstOf(contact) >= from).length,
    };
  }

  const earlier = earlierThan(period, compare);
  const past = earlier(period);
  const before = (span: Span, fits?: (one: Sale) => boolean) => {
    const { revenue, sales } = figures(span, fits);
    return { before: revenue, salesBefore: sales };
  };
  const months = monthsOf(period).map((days, i, all) => {
    const then = earlier(days);
    // From 28 February, also the leap day.
    const span = { from: i === 0 ? past.from : then.from, to: i === all.length - 1 ? past.to : then.to };
    return { ...days, ...figures(days), ...before(span) };
  });
  return {
    before: past,
    total: figures(period),
    totalBefore: figures(past),
    months,
    category: (number: number) => ({
      ...figures(period, (one) => one.category === number),
      ...before(past, (one) => one.category === number),
    }),
    seller: (number: number | null) => ({
      ...figures(period, (one) => one.seller === number),
      ...before(past, (one) => one.seller === number),
    }),
    contact: (number: number) => ({
      ...figures(period, (one) => one.contact === number),
      before: figures(past, (one) => one.contact === number).revenue,
    }),
  };
}

const sum = (each: { cents: number }[]) => each.reduce((all, { cents }) => all + cents, 0);

function monthsOf({ from, to }: Span): Span[] {
  const spans: Span[] = [];
  for (
    let at = DateTime.fromISO(from);
    (at.toISODate() ?? "") <= to;
    at = at.startOf("month").plus({ months: 1 })
  ) {
    const end = at.endOf("month").toISODate() ?? "";
    spans.push({ from: at.toISODate() ?? "", to: end < to ? end : to });
  }
  return spans;
}

function earlierThan(period: Span, compare: Asked["compare"]): (span: Span) => Span {
  const wholeMonths = compare === "period" && period.from.endsWith("-01");
  const length =
    compare === "year"
      ? { years: 1 }
      : wholeMonths
        ? { months: monthsOf(period).length }
        : { days: daysBetween(period.from, period.to) + 1 };
  return ({ from, to }) => {
    const end = DateTime.fromISO(to);
    const then = end.minus(length);
    const isEnd = !("days" in length) && end.endOf("month").hasSame(end, "day");
    return {
      from: DateTime.fromISO(from).minus(length).toISODate() ?? "",
      to: (isEnd ? then.endOf("month") : then).toISODate() ?? "",
    };
  };
}
