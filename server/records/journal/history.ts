import { type SQL, sql } from "drizzle-orm";
import { type Action, type ActorKind, actorKinds } from "#lib/contract/journal.ts";
import { type HistoryKind, historyKinds } from "#lib/contract/record-kinds.ts";
import { startOfDay } from "#lib/time/clock.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { paging } from "#server/platform/db/paging.ts";
import { getStore, updateStore } from "#server/platform/db/store.ts";
import { referencesTo, tables } from "#server/platform/db/tables.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { visibleTo } from "./journal.ts";
import { isQuiet, kinds } from "./kinds.ts";
import { definitionsIn, ownChanges } from "./own-changes.ts";
import { isThere } from "./revert.ts";

export const history = {
  "history.list": async ({ user, query, read }) => {
    const { kind, who, from, to } = query;
    return read(async (db) => {
      const where = [
        kind ? sql`and kind = ${kind}` : sql`and kind in ${LISTED_KINDS}`,
        who ? by(who) : sql``,
        ...(from || to ? between(await timezoneOf(db), from, to) : []),
      ];
      return page(db, user, sql.join(where, sql` `), query);
    });
  },

  "history.ofRecord": async ({ user, params: { id }, query, read }) =>
    read(async (db) => {
      const known = sql`and (record_id = any (${relatedTo(id)}) or of_id = ${id}::uuid) and kind in ${kinds.map(({ kind }) => kind)}`;
      if (query.before !== undefined && !isId(query.before)) throw notFound();
      const older = query.before ? sql`and id < ${query.before}::uuid` : sql``;
      const entries = await page(db, user, sql`${known} ${older}`, {});
      // Records from before the journal have no entries.
      if (entries.length === 0 && !query.before && !(await exists(db, id))) throw notFound();
      return entries;
    }),

  "history.settings": async ({ read }) => {
    const { journalDays } = await read((db) => getStore(db));
    return { days: journalDays };
  },

  "history.setSettings": async ({ body: { days }, tenant }) => {
    await tenant((db) => updateStore(db, { journalDays: days }));
  },
} satisfies Partial<Handlers>;

/** The id itself, and for a contact those of its current and former relations. */
function relatedTo(id: string) {
  return sql`array(
    select ${id}::uuid
    union all select id from ${owned("relations")} where contact_id = ${id}::uuid
    union all select id from ${owned("relations")} where other_id = ${id}::uuid
    union all select record_id from ${owned("journal")} where kind = 'relation'
      and action = 'deleted' and ${id} in (was->>'contact_id', was->>'other_id'))`;
}

const LISTED_KINDS = historyKinds.filter((kind) => kind !== "mail");

function by(who: string): SQL {
  if (isId(who)) return sql`and actor_kind = 'person' and actor_id = ${who}::uuid`;
  const kind = actorKinds.find((known) => known === who);
  if (!kind || kind === "person") throw notFound();
  return sql`and actor_kind <> 'person' and actor_kind = ${kind}`;
}

/** Ids start with their time, so the index finds old days quickly. */
function between(timezone: string, from?: string, to?: string): SQL[] {
  return [
    ...(from ? [sql`and id >= ${firstIdAt(startOfDay(from, timezone))}::uuid`] : []),
    ...(to ? [sql`and id < ${firstIdAt(startOfDay(to, timezone, 1))}::uuid`] : []),
  ];
}

export function firstIdAt(moment: number): string {
  const hex = Math.max(0, moment).toString(16).padStart(12, "0").slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const NAMED = tables
  .filter(({ kind, columns }) => kind && columns.some(({ name }) => name === "name"))
  .map(({ name }) => name)
  .filter((name) => referencesTo(name).length > 0);

async function exists(db: Db, id: string): Promise<boolean> {
  const somewhere = sql.join(
    kinds.map(({ table }) => isThere(table, sql`${id}::uuid`)),
    sql` or `,
  );
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${somewhere} as found`);
  return rows[0]?.found === true;
}

type Row = {
  id: string;
  at: string;
  kind: HistoryKind;
  recordId: string;
  name: string;
  action: Action;
  reason: "restore" | "revert" | "merge" | null;
  actorKind: ActorKind;
  actorName: string | null;
  was: Record<string, unknown> | null;
  now: Record<string, unknown> | null;
  ofId: string | null;
};

async function page(db: Db, user: SignedIn, where: SQL, query: Parameters<typeof paging>[0]) {
  const { limit, offset } = paging(query);
  const { rows } = await db.execute<Row>(sql`
    select id, at, kind, record_id as "recordId", name, action, reason, actor_kind as "actorKind",
      actor_name as "actorName", case when action = 'changed' then was end as was, now, of_id as "ofId"
    from ${owned("journal")} where ${visibleTo(user)} ${where}
    order by id desc limit ${limit} offset ${offset}`);
  const names = await namesIn(
    db,
    rows.flatMap(({ was, now, ofId }) => [was, now, { ofId }]),
  );
  const own = await definitionsIn(
    db,
    rows.flatMap(({ was, now }) => [was, now]),
  );
  return rows.map(({ actorKind, actorName, was, now, at, ofId, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    actor: { kind: actorKind, name: actorName },
    changes: ofId
      ? ownerOf(row.action, names.get(ofId))
      : [...fieldsOf(row.kind, was, now, names), ...ownChanges(was, now, own)],
  }));
}

function ownerOf(action: Action, name = "") {
  const [from, to] = action === "deleted" ? [name, null] : [null, name];
  return [{ field: "contact_id", from, to }];
}

export function fieldsOf(kind: string, was: Row["was"], now: Row["now"], names: ReadonlyMap<string, string>) {
  if (!was || !now) return [];
  const shown = (value: unknown): string | null => {
    if (value === null || value === undefined || typeof value === "object") return listed(value);
    const text = String(value);
    return isId(text) ? (names.get(text) ?? null) : text;
  };
  // Lists of ids or words, but not the hours of a week.
  const listed = (value: unknown): string | null =>
    Array.isArray(value) && value.every((one) => typeof one !== "object" && typeof one !== "boolean")
      ? value.map(shown).join(", ") || null
      : null;
  return Object.keys(was)
    .filter((field) => !isQuiet(kind, field) && field !== "fields")
    .map((field) => {
      // JSON conditions are not readable.
      const read = field === "segment" ? () => null : shown;
      return { field, from: read(was[field]), to: read(now[field]) };
    });
}

/** The current name, or the name at deletion. */
export async function namesIn(
  db: Db,
  rows: (Record<string, unknown> | null)[],
): Promise<ReadonlyMap<string, string>> {
  const values = rows.flatMap((row) => Object.values(row ?? {})).flat();
  const ids = [
    ...new Set(values.filter((value): value is string => typeof value === "string" && isId(value))),
  ];
  if (ids.length === 0) return new Map();
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`;
  const found = await db.execute<{ id: string; name: string }>(sql`
    select record_id as id, name from (
      select distinct on (record_id) record_id, name from ${owned("journal")}
      where record_id in ${wanted} order by record_id, id desc) as latest
    union all select id, trim(first_name || ' ' || last_name) from ${owned("contacts")} where id in ${wanted}
    union all select id, trim(first_name || ' ' || last_name) from ${owned("users")} where id in ${wanted}
    union all select id, name from shared_categories where id in ${wanted}
    ${sql.join(
      NAMED.map((table) => sql`union all select id, name from ${owned(table)} where id in ${wanted}`),
      sql` `,
    )}`);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}
