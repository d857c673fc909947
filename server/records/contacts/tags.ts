import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { MOST_TAGS, TAG_COLORS } from "#lib/contract/tag-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import {
  byId,
  checkQuota,
  countRows,
  MAX_LISTED,
  patchRecord,
  updateRecord,
} from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { contactTags, tags as table } from "#server/platform/db/schema-records.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

type BareTag = { id: string; name: string; color: number };

const columns = { id: table.id, name: table.name, color: table.color };
const TAKEN = "A tag with this name already exists";

export const tags = {
  "tags.list": async ({ read }) =>
    read((db) => {
      const counted = db
        .select({ tagId: contactTags.tagId, count: sql<number>`count(*)::int`.as("count") })
        .from(contactTags)
        .groupBy(contactTags.tagId)
        .as("counted");
      return db
        .select({
          ...columns,
          merged: table.merged,
          version: table.version,
          count: sql<number>`coalesce(${counted.count}, 0)`,
        })
        .from(table)
        .leftJoin(counted, eq(counted.tagId, table.id))
        .orderBy(table.nameKey, table.id)
        .limit(MAX_LISTED);
    }),

  "tags.create": async ({ body, tenant }) =>
    tenant(async (db) => {
      if (await named(db, body.name)) throw new HttpError(409, `${TAKEN}. Choose another name.`);
      return tagNamed(db, body.name, body.color);
    }),

  "tags.update": async ({ params: { id }, body: { name, color, version }, tenant }) => {
    await tenant(async (db) => {
      const others = and(ne(table.id, id), isCalled(name));
      if ((await countRows(db, table, others)) > 0) {
        throw new HttpError(409, `${TAKEN}. Merge the two instead.`);
      }
      await updateRecord(db, table, id, { name, color, version });
    });
    return { id };
  },

  "tags.merge": async ({ params: { id }, body: { into }, tenant }) =>
    tenant(async (db) => {
      if (!isId(into)) throw notFound();
      const both = await lockTags(db, [id, into]);
      const kept = both.find((one) => one.id === into.toLowerCase());
      if (!kept || both.length < 2) throw notFound();
      await db.execute(sql`
        insert into ${contactTags} (organization_id, id, contact_id, tag_id)
        select organization_id, gen_random_uuid(), contact_id, ${kept.id}::uuid from ${owned(contactTags)}
        where tag_id = ${id}::uuid
        on conflict do nothing`);
      const gone = both.find((one) => one !== kept);
      // Segments, automations and campaigns with the merged tag use the other one until it is restored.
      const merged = [...new Set([...kept.merged, ...(gone?.merged ?? []), id.toLowerCase()])];
      await patchRecord(db, table, kept.id, { merged });
      await remove(db, id);
      return { id: kept.id, name: kept.name, color: kept.color };
    }),

  "tags.delete": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      if ((await lockTags(db, [id])).length === 0) throw notFound();
      await remove(db, id);
    });
  },

  "contacts.addTag": async ({ params, body: { name }, tenant }) =>
    tenant(async (db) => {
      const id = await checkContact(db, params.id);
      // Of two concurrent additions, the second one counts the first.
      const one = eq(contacts.id, id);
      await db.select({ id: contacts.id }).from(contacts).where(one).for("no key update");
      const tag = await tagNamed(db, name);
      const added = await db
        .insert(contactTags)
        .values({ id: newId(), contactId: id, tagId: tag.id })
        .onConflictDoNothing()
        .returning({ id: contactTags.id });
      if (added.length > 0 && (await countRows(db, contactTags, ofContact(id))) > MOST_TAGS) {
        throw new HttpError(422, `A contact can have at most ${MOST_TAGS} tags. Remove one first.`);
      }
      return tag;
    }),

  "contacts.removeTag": async ({ params, body: { tagId }, tenant }) => {
    await tenant(async (db) => {
      const id = await checkContact(db, params.id);
      if (!isId(tagId)) throw notFound();
      await db.delete(contactTags).where(and(ofContact(id), eq(contactTags.tagId, tagId)));
    });
  },
} satisfies Partial<Handlers>;

function ofContact(id: string) {
  return eq(contactTags.contactId, id);
}

const isCalled = (name: string) => sql`${table.nameKey} = lower(${name})`;

async function named(db: Db, name: string): Promise<BareTag | undefined> {
  const [found] = await db.select(columns).from(table).where(isCalled(name));
  return found;
}

export async function tagNamed(db: Db, name: string, color?: number): Promise<BareTag> {
  const found = await named(db, name);
  if (found) return found;
  await checkQuota(db, table, "tags");
  const next = ((await countRows(db, table)) % TAG_COLORS) + 1;
  await db
    .insert(table)
    .values({ id: newId(), name, color: color ?? next })
    .onConflictDoNothing();
  const made = await named(db, name);
  if (!made) throw notFound();
  return made;
}

/** Sorted by id to prevent deadlocks. */
async function lockTags(db: Db, ids: string[]) {
  return db
    .select({ ...columns, merged: table.merged })
    .from(table)
    .where(inArray(table.id, ids))
    .orderBy(table.id)
    .for("update");
}

/** Removes the tag from its contacts first, because the journal reads its name. */
async function remove(db: Db, id: string): Promise<void> {
  await db.delete(contactTags).where(eq(contactTags.tagId, id));
  await db.delete(table).where(byId(table, id));
}

export async function tagsOf(db: Db, ids: string[]) {
  const rows = await db
    .select({ ...columns, contactId: contactTags.contactId })
    .from(contactTags)
    .innerJoin(table, eq(table.id, contactTags.tagId))
    .where(inArray(contactTags.contactId, ids))
    .orderBy(table.nameKey, table.id);
  const found = new Map<string, BareTag[]>();
  for (const { contactId, ...tag } of rows) found.set(contactId, [...(found.get(contactId) ?? []), tag]);
  return found;
}

export async function mergeTags(db: Db, kept: string, gone: string[]) {
  const found = await db
    .selectDistinct({ tagId: contactTags.tagId })
    .from(contactTags)
    .where(inArray(contactTags.contactId, gone));
  if (found.length === 0) return;
  await db
    .insert(contactTags)
    .values(found.map(({ tagId }) => ({ id: newId(), contactId: kept, tagId })))
    .onConflictDoNothing();
}
