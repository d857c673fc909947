import { eq, or, type SQL, sql } from "drizzle-orm";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { daysToSend, yearlyColumns } from "#server/platform/db/built-in.ts";
import { type Db, executePrepared } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import { countRows, deleteRecord, findRecord, updateRecord } from "#server/platform/db/record.ts";
import { relations as table } from "#server/platform/db/schema-records.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

const MAX_RELATIONS = 50;

export const relations = {
  "relations.ofContact": ({ params: { id }, read }) =>
    read(async (db) => seenFrom(db, await checkContact(db, id))),

  "relations.create": async ({ user, body: { contactId: asked, other, name, otherName }, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      const contactId = await checkContact(db, asked);
      const otherId = await checkContact(db, other.id);
      if (contactId === otherId) throw new HttpError(400, "other: A contact can't be related to itself");
      // In a fixed order, to prevent deadlocks.
      for (const one of [contactId, otherId].sort()) {
        await db.execute(sql`select from ${owned("contacts")} where id = ${one}::uuid for no key update`);
      }
      for (const one of [contactId, otherId]) await checkRoom(db, one);
      const same = (await seenFrom(db, contactId)).some(
        (known) =>
          known.contact.id === otherId &&
          fold(known.name) === fold(name) &&
          fold(known.otherName) === fold(otherName),
      );
      if (same) throw new HttpError(409, "These contacts already have this relation");
      const createdBy = nameOf(user);
      await db.insert(table).values({ id, contactId, otherId, name, otherName, createdBy });
    });
    return { id };
  },

  "relations.update": async ({
    params: { id },
    body: { contactId: asked, name, otherName, version },
    tenant,
  }) => {
    await tenant(async (db) => {
      const contactId = await checkContact(db, asked);
      const stored = await findRecord(db, table, id);
      if (!stored || (stored.contactId !== contactId && stored.otherId !== contactId)) throw notFound();
      const names =
        stored.contactId === contactId ? { name, otherName } : { name: otherName, otherName: name };
      const [seen] = await seenFrom(db, contactId, eq(table.id, id));
      await updateRecord(db, table, id, { ...names, version }, () => seen ?? {});
    });
    return { id };
  },

  "relations.delete": async ({ params: { id }, tenant }) => {
    await tenant((db) => deleteRecord(db, table, id));
  },
} satisfies Partial<Handlers>;

const fold = (words: string) => words.trim().toLowerCase();

type Seen = {
  id: string;
  otherId: string;
  other: string;
  name: string;
  otherName: string;
  version: number;
} & { [K in YearlyKey]: string | null };

const days = sql.join(
  yearlyKeys.map(
    (key) => sql`c.${sql.identifier(yearlyColumns(key).day.name)}::text as ${sql.identifier(key)}`,
  ),
  sql`, `,
);

async function seenFrom(db: Db, contactId: string, which: SQL = sql`true`) {
  const { rows } = await executePrepared<Seen>(
    db,
    sql`
    select seen.id, seen.name, seen."otherName", seen.version, c.id as "otherId",
      trim(c.first_name || ' ' || c.last_name) as other, ${days}
    from (
      select id, other_id as other, name, other_name as "otherName", version from ${owned("relations")}
      where contact_id = ${contactId}::uuid and ${which}
      union all
      select id, contact_id, other_name, name, version from ${owned("relations")}
      where other_id = ${contactId}::uuid and ${which}
    ) as seen
    join ${owned("contacts", "c")} on c.id = seen.other
    order by seen.id limit ${2 * MAX_RELATIONS}`,
  );
  return rows.map(({ otherId, other, ...rest }) => ({
    ...rest,
    contact: { id: otherId, name: other },
    ...daysToSend(rest),
  }));
}

async function checkRoom(db: Db, id: string): Promise<void> {
  const theirs = or(eq(table.contactId, id), eq(table.otherId, id));
  if ((await countRows(db, table, theirs)) < MAX_RELATIONS) return;
  throw new HttpError(422, `A contact has ${MAX_RELATIONS} relations already. Remove one first.`);
}
