import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { users } from "#server/platform/db/schema.ts";
import { type Push, pushDevices } from "#server/platform/db/schema-push.ts";

/** Further ones are dropped. */
const MAX_WAITING = 20;

type Recipient = { organizationId: string; userId: string } | { organizationId: string; leaders: true };

/** Call `host.wake()` after the commit. */
export async function queuePush(
  db: Db,
  recipient: Recipient,
  push: Omit<Push, "at">,
  now: Date,
): Promise<void> {
  const { organizationId } = recipient;
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
        "userId" in recipient
          ? eq(pushDevices.userId, recipient.userId)
          : inArray(pushDevices.userId, leaders()),
        sql`jsonb_array_length(${pushDevices.waiting}) < ${MAX_WAITING}`,
      ),
    );
}
