import { eq } from "drizzle-orm";
import { FIRST_OWNER, inviteUser, renewInvitation } from "#server/platform/auth/invite.ts";
import type { Database } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";

export type NewOrganization = {
  name: string;
  timezone: string;
  email: string;
  firstName: string;
  lastName: string;
};

/** Replaces an older link. "" if a real store exists. */
export async function firstOwnersLink(database: Database, webUrl: string): Promise<string> {
  const found = await database.system((db) =>
    db
      .select({ organizationId: organizations.id, userId: users.id, email: users.email })
      .from(organizations)
      .leftJoin(users, eq(users.organizationId, organizations.id))
      .where(eq(organizations.isDemo, false))
      .limit(2),
  );
  const [only, more] = found;
  if (!only) {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const owner = { email: FIRST_OWNER, firstName: "Owner", lastName: "" };
    return asFirst(await createOrganization(database, webUrl, { name: "My store", timezone, ...owner }));
  }
  if (more || only.email !== FIRST_OWNER || only.userId === null) return "";
  const { organizationId, userId } = only;
  return asFirst(await database.system((db) => renewInvitation(db, webUrl, { organizationId, userId })));
}

function asFirst(link: string): string {
  const url = new URL(link);
  url.searchParams.delete("name");
  url.searchParams.set("new", "1");
  return url.href;
}

/** Returns the owner's registration link. */
export function createOrganization(
  database: Database,
  webUrl: string,
  { name, timezone, ...owner }: NewOrganization,
): Promise<string> {
  const organizationId = newId();
  return database.system((db) =>
    db.transaction(async (tx) => {
      const setup = { steps: {}, isOver: false };
      await tx.insert(organizations).values({ id: organizationId, name, timezone, setup });
      return inviteUser(tx, webUrl, { ...owner, organizationId, role: "OWNER" });
    }),
  );
}
