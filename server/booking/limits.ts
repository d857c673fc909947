import { and, eq, gt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { countAttempt, recordAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Store } from "./store.ts";

/**
 * Visitors' bookings of a store per hour. A rush only slows down repeat visitors; otherwise strangers could
 * block the store.
 */
export const BUSY_HOUR = 60;
const MADE_WHEN_BUSY = 3;

type Asked = { store: Store; email: string; address: string; now: Date };

/**
 * Throws 422 if a person, or 429 if an address, has booked enough. Requires the booking's transaction and the
 * store's lock, so concurrent requests are counted.
 */
export async function checkLimits(db: Db, { store, email, address, now }: Asked): Promise<void> {
  const { organizationId, openAppointments: most } = store;
  const confirmed = and(eq(bookings.organizationId, organizationId), eq(bookings.status, "CONFIRMED"));

  const isMine = samePerson(bookings.email, email);
  if ((await db.$count(bookings, and(confirmed, gt(bookings.startsAt, now), isMine))) >= most) {
    const [what, which] =
      most === 1 ? ["an upcoming appointment", "it"] : [`${most} upcoming appointments`, "one"];
    throw new HttpError(422, `You already have ${what} here. Cancel ${which} first, or ask the store.`);
  }

  const isNew = sql`${bookings.createdAt} > now() - interval '1 hour' and ${bookings.createdBy} is null`;
  const isBusy = (await db.$count(bookings, and(confirmed, isNew))) >= BUSY_HOUR;
  await countAttempt(db, "booked", `${organizationId} ${address}`, {
    ...(isBusy && { most: MADE_WHEN_BUSY }),
    message: "Many appointments were booked from here just now. Try again in a few minutes or ask the store.",
  });
}

export function samePerson(written: SQLWrapper, email: string): SQL {
  const person = (address: SQLWrapper) => sql`regexp_replace(lower(${address}), '[+][^@]*@', '@')`;
  return sql`${person(written)} = ${person(sql`${email}::text`)}`;
}

type Mailed = { organizationId: string; email: string };

/**
 * Throws 429 above the limit, because visitors can type any address. Requires the email's transaction with
 * the booking's row locked first, to avoid deadlocks.
 */
export async function countMail(db: Db, to: Mailed): Promise<void> {
  await countAttempt(db, "book mail", keyOf(to));
}

/** Cancelling happens once, so it is counted but never refused. */
export async function noteMail(db: Db, to: Mailed): Promise<void> {
  await recordAttempt(db, "book mail", keyOf(to));
}

function keyOf({ organizationId, email }: Mailed): string {
  return `${organizationId} ${withoutTag(email)}`;
}

export function withoutTag(email: string): string {
  return email.toLowerCase().replace(/^([^+@]*)\+[^@]*/, "$1");
}
