import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { checkContact } from "#server/db/parties.ts";
import { byId } from "#server/db/record.ts";
import { appointmentTypes, bookings as table } from "#server/db/schema-calendar.ts";
import { instantToStore } from "#server/db/values.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import type { Booking } from "./booking-mails.ts";
import { cancel, markNoShow, move, wantedFor } from "./change.ts";
import { listedSlots } from "./free-times.ts";
import { type Store, storeOf } from "./store.ts";

const MOST = 200;
// Staff may move an appointment whose type is no longer offered.
const DAYS_IN_ADVANCE = 60;

export const bookings = {
  "bookings.ofContact": async ({ user: { organizationId }, params: { id }, read }) =>
    read(async (db) => {
      await checkContact(db, organizationId, id);
      const found = await db
        .select()
        .from(table)
        .where(and(eq(table.organizationId, organizationId), eq(table.contactId, id)))
        .orderBy(desc(table.startsAt))
        .limit(MOST);
      return found.map(answer);
    }),

  "bookings.get": async ({ user: { organizationId }, params: { id }, read }) =>
    answer((await read((db) => find(db, organizationId, id))).booking),

  "bookings.slots": async ({ host, user: { organizationId }, params: { id }, query, read }) => {
    const { store, booking, daysInAdvance } = await read((db) => find(db, organizationId, id));
    return forStaff(listedSlots(host, store, wantedFor(booking, daysInAdvance, "staff"), query));
  },

  "bookings.move": async ({ host, user: { organizationId }, params: { id }, body, read }) => {
    const { store, booking, daysInAdvance } = await read((db) => find(db, organizationId, id));
    if (body.version !== undefined && body.version !== booking.version) {
      throw new HttpError(409, "Changed by someone else");
    }
    const to = { startsAt: instantToStore(body.startsAt), daysInAdvance };
    await forStaff(move(host, { store, booking, by: "staff" }, to));
  },

  "bookings.cancel": async ({ host, user: { organizationId }, params: { id }, read }) => {
    const { store, booking } = await read((db) => find(db, organizationId, id));
    await cancel(host, { store, booking, by: "staff" });
  },

  "bookings.markNoShow": async ({ host, user: { organizationId }, params: { id }, read }) => {
    const { booking } = await read((db) => find(db, organizationId, id));
    await markNoShow(host, booking);
  },
} satisfies Partial<Handlers>;

/** A visitor is told to ask the store; staff are the store. */
async function forStaff<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 503)) throw error;
    const message = "The calendar cannot be asked for free times right now. Please try again later.";
    throw Object.assign(new HttpError(503, message), { cause: error });
  }
}

type Found = { store: Store; booking: Booking; daysInAdvance: number };

async function find(db: Db, organizationId: string, id: string): Promise<Found> {
  const [found] = await db
    .select({ booking: table, daysInAdvance: appointmentTypes.daysInAdvance })
    .from(table)
    .leftJoin(
      appointmentTypes,
      and(
        eq(appointmentTypes.organizationId, table.organizationId),
        eq(appointmentTypes.id, table.appointmentTypeId),
      ),
    )
    .where(byId(table, { organizationId }, id));
  if (!found) throw notFound();
  const store = await storeOf(db, organizationId);
  return { store, booking: found.booking, daysInAdvance: found.daysInAdvance ?? DAYS_IN_ADVANCE };
}

function answer({ contactId, ...booking }: Booking) {
  const { id, title, name, email, phoneNumber, note, startsAt, endsAt, timezone, status, createdAt } =
    booking;
  return {
    id,
    title,
    contact: { id: contactId, name },
    name,
    email,
    phoneNumber,
    note,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone,
    status,
    createdAt: createdAt.toISOString(),
    version: booking.version,
  };
}
