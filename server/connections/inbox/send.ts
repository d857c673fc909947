import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { emailHtml } from "#server/connections/mail/content.ts";
import { handOver } from "#server/connections/mail/sender.ts";
import { RETRY_AFTER } from "#server/connections/mail/settle.ts";
import { accountFailed, accountWorks } from "#server/connections/providers/account-troubles.ts";
import { connectionOf } from "#server/connections/providers/connections.ts";
import type { Outgoing } from "#server/connections/providers/provider.ts";
import { asPerson, type UserKey } from "#server/platform/db/client.ts";
import { letters as table } from "#server/platform/db/schema-mail.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Log, traceOf, log as writeLog } from "#server/platform/log.ts";
import { canSendMail } from "./inbox.ts";

/** Longer than any send takes (mail/sender.ts). */
const LEASE_MS = 120_000;
const MAX_PARALLEL = 6;
const BATCH = 50;

const UNCONFIRMED =
  "We couldn't confirm that this email was sent. Check your Sent folder before resending it.";
const NO_ACCOUNT = "Your email account is no longer connected. Connect it in Settings, then try again.";

type Message = typeof table.$inferSelect;
type Change = Partial<typeof table.$inferInsert>;

/** A message is stored as `sending` first; if the host dies, it becomes `unknown` and is never sent twice. */
export function createMessageSender(host: Host, log: Log = writeLog) {
  const busy = new Map<string, Promise<void>>();
  let isStopped = false;

  async function run(): Promise<void> {
    const now = host.clock();
    const due = await host.database.system(async (db) => {
      const isOver = and(sql`${table.state} = 'sending'`, lte(table.leaseUntil, now));
      await db
        .update(table)
        .set({ state: "queued", dueAt: now, leaseUntil: null, hasNotLeft: false })
        .where(and(isOver, table.hasNotLeft));
      await db.update(table).set({ state: "unknown", reason: UNCONFIRMED, leaseUntil: null }).where(isOver);
      return db
        .select({ organizationId: table.organizationId, userId: table.userId, id: table.id })
        .from(table)
        .where(and(sql`${table.state} = 'queued'`, lte(table.dueAt, now)))
        .orderBy(asc(table.dueAt), asc(table.id))
        .limit(BATCH);
    });
    for (const { organizationId, userId, id } of due) {
      if (isStopped || busy.size >= MAX_PARALLEL) return;
      if (!userId || busy.has(userId)) continue;
      const work = serve({ organizationId, userId }, id).finally(() => {
        busy.delete(userId);
        host.wake();
      });
      busy.set(userId, work);
    }
  }

  async function serve(holder: UserKey, id: string): Promise<void> {
    try {
      const message = await claim(host, holder, id);
      if (message) await send(host, holder, message, log);
    } catch (error) {
      log("letter failed", { organization: holder.organizationId, letter: id, ...traceOf(error) });
    }
  }

  const finish = async () => void (await Promise.all(busy.values()));
  return {
    run,
    finish,
    stop: () => {
      isStopped = true;
      return finish();
    },
  };
}

async function claim(host: Host, holder: UserKey, id: string): Promise<Message | null> {
  const now = host.clock();
  const [message] = await asPerson(host.database, holder, (db) =>
    db
      .update(table)
      .set({
        state: "sending",
        reason: null,
        attempts: sql`${table.attempts} + 1`,
        hasNotLeft: true,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
      })
      .where(and(one(holder, id), eq(table.state, "queued"), lte(table.dueAt, now)))
      .returning(),
  );
  return message ?? null;
}

async function send(host: Host, holder: UserKey, message: Message, log: Log): Promise<void> {
  const connection = await connectionOf(host, holder);
  if (!connection || !canSendMail(connection.account)) {
    await settle(host, holder, message, { state: "failed", reason: NO_ACCOUNT });
    return;
  }
  const outgoing = outgoingOf(message);
  const error = await handOver(connection, outgoing, log, () => storeLeaving(host, holder, message));
  const change = error ? afterError(error, message, host.clock()) : { state: "sent" as const, reason: null };
  await settle(host, holder, message, change);
  const fields = { organization: holder.organizationId, letter: message.id, attempts: message.attempts };
  log("letter", { ...fields, state: change.state, ...(error && { failure: error.kind }) });
  if (error?.kind === "credentials") await accountFailed(host, connection.account, "mail");
  if (error) return;
  await accountWorks(host, connection.account, "mail");
  await connection
    .file?.(outgoing)
    .catch((failed) =>
      log("letter unfiled", { ...fields, why: failed instanceof ProviderError && failed.kind }),
    );
}

function outgoingOf(message: Message): Outgoing {
  const { id, messageId, to, fromName, subject, text, inReplyTo, refs } = message;
  const [recipient] = to;
  if (!messageId || !recipient) throw new Error("a queued message must have a recipient and a Message-ID");
  return {
    id,
    messageId,
    to: recipient,
    fromName,
    subject,
    text,
    html: emailHtml(markup(text)),
    headers: {
      ...(inReplyTo && { "In-Reply-To": inReplyTo }),
      ...(refs.length > 0 && { References: refs.join(" ") }),
    },
  };
}

function markup(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll("\n", "<br>\n");
}

function afterError({ kind, message }: ProviderError, { attempts }: Message, now: Date) {
  if (kind === "unknown") return { state: "unknown" as const, reason: UNCONFIRMED };
  const wait = kind === "later" || kind === "refused" ? RETRY_AFTER[attempts - 1] : undefined;
  if (!wait) return { state: "failed" as const, reason: message };
  return { state: "queued" as const, reason: message, dueAt: new Date(now.getTime() + wait) };
}

async function storeLeaving(host: Host, holder: UserKey, message: Message): Promise<void> {
  const ours = await asPerson(host.database, holder, (db) =>
    db
      .update(table)
      .set({ hasNotLeft: false })
      .where(and(one(holder, message.id), eq(table.attempts, message.attempts), eq(table.state, "sending")))
      .returning({ id: table.id }),
  );
  if (ours.length === 0) throw new Error("the lease of this mail is over");
}

async function settle(host: Host, holder: UserKey, message: Message, change: Change): Promise<void> {
  await asPerson(host.database, holder, (db) =>
    db
      .update(table)
      .set({ ...change, leaseUntil: null, hasNotLeft: false })
      .where(
        and(
          one(holder, message.id),
          eq(table.attempts, message.attempts),
          inArray(table.state, ["sending", "unknown"]),
        ),
      ),
  );
}

const one = ({ userId }: UserKey, id: string) => and(eq(table.userId, userId), eq(table.id, id));
