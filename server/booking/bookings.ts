import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { checkContact } from "#server/db/parties.ts";
import { byId } from "#server/db/record.ts";
import { bookings as table } from "#server/db/schema-calendar.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { bookByStaff, checkForStaff, moveByStaff } from "./book-by-staff.ts";
import type { Booking } from "./booking-mails.ts";
import { cancel, markNoShow, peopleFor, wantedFor } from "./change.ts";
import { listedSlots } from "./free-times.ts";
import { type AppointmentType, namesOf, type Store, storeOf, typeOf } from "./store.ts";
import { hold, undo } from "./undo.ts";

const MOST = 200;
// Visitors choose among the times that are offered; staff shift an appointment as the day needs it.
const STEP = 15;

export const bookings = {
  "bookings.ofContact": async ({ user: { organizationId }, params: { id }, read }) =>
    read(async (db) => {
      const contactId = await checkContact(db, organizationId, id);
      const found = await db
        .select()
        .from(table)
        .where(and(eq(table.organizationId, organizationId), eq(table.contactId, contactId)))
        .orderBy(desc(table.startsAt))
        .limit(MOST);
      return answers(db, found);
    }),

  "bookings.get": async ({ user: { organizationId }, params: { id }, read }) =>
    read(async (db) => {
      const [found] = await answers(db, [(await find(db, organizationId, id)).booking]);
      if (!found) throw notFound();
      return found;
    }),

  "bookings.slots": async ({ host, user: { organizationId }, params: { id }, query, read }) => {
    const { store, booking, type, people } = await read(async (db) => {
      const found = await find(db, organizationId, id);
      return { ...found, people: await peopleFor(db, found.store, found.booking, found.type) };
    });
    const wanted = { ...wantedFor(booking, type), step: STEP };
    return forStaff(listedSlots(host, { store, people }, wanted, query));
  },

  "bookings.create": async ({ host, user, body }) => {
    const { booking, ...rest } = await bookByStaff(host, user, body);
    const [made] = await host.database.read(user.organizationId, (db) => answers(db, [booking]));
    if (!made) throw notFound();
    return { booking: made, ...rest };
  },

  "bookings.move": async ({ host, user, params: { id }, body, read }) => {
    const { organizationId } = user;
    const found = await read((db) => find(db, organizationId, id));
    if (body.version !== undefined && body.version !== found.booking.version) {
      throw new HttpError(409, "Changed by someone else");
    }
    const moved = await moveByStaff(host, user, found, body);
    const [answer] = await host.database.read(organizationId, (db) => answers(db, [moved]));
    if (!answer) throw notFound();
    return answer;
  },

  "bookings.undo": async ({ host, user: { organizationId }, params: { id }, body, read }) => {
    const { booking } = await read((db) => find(db, organizationId, id));
    await undo(host, booking, body.version);
  },

  "bookings.hold": async ({ host, user: { organizationId }, params: { id }, body, read }) => {
    const { booking } = await read((db) => find(db, organizationId, id));
    const until = await hold(host, booking, body.version);
    return { left: until.getTime() - host.clock().getTime() };
  },

  "bookings.check": async ({ host, user, query, read }) => {
    const { bookingId } = query;
    const moved = bookingId ? await read((db) => find(db, user.organizationId, bookingId)) : null;
    return forStaff(checkForStaff(host, user, query, moved));
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

type Found = { store: Store; booking: Booking; type: AppointmentType | null };

async function find(db: Db, organizationId: string, id: string): Promise<Found> {
  const [booking] = await db
    .select()
    .from(table)
    .where(byId(table, { organizationId }, id));
  if (!booking) throw notFound();
  const type = await typeOf(db, organizationId, booking.appointmentTypeId);
  return { store: await storeOf(db, organizationId), booking, type };
}

/** With the names of the people as they are now. */
async function answers(db: Db, found: Booking[]) {
  const ids = [...new Set(found.flatMap(({ userId }) => userId ?? []))];
  const people = ids.length > 0 ? await namesOf(db, found[0]?.organizationId ?? "", ids) : new Map();
  return found.map((booking) => answer(booking, people));
}

function answer(booking: Booking, people: ReadonlyMap<string, string>) {
  const { id, title, contactId, name, email, phoneNumber, note, timezone, status, version } = booking;
  const { userId, appointmentTypeId, allowed, allowedBy, createdBy, answers } = booking;
  return {
    id,
    title,
    contact: { id: contactId, name },
    ...{ name, email, phoneNumber, note, answers },
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    timezone,
    status,
    createdAt: booking.createdAt.toISOString(),
    person: userId ? { id: userId, name: people.get(userId) ?? "" } : null,
    typeId: appointmentTypeId,
    allowed: allowed ?? [],
    ...{ allowedBy, createdBy, version },
    confirmedAt: booking.confirmedAt?.toISOString() ?? null,
  };
}
