import { and, eq, isNull } from "drizzle-orm";
import { incidents as table } from "#server/db/schema-mail.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";

export const incidents = {
  /** Done as well where it has ended already. */
  "incidents.dismiss": async ({ host, user: { organizationId, role }, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const one = and(
        eq(table.organizationId, organizationId),
        eq(table.id, id),
        role === "OWNER" ? undefined : eq(table.audience, "leaders"),
      );
      const [found] = await db.select({ over: table.over }).from(table).where(one);
      if (!found) throw notFound();
      if (found.over !== null) throw new HttpError(409, "This ends by itself once it is mended");
      await db
        .update(table)
        .set({ endedAt: host.clock(), tellAt: null })
        .where(and(one, isNull(table.endedAt)));
    });
  },
} satisfies Partial<Handlers>;
