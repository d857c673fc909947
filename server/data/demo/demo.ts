import { and, eq, inArray, isNotNull, isNull, like, lt, sql } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import { FIRST_OWNER, revokeAccess } from "#server/platform/auth/one-time-tokens.ts";
import { findByPassword } from "#server/platform/auth/password.ts";
import { type Database, inStore, prepared, type SystemDb, type UserKey } from "#server/platform/db/client.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { machineDate, randomBytes } from "#server/platform/machine.ts";
import { DEMO_PASSWORD, demoPassword, seedDemo } from "./seed.ts";

/** RFC 2606: never receives email. */
const DOMAIN = ".journeys.example";

/** A demo store with its own password, for journeys against a deployment. Erases such stores after a day. */
export async function seedOwn(database: Database, now = machineDate()) {
  await eraseLeft(database, now);
  const domain = `${randomBytes(6).toString("hex")}${DOMAIN}`;
  const password = demoPassword(true);
  const organizationId = await seedDemo(database, { now, password, domain });
  return { organizationId, email: `owner@${domain}`, password };
}

export async function eraseDemo(database: Database, id: string): Promise<void> {
  const isThis = and(sql`${organizations.id}::text = ${id}`, eq(organizations.isDemo, true));
  const erased = await database.system((db) =>
    db.delete(organizations).where(isThis).returning({ id: organizations.id }),
  );
  if (erased.length === 0)
    throw new HttpError(404, "There is no demo store with that id. Nothing was erased.");
}

async function eraseLeft(database: Database, now: Date): Promise<void> {
  const ofJourneys = (db: SystemDb) =>
    db
      .select({ id: users.organizationId })
      .from(users)
      .where(like(users.email, `owner@%${DOMAIN}`));
  await database.system((db) =>
    db
      .delete(organizations)
      .where(
        and(
          eq(organizations.isDemo, true),
          lt(organizations.createdAt, new Date(now.getTime() - DAY)),
          inArray(organizations.id, ofJourneys(db)),
        ),
      ),
  );
}

/** Only where no other machine can reach the host, and while there is no real store. */
export async function isDemoOpen(
  db: SystemDb,
  { isPublic, isDemo }: Pick<Host, "isPublic" | "isDemo">,
): Promise<boolean> {
  return !isPublic && !isDemo && !(await hasRealStore(db));
}

const realStore = prepared((db: SystemDb) => {
  const isReal = and(eq(organizations.isDemo, false), sql`${users.email} is distinct from ${FIRST_OWNER}`);
  const isOther = sql`${organizations.id} is distinct from ${sql.placeholder("own")}::uuid`;
  return db
    .select({ id: organizations.id })
    .from(organizations)
    .leftJoin(users, eq(users.organizationId, organizations.id))
    .where(and(isReal, isOther))
    .limit(1)
    .prepare("real_store");
});

export async function hasRealStore(db: SystemDb, own: string | null = null): Promise<boolean> {
  const [real] = await realStore(db).execute({ own });
  return real !== undefined;
}

// Every visit of the sign-in screen asks.
let looked: { hash: string; fits: Promise<boolean> } | undefined;

/** Null if they don't work or were changed. */
export async function demoSignIn(host: Host): Promise<{ email: string; password: string } | null> {
  const owner = await host.database.system(async (db) => {
    if (!(await isDemoOpen(db, host))) return undefined;
    const [found] = await db
      .select({ email: users.email, passwordHash: users.passwordHash })
      .from(users)
      .innerJoin(organizations, eq(organizations.id, users.organizationId))
      .where(and(eq(organizations.isDemo, true), sql`${users.role} = 'OWNER'`))
      .orderBy(organizations.id)
      .limit(1);
    return found;
  });
  if (!owner?.passwordHash) return null;
  if (looked?.hash !== owner.passwordHash) {
    const fits = findByPassword([owner], DEMO_PASSWORD).then(Boolean);
    looked = { hash: owner.passwordHash, fits };
    // Too busy to hash; asked again next time.
    fits.catch(() => {
      looked = undefined;
    });
  }
  return (await looked.fits.catch(() => false)) ? { email: owner.email, password: DEMO_PASSWORD } : null;
}

/** Ends everything that the published password opened, if the demo isn't open. Called at the start. */
export async function closeDemo(host: Pick<Host, "database" | "isPublic" | "isDemo">): Promise<void> {
  const { database } = host;
  if (await database.system((db) => isDemoOpen(db, host))) return;
  const accounts = await publishedAccounts(database);
  await database.system((db) => db.transaction((tx) => endAccounts(tx, accounts)));
}

export async function publishedAccounts(database: Database): Promise<UserKey[]> {
  const people = await database.system((db) =>
    db
      .select({ organizationId: users.organizationId, userId: users.id, passwordHash: users.passwordHash })
      .from(users)
      .innerJoin(organizations, eq(organizations.id, users.organizationId))
      .where(and(eq(organizations.isDemo, true), isNotNull(users.passwordHash))),
  );
  const published = new Set<string | null>();
  // The seed gives everyone the same hash.
  for (const passwordHash of new Set(people.map((person) => person.passwordHash))) {
    if (await findByPassword([{ passwordHash }], DEMO_PASSWORD)) published.add(passwordHash);
  }
  return people.filter(({ passwordHash }) => published.has(passwordHash));
}

/** Requires a transaction. */
export async function endAccounts(db: SystemDb, accounts: UserKey[]): Promise<void> {
  for (const account of accounts) await revokeAccess(inStore(db, account.organizationId), account);
  const stores = accounts.map(({ organizationId }) => organizationId);
  // Invited people have no password.
  await db.delete(users).where(and(inArray(users.organizationId, stores), isNull(users.passwordHash)));
}
