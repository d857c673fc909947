import { and, eq, type SQL, sql } from "drizzle-orm";
import { type YearlyKey, yearlyFields } from "#lib/contract/yearly-fields.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { nextVersion } from "#server/platform/db/record.ts";
import { tasks as table } from "#server/platform/db/schema-tasks.ts";

function nameOf(kind: DayItem["kind"]): string {
  const field = yearlyFields.find(({ key }) => key === kind);
  return field ? `${field.label} wishes` : "Appointment";
}

type DayItem = {
  organizationId: string;
  kind: YearlyKey | "appointment";
  day: string;
  contactId: string | null;
  bookingId: string | null;
};

/** With `done` null, marks it as open. The first person to mark it is kept. */
export async function markDone(
  db: Db,
  item: DayItem,
  done: { at: Date; by: SQL<string> } | null,
): Promise<void> {
  const { organizationId, kind, day, contactId, bookingId } = item;
  const own = and(
    eq(table.organizationId, organizationId),
    eq(table.kind, kind),
    eq(table.dueDay, day),
    bookingId ? eq(table.sourceId, bookingId) : eq(table.contactId, contactId ?? ""),
  );
  const changed = await db
    .update(table)
    .set({
      doneAt: done ? sql`coalesce(${table.doneAt}, ${done.at})` : sql`null`,
      doneBy: done ? sql`coalesce(${table.doneBy}, ${done.by})` : sql`null`,
      ...nextVersion(table),
    })
    .where(own)
    .returning({ id: table.id });
  if (changed.length > 0 || !done) return;
  await db.insert(table).values({
    ...{ organizationId, id: newId(), kind, name: nameOf(kind), contactId, dueDay: day, plannedDay: day },
    ...{ repeatDay: Number(day.slice(8)), sourceId: bookingId, doneAt: done.at, doneBy: done.by },
  });
}
