import { and, eq, sql } from "drizzle-orm";
import { fitting } from "#server/auth/password.ts";
import type { Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import type { Host } from "#server/handler.ts";
import { DEMO_PASSWORD } from "./seed.ts";

/**
 * Whether the published password of the demo's people opens anything: only where nobody but this machine's user comes,
 * and only while there is no real store whose staff could take the demo for theirs.
 */
export async function isDemoOpen(db: Db, { isPublic }: Pick<Host, "isPublic">): Promise<boolean> {
  if (isPublic) return false;
  const [real] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.isDemo, false))
    .limit(1);
  return !real;
}

// Of the last hash that was looked at: this is asked by whoever opens the login page.
let looked: { hash: string; fits: Promise<boolean> } | undefined;

/** With what the demo's owner signs in; null where that does not work, or was changed. */
export async function demoSignIn(host: Host): Promise<{ email: string; password: string } | null> {
  const owner = await host.database.system(async (db) => {
    if (!(await isDemoOpen(db, host))) return undefined;
    const [found] = await db
      .select({ email: users.email, passwordHash: users.passwordHash })
      .from(users)
      .innerJoin(organizations, eq(organizations.id, users.organizationId))
      .where(and(eq(organizations.isDemo, true), sql`${users.role} = 'OWNER'`))
      .limit(1);
    return found;
  });
  if (!owner?.passwordHash) return null;
  if (looked?.hash !== owner.passwordHash) {
    const fits = fitting([owner], DEMO_PASSWORD).then(Boolean);
    looked = { hash: owner.passwordHash, fits };
    // Too much going on to look now: asked again the next time.
    fits.catch(() => {
      looked = undefined;
    });
  }
  return (await looked.fits.catch(() => false)) ? { email: owner.email, password: DEMO_PASSWORD } : null;
}
