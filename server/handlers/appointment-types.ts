import { desc, eq } from "drizzle-orm";
import { slugOf } from "../booking/slug.ts";
import { newId } from "../db/id.ts";
import { counted, own, refusal } from "../db/own.ts";
import { appointmentTypes as table } from "../db/schema-calendar.ts";
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";

export const appointmentTypes = {
  "appointmentTypes.list": async ({ host, user, read }) => {
    const types = await read((db) =>
      db
        .select()
        .from(table)
        .where(eq(table.organizationId, user.organizationId))
        .orderBy(desc(table.createdAt), desc(table.id)),
    );
    return types.map(({ organizationId, slug, ...type }) => ({
      ...type,
      appointmentBookingLink: `${host.webUrl}/book/${slug}`,
    }));
  },

  "appointmentTypes.create": async ({ user: { organizationId }, body, tenant }) => {
    const id = newId();
    await tenant((db) => db.insert(table).values({ organizationId, id, ...body, slug: slugOf(body.name) }));
    return { id };
  },

  // The slug stays: links that were given away keep working after a new name.
  "appointmentTypes.update": async ({ user, params: { id }, body: { version, ...body }, tenant }) => {
    await tenant(async (db) => {
      const changed = await db
        .update(table)
        .set({ ...body, ...counted(table) })
        .where(own(table, user, id, version))
        .returning({ id: table.id });
      if (changed.length === 0) throw await refusal(db, table, user, id);
    });
    return { id };
  },

  // Bookings of this type stay, with its name.
  "appointmentTypes.delete": async ({ user, params: { id }, tenant }) => {
    const gone = await tenant((db) =>
      db
        .delete(table)
        .where(own(table, user, id))
        .returning({ id: table.id }),
    );
    if (gone.length === 0) throw notFound();
  },
} satisfies Handlers;
