import { and, asc, eq, isNull, lte, or } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import { queueMail } from "#server/connections/mail/queue.ts";
import { accountOfStore } from "#server/connections/providers/account.ts";
import type { Db } from "#server/platform/db/client.ts";
import { users } from "#server/platform/db/schema.ts";
import { mailboxes } from "#server/platform/db/schema-received.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Log, traceOf, log as writeLog } from "#server/platform/log.ts";
import { LEASE_MS, type Mailbox, readMailbox } from "./read-mailbox.ts";

/** A hanging server blocks only its own mailbox. */
const MAX_PARALLEL = 6;
const EVERY_MS = 3 * MINUTE;
const RETRY_AFTER = [2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const RETRY_LATER = 60 * MINUTE;

const REFUSED = "Your mail server no longer lets us read your email. Connect your account again in Settings.";
const UNREAD = "We can't reach your mail server right now. We'll keep trying.";

/** Safe on several hosts, because each mailbox is claimed. */
export function createMailboxReader(host: Host, log: Log = writeLog) {
  const busy = new Map<string, Promise<void>>();
  let isStopped = false;

  async function run(): Promise<void> {
    const now = host.clock();
    const free = or(isNull(mailboxes.leaseUntil), lte(mailboxes.leaseUntil, now));
    const due = await host.database.system((db) =>
      db
        .select({ organizationId: mailboxes.organizationId, userId: mailboxes.userId })
        .from(mailboxes)
        .where(and(lte(mailboxes.nextAt, now), free))
        .orderBy(asc(mailboxes.nextAt))
        .limit(MAX_PARALLEL * 2),
    );
    for (const { organizationId, userId } of due) {
      const key = `${organizationId} ${userId}`;
      if (isStopped || busy.size >= MAX_PARALLEL) return;
      if (busy.has(key)) continue;
      const own = and(eq(mailboxes.organizationId, organizationId), eq(mailboxes.userId, userId));
      const [box] = await host.database.tenant(organizationId, (db) =>
        db
          .update(mailboxes)
          .set({ leaseUntil: new Date(now.getTime() + LEASE_MS) })
          .where(and(own, lte(mailboxes.nextAt, now), free))
          .returning(),
      );
      if (!box) continue;
      const work = serve(box).finally(() => busy.delete(key));
      busy.set(key, work);
    }
  }

  async function serve(box: Mailbox): Promise<void> {
    const fields = { organization: box.organizationId, person: box.userId };
    try {
      const done = await readMailbox(host, box);
      if (done === "lost") return;
      const wait = done === "more" ? 0 : EVERY_MS;
      const nextAt = done === "none" ? null : new Date(host.clock().getTime() + wait);
      await settle(box, { nextAt, failures: 0, error: null });
      if (done === "more") host.wake();
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : "unknown";
      log("mailbox unread", kind === "unknown" ? { ...fields, ...traceOf(error) } : { ...fields, why: kind });
      const isRefused = kind === "credentials";
      // Servers lock out clients that retry a wrong password often.
      const wait = isRefused ? RETRY_LATER : (RETRY_AFTER[box.failures] ?? RETRY_LATER);
      await settle(box, {
        nextAt: new Date(host.clock().getTime() + wait),
        failures: box.failures + 1,
        error: isRefused ? REFUSED : box.failures > 0 ? UNREAD : box.error,
      }).catch((failed) => log("mailbox unread", { ...fields, ...traceOf(failed) }));
    }
  }

  async function settle(
    box: Mailbox,
    changes: Pick<Mailbox, "nextAt" | "failures" | "error">,
  ): Promise<void> {
    const { organizationId, userId, accountId } = box;
    await host.database.tenant(organizationId, async (db) => {
      const settled = await db
        .update(mailboxes)
        .set({ ...changes, leaseUntil: null })
        .where(
          and(
            eq(mailboxes.organizationId, organizationId),
            eq(mailboxes.userId, userId),
            eq(mailboxes.accountId, accountId ?? ""),
          ),
        )
        .returning({ userId: mailboxes.userId });
      if (settled.length > 0 && changes.error === REFUSED && box.error !== REFUSED)
        await notifyPerson(db, host, box);
    });
    host.wake();
  }

  return {
    run,
    finish: async () => void (await Promise.all(busy.values())),
    stop: async () => {
      isStopped = true;
      await Promise.all(busy.values());
    },
  };
}

async function notifyPerson(
  db: Db,
  host: Host,
  { organizationId, userId, accountId }: Mailbox,
): Promise<void> {
  const store = await accountOfStore(db, organizationId);
  if (!host.smtp && (!store || store.provider === "local" || store.id === accountId)) return;
  const [user] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  if (!user) return;
  const { email, firstName, lastName } = user;
  await queueMail(db, {
    organizationId,
    kind: "alert",
    to: { address: email, name: `${firstName} ${lastName}`.trim() },
    subject: "We can't read your mailbox",
    text: `Hello {{firstName}},\n\n${REFUSED}\n\n${host.webUrl}/dashboard/settings/integrations`,
    values: { firstName },
    dueAt: host.clock(),
  });
}
