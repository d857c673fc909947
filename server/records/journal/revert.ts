import { type SQL, sql } from "drizzle-orm";
import { setChangeReason } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isOwned, owned, storeId } from "#server/platform/db/owned.ts";
import { reverts } from "#server/platform/db/schema-journal.ts";
import { HttpError } from "#server/platform/errors.ts";
import { type Kind, kinds } from "./kinds.ts";
import { type KeptRecord, rebuildNames } from "./rebuild-names.ts";

/** Restored with a new name, because its old one is taken. */
type Renamed = { id: string; name: string } | null;

/** An import is undone in one transaction, and erasing a person searches the whole journal. */
export const TIMEOUT = sql`set local statement_timeout = '10min'`;

/**
 * Undoes a change in the caller's transaction. Restores deleted records, resets columns that still have the
 * change's value, and deletes created records that nobody used since. Triggers no automation or email.
 * Returns the records it kept. A second attempt gets a 409.
 */
export async function revert(
  db: Db,
  change: string,
  how: "restore" | "revert",
  renamed?: Renamed,
): Promise<KeptRecord[]> {
  await db.execute(TIMEOUT);
  await claim(db, change, how);
  await setChangeReason(db, how);
  const present = await kindsOf(db, change);
  const kept: KeptRecord[] = [];
  for (const kind of present.deleted) kept.push(...(await insertAgain(db, change, kind, renamed)));
  const halfBack: KeptRecord[] = [];
  for (const kind of present.changed) {
    const rows = await setBack(db, change, kind);
    kept.push(...rows.filter(({ isKept }) => isKept).map(({ isKept: _, ...one }) => one));
    halfBack.push(...rows);
  }
  await rebuildNames(db, change, halfBack);
  for (const kind of present.created.toReversed()) kept.push(...(await remove(db, change, kind)));
  return kept;
}

/** One bulk change, undo or use of the trash at a time per store. */
export async function lockChanges(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('changes ' || ${storeId}, 0))`);
}

/** Allows one undo or permanent deletion per change. */
export async function claim(db: Db, change: string, how: "restore" | "revert" | "erase"): Promise<void> {
  const claimed = await db
    .insert(reverts)
    .values({ change, how })
    .onConflictDoNothing()
    .returning({ change: reverts.change });
  if (claimed.length === 0) throw new HttpError(409, "Someone else has already done this.");
}

async function kindsOf(db: Db, change: string) {
  const { rows } = await db.execute<{ kind: string; action: string }>(
    sql`select distinct kind, action from ${owned("journal")} where change = ${change}::uuid`,
  );
  const having = (action: string) =>
    kinds.filter(({ kind }) => rows.some((row) => row.kind === kind && row.action === action));
  return { created: having("created"), changed: having("changed"), deleted: having("deleted") };
}

/** Except for records that also have an entry with the action `but`. */
function entriesOf(change: string, { kind }: Kind, action: string, but?: string): SQL {
  const both = sql`and record_id not in (select record_id from ${owned("journal")}
    where change = ${change}::uuid and kind = ${kind} and action = ${but})`;
  return sql`select * from ${owned("journal")} where change = ${change}::uuid and kind = ${kind} and action = ${action}
    ${but ? both : sql``}`;
}

const column = (name: string) => sql.identifier(name);
const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const names = (columns: string[]) => sql`${`{${columns}}`}::text[]`;

export function isThere(to: string, value: SQL): SQL {
  return sql`exists ${itself(to, value)}`;
}

function itself(to: string, value: SQL): SQL {
  const shared = sql`union all select named.id from shared_categories named where named.id = ${value}`;
  return sql`(select named.id from ${owned(to, "named")}
    where named.id = ${value}
    ${to === "product_categories" ? shared : sql``})`;
}

/** A merged contact's id becomes the id of the contact it was merged into. Null if deleted. */
export function currentReference(to: string, value: SQL): SQL {
  if (to !== "contacts") return itself(to, value);
  return sql`coalesce(${itself(to, value)}, (select kept.id from ${owned("contacts", "kept")}
    where kept.merged <> '{}' and kept.merged @> array[${value}]
    order by kept.id limit 1))`;
}

function standingValue({ references }: Kind): (value: SQL) => SQL {
  return (value) => {
    const named = references.map(
      ({ column: name, to }) =>
        sql`when key = ${name} and ${value} <> 'null' then to_jsonb(${currentReference(to, sql`(${value} #>> '{}')::uuid`)})`,
    );
    return named.length > 0 ? sql`case ${sql.join(named, sql` `)} else ${value} end` : value;
  };
}

/** References to permanently deleted records become null, or skip the record. Later columns get their default. */
async function insertAgain(db: Db, change: string, kind: Kind, renamed: Renamed = null) {
  const { table, references } = kind;
  const target = column(table);
  const gone = sql`${entriesOf(change, kind, "deleted", "created")} and was is not null`;
  const known = sql`(select jsonb_agg(key order by key) from jsonb_object_keys(was) as key)`;
  const shapes = await db.execute<{ known: string[] }>(
    sql`select distinct ${known} as known from (${gone}) as gone`,
  );
  const value = (name: string) => {
    const reference = references.find((one) => one.column === name);
    const stored = sql`r.${column(name)}`;
    if (name === "name" && renamed)
      return sql`case when r.id = ${renamed.id}::uuid then ${renamed.name} else ${stored} end`;
    return reference ? currentReference(reference.to, stored) : stored;
  };
  const needed = references.filter(({ isNeeded }) => isNeeded).map(({ column: name }) => name);
  const kept: KeptRecord[] = [];
  for (const shape of shapes.rows) {
    const columns = kind.columns.filter((name) => shape.known.includes(name));
    const { rows } = await db.execute<KeptRecord>(sql`
      with gone as materialized (${gone} and ${known} = ${JSON.stringify(shape.known)}::jsonb),
      again as (
        insert into ${target} (${list(columns.map((name) => sql`${column(name)}`))})
          select * from (
            select ${list(columns.map((name) => sql`${value(name)} as ${column(name)}`))}
            from gone, jsonb_populate_record(null::${target}, gone.was) as r) as back
          where true ${sql.join(
            needed.map((name) => sql`and back.${column(name)} is not null`),
            sql` `,
          )}
          on conflict do nothing
          returning id)
      select ${kind.kind} as kind, record_id as id, name from gone where record_id not in (select id from again)`);
    kept.push(...rows);
  }
  return kept;
}

/** Resets columns that nobody has changed since. Returns the other records; `isKept` unless those are all derived. */
async function setBack(db: Db, change: string, kind: Kind): Promise<(KeptRecord & { isKept: boolean })[]> {
  const target = column(kind.table);
  const columns = kind.columns.filter((name) => name !== "organization_id" && name !== "id");
  const quiet = names([...kind.quiet, "merged"]);
  const stands = standingValue(kind);
  const isVersioned = columns.includes("version");
  // An open form gets a conflict.
  const next = isVersioned
    ? sql`case when entry.now ? 'version' and present.row->'version' is distinct from entry.now->'version'
        then jsonb_build_object('version', (present.row->>'version')::int + 1, 'updated_at', now()) else '{}' end`
    : sql`'{}'::jsonb`;
  const { rows } = await db.execute<KeptRecord & { isKept: boolean }>(sql`
    with changed as (${entriesOf(change, kind, "changed", "created")}),
    entry as materialized (
      select record_id, min(name) as name, jsonb_object_agg(key, value order by id desc) as was,
        jsonb_object_agg(key, changed.now->key order by id) as now
      from changed, jsonb_each(changed.was) group by record_id),
    present as materialized (
      select t.id, to_jsonb(t) as row from entry join ${owned(kind.table, "t")}
        on t.id = entry.record_id for update of t),
    patch as materialized (
      select entry.record_id, entry.name, present.id is null or former.is_kept as is_kept, former.is_half,
        case when former.back is not null then former.back || ${next} end as back
      from entry left join present on present.id = entry.record_id, lateral (
        select jsonb_object_agg(key, back) filter (where is_as_left and back is not null) as back,
          bool_or(not is_as_left and key <> all (${quiet})) as is_kept,
          bool_or(not is_as_left) as is_half
        from jsonb_each(entry.was), lateral (
          select ${stands(sql`value`)} as back,
            present.row->key in (entry.now->key, coalesce(${stands(sql`(entry.now->key)`)}, entry.now->key)) as is_as_left
        ) as settled) as former),
    done as (
      update ${target} t set (${list(columns.map((name) => sql`${column(name)}`))}) =
          (select ${list(columns.map((name) => sql`r.${column(name)}`))} from jsonb_populate_record(t, patch.back) as r)
        from patch where ${isOwned("t")} and t.id = patch.record_id
          and patch.back is not null)
    select ${kind.kind} as kind, record_id as id, name, is_kept as "isKept" from patch where is_kept or is_half`);
  return rows;
}

/** `own`: records of the change, with changed columns as `keys` (null: all). `edited`: since, and not undone. */
function ownAndEdited(change: string, kind: Kind): SQL {
  const stands = standingValue(kind);
  const quiet = names(kind.quiet);
  return sql`own as materialized (
      select record_id, name, null::text[] as keys, id from (${entriesOf(change, kind, "created", "deleted")}) as made
      union all
      select record_id, min(name), array_agg(key), min(changed.id::text)::uuid
        from (${entriesOf(change, kind, "changed", "created")}) as changed, jsonb_object_keys(changed.was) as key
        group by record_id),
    left_behind as materialized (
      select distinct on (later.record_id, key) later.record_id, key, value
      from own join ${owned("journal", "later")}
          on later.record_id = own.record_id and later.id > own.id and later.change <> ${change}::uuid
          and later.action = 'changed',
        jsonb_each(later.was)
      where key <> all (${quiet}) and (own.keys is null or key = any (own.keys))
      order by later.record_id, key, later.id),
    edited as materialized (
      select distinct record_id from left_behind
      join ${owned(kind.table, "t")} on t.id = record_id,
        lateral (select to_jsonb(t) as row) as present
      where present.row ? key
        and present.row->key not in (value, coalesce(${stands(sql`value`)}, value)))`;
}

export async function editedSince(db: Db, change: string): Promise<KeptRecord[]> {
  const { created, changed } = await kindsOf(db, change);
  const kept: KeptRecord[] = [];
  for (const kind of kinds.filter((one) => created.includes(one) || changed.includes(one))) {
    const { rows } = await db.execute<KeptRecord>(sql`
      with ${ownAndEdited(change, kind)}
      select ${kind.kind} as kind, coalesce(stands.id, record_id) as id, name from own,
          lateral (select ${currentReference(kind.table, sql`own.record_id`)} as id) as stands
        where record_id in (select record_id from edited)
          or stands.id is distinct from record_id
            and (keys is not null or stands.id not in (select record_id from own))`);
    kept.push(...rows);
  }
  return kept;
}

/** Keeps those that were changed, referenced, or merged into since. */
async function remove(db: Db, change: string, kind: Kind): Promise<KeptRecord[]> {
  const named = kind.namedBy.map(
    ([table, name]) => sql`or exists (select from ${owned(table, "named")}
      where named.${column(name)} = made.record_id)`,
  );
  const { rows } = await db.execute<KeptRecord>(sql`
    with ${ownAndEdited(change, kind)},
    made as materialized (select record_id, name from own where keys is null),
    kept as materialized (
      select record_id from made where record_id in (select record_id from edited) ${sql.join(named, sql` `)}),
    done as (
      delete from ${column(kind.table)} t using made
        where ${isOwned("t")} and t.id = made.record_id
          and made.record_id not in (select record_id from kept))
    select ${kind.kind} as kind, stands.id, name from made,
        lateral (select ${currentReference(kind.table, sql`made.record_id`)} as id) as stands
      where stands.id = record_id and record_id in (select record_id from kept)
        or stands.id <> record_id and stands.id not in (select record_id from made)`);
  return rows;
}
