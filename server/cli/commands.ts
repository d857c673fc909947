import { eq, inArray } from "drizzle-orm";
import { inviteAgain } from "#server/auth/invite.ts";
import type { Database } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import { closeDemo } from "#server/demo/demo.ts";
import { demoPassword, seedDemo } from "#server/demo/seed.ts";
import { team } from "#server/demo/seed-texts.ts";
import { HttpError } from "#server/errors.ts";
import {
  createOrganization,
  FIRST_OWNER,
  type NewOrganization,
} from "#server/organization/new-organization.ts";
import type { Settings } from "#server/settings.ts";

/** What a command is given of the host: its database, and where it is reached. */
export type On = { database: Database } & Pick<Settings, "webUrl" | "isPublic">;

/**
 * What the commands of the machine's user do, by name; each answers what is printed. A command does it itself, or asks
 * the host that has the embedded database open (control.ts).
 */
export const commands = {
  org: async ({ database, webUrl, isPublic }: On, organization: NewOrganization) => {
    const link = await createOrganization(database, webUrl, organization);
    await closeDemo({ database, isPublic });
    return `The organization is ready. Its owner registers within 7 days at\n${link}`;
  },

  seed: async ({ database, isPublic }: On) => {
    const emails = team.map(({ email }) => email);
    const found = await database.system((db) =>
      db.select({ email: users.email }).from(users).where(inArray(users.email, emails)),
    );
    if (found.length > 0) {
      throw new HttpError(409, `The demo store is there already (${found[0]?.email} exists).`);
    }
    const password = demoPassword(isPublic);
    await seedDemo(database, { password });
    return `The demo store is there. Sign in as ${emails.join(", ")} with ${password}`;
  },

  /** The link of whoever is to own the first store; "" once there is one. */
  firstOwner: async ({ database, webUrl }: On) => {
    const found = await database.system((db) =>
      db
        .select({ organizationId: organizations.id, userId: users.id, email: users.email })
        .from(organizations)
        .leftJoin(users, eq(users.organizationId, organizations.id))
        .limit(2),
    );
    const [only, more] = found;
    if (!only) {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const owner = { email: FIRST_OWNER, firstName: "Owner", lastName: "" };
      return ownersLink(await createOrganization(database, webUrl, { name: "My store", timezone, ...owner }));
    }
    if (more || only.email !== FIRST_OWNER || only.userId === null) return "";
    const { organizationId, userId } = only;
    const again = await database.system((db) => inviteAgain(db, webUrl, { organizationId, userId }));
    return ownersLink(again);
  },
};

export type Command = keyof typeof commands;

/** The same page asks for the store, too. */
function ownersLink(link: string): string {
  const url = new URL(link);
  url.searchParams.delete("name");
  url.searchParams.set("new", "1");
  return url.href;
}
