import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Claim } from "./claim.ts";

/** Stores that a claimed mail may leave from now on. Throws if the lease was lost: another host may have the mail. */
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
 * Decides about the mails of a host that died. A mail that has certainly not left is queued again. Of the others nobody
 * can tell whether they arrived, so only a person sends them again.
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
      reason: "The host ended while it was handing this mail over",
      // The moment at which it may have left.
      sentAt: sql`${mails.updatedAt}`,
      updatedAt: now,
    })
    .where(isOver)
    .returning({ id: mails.id });
  return { queued: queued.length, unknown: unknown.length };
}
