import { and, eq, sql } from "drizzle-orm";
import { isChoice, MOST_FIELDS } from "#lib/contract/field-terms.ts";
import type { OwnFieldForm } from "#lib/contract/own-fields.ts";
import { placeholderOf } from "#lib/contract/placeholders.ts";
import { lockStore } from "#server/booking/book.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { byId, checkQuota, explainRefusal, nextVersion } from "#server/platform/db/record.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { ownFields as table } from "#server/platform/db/schema-fields.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { fieldsOf } from "./definitions.ts";

type Owner = { organizationId: string };

export const fields = {
  "fields.list": async ({ user, read }) => read((db) => fieldsOf(db, user)),

  "fields.create": async ({ user, body, tenant }) => {
    const { organizationId } = user;
    return tenant(async (db) => {
      await lockStore(db, organizationId);
      await checkQuota(db, table, user, "fields", MOST_FIELDS - body.fields.length + 1);
      const first = await nextPosition(db, user);
      const taken = await placeholdersOf(db, user);
      const rows = body.fields.map((form, i) => {
        const placeholder = placeholderOf(form, taken);
        taken.push(placeholder);
        const { kind, of = "contacts" } = form;
        return { organizationId, id: newId(), of, ...columns(form), kind, placeholder, position: first + i };
      });
      await db.insert(table).values(rows);
      return { ids: rows.map(({ id }) => id) };
    });
  },

  "fields.update": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const stored = await locked(db, user, id);
      if (body.version !== undefined && body.version !== stored.version)
        throw await explainRefusal(db, table, user, id);
      if (isChoice(stored.kind) && body.options.length === 0)
        throw new HttpError(422, "options: At least one option");
      const options = await keptOptions(db, user, stored, body.options);
      const { isArchived = stored.isArchived } = body;
      const placeholder = stored.placeholder || placeholderOf(body, await placeholdersOf(db, user));
      await db
        .update(table)
        .set({ ...columns(body), options, placeholder, isArchived, ...nextVersion(table) })
        .where(byId(table, user, id));
      const words = JSON.stringify(stored.options) !== JSON.stringify(options);
      const isFound = body.isSearchable && !isArchived;
      if (isFound !== (stored.isSearchable && !stored.isArchived) || (isFound && words))
        await rebuildSearch(db, user, stored);
    });
    return { id };
  },

  "fields.order": async ({ user, body, tenant }) => {
    const order = JSON.stringify(body.fields.map(({ id, group }, position) => ({ id, group, position })));
    await tenant((db) =>
      db.execute(sql`
        update own_fields set position = wanted.position, group_name = wanted."group"
        from jsonb_to_recordset(${order}::jsonb) as wanted (id text, "group" text, position int)
        where own_fields.organization_id = ${user.organizationId}::uuid and own_fields.id::text = wanted.id
          and (own_fields.position, own_fields.group_name) is distinct from (wanted.position, wanted."group")`),
    );
  },

  "fields.usage": async ({ user, params: { id }, read }) =>
    read(async (db) => {
      const [found] = await db
        .select({ id: table.id, of: table.of })
        .from(table)
        .where(byId(table, user, id));
      if (!found) throw notFound();
      return { count: await usersOf(db, user, found) };
    }),

  "fields.delete": async ({ user, params: { id }, tenant }) =>
    tenant(async (db) => {
      const stored = await locked(db, user, id);
      const count = await usersOf(db, user, stored);
      if (count > 0 && !stored.isArchived) {
        await db
          .update(table)
          .set({ isArchived: true, ...nextVersion(table) })
          .where(byId(table, user, id));
        if (stored.isSearchable) await rebuildSearch(db, user, stored);
        return { count, isArchived: true };
      }
      // Deleting an archived field again deletes its values.
      if (count > 0)
        await db
          .update(holders(stored))
          .set({ fields: sql`fields - ${id}::text` })
          .where(having(user, stored));
      await db.delete(table).where(byId(table, user, id));
      return { count, isArchived: false };
    }),
} satisfies Partial<Handlers>;

async function placeholdersOf(db: Db, { organizationId }: Owner): Promise<string[]> {
  const { placeholder } = table;
  const rows = await db.select({ placeholder }).from(table).where(eq(table.organizationId, organizationId));
  return rows.map((row) => row.placeholder);
}

function columns({ options, suffix, ...form }: Omit<OwnFieldForm, "kind" | "of">) {
  const { label, group, isRequired, isSearchable, isWarning } = form;
  const offered = options.map((one) => ({ ...one, isArchived: false }));
  return { label, group, suffix, options: offered, isRequired, isSearchable, isWarning };
}

/** A concurrent write waits and then learns that the field is gone. */
async function locked(db: Db, user: Owner, id: string) {
  const [stored] = await db
    .select()
    .from(table)
    .where(byId(table, user, id))
    .for("update");
  if (!stored) throw notFound();
  return stored;
}

type Field = Pick<typeof table.$inferSelect, "id" | "of">;

function holders({ of }: Pick<Field, "of">) {
  // The used columns are the same.
  return of === "sales" ? (purchases as unknown as typeof contacts) : contacts;
}

function having({ organizationId }: Owner, field: Field) {
  const { organizationId: owner, fields } = holders(field);
  return and(eq(owner, organizationId), sql`${fields} ? ${field.id}::text`);
}

async function usersOf(db: Db, user: Owner, field: Field): Promise<number> {
  return db.$count(holders(field), having(user, field));
}

/** A trigger does the work. */
async function rebuildSearch(db: Db, user: Owner, field: Field): Promise<void> {
  await db.update(holders(field)).set({ search: sql`search` }).where(having(user, field));
}

async function nextPosition(db: Db, { organizationId }: Owner): Promise<number> {
  const [found] = await db
    .select({ next: sql<number>`coalesce(max(${table.position}) + 1, 0)`.mapWith(Number) })
    .from(table)
    .where(eq(table.organizationId, organizationId));
  return found?.next ?? 0;
}

/** Removed options that are in use stay, archived. */
async function keptOptions(
  db: Db,
  { organizationId }: Owner,
  stored: typeof table.$inferSelect,
  wanted: OwnFieldForm["options"],
) {
  if (!isChoice(stored.kind)) return [];
  const left = stored.options.filter((one) => !wanted.some(({ id }) => id === one.id));
  const offered = wanted.map((one) => ({ ...one, isArchived: false }));
  if (left.length === 0) return offered;
  const value = sql`fields -> ${stored.id}::text`;
  const { rows } = await db.execute<{ chosen: string }>(sql`
    select distinct chosen from ${holders(stored)}, lateral jsonb_array_elements_text(
      case jsonb_typeof(${value}) when 'array' then ${value} when 'string' then jsonb_build_array(${value}) else '[]' end) as chosen
    where ${having({ organizationId }, stored)}`);
  const chosen = new Set(rows.map((row) => row.chosen));
  return [
    ...offered,
    ...left.filter(({ id }) => chosen.has(id)).map((one) => ({ ...one, isArchived: true })),
  ];
}
