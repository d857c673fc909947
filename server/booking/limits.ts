import { and, eq, gt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { guardedFetch } from "#server/connections/providers/guarded-fetch.ts";
import { countAttempt, recordAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { countRows } from "#server/platform/db/record.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { log } from "#server/platform/log.ts";
import type { Captcha } from "#server/platform/settings.ts";
import { type Store, typeOfLink } from "./store.ts";

// Part of the web app's eight seconds.
const VERIFY_MS = 2_000;
// Errors of the operator's configuration; all others are the visitor's.
const OURS = /secret|sitekey|bad-request|internal/;

/** Fails closed, because an attacker could otherwise make the service fail. */
export async function checkCaptcha(captcha: Captcha | null | undefined, token: string | null): Promise<void> {
  if (!captcha) return;
  if (!token) throw refused();
  const answer = await verdictOf(captcha, token);
  if (answer.success === true) return;
  const codes = [answer["error-codes"] ?? []].flat().join();
  if (answer.success === false && !OURS.test(codes)) throw refused();
  log("captcha fails", { codes: codes.slice(0, 200) });
  throw away();
}

async function verdictOf({ url, secret }: Captcha, response: string) {
  const ask = guardedFetch({ allowPrivateHosts: true, unipile: null }, VERIFY_MS);
  try {
    const answer = await ask(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ secret, response }).toString(),
    });
    const verdict: unknown = await answer.json();
    return Object(verdict) as { success?: unknown; "error-codes"?: unknown };
  } catch (error) {
    log("captcha fails", { error: String(error).slice(0, 200) });
    throw away();
  }
}

function refused(): HttpError {
  return new HttpError(422, "Please confirm that you’re not a robot, then book again.");
}

function away(): HttpError {
  const message = "We couldn’t check that you’re not a robot. Try again in a minute, or contact the store.";
  return new HttpError(503, message);
}

/** Visitors' bookings of a store per hour. A rush only slows down repeat visitors, so strangers can't block the store. */
export const BUSY_HOUR = 60;
const MADE_WHEN_BUSY = 3;

type Asked = { store: Store; email: string; address: string; now: Date };

/** Throws 422 for a person, or 429 for an address. Requires the booking's transaction and the store's lock. */
export async function checkLimits(db: Db, { store, email, address, now }: Asked): Promise<void> {
  const { organizationId, openAppointments: most } = store;
  const confirmed = eq(bookings.status, "CONFIRMED");

  const isMine = samePerson(bookings.email, email);
  if ((await countRows(db, bookings, and(confirmed, gt(bookings.startsAt, now), isMine))) >= most) {
    const [what, which] =
      most === 1 ? ["an upcoming appointment", "it"] : [`${most} upcoming appointments`, "one"];
    throw new HttpError(422, `You already have ${what} here. Cancel ${which} first, or contact the store.`);
  }

  const isNew = sql`${bookings.createdAt} > now() - interval '1 hour' and ${bookings.createdBy} is null`;
  const isBusy = (await countRows(db, bookings, and(confirmed, isNew))) >= BUSY_HOUR;
  await countAttempt(db, "booked", `${organizationId} ${address}`, {
    ...(isBusy && { most: MADE_WHEN_BUSY }),
    message:
      "Many appointments were booked from here just now. Try again in a few minutes or contact the store.",
  });
}

export function samePerson(written: SQLWrapper, email: string): SQL {
  const person = (address: SQLWrapper) => sql`regexp_replace(lower(${address}), '[+][^@]*@', '@')`;
  return sql`${person(written)} = ${person(sql`${email}::text`)}`;
}

export function typeToBook({ database }: Host, slug: string, address: string) {
  return database.system(async (db) => {
    const found = await typeOfLink(db, slug).catch(async (error) => {
      await countAttempt(db, "booking page", address);
      throw error;
    });
    await countAttempt(db, "book", `${address} ${found.store.organizationId}`);
    return found;
  });
}

type Mailed = { organizationId: string; email: string };

/** Visitors can type any address. Lock the booking's row first, to avoid deadlocks. */
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
