import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import {
  isChoice,
  MOST_FIELDS,
  type OwnSubject,
  type OwnValue,
  type OwnValues,
} from "#lib/contract/field-terms.ts";
import type { OwnFieldForm } from "#lib/contract/own-fields.ts";
import { checkedValue, type SentValues } from "#lib/contract/own-values.ts";
import { placeholderOf } from "#lib/contract/placeholders.ts";
import { lockStore } from "#server/booking/book.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { isOwned, owned } from "#server/platform/db/owned.ts";
import {
  byId,
  checkQuota,
  countRows,
  explainRefusal,
  getRecord,
  lockRecord,
  updateRecord,
} from "#server/platform/db/record.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { ownFields, ownFields as table } from "#server/platform/db/schema-records.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export async function fieldsOf(db: Db, of?: OwnSubject) {
  const { organizationId: _, position, createdAt, updatedAt, ...columns } = getTableColumns(table);
  return db
    .select(columns)
    .from(table)
    .where(of && eq(table.of, of))
    .orderBy(asc(table.position), asc(table.id));
}

type Card = { id: string; fields: OwnValues; updatedAt: Date };

/** The chosen value of each field, else the newest. */
export function mergedValues(cards: readonly Card[], from: Record<string, string> = {}): OwnValues {
  const newest = cards.toSorted((a, b) => +b.updatedAt - +a.updatedAt);
  const merged: OwnValues = {};
  for (const id of new Set(cards.flatMap(({ fields }) => Object.keys(fields)))) {
    const wanted = from[id]?.toLowerCase();
    const card = wanted ? cards.find((one) => one.id === wanted) : newest.find(({ fields }) => id in fields);
    if (!card) throw notFound();
    const value = card.fields[id];
    if (value !== undefined) merged[id] = value;
  }
  return merged;
}

const MAX_BYTES = 32_000;

type Definition = typeof ownFields.$inferSelect;

/** If any values are sent, required ones must be among them. */
export async function newValues(db: Db, of: OwnSubject, sent: SentValues | undefined) {
  if (!sent) return {};
  const required = await db
    .select({ id: ownFields.id, label: ownFields.label })
    .from(ownFields)
    .where(and(eq(ownFields.of, of), eq(ownFields.isRequired, true), eq(ownFields.isArchived, false)));
  const missing = required.find(({ id }) => !(id in sent));
  if (missing) throw new HttpError(422, `${missing.label}: Required`);
  const { set } = await checked(db, of, sent);
  return { fields: set };
}

export async function changedValues(db: Db, of: OwnSubject, sent: SentValues | undefined) {
  if (!sent || Object.keys(sent).length === 0) return {};
  const { set, taken } = await checked(db, of, sent);
  return { fields: sql`(fields || ${JSON.stringify(set)}::jsonb) - ${sql.param(taken)}::text[]` };
}

async function checked(db: Db, of: OwnSubject, sent: SentValues) {
  if (Buffer.byteLength(JSON.stringify(sent)) > MAX_BYTES)
    throw new HttpError(
      422,
      `The fields of a ${of === "sales" ? "sale" : "contact"} can hold at most 32 kB. Shorten a text.`,
    );
  const known = await definitions(db, Object.keys(sent));
  const set: OwnValues = {};
  const taken: string[] = [];
  for (const [id, value] of Object.entries(sent)) {
    const field = known.get(id);
    if (field?.of !== of) throw new HttpError(404, "One of these fields was deleted. Reload the page.");
    const found = checkedValue(field, value);
    if ("wrong" in found) throw new HttpError(422, `${field.label}: ${found.wrong}`);
    if (found.value === null) taken.push(id);
    else set[id] = found.value as OwnValue;
  }
  return { set, taken };
}

export async function lockFields(db: Db, ids: string[]): Promise<Set<string>> {
  return ids.length > 0 ? new Set((await definitions(db, ids)).keys()) : new Set();
}

async function definitions(db: Db, ids: string[]): Promise<Map<string, Definition>> {
  const rows = await db
    .select()
    .from(ownFields)
    .where(inArray(sql`${ownFields.id}::text`, ids))
    .for("share");
  return new Map(rows.map((row) => [row.id, row]));
}

export const fields = {
  "fields.list": async ({ read }) => read((db) => fieldsOf(db)),

  "fields.create": async ({ body, tenant }) => {
    return tenant(async (db) => {
      await lockStore(db);
      await checkQuota(db, table, "fields", MOST_FIELDS - body.fields.length + 1);
      const first = await nextPosition(db);
      const taken = await placeholdersOf(db);
      const rows = body.fields.map((form, i) => {
        const placeholder = placeholderOf(form, taken);
        taken.push(placeholder);
        const { kind, of = "contacts" } = form;
        return { id: newId(), of, ...columns(form), kind, placeholder, position: first + i };
      });
      await db.insert(table).values(rows);
      return { ids: rows.map(({ id }) => id) };
    });
  },

  "fields.update": async ({ params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const stored = await lockRecord(db, table, id);
      if (body.version !== undefined && body.version !== stored.version)
        throw await explainRefusal(db, table, id);
      if (isChoice(stored.kind) && body.options.length === 0)
        throw new HttpError(422, "options: At least one option");
      const options = await keptOptions(db, stored, body.options);
      const { isArchived = stored.isArchived } = body;
      const placeholder = stored.placeholder || placeholderOf(body, await placeholdersOf(db));
      await updateRecord(db, table, id, { ...columns(body), options, placeholder, isArchived });
      const words = JSON.stringify(stored.options) !== JSON.stringify(options);
      const isFound = body.isSearchable && !isArchived;
      if (isFound !== (stored.isSearchable && !stored.isArchived) || (isFound && words))
        await rebuildSearch(db, stored);
    });
    return { id };
  },

  "fields.order": async ({ body, tenant }) => {
    const order = JSON.stringify(body.fields.map(({ id, group }, position) => ({ id, group, position })));
    await tenant((db) =>
      db.execute(sql`
        update own_fields set position = wanted.position, group_name = wanted."group"
        from jsonb_to_recordset(${order}::jsonb) as wanted (id text, "group" text, position int)
        where ${isOwned("own_fields")} and own_fields.id::text = wanted.id
          and (own_fields.position, own_fields.group_name) is distinct from (wanted.position, wanted."group")`),
    );
  },

  "fields.usage": async ({ params: { id }, read }) =>
    read(async (db) => {
      const found = await getRecord(db, table, id);
      return { count: await usersOf(db, found) };
    }),

  "fields.delete": async ({ params: { id }, tenant }) =>
    tenant(async (db) => {
      const stored = await lockRecord(db, table, id);
      const count = await usersOf(db, stored);
      if (count > 0 && !stored.isArchived) {
        await updateRecord(db, table, id, { isArchived: true });
        if (stored.isSearchable) await rebuildSearch(db, stored);
        return { count, isArchived: true };
      }
      // Deleting an archived field again deletes its values.
      if (count > 0)
        await db
          .update(holders(stored))
          .set({ fields: sql`fields - ${id}::text` })
          .where(having(stored));
      await db.delete(table).where(byId(table, id));
      return { count, isArchived: false };
    }),
} satisfies Partial<Handlers>;

async function placeholdersOf(db: Db): Promise<string[]> {
  const { placeholder } = table;
  const rows = await db.select({ placeholder }).from(table);
  return rows.map((row) => row.placeholder);
}

function columns({ options, suffix, ...form }: Omit<OwnFieldForm, "kind" | "of">) {
  const { label, group, isRequired, isSearchable, isWarning } = form;
  const offered = options.map((one) => ({ ...one, isArchived: false }));
  return { label, group, suffix, options: offered, isRequired, isSearchable, isWarning };
}

type Field = Pick<typeof table.$inferSelect, "id" | "of">;

function holders({ of }: Pick<Field, "of">) {
  // Both tables have the columns that are used here.
  return of === "sales" ? (purchases as unknown as typeof contacts) : contacts;
}

function having(field: Field) {
  return sql`${holders(field).fields} ? ${field.id}::text`;
}

async function usersOf(db: Db, field: Field): Promise<number> {
  return countRows(db, holders(field), having(field));
}

/** Any update of `search` makes a trigger build it again. */
async function rebuildSearch(db: Db, field: Field): Promise<void> {
  await db.update(holders(field)).set({ search: sql`search` }).where(having(field));
}

async function nextPosition(db: Db): Promise<number> {
  const [found] = await db
    .select({ next: sql<number>`coalesce(max(${table.position}) + 1, 0)`.mapWith(Number) })
    .from(table);
  return found?.next ?? 0;
}

/** Removed options that are in use stay, archived. */
async function keptOptions(db: Db, stored: typeof table.$inferSelect, wanted: OwnFieldForm["options"]) {
  if (!isChoice(stored.kind)) return [];
  const left = stored.options.filter((one) => !wanted.some(({ id }) => id === one.id));
  const offered = wanted.map((one) => ({ ...one, isArchived: false }));
  if (left.length === 0) return offered;
  const value = sql`fields -> ${stored.id}::text`;
  const { rows } = await db.execute<{ chosen: string }>(sql`
    select distinct chosen from ${owned(holders(stored))}, lateral jsonb_array_elements_text(
      case jsonb_typeof(${value}) when 'array' then ${value} when 'string' then jsonb_build_array(${value}) else '[]' end) as chosen
    where ${having(stored)}`);
  const chosen = new Set(rows.map((row) => row.chosen));
  return [
    ...offered,
    ...left.filter(({ id }) => chosen.has(id)).map((one) => ({ ...one, isArchived: true })),
  ];
}
