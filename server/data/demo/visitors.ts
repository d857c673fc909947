import { createHash } from "node:crypto";
import { and, asc, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { DEMO_IS_CLOSED, DEMO_SENDS_NONE } from "#lib/contract/mail-terms.ts";
import { type Name, route } from "#lib/contract/routes.ts";
import { HOUR } from "#lib/time/zone.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Database, SystemDb, UserKey } from "#server/platform/db/client.ts";
import { countRows } from "#server/platform/db/record.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { knownDevices } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { DEMO_FULL, forgetDemo, spendInDemo } from "#server/platform/http/demo-budget.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { hasRealStore } from "./demo.ts";
import { fillDemo } from "./seed.ts";

/* With DEMO=1, each visitor gets a demo store for an hour (docs/decisions/0039-public-demo.md). */

const LIFETIME = HOUR;
const MOST_STORES = 50;
/** Stores are created one at a time, in up to a second each. */
const MOST_WAITING = 8;
const LONGEST_BODY = 1_000_000;
const DOMAIN = ".demo.example";

/** They start a real store, or reach other machines or the whole host. */
export const closedInDemo: Name[] = [
  "auth.startStore",
  "auth.registerOwner",
  "integration.link",
  "integration.change",
  "push.start",
  "backups.get",
  "backups.make",
  "backups.verify",
];

const erasedAt = sql<string>`(${organizations.setup} ->> 'erasedAt')`;
const isVisitors = and(eq(organizations.isDemo, true), isNotNull(erasedAt));

/** Throws a 403 for closed endpoints, and a 422 if the store has used its space. */
export function limitDemo(
  name: Name,
  user: Pick<SignedIn, "organizationId"> | null | undefined,
  headers: Record<string, string>,
): void {
  if (closedInDemo.includes(name)) throw new HttpError(403, DEMO_IS_CLOSED);
  if (!user || route(name).method === "GET") return;
  // A body in chunks has no length.
  const bytes = headers["transfer-encoding"] ? LONGEST_BODY : Number(headers["content-length"] ?? 0);
  if (!spendInDemo(user.organizationId, bytes)) throw new HttpError(422, DEMO_FULL);
}

type Owner = UserKey & { email: string };

let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
let unknownPassword: Promise<string> | undefined;

/** `begin` runs in the transaction that creates the store. A browser that has a store gets the same one. */
export async function openDemo<T>(
  host: Host,
  device: string | null,
  begin: (tx: SystemDb, owner: Owner) => Promise<T>,
): Promise<T> {
  const { database } = host;
  const again = await database.system((db) =>
    db.transaction(async (tx) => {
      const owner = device && (await ownerKnowing(tx, device, host.clock()));
      return owner ? { begun: await begin(tx, owner) } : null;
    }),
  );
  if (again) return again.begun;
  if (waiting >= MOST_WAITING) throw full();
  waiting++;
  const made = queue
    .then(async () => {
      unknownPassword ??= hashPassword(randomBytes(32).toString("base64url"));
      const passwordHash = await unknownPassword;
      return database.system((db) =>
        db.transaction(async (tx) => begin(tx, await createStore(tx, host.clock(), passwordHash))),
      );
    })
    .finally(() => waiting--);
  queue = made.catch(() => {});
  const begun = await made;
  host.wake();
  return begun;
}

function full(): HttpError {
  return new HttpError(429, "The demo is full right now. Try again in a few minutes.", 60);
}

async function createStore(tx: SystemDb, now: Date, passwordHash: string): Promise<Owner> {
  // Hosts of one database share the limit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo stores', 0))`);
  if ((await countRows(tx, organizations, isVisitors)) >= MOST_STORES) throw full();
  const setup = {
    ...{ steps: {}, isOver: true, isHidden: true },
    erasedAt: new Date(now.getTime() + LIFETIME).toISOString(),
  };
  const domain = `${randomBytes(6).toString("hex")}${DOMAIN}`;
  return fillDemo(tx, { now, passwordHash, domain, setup, whyNotSent: DEMO_SENDS_NONE, runs: true });
}

async function ownerKnowing(tx: SystemDb, device: string, now: Date): Promise<Owner | undefined> {
  const hash = createHash("sha256").update(device).digest();
  const [found] = await tx
    .select({ organizationId: users.organizationId, userId: users.id, email: users.email })
    .from(knownDevices)
    .innerJoin(
      users,
      and(eq(users.organizationId, knownDevices.organizationId), eq(users.id, knownDevices.userId)),
    )
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(
      and(
        eq(knownDevices.device, hash),
        sql`${users.role} = 'OWNER'`,
        isVisitors,
        gt(erasedAt, now.toISOString()),
      ),
    )
    .limit(1);
  return found;
}

/** Called at the start. Throws if DEMO=1 and there is a real store. Otherwise erases what an earlier DEMO=1 left. */
export async function prepareDemos(database: Database, { isDemo }: { isDemo: boolean }): Promise<void> {
  if (!isDemo) {
    await eraseStores(database, "9999");
    return;
  }
  if (await database.system((db) => hasRealStore(db)))
    throw new Error(
      "DEMO=1 needs a database of its own, and this one has a store that isn't a demo. Set DATA_DIR to an empty folder or DATABASE_URL to an empty database, or remove DEMO=1. Nothing was changed.",
    );
}

export function demoEraser({ database, clock }: Pick<Host, "database" | "clock">) {
  return {
    name: "erase demo stores",
    run: () => eraseStores(database, clock().toISOString()),
    dueIn: async () => {
      const [first] = await database.system((db) =>
        db
          .select({ at: sql<string | null>`min(${erasedAt})` })
          .from(organizations)
          .where(isVisitors),
      );
      return first?.at ? Date.parse(first.at) - clock().getTime() : Number.POSITIVE_INFINITY;
    },
  };
}

/** One statement for each store, so that other requests run between them. */
async function eraseStores(database: Database, until: string): Promise<void> {
  const isDue = and(isVisitors, lte(erasedAt, until));
  const due = await database.system((db) =>
    db.select({ id: organizations.id }).from(organizations).where(isDue).orderBy(asc(organizations.id)),
  );
  for (const { id } of due) {
    await database.system((db) => db.delete(organizations).where(and(eq(organizations.id, id), isDue)));
    forgetDemo(id);
  }
}
