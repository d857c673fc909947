import { ne, type SQL, sql } from "drizzle-orm";
import { historyKinds, recordKinds, type TrashKind, trashKinds } from "#lib/contract/record-kinds.ts";
import { LONGEST_TAG } from "#lib/contract/tag-terms.ts";
import { skipWaiting } from "#server/outreach/automations/events.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { paging } from "#server/platform/db/paging.ts";
import { byId, patchRecord, texts, updateRecord, uuids } from "#server/platform/db/record.ts";
import { productCategories, type templates } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { tables } from "#server/platform/db/tables.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { machineTime } from "#server/platform/machine.ts";
import { forgetFiles } from "#server/records/files/store.ts";
import { keepRefusals, TRASH_DAYS, visibleTo } from "./journal.ts";
import { kinds } from "./kinds.ts";
import { rebuildCategoryNames } from "./rebuild-names.ts";
import { claim, currentReference, lockChanges, revert } from "./revert.ts";

export const trash = {
  "trash.list": async ({ user, query, read }) => {
    const { limit, offset } = paging(query);
    const { search = "" } = query;
    return read(async (db) => {
      const { rows } = await db.execute<Row>(sql`
        select record_id as id, change, kind, name, count::int, was, was->>'cost' as amount, actor_name as by, at,
          extract(epoch from at + make_interval(days => ${TRASH_DAYS}) - now()) / 86400 as days
        from (${visibleTrash(user)}) as going
        where nth = 1 ${inTrashFilter(user, query)}
          and strpos(latin_fold(name), latin_fold(${search.trim()})) > 0
        order by going.id desc limit ${limit} offset ${offset}`);
      const along = await dependentsOf(db, rows);
      return Promise.all(rows.map((row) => answer(db, row, along)));
    });
  },

  "trash.counts": async ({ user, read }) => {
    const { rows } = await read((db) =>
      db.execute<{ kind: string; count: number }>(
        sql`select kind, count(*)::int as count from (${visibleTrash(user)}) as going where nth = 1 group by kind`,
      ),
    );
    return rows;
  },

  "trash.restore": async ({ host, user, params: { id }, tenant }) => {
    const back = await tenant(async (db) => {
      const also: { id: string; name: string }[] = [];
      await lockChanges(db);
      const found = await find(db, user, id);
      await restoreParents(db, user, found.change, also);
      const kept = await bringBack(db, found);
      // A waiting list entry may have been restored.
      await db.execute(
        sql`update organizations set line_due_at = 'epoch' where id = ${user.organizationId}::uuid`,
      );
      // The invoice number of a sale that was imported again is taken.
      if (kept.some((one) => one.id === id))
        throw new HttpError(409, "This record was imported again in the meantime. Nothing was restored.");
      return { id, kind: found.kind, name: await finishRestoring(db, found), also };
    });
    host.wake();
    return back;
  },

  "trash.erase": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await lockChanges(db);
      const { change } = await find(db, user, id);
      await claim(db, change, "erase");
      await eraseChanges(db, sql`array[${change}::uuid]`);
    });
  },

  "trash.empty": async ({ user, tenant }) => {
    await tenant(async (db) => {
      // A bulk deletion may go on in other transactions of the same change.
      await lockChanges(db);
      const { rows } = await db.execute<{ change: string }>(sql`
        insert into reverts (organization_id, change, how)
          select distinct ${user.organizationId}::uuid, change, 'erase' from (${visibleTrash(user)}) as going
          on conflict do nothing returning change`);
      await eraseChanges(db, uuids(rows.map(({ change }) => change)));
    });
  },
} satisfies Partial<Handlers>;

function inTrashFilter(user: SignedIn, { kind, record }: { kind?: TrashKind; record?: string }): SQL {
  const ofKind = kind ? sql`and kind = ${kind}` : sql``;
  if (!record) return ofKind;
  const isIt = isId(record)
    ? sql`record_id = ${record}::uuid`
    : sql`kind = 'repair' and was->>'number' = ${record}`;
  return sql`and change in (select change from ${owned("journal")} where ${isIt} ${ofKind} and ${inTrash(user)})`;
}

async function eraseChanges(db: Db, changes: SQL): Promise<void> {
  await forgetFiles(db, filesIn(changes));
  const going = sql`${owned("journal", "gone")} where change = any (${changes}) and action = 'deleted' and was is not null`;
  await db.execute(keepRefusals(going, (table) => owned(table)));
  await db.execute(sql`select erase_from_journal(${changes})`);
}

function filesIn(changes: SQL): SQL {
  return sql`select record_id from ${owned("journal")} where change = any (${changes})
    and kind = 'file' and action = 'deleted'`;
}

type Row = {
  id: string;
  change: string;
  kind: TrashKind;
  name: string;
  count: number;
  was: Record<string, unknown>;
  amount: string | null;
  by: string | null;
  at: string;
  days: string;
};

const KINDS = texts(trashKinds);

/** An address that became the contact's first one isn't lost. */
function inTrash({ id, role }: SignedIn): SQL {
  return sql`action = 'deleted' and was is not null
    and actor_kind = 'person' and reason is null and at > now() - make_interval(days => ${TRASH_DAYS})
    and kind = any (${KINDS}) and ${visibleTo({ id })} ${role === "USER" ? sql`and actor_id = ${id}::uuid` : sql``}
    and not (kind = 'address' and exists (select from ${owned("journal", "moved")}
      where moved.change = journal.change and moved.kind = 'contact' and moved.action <> 'deleted'))
    and not exists (select from ${owned("reverts")} where reverts.change = journal.change)`;
}

/** The main record of each change has `nth` 1. */
function visibleTrash(user: SignedIn): SQL {
  return sql`select *, count(*) over (partition by change, kind) as count,
      row_number() over (partition by change order by array_position(${KINDS}, kind), id) as nth
    from ${owned("journal")} where ${inTrash(user)}`;
}

type Found = { id: string; change: string; kind: TrashKind; at: string };

/** Throws a 404 if the record isn't in this person's trash. */
async function find(db: Db, user: SignedIn, id: string): Promise<Found> {
  const found = await newestInTrash(db, user, sql`record_id = ${id}::uuid`);
  if (!found) throw notFound();
  return found;
}

async function newestInTrash(db: Db, user: SignedIn, which: SQL): Promise<Found | undefined> {
  const { rows } =
    await db.execute<Found>(sql`select record_id as id, change, kind, at::text from ${owned("journal")}
    where ${which} and ${inTrash(user)} order by id desc limit 1`);
  return rows[0];
}

async function bringBack(db: Db, found: Found) {
  const name = await otherName(db, found);
  return revert(db, found.change, "restore", name === null ? null : { id: found.id, name });
}

/**
 * Restores referenced records that are in the trash themselves. Without a permanently deleted contact, sales
 * and automations can be restored, but notes can't.
 */
async function restoreParents(db: Db, user: SignedIn, change: string, also: { id: string; name: string }[]) {
  for (const parent of await missingParents(db, change)) {
    const found = await lookUpParent(db, user, parent.id);
    if (!found) {
      const hidden = await lookUpParent(db, { ...user, role: "OWNER" }, parent.id);
      if (hidden) {
        throw new HttpError(
          409,
          `${parent.name || "The record it belongs to"} is also in the trash. Ask the owner or an admin to restore it.`,
        );
      }
      if (parent.isNeeded) throw new HttpError(409, `${neededWord(parent.to)} was deleted permanently.`);
      continue;
    }
    await restoreParents(db, user, found.change, also);
    await bringBack(db, found);
    also.push({ id: found.id, name: await finishRestoring(db, found) });
  }
}

/** Also finds the contact that a deleted one was merged into. */
async function lookUpParent(db: Db, user: SignedIn, id: string): Promise<Found | undefined> {
  return (
    (await newestInTrash(db, user, sql`record_id = ${id}::uuid`)) ??
    (await newestInTrash(db, user, sql`kind = 'contact' and was->'merged' ? ${id}`))
  );
}

function neededWord(table: string): string {
  const kind = kinds.find((one) => one.table === table)?.kind;
  const word = historyKinds.find((known) => known === kind);
  return word ? `Its ${recordKinds[word].word}` : "The record it belongs to";
}

type Parent = { id: string; name: string; to: string; isNeeded: boolean };

async function missingParents(db: Db, change: string): Promise<Parent[]> {
  const named = kinds.flatMap(({ kind, references }) =>
    references
      .filter(({ to }) => to !== "users")
      .map(
        ({ column, to, isNeeded }) => sql`
          select (was->>${column})::uuid as id, ${to} as table, ${isNeeded}::boolean as needed from ${owned("journal")}
          where change = ${change}::uuid and action = 'deleted'
            and kind = ${kind} and was->>${column} is not null
            and ${currentReference(to, sql`(was->>${column})::uuid`)} is null`,
      ),
  );
  const { rows } = await db.execute<Parent>(sql`
    select parent.id, min(parent.table) as to, bool_or(parent.needed) as "isNeeded", coalesce((select name from ${owned("journal", "gone")}
      where gone.record_id = parent.id and gone.action = 'deleted'
      order by gone.id desc limit 1), '') as name
    from (${sql.join(named, sql` union all `)}) as parent
    where parent.id not in (select record_id from ${owned("journal")}
      where change = ${change}::uuid and action = 'deleted')
    group by parent.id`);
  return rows;
}

const UNLISTED_KINDS = ["mail", "offer"];

type Dependents = { change: string; kind: string; count: number };

async function dependentsOf(db: Db, rows: Row[]): Promise<Dependents[]> {
  if (rows.length === 0) return [];
  const changes = uuids(rows.map(({ change }) => change));
  const found = await db.execute<Dependents>(sql`
    select change, kind, count(distinct record_id)::int as count from ${owned("journal")}
    where change = any (${changes}) and action <> 'created'
    group by change, kind`);
  return found.rows;
}

async function answer(db: Db, row: Row, along: Dependents[]) {
  const { id, kind, name, count, was, amount, by, at, days } = row;
  const text = (column: string) => (typeof was[column] === "string" ? was[column] : null);
  return {
    id,
    kind,
    name: kind === "sale" ? (text("invoice_number") ?? text("product_category_name") ?? "") : name,
    count,
    of:
      kind === "sale"
        ? text("contact_name")
        : was.contact_id
          ? (await nameInJournal(db, was.contact_id)) || null
          : null,
    amount,
    along: along
      .filter((one) => one.change === row.change && one.kind !== kind && !UNLISTED_KINDS.includes(one.kind))
      .map((one) => ({ kind: one.kind, count: one.count })),
    ...(await nameFor(db, row)),
    deletedBy: by ?? "",
    deletedAt: new Date(at).toISOString(),
    daysLeft: Math.max(0, Math.ceil(Number(days))),
  };
}

type Thing = { id: string; kind: TrashKind; at: string };

const MAX_NAME_LENGTH = 100;

/** A store's table whose records people only distinguish by name. */
function namedTable(kind: TrashKind): typeof templates | undefined {
  const found = tables.find((one) => one.kind === kind && one.whose === "store");
  return found?.columns.some(({ name }) => name === "name") ? (found.table as typeof templates) : undefined;
}

/** Renames a restored record if its name is taken, pauses an automation deleted long ago. Returns the name. */
async function finishRestoring(db: Db, thing: Thing): Promise<string> {
  const { id, kind } = thing;
  const table = namedTable(kind);
  if (!table) return nameInJournal(db, id);
  const [now] = await db.select({ name: table.name }).from(table).where(byId(table, id));
  const name = now?.name ?? "";
  const newName = await freeName(db, kind, id, name);
  if (newName) {
    await updateRecord(db, table, id, { name: newName });
    if (kind === "category") await rebuildCategoryNames(db, sql`${productCategories.id} = ${id}`);
  }
  if (kind === "automation" && wasLongAway(thing)) await pause(db, id);
  return newName ?? name;
}

async function nameFor(db: Db, thing: Thing & { was: Record<string, unknown> }) {
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
async function otherName(db: Db, { id, kind }: Thing): Promise<string | null> {
  if (kind !== "tag") return null;
  return freeName(db, kind, id, await nameInJournal(db, id));
}

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

async function nameInJournal(db: Db, id: unknown): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from ${owned("journal")}
    where record_id = ${id}::uuid order by id desc limit 1`);
  return rows[0]?.name ?? "";
}
