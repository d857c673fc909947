import type { Db } from "./client.ts";
import { getStore } from "./store.ts";

/*
 * Only lib/time converts days into instants: Postgres treats a repeated midnight differently and can have
 * older time zone data than Node.
 */

export async function timezoneOf(db: Db): Promise<string> {
  return (await getStore(db)).timezone;
}

/** Years outside 1 to 9999 become infinity. */
export function timestamp(instant: number): string {
  if (instant < EARLIEST) return "-infinity";
  return instant > LATEST ? "infinity" : new Date(instant).toISOString();
}

const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");
