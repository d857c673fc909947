import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { users } from "#server/db/schema.ts";
import { type Push, pushDevices } from "#server/db/schema-push.ts";

/** Of a device that cannot be reached no more than this waits. */
const MOST_WAITING = 20;

type Whom = { organizationId: string; userId: string } | { organizationId: string; leaders: true };

/** Tells the devices of a person, or of the owner and admins, in the transaction of what happened. Wake the jobs after it. */
export async function queuePush(db: Db, whom: Whom, push: Omit<Push, "at">, now: Date): Promise<void> {
  const { organizationId } = whom;
  const leaders = () =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.organizationId, organizationId), inArray(users.role, ["OWNER", "ADMIN"])));
  const one = JSON.stringify([{ ...push, at: now.toISOString() } satisfies Push]);
  await db
    .update(pushDevices)
    .set({
      waiting: sql`${pushDevices.waiting} || ${one}::jsonb`,
      dueAt: sql`coalesce(${pushDevices.dueAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(pushDevices.organizationId, organizationId),
        "userId" in whom ? eq(pushDevices.userId, whom.userId) : inArray(pushDevices.userId, leaders()),
        sql`jsonb_array_length(${pushDevices.waiting}) < ${MOST_WAITING}`,
      ),
    );
}
