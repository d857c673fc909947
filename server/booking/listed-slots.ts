import type { Slots } from "#lib/contract/bookings.ts";
import type { Host } from "#server/handler.ts";
import { freeTimes, type ReadCalendar, type Wanted } from "./free-times.ts";
import type { StoreDay } from "./open-hours.ts";
import type { Store } from "./store.ts";

type Period = { from: StoreDay; to: StoreDay };

/** The free times of a period as people read them. Throws a 503 where calendar and database cannot be asked. */
export async function listedSlots(
  host: Host,
  store: Store,
  wanted: Wanted,
  period: Period,
  calendar?: ReadCalendar,
): Promise<Slots> {
  const days = await freeTimes(host, store, wanted, period, calendar);
  return {
    timezone: store.timezone,
    minutes: wanted.minutes,
    days: days.map((day) => ({ ...day, slots: day.slots.map((slot) => new Date(slot).toISOString()) })),
  };
}
