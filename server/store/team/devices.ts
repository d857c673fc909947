import { and, desc, eq, gt, isNotNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { SystemDb } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { knownDevices, sessions } from "#server/platform/db/schema-auth.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

/** Programs can have hundreds of sessions. All can be ended together. */
const MAX_LISTED = 100;

const ofUser = ({ organizationId, id }: SignedIn) =>
  and(eq(sessions.organizationId, organizationId), eq(sessions.userId, id));

/** Requires system scope. */
export const devices = {
  "devices.list": async ({ host: { database }, user }) => {
    const isThis = sql<boolean>`${sessions.tokenHash} = ${user.tokenHash}`;
    const found = await database.system((db) =>
      db
        .select({
          ...pick(sessions, "id", "browser", "address"),
          signedInAt: sessions.createdAt,
          usedAt: sessions.usedAt,
          isThis,
        })
        .from(sessions)
        .where(and(ofUser(user), gt(sessions.expiresAt, sql`now()`)))
        .orderBy(desc(isThis), desc(sessions.usedAt), desc(sessions.id))
        .limit(MAX_LISTED),
    );
    return found.map((one) => ({
      ...one,
      signedInAt: one.signedInAt.toISOString(),
      usedAt: one.usedAt.toISOString(),
    }));
  },

  "devices.end": async ({ host: { database }, user, params: { id } }) => {
    const ended = await database.system((db) => endSessions(db, user, eq(sessions.id, id)));
    if (ended === 0) throw notFound();
  },

  "devices.endOthers": async ({ host: { database }, user }) => {
    await database.system((db) => endSessions(db, user, ne(sessions.tokenHash, user.tokenHash)));
  },
} satisfies Partial<Handlers>;

/** Forgets browsers without a remaining session, so that the next sign-in there counts as unknown. */
function endSessions(db: SystemDb, user: SignedIn, which: SQL): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(ofUser(user), which))
      .returning({ id: sessions.id });
    const left = tx
      .select({ device: sessions.device })
      .from(sessions)
      .where(and(ofUser(user), isNotNull(sessions.device)));
    if (ended.length > 0) {
      await tx
        .delete(knownDevices)
        .where(
          and(
            eq(knownDevices.organizationId, user.organizationId),
            eq(knownDevices.userId, user.id),
            notInArray(knownDevices.device, left),
          ),
        );
    }
    return ended.length;
  });
}
