import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Claim } from "./claim.ts";

/**
 * Call it before the email can leave. Throws if the lease expired, because another host may have the email.
 */
export async function storeLeaving(
  host: Host,
  { organizationId, outgoing, leaseUntil }: Claim,
): Promise<void> {
  const ours = await host.database.tenant(organizationId, (db) =>
    db
      .update(mails)
      .set({ hasNotLeft: false, updatedAt: host.clock() })
      .where(
        and(
          eq(mails.organizationId, organizationId),
          eq(mails.id, outgoing.id),
          eq(mails.leaseUntil, leaseUntil),
          sql`${mails.state} = 'sending'`,
        ),
      )
      .returning({ id: mails.id }),
  );
  if (ours.length === 0) throw new Error("the lease of this mail is over");
}

/**
 * Emails that certainly haven't left are queued again. The others are unknown, and only a person can send
 * them again.
 */
export async function endLeases(db: Db, now: Date): Promise<{ queued: number; unknown: number }> {
  const isOver = and(sql`${mails.state} = 'sending'`, lt(mails.leaseUntil, now));
  const queued = await db
    .update(mails)
    .set({ state: "queued", attempts: sql`${mails.attempts} - 1`, hasNotLeft: false, updatedAt: now })
    .where(and(isOver, mails.hasNotLeft))
    .returning({ id: mails.id });
  const unknown = await db
    .update(mails)
    .set({
      state: "unknown",
      reason: "The server stopped while it was sending this email",
      sentAt: sql`${mails.updatedAt}`,
      updatedAt: now,
    })
    .where(isOver)
    .returning({ id: mails.id });
  return { queued: queued.length, unknown: unknown.length };
}
