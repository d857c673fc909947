import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { actingAs } from "#server/db/actor.ts";
import type { Db } from "#server/db/client.ts";
import { letters as table } from "#server/db/schema-received.ts";
import type { Host } from "#server/handler.ts";
import { type Log, traceOf, log as writeLog } from "#server/log.ts";
import { asLetter } from "#server/mail/content.ts";
import { handOver } from "#server/mail/sender.ts";
import { RETRY_AFTER } from "#server/mail/settle.ts";
import { accountFailed, accountWorks } from "#server/providers/account-troubles.ts";
import { connectionOf } from "#server/providers/connections.ts";
import { type Outgoing, ProviderError } from "#server/providers/provider.ts";
import { canSendMail } from "./write.ts";

/** Longer than any send lasts (server/mail/sender.ts). */
const LEASE_MS = 120_000;
/** Mails handed over at the same time, each of another person. */
const AT_ONCE = 6;
/** Then it is looked again. */
const LOOKED_AT = 50;

const LOST = "Nobody knows whether it left: look into your Sent folder before you send it again.";
const NO_ACCOUNT = "Your email account is not connected any more. Connect it in Settings, then try again.";

type Letter = typeof table.$inferSelect;
type Change = Partial<typeof table.$inferInsert>;

/**
 * Sends what people wrote to contacts, each from its person's own account. Any number of hosts may do so at once: a mail is
 * claimed by one, and stored as being sent before it is handed over, so that a host that dies leaves one of which nobody
 * knows, and never a second one.
 */
export function createLetterSender(host: Host, log: Log = writeLog) {
  const busy = new Map<string, Promise<void>>();
  let isStopped = false;

  async function run(): Promise<void> {
    const now = host.clock();
    const due = await host.database.system(async (db) => {
      await db
        .update(table)
        .set({ state: "unknown", reason: LOST, leaseUntil: null })
        .where(and(sql`${table.state} = 'sending'`, lte(table.leaseUntil, now)));
      return db
        .select({ organizationId: table.organizationId, userId: table.userId, id: table.id })
        .from(table)
        .where(and(sql`${table.state} = 'queued'`, lte(table.dueAt, now)))
        .orderBy(asc(table.dueAt), asc(table.id))
        .limit(LOOKED_AT);
    });
    for (const { organizationId, userId, id } of due) {
      if (isStopped || busy.size >= AT_ONCE) return;
      // One mail of a person at a time, in the order that they were written in.
      if (!userId || busy.has(userId)) continue;
      const work = serve({ organizationId, userId }, id).finally(() => {
        busy.delete(userId);
        host.wake();
      });
      busy.set(userId, work);
    }
  }

  async function serve(holder: Holder, id: string): Promise<void> {
    try {
      const letter = await claim(host, holder, id);
      if (letter) await send(host, holder, letter, log);
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

type Holder = { organizationId: string; userId: string };

const asPerson = <T>(host: Host, { organizationId, userId }: Holder, work: (db: Db) => Promise<T>) =>
  actingAs({ kind: "person", id: userId }, () => host.database.tenant(organizationId, work));

/** Null where another host has it. */
async function claim(host: Host, holder: Holder, id: string): Promise<Letter | null> {
  const now = host.clock();
  const [letter] = await asPerson(host, holder, (db) =>
    db
      .update(table)
      .set({
        state: "sending",
        reason: null,
        attempts: sql`${table.attempts} + 1`,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
      })
      .where(and(one(holder, id), eq(table.state, "queued"), lte(table.dueAt, now)))
      .returning(),
  );
  return letter ?? null;
}

async function send(host: Host, holder: Holder, letter: Letter, log: Log): Promise<void> {
  const connection = await connectionOf(host, holder);
  if (!connection || !canSendMail(connection.account)) {
    await settle(host, holder, letter, { state: "failed", reason: NO_ACCOUNT });
    return;
  }
  const outgoing = outgoingOf(letter);
  const error = await handOver(connection, outgoing, log);
  const change = error ? afterError(error, letter, host.clock()) : { state: "sent" as const, reason: null };
  await settle(host, holder, letter, change);
  const fields = { organization: holder.organizationId, letter: letter.id, attempts: letter.attempts };
  log("letter", { ...fields, state: change.state, ...(error && { failure: error.kind }) });
  if (error?.kind === "credentials") await accountFailed(host, connection.account, "mail");
  if (error) return;
  await accountWorks(host, connection.account, "mail");
  // It has arrived; without its copy only the person's other programs do not show it.
  await connection
    .file?.(outgoing)
    .catch((failed) =>
      log("letter unfiled", { ...fields, why: failed instanceof ProviderError && failed.kind }),
    );
}

function outgoingOf(letter: Letter): Outgoing {
  const { id, messageId, to, fromName, subject, text, inReplyTo, refs } = letter;
  const [recipient] = to;
  if (!messageId || !recipient) throw new Error("a mail is written with a recipient and an id");
  return {
    id,
    messageId,
    to: recipient,
    fromName,
    subject,
    text,
    html: asLetter(markup(text)),
    headers: {
      ...(inReplyTo && { "In-Reply-To": inReplyTo }),
      ...(refs.length > 0 && { References: refs.join(" ") }),
    },
  };
}

/** The text with its line breaks, and nothing else. */
function markup(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll("\n", "<br>\n");
}

function afterError({ kind, message }: ProviderError, { attempts }: Letter, now: Date) {
  if (kind === "unknown") return { state: "unknown" as const, reason: LOST };
  const wait = kind === "later" || kind === "refused" ? RETRY_AFTER[attempts - 1] : undefined;
  if (!wait) return { state: "failed" as const, reason: message };
  return { state: "queued" as const, reason: message, dueAt: new Date(now.getTime() + wait) };
}

/** Also where its host stood still for longer than its lease: it alone knows what became of it. */
async function settle(host: Host, holder: Holder, letter: Letter, change: Change): Promise<void> {
  await asPerson(host, holder, (db) =>
    db
      .update(table)
      .set({ ...change, leaseUntil: null })
      .where(
        and(
          one(holder, letter.id),
          eq(table.attempts, letter.attempts),
          inArray(table.state, ["sending", "unknown"]),
        ),
      ),
  );
}

const one = ({ organizationId, userId }: Holder, id: string) =>
  and(eq(table.organizationId, organizationId), eq(table.userId, userId), eq(table.id, id));
