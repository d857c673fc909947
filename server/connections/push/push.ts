import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";
import { pushDevices } from "#server/platform/db/schema-push.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { hostKeys } from "./encrypt.ts";

/** Per person. Only the newest are kept. */
const MAX_DEVICES = 20;

const ofUser = ({ organizationId, id }: SignedIn) =>
  and(eq(pushDevices.organizationId, organizationId), eq(pushDevices.userId, id));

/** Requires system scope, like sessions. */
export const push = {
  "push.get": async ({ host, user }) => {
    const found = await host.database.system(async (db) => {
      const session = await sessionOf(db, user);
      return db.$count(pushDevices, and(ofUser(user), eq(pushDevices.sessionId, session)));
    });
    return { key: hostKeys(host.secret).publicKey.toString("base64url"), isOn: found > 0 };
  },

  "push.start": async ({ host, user, body: { endpoint, p256dh, auth } }) => {
    const { protocol, username } = new URL(endpoint);
    if ((protocol !== "https:" && !host.providers.allowPrivateHosts) || username)
      throw new HttpError(400, "Invalid input");
    await host.database.system((db) =>
      db.transaction(async (tx) => {
        const sessionId = await sessionOf(tx, user);
        const values = { endpoint, p256dh, auth };
        await tx
          .insert(pushDevices)
          .values({ ...values, organizationId: user.organizationId, id: newId(), userId: user.id, sessionId })
          .onConflictDoUpdate({
            target: [pushDevices.organizationId, pushDevices.userId, pushDevices.sessionId],
            set: { ...values, tries: 0 },
          });
        const newest = tx
          .select({ id: pushDevices.id })
          .from(pushDevices)
          .where(ofUser(user))
          .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
          .limit(MAX_DEVICES);
        await tx.delete(pushDevices).where(and(ofUser(user), notInArray(pushDevices.id, newest)));
      }),
    );
  },

  "push.end": async ({ host, user }) => {
    await host.database.system(async (db) => {
      const session = await sessionOf(db, user);
      await db.delete(pushDevices).where(and(ofUser(user), eq(pushDevices.sessionId, session)));
    });
  },
} satisfies Partial<Handlers>;

async function sessionOf(db: Db, user: SignedIn): Promise<string> {
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.organizationId, user.organizationId),
        eq(sessions.userId, user.id),
        sql`${sessions.tokenHash} = ${user.tokenHash}`,
      ),
    );
  if (!found) throw new HttpError(401, "Sign in first");
  return found.id;
}
