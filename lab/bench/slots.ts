import { type Rules, slotsOf } from "#server/booking/slots.ts";
import { report } from "./figures.ts";
import { median } from "./table.ts";

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-02T17:00:00Z");
const FIRST = Date.parse("2026-11-02T05:00:00Z") / MINUTE;
const DAYS = 31;
const LENGTH = 30;
const TIMES = 400;

const rules: Rules = {
  availability: Array.from({ length: 7 }, () =>
    Array.from({ length: 24 }, (_, hour) => hour >= 9 && hour < 17),
  ),
  timezone: "America/New_York",
  minutes: LENGTH,
  daysInAdvance: DAYS - 1,
};
const minutes = Array.from({ length: 500 }, (_, i) => {
  const start = FIRST + ((i * 7919) % (DAYS * 24)) * HOUR + (i % 4) * 15;
  return { start, end: start + 15 + (i % 3) * 15 };
});
const busy = minutes.map(({ start, end }) => ({ start: start * MINUTE, end: end * MINUTE }));

export function benchSlots(rounds: number): void {
  const list = () => slotsOf(rules, busy, NOW, "2026-11-02", "2026-12-02").flatMap(({ slots }) => slots);
  if (String(list()) !== String(sweep().map((start) => start * MINUTE))) {
    throw new Error("The sweep returns different slots");
  }
  for (const work of [list, sweep]) microseconds(work);
  const runs = Array.from({ length: rounds }, () => [microseconds(list), microseconds(sweep)] as const);
  report("Slots, 30 days, 500 busy events, against an integer sweep", [
    {
      name: "slots",
      unit: "µs",
      samples: runs.map(([ours]) => ours),
      anchor: { name: "sweep", samples: runs.map(([, floor]) => floor) },
      goal: { ratio: 1.5 },
    },
  ]);
}

function sweep(): number[] {
  const begins = new Float64Array(minutes.map(({ start }) => start)).sort();
  const ends = new Float64Array(minutes.map(({ end }) => end)).sort();
  const free: number[] = [];
  let [begun, ended] = [0, 0];
  for (let day = 0; day < DAYS; day++) {
    const opening = FIRST + day * DAY + 9 * HOUR;
    for (let start = opening; start + LENGTH <= opening + 8 * HOUR; start += LENGTH) {
      while ((begins[begun] ?? Number.POSITIVE_INFINITY) < start + LENGTH) begun += 1;
      while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start) ended += 1;
      if (start * MINUTE >= NOW && begun === ended) free.push(start);
    }
  }
  return free;
}

function microseconds(work: () => unknown): number {
  return median(
    Array.from({ length: TIMES }, () => {
      const begun = performance.now();
      work();
      return (performance.now() - begun) * 1000;
    }),
  );
}
