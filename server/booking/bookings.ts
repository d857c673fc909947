import { desc, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import { getRecord } from "#server/platform/db/record.ts";
import { bookings as table } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { bookByStaff, checkForStaff, moveByStaff } from "./book-by-staff.ts";
import { cancel, markNoShow, peopleFor, wantedFor } from "./change.ts";
import { listedSlots } from "./free-times.ts";
import { forStaff, staffAnswer, staffAnswers } from "./staff-answer.ts";
import { type AppointmentType, type Booking, type Store, storeOf, typeOf } from "./store.ts";
import { hold, undo } from "./undo.ts";

const MAX_BOOKINGS = 200;
const STEP = 15;

export const bookings = {
  "bookings.ofContact": async ({ params: { id }, read }) =>
    read(async (db) => {
      const contactId = await checkContact(db, id);
      const found = await db
        .select()
        .from(table)
        .where(eq(table.contactId, contactId))
        .orderBy(desc(table.startsAt))
        .limit(MAX_BOOKINGS);
      return staffAnswers(db, found);
    }),

  "bookings.get": async ({ params: { id }, read }) =>
    read(async (db) => staffAnswer(db, (await find(db, id)).booking)),

  "bookings.slots": async ({ host, params: { id }, query, read }) => {
    const { store, booking, type, people } = await read(async (db) => {
      const found = await find(db, id);
      return { ...found, people: await peopleFor(db, found.booking, found.type) };
    });
    const wanted = { ...wantedFor(booking, type), step: STEP };
    return forStaff(listedSlots(host, { store, people }, wanted, query));
  },

  "bookings.create": async ({ host, user, body }) => bookByStaff(host, user, body),

  "bookings.move": async ({ host, user, params: { id }, body, read }) => {
    const found = await read((db) => find(db, id));
    if (body.version !== undefined && body.version !== found.booking.version) {
      throw new HttpError(409, "Changed by someone else");
    }
    return moveByStaff(host, user, found, body);
  },

  "bookings.undo": async ({ host, user, params: { id }, body, read }) => {
    const { booking } = await read((db) => find(db, id));
    return { stayed: await undo(host, user, booking, body.version) };
  },

  "bookings.hold": async ({ host, params: { id }, body, read }) => {
    const { booking } = await read((db) => find(db, id));
    const until = await hold(host, booking, body.version);
    return { left: until.getTime() - host.clock().getTime() };
  },

  "bookings.check": async ({ host, user, query, read }) => {
    const { bookingId } = query;
    const moved = bookingId ? await read((db) => find(db, bookingId)) : null;
    return forStaff(checkForStaff(host, user, query, moved));
  },

  "bookings.cancel": async ({ host, params: { id }, read }) => {
    const { store, booking } = await read((db) => find(db, id));
    await cancel(host, { store, booking, by: "staff" });
  },

  "bookings.markNoShow": async ({ host, params: { id }, read }) => {
    const { booking } = await read((db) => find(db, id));
    await markNoShow(host, booking);
  },
} satisfies Partial<Handlers>;

type Found = { store: Store; booking: Booking; type: AppointmentType | null };

async function find(db: Db, id: string): Promise<Found> {
  const booking = await getRecord(db, table, id);
  const type = await typeOf(db, booking.appointmentTypeId);
  return { store: await storeOf(db), booking, type };
}
