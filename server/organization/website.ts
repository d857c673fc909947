import { eq } from "drizzle-orm";
import { organizations } from "#server/db/schema.ts";
import type { Handlers } from "#server/handler.ts";

export const website = {
  /** Empty for a store without a website. */
  "website.get": async ({ user, read }) => {
    const [found] = await read((db) =>
      db
        .select({ miniExtId: organizations.miniExtId })
        .from(organizations)
        .where(eq(organizations.id, user.organizationId)),
    );
    return { miniExtId: found?.miniExtId ?? "" };
  },
} satisfies Partial<Handlers>;
