import { eq } from "drizzle-orm";
import { notFound } from "#server/platform/errors.ts";
import type { Db } from "./client.ts";
import { organizations } from "./schema.ts";

/*
 * lib/time alone turns days into instants. SQL gets instants and dates, never the name of a time zone: Postgres has other
 * rules than lib/time for a midnight that comes twice, and may have an older list of time zones than Node.
 */

/** The timezone of a store. */
export async function timezoneOf(db: Db, organizationId: string): Promise<string> {
  const [found] = await db
    .select({ timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (!found) throw notFound();
  return found.timezone;
}

/** An instant as Postgres reads it. Outside of the years 1 to 9999 it is an infinity. */
export function timestamp(instant: number): string {
  if (instant < EARLIEST) return "-infinity";
  return instant > LATEST ? "infinity" : new Date(instant).toISOString();
}

const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");
