import { and, eq } from "drizzle-orm";
import type { Answers } from "#lib/contract/questions.ts";
import { dayOf } from "#lib/time/days.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { byId, findRecord, patchRecord } from "#server/platform/db/record.ts";
import { bookings, offers, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { assigneesOf, insertBooking, place, spanOfBooking, stillAssigned, wantedOf } from "./book.ts";
import { mailBooked } from "./booking-mails.ts";
import { checkStart } from "./free-times.ts";
import { checkLimits, countMail } from "./limits.ts";
import { endOffers, type Offer, skipMails, type WaitlistEntry } from "./offers.ts";
import { calendarForBooking, readCalendars } from "./read-calendars.ts";
import { type AppointmentType, offeredTypeOf, type Store, storeOf, typeOf } from "./store.ts";
import { type Placed, placed } from "./visitor-answer.ts";
import {
  answersTo,
  contactOfVisitor,
  insertContact,
  visitorOf,
  withAnsweredPhone,
} from "./visitor-contact.ts";

type Wanted = { organizationId: string; id: string };
type By = { visitor: { address: string; answers: Answers | undefined } } | { staff: string };
type Taken = Placed & { store: Store; type: AppointmentType | null };

export async function takeOffer(host: Host, wanted: Wanted, offerId: string, by: By): Promise<Taken> {
  const { organizationId } = wanted;
  const { store, entry, offer, type, people, before } = await host.database.read(organizationId, (db) =>
    readOffer(db, wanted, offerId),
  );
  if (before) return { ...before, store, type };
  const start = offer.startsAt.getTime();
  const day = dayOf(start, store.timezone);
  const isAsLong = type?.minutes === (offer.endsAt.getTime() - start) / MINUTE;
  if (!type || people.length === 0 || !isAsLong) throw await lost(host, offer);
  const known = await readCalendars(people, day, day, calendarForBooking(host, store));
  const booked = await place(host, organizationId, async (db) => {
    const now = host.clock();
    const { offer: current } = await offerOf(db, wanted, offerId);
    const again = await bookingOf(db, current);
    if (again) return { ...again, store, type };
    if (current.state !== "OPEN" || current.heldUntil <= now) throw notHeld();
    const rules = await offeredTypeOf(db, entry.appointmentTypeId);
    if (rules?.minutes !== type.minutes) return null;
    const assigned = stillAssigned(known, await assigneesOf(db, rules, offer.userId));
    const asked = { ...wantedOf(rules), offer: offer.id };
    const [checked] = await checkStart(db, { store, known: assigned }, asked, start, now.getTime());
    if (checked?.verdict !== "free") return null;
    const isVisitor = "visitor" in by;
    if (isVisitor) await checkLimits(db, { store, email: entry.email, address: by.visitor.address, now });
    const answers = isVisitor
      ? answersTo({ questions: rules.questions, by: "visitor" }, by.visitor.answers)
      : [];
    await patchRecord(db, offers, offer.id, { state: "TAKEN", updatedAt: now });
    await skipMails(db, [offer.id]);
    await patchRecord(db, waitlistEntries, entry.id, { state: "TAKEN", updatedAt: now });
    const visitor = visitorOf(entry);
    const find = entry.email ? contactOfVisitor : insertContact;
    const contactId = entry.contactId ?? (await find(db, host.secret, withAnsweredPhone(visitor, answers)));
    const made = await insertBooking(db, now, {
      ...{ ...visitor, userId: offer.userId, appointmentTypeId: rules.id, title: rules.name },
      ...{ contactId, timezone: entry.timezone, answers },
      ...spanOfBooking(offer.startsAt, rules),
      ...("staff" in by && { createdBy: by.staff }),
      requestKey: `offer ${offer.id}`,
    });
    await patchRecord(db, offers, offer.id, { bookingId: made.id });
    if (isVisitor) await countMail(db, made);
    await mailBooked(db, host, { store, booking: made, by: isVisitor ? "visitor" : "staff" });
    return { booking: made, person: checked.person.firstName, store, type: rules };
  });
  if (!booked) throw await lost(host, offer);
  host.wake();
  return booked;
}

async function readOffer(db: Db, wanted: Wanted, offerId: string) {
  const found = await offerOf(db, wanted, offerId);
  const type = await typeOf(db, found.entry.appointmentTypeId);
  return {
    ...{ ...found, type, store: await storeOf(db) },
    people: type && !type.isHidden ? await assigneesOf(db, type, found.offer.userId) : [],
    before: await bookingOf(db, found.offer),
  };
}

export async function passOffer(db: Db, wanted: Wanted, offerId: string, now: Date): Promise<void> {
  const { offer } = await offerOf(db, wanted, offerId);
  const [passed] = await endOffers(db, eq(offers.id, offer.id), "DECLINED", now);
  if (!passed && offer.state !== "DECLINED") throw notHeld();
}

async function lost(host: Host, { organizationId, id }: Offer): Promise<HttpError> {
  const now = host.clock();
  await host.database.tenant(organizationId, (db) => endOffers(db, eq(offers.id, id), "WITHDRAWN", now));
  host.wake();
  return new HttpError(409, "This time is no longer available. You stay on the list for other times.");
}

function notHeld(): HttpError {
  return new HttpError(409, "This time is no longer reserved. You stay on the list for other times.");
}

async function offerOf(db: Db, { id }: Wanted, offerId: string) {
  const [found] = isId(offerId)
    ? await db
        .select({ entry: waitlistEntries, offer: offers })
        .from(waitlistEntries)
        .innerJoin(offers, eq(offers.entryId, waitlistEntries.id))
        .where(and(byId(waitlistEntries, id), eq(offers.id, offerId)))
    : [];
  if (!found) throw notFound();
  return found satisfies { entry: WaitlistEntry; offer: Offer };
}

async function bookingOf(db: Db, { bookingId }: Offer): Promise<Placed | null> {
  if (!bookingId) return null;
  const found = await findRecord(db, bookings, bookingId);
  return found ? placed(db, found) : null;
}
