import { and, eq, gt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { countAttempt, recordAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Store } from "./store.ts";

/**
 * What all visitors together book of one store within an hour before it counts as a rush. A rush refuses nobody who comes
 * for the first time, or a stranger could shut the store with it; it only slows down whoever takes time after time.
 */
export const BUSY_HOUR = 60;
const MADE_WHEN_BUSY = 3;

type Asked = { store: Store; email: string; address: string; now: Date };

/**
 * Throws where a person (422) or an address (429) has booked enough. Wants the transaction that books, and the store's
 * lock: what is sent at once is counted one by one, and what comes to nothing is not counted.
 */
export async function checkLimits(db: Db, { store, email, address, now }: Asked): Promise<void> {
  const { organizationId, openAppointments: most } = store;
  const confirmed = and(eq(bookings.organizationId, organizationId), eq(bookings.status, "CONFIRMED"));

  const isMine = samePerson(bookings.email, email);
  if ((await db.$count(bookings, and(confirmed, gt(bookings.startsAt, now), isMine))) >= most) {
    const [what, which] =
      most === 1 ? ["an appointment here that is", "it"] : [`${most} appointments here that are`, "one"];
    throw new HttpError(422, `You have ${what} still to come. Cancel ${which} first, or ask the store.`);
  }

  // Of those who visit: what staff book is no rush, nor what was cancelled, by staff who clear up.
  const isNew = sql`${bookings.createdAt} > now() - interval '1 hour' and ${bookings.createdBy} is null`;
  const isBusy = (await db.$count(bookings, and(confirmed, isNew))) >= BUSY_HOUR;
  await countAttempt(db, "booked", `${organizationId} ${address}`, {
    ...(isBusy && { most: MADE_WHEN_BUSY }),
    message: "Many appointments were booked from here just now. Try again in a few minutes or ask the store.",
  });
}

/** What stands after a plus makes no other person. */
export function samePerson(written: SQLWrapper, email: string): SQL {
  const person = (address: SQLWrapper) => sql`regexp_replace(lower(${address}), '[+][^@]*@', '@')`;
  return sql`${person(written)} = ${person(sql`${email}::text`)}`;
}

type Mailed = { organizationId: string; email: string };

/**
 * Whoever books or moves types the address that is written to: throws a 429 where it was written to often. Wants the
 * transaction that mails, and its booking's row first: in another order two could wait for each other.
 */
export async function countMail(db: Db, to: Mailed): Promise<void> {
  await countAttempt(db, "book mail", keyOf(to));
}

/** An appointment can be given up once, so that is counted and never refused. */
export async function noteMail(db: Db, to: Mailed): Promise<void> {
  await recordAttempt(db, "book mail", keyOf(to));
}

function keyOf({ organizationId, email }: Mailed): string {
  return `${organizationId} ${withoutTag(email)}`;
}

/** An address as its mailbox knows it: what stands after a plus makes no other person. */
export function withoutTag(email: string): string {
  return email.toLowerCase().replace(/^([^+@]*)\+[^@]*/, "$1");
}
