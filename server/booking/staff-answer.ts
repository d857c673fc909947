import type { Db } from "#server/platform/db/client.ts";
import { HttpError } from "#server/platform/errors.ts";
import { type Booking, namesOf } from "./store.ts";
import { visitorOf } from "./visitor-contact.ts";

/** Visitors' errors ask them to contact the store. */
export async function forStaff<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 503)) throw error;
    const message = "Free times can't be read from the calendar right now. Try again later.";
    throw Object.assign(new HttpError(503, message), { cause: error });
  }
}

export async function staffAnswers(db: Db, found: Booking[]) {
  const ids = [...new Set(found.flatMap(({ userId }) => userId ?? []))];
  const people = ids.length > 0 ? await namesOf(db, ids) : new Map();
  return found.map((booking) => answer(booking, people));
}

export async function staffAnswer(db: Db, { organizationId, userId, ...rest }: Booking) {
  const people = await namesOf(db, userId ? [userId] : []);
  return answer({ organizationId, userId, ...rest }, people);
}

function answer(booking: Booking, people: ReadonlyMap<string, string>) {
  const { id, title, contactId, name, note, timezone, status, version } = booking;
  const { userId, appointmentTypeId, allowed, allowedBy, createdBy, createdAt, answers } = booking;
  const { startsAt, endsAt, confirmedAt } = booking;
  return {
    id,
    title,
    contact: { id: contactId, name },
    ...visitorOf(booking),
    ...{ note, answers, startsAt, endsAt, timezone, status },
    person: userId ? { id: userId, name: people.get(userId) ?? "" } : null,
    typeId: appointmentTypeId,
    allowed: allowed ?? [],
    ...{ allowedBy, createdBy, createdAt, confirmedAt, version },
  };
}
