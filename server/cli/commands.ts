import { rmSync } from "node:fs";
import { eq, inArray } from "drizzle-orm";
import { copyOf, forgetCopies } from "#server/data/backup/folder.ts";
import { closeDemo, eraseDemo, seedOwn } from "#server/data/demo/demo.ts";
import { demoPassword, seedDemo } from "#server/data/demo/seed.ts";
import { team } from "#server/data/demo/seed-texts.ts";
import { accountsOf } from "#server/platform/auth/accounts.ts";
import { inStore, type Opened } from "#server/platform/db/client.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { HttpError } from "#server/platform/errors.ts";
import { machineDate } from "#server/platform/machine.ts";
import type { Settings } from "#server/platform/settings.ts";
import { resetSecondStep } from "#server/store/factors/factors.ts";
import {
  createOrganization,
  firstOwnersLink,
  type NewOrganization,
} from "#server/store/organization/setup.ts";
import { describeSecrets, endLinks } from "./secrets.ts";

export type On = Pick<Opened, "database" | "snapshot"> &
  Pick<Settings, "webUrl" | "isPublic" | "dataDir"> &
  Partial<Pick<Settings, "isDemo">>;

const IN_DEMO =
  "DEMO=1 is set, so every store is erased after an hour. Create stores in another database, without it.";

/** Each returns its output. Runs here, or in the host that has the embedded database open (control.ts). */
export const commands = {
  org: async ({ database, webUrl, isPublic, isDemo }: On, organization: NewOrganization) => {
    if (isDemo) throw new HttpError(409, IN_DEMO);
    const link = await createOrganization(database, webUrl, organization);
    await closeDemo({ database, isPublic });
    return `The organization is ready. Its owner registers within 7 days at\n${link}`;
  },

  seed: async ({ database, isPublic }: On, { own, erase }: { own?: boolean; erase?: string }) => {
    if (erase) {
      await eraseDemo(database, erase);
      return "The demo store is erased.";
    }
    if (own) return JSON.stringify(await seedOwn(database));
    const emails = team.map(({ email }) => email);
    const found = await database.system((db) =>
      db.select({ email: users.email }).from(users).where(inArray(users.email, emails)),
    );
    if (found.length > 0) throw new HttpError(409, `The demo store exists already (${found[0]?.email}).`);
    const password = demoPassword(isPublic);
    await seedDemo(database, { password });
    return `The demo store is ready. Sign in as ${emails.join(", ")} with ${password}`;
  },

  /** "" if there is a store, or with the demo. */
  firstOwner: async ({ database, webUrl, isDemo }: On) => {
    if (isDemo) return "";
    const [demo] = await database.system((db) =>
      db.select({ id: organizations.id }).from(organizations).where(eq(organizations.isDemo, true)).limit(1),
    );
    return demo ? "" : firstOwnersLink(database, webUrl);
  },

  secrets: ({ database }: On) => database.system(describeSecrets),

  endLinks: ({ database }: On, { id }: { id: string }) => database.system((db) => endLinks(db, id)),

  /** For an owner who lost all second factors, which nobody in the app can reset. */
  secondStep: async ({ database }: On, { email }: { email: string }) => {
    const stores = await database.system((db) =>
      db.transaction(async (tx) => {
        const accounts = await accountsOf(tx, email.toLowerCase());
        const now = machineDate();
        for (const { organizationId, id } of accounts)
          await resetSecondStep(
            inStore(tx, organizationId),
            { organizationId, userId: id },
            now,
            "The server's administrator",
          );
        return accounts.length;
      }),
    );
    if (stores === 0) throw new HttpError(404, `There is no account for ${email}. Check the address.`);
    return `${email} is signed out everywhere and can sign in with the password alone until they set up a second step again.`;
  },

  /** For the process `pid`, which deletes the copy. Returns its path. */
  snapshot: async ({ snapshot, dataDir }: On, { pid }: { pid: number }) => {
    if (!snapshot || !Number.isInteger(pid))
      throw new HttpError(400, "The database is empty, so there is nothing to copy.");
    const folder = copyOf(dataDir, pid);
    await forgetCopies(dataDir);
    rmSync(folder, { recursive: true, force: true });
    try {
      await snapshot(folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    return folder;
  },
};

export type Command = keyof typeof commands;
