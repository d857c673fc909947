import { randomBytes } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { isId, newId } from "#server/db/id.ts";
import { checkQuota, deleteRecord, MOST_LISTED, updateRecord } from "#server/db/record.ts";
import { appointmentTypes as table } from "#server/db/schema-calendar.ts";
import { fold } from "#server/db/search.ts";
import { HttpError } from "#server/errors.ts";
import type { Handlers, Host } from "#server/handler.ts";
import { namesOf } from "./store.ts";

export const appointmentTypes = {
  "appointmentTypes.list": async ({ host, user, read }) => {
    const types = await read((db) =>
      db
        .select()
        .from(table)
        .where(eq(table.organizationId, user.organizationId))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(MOST_LISTED),
    );
    return types.map((type) => answer(host, type));
  },

  "appointmentTypes.create": async ({ user, body, tenant }) => {
    const { organizationId } = user;
    const id = newId();
    await tenant(async (db) => {
      await checkQuota(db, table, user, "appointment types");
      await checkPeople(db, organizationId, body.people);
      await db.insert(table).values({ organizationId, id, ...body, slug: slugOf(body.name) });
    });
    return { id };
  },

  // The slug stays: links that were given away keep working after a new name.
  "appointmentTypes.update": async ({ host, user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      await checkPeople(db, user.organizationId, body.people);
      await updateRecord(db, table, user, id, body, (type) => answer(host, type));
    });
    return { id };
  },

  // Bookings of this type stay, with its name.
  "appointmentTypes.delete": async ({ user, params: { id }, tenant }) => {
    await tenant((db) => deleteRecord(db, table, user, id));
  },
} satisfies Partial<Handlers>;

/** Whoever gives a type works at this store. */
async function checkPeople(
  db: Db,
  organizationId: string,
  people: readonly string[] | null | undefined,
): Promise<void> {
  const ids = [...new Set(people)];
  const known = ids.every(isId) ? await namesOf(db, organizationId, ids) : null;
  if (known?.size !== ids.length) throw new HttpError(400, "people: names somebody who does not work here");
}

function answer(host: Host, { organizationId, slug, ...type }: typeof table.$inferSelect) {
  return { ...type, appointmentBookingLink: `${host.webUrl}/book/${slug}` };
}

/** "Ring fitting" → "ring-fitting-7f02c9ba": readable, and not to be guessed from another store's. */
export function slugOf(name: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  const rest = randomBytes(4).toString("hex");
  return words ? `${words}-${rest}` : rest;
}
