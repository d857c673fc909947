import { ne, sql } from "drizzle-orm";
import type { TrashKind } from "#lib/contract/record-kinds.ts";
import { LONGEST_TAG } from "#lib/contract/tag-terms.ts";
import { skipWaiting } from "#server/outreach/automations/events.ts";
import type { Db } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { byId, nextVersion, patchRecord } from "#server/platform/db/record.ts";
import { productCategories, type templates } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { tables } from "#server/platform/db/tables.ts";
import { machineTime } from "#server/platform/machine.ts";
import { rebuildCategoryNames } from "./rebuild-names.ts";

type Thing = { id: string; kind: TrashKind; at: string };

const MAX_NAME_LENGTH = 100;

/** A store's table whose records people only distinguish by name. */
function namedTable(kind: TrashKind): typeof templates | undefined {
  const found = tables.find((one) => one.kind === kind && one.whose === "store");
  return found?.columns.some(({ name }) => name === "name") ? (found.table as typeof templates) : undefined;
}

/**
 * Renames a restored record if its name is taken, and pauses an automation that was deleted for long. Returns
 * the name.
 */
export async function finishRestoring(db: Db, thing: Thing): Promise<string> {
  const { id, kind } = thing;
  const table = namedTable(kind);
  if (!table) return nameInJournal(db, id);
  const [now] = await db.select({ name: table.name }).from(table).where(byId(table, id));
  const name = now?.name ?? "";
  const newName = await freeName(db, kind, id, name);
  if (newName) {
    await db
      .update(table)
      .set({ name: newName, ...nextVersion(table) })
      .where(byId(table, id));
    if (kind === "category") await rebuildCategoryNames(db, sql`${productCategories.id} = ${id}`);
  }
  if (kind === "automation" && wasLongAway(thing)) await pause(db, id);
  return newName ?? name;
}

export async function nameFor(db: Db, thing: Thing & { was: Record<string, unknown> }) {
  const { id, kind, was } = thing;
  return {
    newName: await freeName(db, kind, id, String(was.name ?? "")),
    isPaused: kind === "automation" && was.is_active === true && wasLongAway(thing),
  };
}

const SOON_MS = 600_000;

/** An automation that was deleted for long must not send unexpected email. */
function wasLongAway({ at }: Thing): boolean {
  return machineTime() - Date.parse(at) > SOON_MS;
}

async function pause(db: Db, id: string): Promise<void> {
  await skipWaiting(db, { id }, "The automation was deleted");
  await patchRecord(db, automations, id, { isActive: false, nextRunAt: null });
}

/** Null if the name is free. Tag names are unique. */
export async function otherName(db: Db, { id, kind }: Thing): Promise<string | null> {
  if (kind !== "tag") return null;
  return freeName(db, kind, id, await nameInJournal(db, id));
}

/** Null if the name is free. */
async function freeName(db: Db, kind: TrashKind, id: string, name: string): Promise<string | null> {
  const longest = kind === "tag" ? LONGEST_TAG : MAX_NAME_LENGTH;
  const table = namedTable(kind);
  if (!table) return null;
  const others = await db
    .select({ name: sql<string>`lower(${table.name})` })
    .from(table)
    .where(ne(table.id, id));
  const taken = new Set(others.map((other) => other.name));
  if (!taken.has(name.toLowerCase())) return null;
  for (let number = 2; ; number++) {
    const end = ` ${number}`;
    const next = name.slice(0, longest - end.length).trimEnd() + end;
    if (!taken.has(next.toLowerCase())) return next;
  }
}

async function nameInJournal(db: Db, id: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from ${owned("journal")}
    where record_id = ${id}::uuid order by id desc limit 1`);
  return rows[0]?.name ?? "";
}
