import { and, asc, eq, lte, sql } from "drizzle-orm";
import { bookings } from "../db/schema-calendar.ts";
import type { Host } from "../handler.ts";
import { accountOf } from "../providers/account.ts";
import { providerOf } from "../providers/of-organization.ts";
import { ProviderError } from "../providers/provider.ts";
import type { Booking } from "./booking-mails.ts";
import { eventTitle } from "./words.ts";

const BATCH = 10;
const LEASE_MS = 120_000;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Tells the stores' calendars of bookings that were made, moved or cancelled; answers how many it looked at. Any number
 * of hosts may do so at once: each booking is leased by one, and what changes meanwhile is due again.
 */
export async function writeBookings(host: Host): Promise<number> {
  const leased = await lease(host);
  for (const booking of leased) {
    const { state, dueAt } = await outcome(host, booking);
    await host.database.tenant(booking.organizationId, (db) =>
      db
        .update(bookings)
        .set({ calendarState: state, calendarDueAt: dueAt })
        .where(
          and(
            eq(bookings.organizationId, booking.organizationId),
            eq(bookings.id, booking.id),
            eq(bookings.calendarState, "pending"),
            // Whoever changes a booking sets another time, and so does another host once this lease ran out.
            booking.calendarDueAt ? eq(bookings.calendarDueAt, booking.calendarDueAt) : undefined,
            eq(bookings.sequence, booking.sequence),
          ),
        ),
    );
  }
  return leased.length;
}

function lease({ database, clock }: Host): Promise<Booking[]> {
  const now = clock();
  return database.system((db) =>
    db.transaction(async (tx) => {
      const due = tx
        .select({ organizationId: bookings.organizationId, id: bookings.id })
        .from(bookings)
        .where(and(lte(bookings.calendarDueAt, now), eq(bookings.calendarState, "pending")))
        .orderBy(asc(bookings.calendarDueAt))
        .limit(BATCH)
        .for("update", { skipLocked: true });
      return tx
        .update(bookings)
        .set({
          calendarDueAt: new Date(now.getTime() + LEASE_MS),
          calendarAttempts: sql`${bookings.calendarAttempts} + 1`,
        })
        .where(sql`(${bookings.organizationId}, ${bookings.id}) in ${due}`)
        .returning();
    }),
  );
}

type Outcome = { state: "pending" | "written" | "failed"; dueAt: Date | null };

async function outcome(host: Host, booking: Booking): Promise<Outcome> {
  try {
    const isTold = await tell(host, booking);
    return isTold ? { state: "written", dueAt: null } : later(host, LONGEST_WAIT_MS);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // What a calendar refuses for good, and what nobody needs to be told any more.
    const isVain = error.kind === "never" || booking.endsAt < host.clock();
    if (isVain) return { state: "failed", dueAt: null };
    const wait = Math.min(FIRST_WAIT_MS * 2 ** booking.calendarAttempts, LONGEST_WAIT_MS);
    return later(host, wait);
  }
}

function later(host: Host, milliseconds: number): Outcome {
  return { state: "pending", dueAt: new Date(host.clock().getTime() + milliseconds) };
}

/** False where no calendar is chosen: connecting one writes what is still to come. */
async function tell(host: Host, booking: Booking): Promise<boolean> {
  const { organizationId, id, sequence, status, startsAt, endsAt } = booking;
  const account = await host.database.read(organizationId, (db) => accountOf(db, organizationId));
  const provider = await providerOf(host, organizationId);
  if (!provider || !account?.calendarId) return status === "CANCELLED" || endsAt < host.clock();
  if (status === "CANCELLED") {
    await provider.removeEvent(account.calendarId, id);
    return true;
  }
  const description = [booking.email, booking.phoneNumber, booking.note].filter(Boolean).join("\n");
  const event = { uid: id, sequence, title: eventTitle(booking), description, startsAt, endsAt };
  await provider.saveEvent(account.calendarId, event);
  return true;
}
