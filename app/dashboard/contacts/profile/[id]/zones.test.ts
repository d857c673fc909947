import type { Booking } from "#lib/contract/bookings.ts";
import { upcomingFirst } from "./zones.tsx";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const at = (startsAt: string, endsAt: string, status: Booking["status"] = "CONFIRMED") => ({
  startsAt,
  endsAt,
  status,
});

test("what is to come stands first, soonest first; below it what was or was cancelled, latest first", () => {
  const was = at("2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z");
  const missed = at("2026-11-19T12:00:00Z", "2026-11-19T13:00:00Z", "NO_SHOW");
  const cancelled = at("2026-11-24T12:00:00Z", "2026-11-24T13:00:00Z", "CANCELLED");
  const going = at("2026-11-21T11:30:00Z", "2026-11-21T12:30:00Z");
  const soon = at("2026-11-22T12:00:00Z", "2026-11-22T13:00:00Z");
  const late = at("2026-11-30T12:00:00Z", "2026-11-30T13:00:00Z");
  expect(upcomingFirst([missed, late, was, cancelled, soon, going], NOW)).toEqual([
    going,
    soon,
    late,
    cancelled,
    was,
    missed,
  ]);
});
