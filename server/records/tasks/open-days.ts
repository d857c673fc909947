import { teamOf } from "#server/booking/store.ts";
import type { Db } from "#server/platform/db/client.ts";

/**
 * Whether anyone can be booked on a day. If nobody has hours, Monday to Friday count unless the store is
 * closed.
 */
export async function openDays(db: Db, organizationId: string): Promise<(day: string) => boolean> {
  const team = await teamOf(db, organizationId);
  const bookable = team.filter(({ isBookable }) => isBookable);
  if (bookable.length === 0) {
    const [anybody] = team;
    return (day) => {
      const weekday = new Date(day).getUTCDay();
      const closed = anybody?.exceptions.get(day)?.every((open) => !open) ?? false;
      return weekday > 0 && weekday < 6 && !(closed && !anybody?.exceptions.own.get(day));
    };
  }
  return (day) =>
    bookable.some(({ availability, exceptions }) => {
      const hours = exceptions.get(day) ?? availability[new Date(day).getUTCDay()] ?? [];
      return hours.includes(true);
    });
}
