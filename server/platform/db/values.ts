import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { HttpError } from "#server/platform/errors.ts";

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");

/** A day becomes noon UTC, a time without a zone is UTC. Throws a 400 outside the years 1 to 9999. */
export function instantToStore(sent: string): Date {
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(sent);
  const moment = new Date(zoned ? sent : sent.includes("T") ? `${sent}Z` : `${sent}T12:00:00Z`);
  if (!(moment.getTime() >= EARLIEST && moment.getTime() <= LATEST)) {
    throw new HttpError(400, "createdAt: Invalid input");
  }
  return moment;
}

/** Removes floating-point noise (0.1 + 0.2). */
export function amountToStore(sent: number | string): string {
  return typeof sent === "number" ? String(Number(sent.toPrecision(15))) : sent;
}

/** JavaScript misreads Postgres' own format for years before 100. */
export function isoText(moment: SQL | AnyPgColumn): SQL<string> {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export function iso(column: AnyPgColumn): SQL.Aliased<string> {
  return isoText(column).as(column.name);
}

/** Accepts days and ISO instants. */
export function dayToStore(sent: string | null | undefined): string | null {
  return sent ? sent.slice(0, 10) : null;
}

/** Noon UTC is the same day in every inhabited time zone. */
export function dayToSend(stored: string | null): string | null {
  return stored && `${stored}T12:00:00.000Z`;
}
