import { and, eq, isNull } from "drizzle-orm";
import { wishForm } from "#lib/contract/suppressions.ts";
import { nameOf } from "#server/auth/session.ts";
import { paging } from "#server/db/paging.ts";
import { suppressions as table } from "#server/db/schema-mail.ts";
import { patternsOf } from "#server/db/search.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { listedSuppressions } from "./suppression-list.ts";

export const suppressions = {
  "suppressions.list": async ({ user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const oldest = query.sort === "createdAt:asc";
    return read((db) => listedSuppressions(db, { organizationId, patterns, oldest, ...paging(query) }));
  },

  /** Done as well where it is lifted already: whoever was first stays named, with the reason. */
  "suppressions.lift": async ({ host, user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const one = and(eq(table.organizationId, user.organizationId), eq(table.id, id));
      const [found] = await db.select().from(table).where(one);
      if (!found) throw notFound();
      if (found.liftedAt) return;
      if (found.reason === "erased") throw new HttpError(409, "This address was erased for good");
      const { liftedBecause } = found.reason === "unsubscribed" ? wishForm.parse(body) : body;
      await db
        .update(table)
        .set({ liftedAt: host.clock(), liftedBy: nameOf(user), liftedBecause })
        .where(and(one, isNull(table.liftedAt)));
    });
  },
} satisfies Partial<Handlers>;
