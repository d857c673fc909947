import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import type { Db } from "./client.ts";
import { idOfContent, newId } from "./id.ts";
import { incidents as table } from "./schema-mail.ts";

/** What ends and begins anew within it is one incident: nobody is told of every turn. */
const QUIET_MS = 10 * 60_000;

type Which = { organizationId: string; kind: IncidentKind; key?: string };

/** Its words are ours alone: nothing that a visitor typed. `text` also says what to do. */
type NewIncident = Which & {
  /** Whose business it is: that of the owner and the admins, or of the owner alone. */
  audience?: "leaders" | "owner";
  title: string;
  text: string;
  href: `/dashboard${string}`;
};

type Lasting = NewIncident & {
  /** What its end means; without it nobody is told of the end, and a person may dismiss it. */
  over?: string;
  /** What ends by itself until then is nobody's business. */
  tellAfterMs?: number;
};

/**
 * Something is broken. Staff see it on every screen, and are told by mail (server/connections/mail/alerts.ts), once until it ends:
 * beginning what has begun changes nothing. Call `host.wake()` after the commit.
 */
export async function beginIncident(
  db: Db,
  now: Date,
  { tellAfterMs = 0, over, ...incident }: Lasting,
): Promise<void> {
  const again = await db
    .update(table)
    .set({ endedAt: null, tellAt: null })
    .where(
      and(
        same(incident),
        gt(table.endedAt, new Date(now.getTime() - QUIET_MS)),
        isNotNull(table.toldAt),
        isNotNull(table.tellAt),
      ),
    )
    .returning({ id: table.id });
  if (again.length > 0) return;
  const tellAt = new Date(now.getTime() + tellAfterMs);
  await db
    .insert(table)
    .values({ ...columnsOf(incident), id: newId(), over, beganAt: now, tellAt })
    .onConflictDoNothing();
}

/** It is over, which is told to those who were told of it; `isGone` where it did not get well but went away. */
export async function endIncident(
  db: Db,
  now: Date,
  which: Which,
  { isGone = false }: { isGone?: boolean } = {},
): Promise<void> {
  const tellAt = new Date(now.getTime() + QUIET_MS).toISOString();
  await db
    .update(table)
    .set({
      endedAt: now,
      tellAt: isGone
        ? null
        : sql`case when told_at is not null and over is not null then ${tellAt}::timestamptz end`,
    })
    .where(and(same(which), isNull(table.endedAt)));
}

/**
 * Something happened that staff must know of: told once for each kind and key, for ever, and on every screen until
 * somebody dismisses it. Call `host.wake()` after the commit.
 */
export async function reportOnce(db: Db, now: Date, incident: NewIncident & { key: string }): Promise<void> {
  const { organizationId, kind, key } = incident;
  const id = idOfContent("incident", organizationId, kind, key);
  await db
    .insert(table)
    .values({ ...columnsOf(incident), id, beganAt: now, tellAt: now })
    .onConflictDoNothing();
}

/** Something that one person is to know of: told on every screen of theirs, once for each key, until they dismiss it. */
export async function tellPerson(
  db: Db,
  now: Date,
  { userId, ...incident }: Omit<NewIncident, "audience"> & { key: string; userId: string },
): Promise<void> {
  const { organizationId, kind, key } = incident;
  const id = idOfContent("incident", organizationId, kind, key);
  await db
    .insert(table)
    .values({ ...columnsOf({ ...incident }), audience: "person", userId, id, beganAt: now })
    .onConflictDoNothing();
}

/** What is wrong with a store now. */
export async function openIncidents(db: Db, organizationId: string) {
  return db
    .select({ kind: table.kind, key: table.key })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), isNull(table.endedAt)));
}

function same({ organizationId, kind, key = "" }: Which) {
  return and(eq(table.organizationId, organizationId), eq(table.kind, kind), eq(table.key, key));
}

function columnsOf({ key = "", audience = "leaders", ...incident }: NewIncident) {
  return { ...incident, key, audience };
}
