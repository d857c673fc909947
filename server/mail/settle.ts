import { and, eq, inArray } from "drizzle-orm";
import type { MailState } from "#lib/contract/mails.ts";
import type { Db } from "../db/client.ts";
import { beginIncident } from "../db/incidents.ts";
import { accounts, automations, mails, suppressions } from "../db/schema-mail.ts";
import type { Host } from "../handler.ts";
import { accountFailed, accountWorks } from "../providers/account.ts";
import type { ProviderError } from "../providers/provider.ts";
import type { Claim } from "./claim.ts";
import { holdsKey } from "./holds-key.ts";
import type { WayOut } from "./way-out.ts";

const MINUTE = 60_000;
/** How long after each refusal it is tried again; after the last one it has failed. */
const AGAIN = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE];
/** A server that does not let us in is asked again this much later, in case it was its own trouble. */
export const REFUSED_REST = 30 * MINUTE;

const KEPT = "No email leaves this store yet";

type Change = Partial<typeof mails.$inferInsert> & { state: MailState };

/** Stores what became of a claimed mail, and answers it. `error` is null where it was accepted. */
export async function settle(
  host: Host,
  out: WayOut,
  claim: Claim,
  error: ProviderError | null,
): Promise<MailState> {
  const { organizationId, outgoing } = claim;
  const now = host.clock();
  const change = error ? afterError(error, claim, now) : afterAll(claim, out, now);
  await host.database.tenant(organizationId, async (db) => {
    if (!(await store(db, claim, { ...change, via: out.via, updatedAt: now }))) return;
    if (change.state === "failed") await mailFailed(db, claim, now);
    if (error?.kind === "bounced") await suppress(db, organizationId, outgoing.to.address);
    if (error?.kind === "credentials") await pause(db, claim, error.message);
    if (error?.kind === "credentials" && out.account) await rest(db, organizationId, now);
  });
  if (out.account) {
    if (error?.kind === "credentials") await accountFailed(host, out.account, "mail");
    if (!error) await accountWorks(host, out.account, "mail");
  }
  return change.state;
}

/** A link that lets in is not kept where it can be read, once it has arrived. */
function afterAll({ kind }: Claim, { via }: WayOut, now: Date): Change {
  if (via === "local") return { state: "kept", reason: KEPT };
  const sent = { state: "sent", reason: null, sentAt: now } as const;
  return holdsKey(kind) ? { ...sent, text: null, html: null } : sent;
}

function afterError({ kind, message }: ProviderError, { attempts }: Claim, now: Date): Change {
  const reason = message;
  if (kind === "unknown") return { state: "unknown", reason };
  if (kind === "never" || kind === "bounced") return { state: "failed", reason };
  // What is refused to the whole mailbox says nothing about this mail: it waits, and has been tried no more often.
  if (kind === "credentials") return { state: "queued", reason, attempts: attempts - 1 };
  const wait = AGAIN[attempts - 1];
  return wait
    ? { state: "queued", reason, dueAt: new Date(now.getTime() + wait) }
    : { state: "failed", reason };
}

/**
 * False where the mail is not ours any more. A host that stood still for longer than its lease comes too late to own
 * the mail, yet it alone knows what became of it.
 */
async function store(
  db: Db,
  { organizationId, outgoing, leaseUntil }: Claim,
  change: Change,
): Promise<boolean> {
  const changed = await db
    .update(mails)
    .set(change)
    .where(
      and(
        eq(mails.organizationId, organizationId),
        eq(mails.id, outgoing.id),
        eq(mails.leaseUntil, leaseUntil),
        inArray(mails.state, ["sending", "unknown"]),
      ),
    )
    .returning({ id: mails.id });
  return changed.length > 0;
}

/** Whoever tests a template looks at it already, and nobody is told that telling them failed. */
async function mailFailed(db: Db, { organizationId, kind }: Claim, now: Date): Promise<void> {
  if (kind === "test" || kind === "alert") return;
  await beginIncident(db, now, {
    organizationId,
    kind: "mailsFailed",
    title: "Emails of your store failed",
    text: "Emails could not be delivered, and are not tried again. See what they need in Sent mail.",
    href: "/dashboard/mail?state=failed",
  });
}

async function suppress(db: Db, organizationId: string, address: string): Promise<void> {
  await db
    .insert(suppressions)
    .values({ organizationId, address: address.toLowerCase(), reason: "bounced" })
    .onConflictDoNothing();
}

/** The rule that could not send makes no more mails until a person looks at it. One that a person paused stays theirs. */
async function pause(db: Db, { organizationId, automationId }: Claim, reason: string): Promise<void> {
  if (!automationId) return;
  await db
    .update(automations)
    .set({ isActive: false, pausedReason: reason, nextRunAt: null })
    .where(
      and(
        eq(automations.organizationId, organizationId),
        eq(automations.id, automationId),
        eq(automations.isActive, true),
      ),
    );
}

async function rest(db: Db, organizationId: string, now: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ nextMailAt: new Date(now.getTime() + REFUSED_REST) })
    .where(eq(accounts.organizationId, organizationId));
}
