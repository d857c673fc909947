import { eq, sql } from "drizzle-orm";
import { type SetupMarks, setupSteps } from "#lib/contract/setup.ts";
import { DAY } from "#lib/time/zone.ts";
import { FIRST_OWNER, inviteUser, renewInvitation } from "#server/platform/auth/one-time-tokens.ts";
import { type Database, type Db, executePrepared } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { organizations, type StoredSetup, users } from "#server/platform/db/schema.ts";
import { getLockedStore, updateStore } from "#server/platform/db/store.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

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

// Older stores and the demo have no setup.
const NO_SETUP: StoredSetup = { steps: {}, isOver: true, isHidden: true };

export const setup = {
  "setup.get": async ({ host, user, read }) => {
    const { setup, isNew, ...facts } = await read((db) => storedSetup(db, user));
    const { steps, seenBy, isOver, hiddenUntil = "", ...known } = setup ?? NO_SETUP;
    const isHidden = known.isHidden === true || hiddenUntil > host.clock().toISOString();
    const done = Object.entries(facts).flatMap(([step, is]) => (is ? [[step, "done"]] : []));
    const isDue = isNew && !isOver && !seenBy?.includes(user.id);
    const marked = Object.entries(steps).filter(([step]) => (setupSteps as readonly string[]).includes(step));
    return { steps: Object.fromEntries([...marked, ...done]), isDue, isOver, isHidden };
  },

  "setup.mark": async ({ host, user, body: { steps = {}, isSeen, isHidden, ...ends }, tenant }) => {
    await tenant(async (db) => {
      // Concurrent updates keep all steps.
      const before = (await getLockedStore(db, "update")).setup ?? NO_SETUP;
      const seenBy = new Set(before.seenBy).add(user.id);
      const setup: StoredSetup = {
        ...before,
        ...ends,
        steps: { ...before.steps, ...steps, ...finishedSteps(before.steps) },
        ...(isHidden && { hiddenUntil: new Date(host.clock().getTime() + 7 * DAY).toISOString() }),
        ...(isSeen && { seenBy: [...seenBy] }),
      };
      await updateStore(db, { setup });
    });
  },
} satisfies Partial<Handlers>;

function finishedSteps(steps: SetupMarks): SetupMarks {
  return Object.fromEntries(Object.entries(steps).filter(([, mark]) => mark === "done"));
}

type Asked = {
  setup: StoredSetup | null;
  isNew: boolean;
  you: boolean;
  hours: boolean;
  team: boolean;
  customers: boolean;
  mail: boolean;
};

async function storedSetup(db: Db, user: { id: string; organizationId: string }): Promise<Asked> {
  const any = (table: string, more = sql`true`) => sql`exists (select from ${owned(table)} where ${more})`;
  const { rows } = await executePrepared<Asked>(
    db,
    sql`
    select setup, not ${any("contacts")} and not ${any("purchases")} as "isNew",
      ${any("users", sql`id = ${user.id} and last_name <> ''`)} as you,
      ${any("users", sql`availability is not null`)} as hours,
      (select count(*) from ${owned("users")}) > 1 as team,
      ${any("contacts")} as customers,
      ${any("accounts")} as mail
    from organizations where id = ${user.organizationId}`,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}
