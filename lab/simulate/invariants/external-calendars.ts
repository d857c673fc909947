import { now } from "../machine.ts";
import { HOUR } from "../world.ts";
import { type Invariant, isNew, type Look, rowsOf, sql } from "./invariant.ts";

type Row = {
  id: string;
  status: string;
  state: string;
  userId: string;
  startsAt: string;
  endsAt: string;
  changedAt: string;
};

/** Several failures in a row put a write off for hours. */
const PATIENCE = 6 * HOUR;

export const externalCalendars: Invariant = {
  name: "external calendars",
  says: "A person's own calendar holds each of their appointments once, at its time, and no other.",
  async check(look) {
    const { calendars, troubledUntil } = look.world.calendarServer;
    const isLate = (at: string) => Math.max(Date.parse(at), troubledUntil) < now() - PATIENCE;
    const wrong: string[] = [];
    for (const { userId, files } of calendars) {
      const found = Map.groupBy(files.values(), ({ uid }) => uid);
      for (const row of await changedBookings(look, userId)) {
        const isTheirs = row.userId === userId && row.status !== "CANCELLED";
        const isDue = row.state !== "pending" || isLate(row.changedAt);
        const there = found.get(row.id) ?? [];
        const isThere = there.some(
          ({ from, until }) => from === Date.parse(row.startsAt) && until === Date.parse(row.endsAt),
        );
        const isRight = isTheirs ? there.length === 1 && isThere : there.length === 0;
        if (isDue && !isRight) wrong.push(`${JSON.stringify(row)}: ${JSON.stringify(there)}`);
      }
    }
    return wrong;
  },
};

/** Not those that have still to leave a calendar. */
function changedBookings(look: Look, userId: string): Promise<Row[]> {
  return rowsOf<Row>(
    look,
    sql`select id, status, calendar_state as state, user_id as "userId", starts_at as "startsAt", ends_at as "endsAt",
        updated_at as "changedAt" from bookings b
      where (${isNew(look, "b")} or b.calendar_state <> 'written') and b.ends_at > ${new Date(now()).toISOString()}::timestamptz
        and (b.user_id = ${userId} or exists (select from journal j where j.organization_id = b.organization_id and j.record_id = b.id
          and j.was->>'user_id' = ${userId}))
        and not exists (select from former_events f where f.organization_id = b.organization_id and f.booking_id = b.id)`,
  );
}
