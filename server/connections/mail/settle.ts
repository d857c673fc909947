import { and, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { MailState } from "#lib/contract/mails.ts";
import { DAY, MINUTE } from "#lib/time/zone.ts";
import { accountFailed, accountWorks } from "#server/connections/providers/account-troubles.ts";
import type { Db, SystemDb } from "#server/platform/db/client.ts";
import { beginIncident, endIncident } from "#server/platform/db/incidents.ts";
import { accounts, mails, suppressions } from "#server/platform/db/schema-mail.ts";
import type { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { mailFailed } from "./alerts.ts";
import { hasSignInLink } from "./candidates.ts";
import type { Claim } from "./claim.ts";
import { type Transport, whyNotSent } from "./transport.ts";

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
        and(eq(mails.id, outgoing.id), eq(mails.leaseUntil, leaseUntil), sql`${mails.state} = 'sending'`),
      )
      .returning({ id: mails.id }),
  );
  if (ours.length === 0) throw new Error("the lease of this mail is over");
}

export async function endLeases(db: SystemDb, now: Date): Promise<{ queued: number; unknown: number }> {
  const isOver = and(sql`${mails.state} = 'sending'`, lt(mails.leaseUntil, now));
  const reason = "The server stopped while it was sending this email";
  const ifNotLeft = (value: SQL, otherwise: SQL) =>
    sql`case when ${mails.hasNotLeft} then ${value} else ${otherwise} end`;
  const ended = await db
    .update(mails)
    .set({
      state: ifNotLeft(sql`'queued'`, sql`'unknown'`),
      attempts: ifNotLeft(sql`${mails.attempts} - 1`, sql`${mails.attempts}`),
      reason: ifNotLeft(sql`${mails.reason}`, sql`${reason}`),
      sentAt: ifNotLeft(sql`${mails.sentAt}`, sql`${mails.updatedAt}`),
      hasNotLeft: false,
      updatedAt: now,
    })
    .where(isOver)
    .returning({ state: mails.state });
  const queued = ended.filter(({ state }) => state === "queued").length;
  return { queued, unknown: ended.length - queued };
}

/** The last delay repeats for emails that stay useful for longer. */
export const RETRY_AFTER = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE];
export const REFUSED_PAUSE = 30 * MINUTE;
/** Consecutive refusals that count as a problem of the account, regardless of the server's reason. */
const MAX_REFUSALS = 5;

type Change = Partial<typeof mails.$inferInsert> & { state: MailState };

export async function settle(
  host: Host,
  transport: Transport,
  claim: Claim,
  error: ProviderError | null,
): Promise<MailState> {
  const { organizationId } = claim;
  const now = host.clock();
  const change = error ? afterError(error, claim, transport, now) : afterAll(host, claim, transport, now);
  await host.database.tenant(organizationId, async (db) => {
    if (
      !(await store(db, claim, {
        sentAt: null,
        ...change,
        hasNotLeft: false,
        via: transport.via,
        updatedAt: now,
      }))
    )
      return;
    if (change.state === "failed") await mailFailed(db, claim.kind, now);
    if (error?.kind === "bounced") await suppress(db, claim, error.message, now);
    if (error) await countRefusal(db, transport, claim, error, now);
    else await endRefusals(db, transport, now);
  });
  if (transport.account) {
    if (error?.kind === "credentials") await accountFailed(host, transport.account, "mail");
    if (!error) await accountWorks(host, transport.account, "mail");
  }
  return change.state;
}

function afterAll(host: Host, { kind }: Claim, { via }: Transport, now: Date): Change {
  if (via === "local") return { state: "kept", reason: whyNotSent(host) };
  const sent = { state: "sent", reason: null, sentAt: now } as const;
  return hasSignInLink(kind) ? { ...sent, text: null, html: null } : sent;
}

function afterError(
  { kind, message }: ProviderError,
  claim: Claim,
  { isBypass }: Transport,
  now: Date,
): Change {
  const { attempts } = claim;
  const reason = message;
  if (kind === "unknown") return { state: "unknown", reason, sentAt: now };
  if (kind === "never" || kind === "bounced") return { state: "failed", reason };
  // A refusal of the whole mailbox doesn't count as this email's attempt.
  if (kind === "credentials") {
    // The host's own server has no row that could store the pause.
    const dueAt = isBypass && { dueAt: new Date(now.getTime() + REFUSED_PAUSE) };
    return { state: "queued", reason, attempts: attempts - 1, ...dueAt };
  }
  const wait = RETRY_AFTER[attempts - 1] ?? (claim.hasEnd ? RETRY_AFTER.at(-1) : undefined);
  if (!wait) return { state: "failed", reason };
  const dueAt = Math.min(now.getTime() + wait, claim.end?.getTime() ?? Number.POSITIVE_INFINITY);
  return { state: "queued", reason, dueAt: new Date(dueAt) };
}

/** Returns false if another host has the email. Works after the lease. */
async function store(db: Db, { outgoing, leaseUntil }: Claim, change: Change): Promise<boolean> {
  const changed = await db
    .update(mails)
    .set(change)
    .where(
      and(
        eq(mails.id, outgoing.id),
        eq(mails.leaseUntil, leaseUntil),
        inArray(mails.state, ["sending", "unknown"]),
      ),
    )
    .returning({ id: mails.id });
  return changed.length > 0;
}

async function suppress(db: Db, { outgoing }: Claim, said: string, now: Date): Promise<void> {
  const address = outgoing.to.address.toLowerCase();
  await db
    .insert(suppressions)
    .values({ address, reason: "bounced", mailId: outgoing.id, said, createdAt: now })
    .onConflictDoNothing();
}

/** Notifies staff until the account works again. After many refusals no recipient is suppressed. */
async function countRefusal(
  db: Db,
  { account, isBypass }: Transport,
  { organizationId }: Claim,
  { kind }: ProviderError,
  now: Date,
): Promise<void> {
  const paused = {
    organizationId,
    kind: "automationsPaused",
    title: "Your store's emails are waiting",
    href: "/dashboard/automations",
    over: "Your store's emails are being sent again, including those that waited. Automations continue.",
  } as const;
  if (kind === "credentials" && !account && !isBypass) {
    const text = "This site's mail server refuses to send. Emails wait and are retried every half hour.";
    await beginIncident(db, now, { ...paused, text, notifyAfterMs: DAY });
  }
  if (!account) return;
  if (kind === "credentials") await pauseMailbox(db, now);
  if (kind !== "refused" && kind !== "bounced") return;
  const [counted] = await db
    .update(accounts)
    .set({
      refusals: sql`${accounts.refusals} + 1`,
      refusedSince: sql`coalesce(${accounts.refusedSince}, ${now.toISOString()}::timestamptz)`,
    })
    .where(sql`${accounts.isStores}`)
    .returning({ refusals: accounts.refusals, since: accounts.refusedSince });
  if (!counted?.since || counted.refusals < MAX_REFUSALS) return;
  await db
    .update(suppressions)
    .set({ liftedAt: now })
    .where(
      and(
        eq(suppressions.reason, "bounced"),
        isNull(suppressions.liftedAt),
        gte(suppressions.createdAt, counted.since),
      ),
    );
  await pauseMailbox(db, now);
  const text =
    "The mail server refused several emails in a row. Emails wait and are retried every half hour. Open Sent mail to see its answer.";
  await beginIncident(db, now, { ...paused, text });
}

async function endRefusals(db: Db, { account, isBypass }: Transport, now: Date): Promise<void> {
  if (isBypass) return;
  if (account) {
    await db
      .update(accounts)
      .set({ refusals: 0, refusedSince: null })
      .where(and(accounts.isStores, gt(accounts.refusals, 0)));
  }
  await endIncident(db, now, { kind: "automationsPaused" });
}

async function pauseMailbox(db: Db, now: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ nextMailAt: new Date(now.getTime() + REFUSED_PAUSE) })
    .where(sql`${accounts.isStores}`);
}
