import { inviteUser } from "#server/auth/invite.ts";
import type { Database } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { organizations } from "#server/db/schema.ts";

export type NewOrganization = {
  name: string;
  timezone: string;
  email: string;
  firstName: string;
  lastName: string;
};

/** Who is to own the first store of a deployment, until the person of the link has said who they are. */
export const FIRST_OWNER = "owner@first-start.invalid";

/** Creates an organization with its owner, who is pending; answers the owner's link to register with. */
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
