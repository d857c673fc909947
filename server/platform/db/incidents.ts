import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import { type Db, storeIdOf } from "./client.ts";
import { idOfContent, newId } from "./id.ts";
import { incidents as table } from "./schema-mail.ts";

const REPEAT_MS = 10 * 60_000;

type IncidentKey = { kind: IncidentKind; key?: string };

/** Never contains text that a visitor typed. `text` says what to do. */
type NewIncident = IncidentKey & {
  audience?: "leaders" | "owner";
  title: string;
  text: string;
  href: `/dashboard${string}`;
};

type LastingIncident = NewIncident & {
  /** Without this message, nobody is notified of the end, and a person can dismiss the incident. */
  over?: string;
  notifyAfterMs?: number;
};

/** Shows a lasting fault on every screen and sends one email, unless it is open. Then call `host.wake()`. */
export async function beginIncident(
  db: Db,
  now: Date,
  { notifyAfterMs = 0, over, ...incident }: LastingIncident,
): Promise<void> {
  const again = await db
    .update(table)
    .set({ endedAt: null, notifyAt: null })
    .where(
      and(
        same(incident),
        gt(table.endedAt, new Date(now.getTime() - REPEAT_MS)),
        isNotNull(table.notifiedAt),
        isNotNull(table.notifyAt),
      ),
    )
    .returning({ id: table.id });
  if (again.length > 0) return;
  const notifyAt = new Date(now.getTime() + notifyAfterMs);
  await db
    .insert(table)
    .values({ ...columnsOf(incident), id: newId(), over, beganAt: now, notifyAt })
    .onConflictDoNothing();
}

/** With `isGone` (removed, not repaired) nobody is notified. */
export async function endIncident(
  db: Db,
  now: Date,
  which: IncidentKey,
  { isGone = false }: { isGone?: boolean } = {},
): Promise<void> {
  const notifyAt = new Date(now.getTime() + REPEAT_MS).toISOString();
  await db
    .update(table)
    .set({
      endedAt: now,
      notifyAt: isGone
        ? null
        : sql`case when told_at is not null and over is not null then ${notifyAt}::timestamptz end`,
    })
    .where(and(same(which), isNull(table.endedAt)));
}

/** Shows an event on every screen until someone dismisses it. Call `host.wake()` after the commit. */
export async function reportOnce(db: Db, now: Date, incident: NewIncident & { key: string }): Promise<void> {
  const id = idOf(db, incident);
  await db
    .insert(table)
    .values({ ...columnsOf(incident), id, beganAt: now, notifyAt: now })
    .onConflictDoNothing();
}

/** Shows a message to one person, once per key, until they dismiss it. */
export async function notifyPerson(
  db: Db,
  now: Date,
  { userId, ...incident }: Omit<NewIncident, "audience"> & { key: string; userId: string },
): Promise<void> {
  const id = idOf(db, incident);
  await db
    .insert(table)
    .values({ ...columnsOf({ ...incident }), audience: "person", userId, id, beganAt: now })
    .onConflictDoNothing();
}

export async function openIncidents(db: Db) {
  return db.select({ kind: table.kind, key: table.key }).from(table).where(isNull(table.endedAt));
}

function idOf(db: Db, { kind, key }: { kind: IncidentKind; key: string }): string {
  return idOfContent("incident", storeIdOf(db), kind, key);
}

function same({ kind, key = "" }: IncidentKey) {
  return and(eq(table.kind, kind), eq(table.key, key));
}

function columnsOf({ key = "", audience = "leaders", ...incident }: NewIncident) {
  return { ...incident, key, audience };
}
