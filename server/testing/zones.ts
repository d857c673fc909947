import { DateTime } from "luxon";

export const CHANGES = [
  { kind: "a midnight that happens twice", zone: "America/Havana", change: "2026-11-01T05:00Z" },
  { kind: "a midnight that happens twice", zone: "Atlantic/Azores", change: "2026-10-25T01:00Z" },
  { kind: "a skipped midnight", zone: "America/Santiago", change: "2026-09-06T04:00Z" },
  { kind: "a change by half an hour", zone: "Australia/Lord_Howe", change: "2026-10-03T15:30Z" },
  { kind: "a skipped day", zone: "Pacific/Apia", change: "2011-12-30T10:00Z" },
].map((one) => ({ ...one, change: Date.parse(one.change) }));

const HALF_HOUR = 1_800_000;

export function momentsAround({ change }: { change: number }): number[] {
  return Array.from({ length: 109 }, (_, n) => change + (n - 54) * HALF_HOUR - (n % 4 === 1 ? 1 : 0));
}

export function clockIn(zone: string, instant: number) {
  const at = DateTime.fromMillis(instant, { zone });
  return { day: at.toISODate() ?? "", time: at.toFormat("HH:mm") };
}
