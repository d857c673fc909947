import { and, not, type SQL, sql } from "drizzle-orm";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { BeforeLeaving, Outgoing } from "#server/connections/providers/provider.ts";
import type { Db, SystemDb } from "#server/platform/db/client.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Log, traceOf, log as writeLog } from "#server/platform/log.ts";
import { after } from "#server/platform/machine.ts";
import { mailFailed } from "./alerts.ts";
import { hasBegun, isDayOver, isDue } from "./candidates.ts";
import { type Claim, claimMails, type Write } from "./claim.ts";
import { endLeases, REFUSED_PAUSE, settle, storeLeaving } from "./settle.ts";
import { hostTransport, type Transport, transportOf, usesHostServer } from "./transport.ts";

type Except = { busy: string[]; resting: string[]; unpaced: SQL; limit: number };

/** Skips through the index from one organization to the next. */
export const storesWithMail = sql`waiting as (
  (select organization_id as id from ${mails} where state = 'queued' order by 1 limit 1)
  union all
  select (select organization_id from ${mails} where state = 'queued' and organization_id > waiting.id
    order by 1 limit 1)
  from waiting where waiting.id is not null
)`;

/**
 * Except `busy` ones, and `resting` ones unless they have connected a mailbox since. `unpaced` emails don't need a
 * mailbox.
 */
async function readyOrganizations(
  db: SystemDb,
  now: Date,
  { busy, resting, unpaced, limit }: Except,
): Promise<string[]> {
  const at = now.toISOString();
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive ${storesWithMail}
    select id from waiting
    where id <> all (${sql.param(busy)}::uuid[])
      and (id <> all (${sql.param(resting)}::uuid[])
        or exists (select from ${accounts} where organization_id = waiting.id and is_stores and provider <> 'local'))
      -- Not exists(): that would be planned as a join, which reads all due emails.
      and (select true from ${mails} where organization_id = waiting.id and state = 'queued' and due_at <= ${at}
        limit 1)
      and (not exists (select from ${accounts} where organization_id = waiting.id and is_stores and next_mail_at > ${at})
        or (select true from ${mails} where organization_id = waiting.id and state = 'queued' and due_at <= ${at}
          and ${unpaced} limit 1))
    order by random() limit ${limit}`);
  return rows.map(({ id }) => id);
}

async function markAsWaiting(db: Db, now: Date): Promise<void> {
  const reason = NO_ACCOUNT;
  const [begun, over] = [hasBegun(now), isDayOver(now, await timezoneOf(db))];
  const failed = await db
    .update(mails)
    .set({ state: "failed", reason, updatedAt: now })
    .where(and(isDue(now), begun))
    .returning({ kind: mails.kind });
  for (const { kind } of failed.slice(0, 1)) await mailFailed(db, kind, now);
  await db
    .update(mails)
    .set({ state: sql`case when ${over} then 'skipped' else 'queued' end`, reason, updatedAt: now })
    .where(and(isDue(now), sql`(${over} or ${mails.reason} is distinct from ${reason})`));
}

/** A hanging mail server must not delay other organizations. */
const MAX_PARALLEL = 8;
const MAX_BATCHES = 20;
const NO_ACCOUNT_PAUSE = 15_000;

type MailSender = { run: () => Promise<void>; finish: () => Promise<void>; stop: () => Promise<void> };

/** `write` renders appointments' emails. Without it, they are sent as queued. */
type Options = { log?: Log; findTransport?: typeof transportOf; write?: Write };

export function createMailSender(
  host: Host,
  { log = writeLog, findTransport = transportOf, write }: Options = {},
): MailSender {
  const busy = new Map<string, Promise<void>>();
  /** Organizations without a mailbox have no row to store the pause. */
  const paused = new Map<string, number>();
  let isStopped = false;

  async function run() {
    const now = host.clock();
    for (const [id, until] of paused) if (until <= now.getTime()) paused.delete(id);
    const ready = await host.database.system(async (db) => {
      const ended = await endLeases(db, now);
      if (ended.unknown + ended.queued > 0) log("mails lost", ended);
      const except = { busy: [...busy.keys()], resting: [...paused.keys()], unpaced: usesHostServer(host) };
      return readyOrganizations(db, now, { ...except, limit: MAX_PARALLEL - busy.size });
    });
    for (const id of ready) busy.set(id, serve(id));
  }

  async function serve(organizationId: string) {
    let hasMore = false;
    try {
      hasMore = await sendMails(organizationId);
    } catch (error) {
      log("mails failed", { organization: organizationId, ...traceOf(error) });
    }
    const wasFull = busy.size === MAX_PARALLEL;
    busy.delete(organizationId);
    if (hasMore || wasFull) host.wake();
  }

  async function sendMails(organizationId: string): Promise<boolean> {
    paused.delete(organizationId);
    const transport = await findTransport(host, organizationId);
    if (!transport) {
      pause(organizationId, NO_ACCOUNT_PAUSE);
      await host.database.tenant(organizationId, (db) => markAsWaiting(db, host.clock()));
      return false;
    }
    if (!transport.account) return drain(organizationId, transport);
    const own = usesHostServer(host, transport);
    const hasMore = await drain(organizationId, { ...hostTransport(host), isBypass: true }, own);
    return (await drain(organizationId, transport, not(own))) || hasMore;
  }

  async function drain(organizationId: string, transport: Transport, only?: SQL): Promise<boolean> {
    for (let round = 0; round < MAX_BATCHES && !isStopped; round++) {
      const { claims, hasMore } = await claimMails(host, organizationId, transport, { kinds: only, write });
      const sent = await Promise.allSettled(claims.map((claim) => send(transport, claim)));
      const failed = sent.find((each) => each.status === "rejected");
      if (failed) throw failed.reason;
      if (!hasMore || paused.has(organizationId)) return false;
    }
    return true;
  }

  async function send(transport: Transport, claim: Claim) {
    const error = await handOver(transport, claim.outgoing, log, () => storeLeaving(host, claim));
    if (error?.kind === "credentials" && !transport.account && !transport.isBypass)
      pause(claim.organizationId, REFUSED_PAUSE);
    const state = await settle(host, transport, claim, error);
    log("mail", { ...fieldsOf(claim), via: transport.via, state, ...(error && { failure: error.kind }) });
  }

  function pause(organizationId: string, milliseconds: number) {
    paused.set(organizationId, host.clock().getTime() + milliseconds);
  }

  async function finish() {
    await Promise.all(busy.values());
  }

  return {
    run,
    finish,
    stop: () => {
      isStopped = true;
      return finish();
    },
  };
}

function fieldsOf({ organizationId, outgoing, kind, attempts }: Claim) {
  return { organization: organizationId, mail: outgoing.id, kind, attempts };
}

/** Shorter than the lease of a claim. */
const SEND_TIMEOUT_MS = 60_000;

export async function handOver(
  transport: Pick<Transport, "send">,
  mail: Outgoing,
  log: Log,
  beforeLeaving: BeforeLeaving,
): Promise<ProviderError | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = after(SEND_TIMEOUT_MS, () => reject(unknown("The mail server did not answer in time")));
  });
  try {
    const leaving = () =>
      beforeLeaving().catch((cause) => {
        throw new ProviderError("later", "This mail could not be marked as being sent", { cause });
      });
    await Promise.race([transport.send(mail, leaving), late]);
    return null;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    log("mail failed", { mail: mail.id, ...traceOf(error) });
    return unknown("An unexpected error occurred while this email was being sent");
  } finally {
    clearTimeout(timer);
  }
}

function unknown(sentence: string): ProviderError {
  return new ProviderError("unknown", sentence);
}
