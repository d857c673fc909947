import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { isId } from "../db/id.ts";
import { bookings as table } from "../db/schema-calendar.ts";

/** The bookings behind a calendar's events, by uid: the event of a booking bears its id. */
export async function bookingsOfEvents(db: Db, organizationId: string, uids: string[]) {
  const ids = [...new Set(uids.filter(isId))];
  if (ids.length === 0) return new Map<string, Booked>();
  const { id, status, contactId, name } = table;
  const found = await db
    .select({ id, status, contactId, name })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(id, ids)));
  return new Map<string, Booked>(
    found.map((booking) => [
      booking.id,
      { id: booking.id, status: booking.status, contact: { id: booking.contactId, name: booking.name } },
    ]),
  );
}

type Booked = { id: string; status: string; contact: { id: string | null; name: string } };
