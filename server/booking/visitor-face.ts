import { and, asc, gte, isNull, lte } from "drizzle-orm";
import type { VisitorFace } from "#lib/contract/brand.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import type { Db } from "#server/platform/db/client.ts";
import { readFace } from "#server/platform/db/face.ts";
import { hoursExceptions as table } from "#server/platform/db/schema-calendar.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Store } from "./store.ts";

const DAYS = 14;

/** With the store's own days off, so that a closed day isn't shown as open. The last entered one counts. */
export async function visitorFace(
  db: Db,
  { clock }: Pick<Host, "clock">,
  { timezone }: Pick<Store, "timezone">,
): Promise<VisitorFace> {
  const face = await readFace(db);
  if (!face.hours) return { ...face, exceptions: [] };
  const today = dayOf(clock(), timezone);
  const days = Array.from({ length: DAYS }, (_, ahead) => addDays(today, ahead));
  const found = await db
    .select()
    .from(table)
    .where(and(isNull(table.userId), gte(table.toDay, today), lte(table.fromDay, addDays(today, DAYS - 1))))
    .orderBy(asc(table.createdAt), asc(table.id));
  const exceptions = days.flatMap((day) => {
    const latest = found.findLast(({ fromDay, toDay }) => fromDay <= day && day <= toDay);
    return latest ? [{ day, hours: latest.hours ?? [] }] : [];
  });
  return { ...face, exceptions };
}
