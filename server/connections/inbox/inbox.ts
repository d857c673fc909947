import { and, desc, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { formatter, MINUTE } from "#lib/time/zone.ts";
import { type Account, accountOf } from "#server/connections/providers/account.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { checkContact, personName } from "#server/platform/db/parties.ts";
import { countRows, findRecord, getRecord } from "#server/platform/db/record.ts";
import { contacts, users } from "#server/platform/db/schema.ts";
import { mailboxes, letters as table } from "#server/platform/db/schema-mail.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { readAs, visibilityOf } from "./keep.ts";
import { hashMessageId } from "./match.ts";

const PREVIEW = 240;
const PAGE_SIZE = 50;

/*
 * Row-level security hides unshared messages from everyone except their owner, so every read runs as a person
 * (`readAs`).
 */

export const letters = {
  "letters.get": async ({ user, params: { id }, read }) =>
    readAs(read, user, async (db) => {
      const [found] = await select(db).where(eq(table.id, id));
      const [content] = await db
        .select(pick(table, "cc", "text", "html", "isCut", "contactId"))
        .from(table)
        .where(eq(table.id, id));
      if (!found || !content) throw notFound();
      const { contactId, ...whole } = content;
      const others = await select(db)
        .where(and(eq(table.contactId, contactId), eq(table.thread, found.thread)))
        .orderBy(desc(table.at), desc(table.id))
        .limit(PAGE_SIZE);
      return {
        ...answer(found, user),
        ...whole,
        others: others
          .filter((other) => other.id !== id)
          .map((other) => answer(other, user))
          .reverse(),
      };
    }),

  "letters.share": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      await lockMailbox(db, user);
      const message = await getRecord(db, table, id);
      if (message.userId !== user.id)
        throw new HttpError(403, "Only the owner of this mailbox can change who sees it");
      await db
        .update(table)
        .set(body.isShared ? { shared: "thread", sharedBy: nameOf(user) } : { shared: "no", sharedBy: null })
        .where(and(mine(user), eq(table.thread, message.thread)));
    });
    return { id };
  },

  "letters.settings": async ({ user, read }) =>
    read(async (db) => {
      const { id } = user;
      const account = await accountOf(db, id);
      const [box] = await db.select().from(mailboxes).where(boxOf(user));
      const isRead =
        box !== undefined &&
        account !== null &&
        box.accountId === account.id &&
        (box.nextAt !== null || account.externalId !== null);
      return {
        sharesAll: box?.sharesAll ?? false,
        sender: account && canSendMail(account) ? account.address : null,
        address: isRead ? account.address : null,
        readAt: box?.readAt?.toISOString() ?? null,
        error: box?.error ?? null,
      };
    }),

  "letters.setSettings": async ({ user, body: { sharesAll }, tenant }) => {
    const { id } = user;
    await tenant(async (db) => {
      await lockMailbox(db, user);
      await db
        .insert(mailboxes)
        .values({ userId: id, sharesAll })
        .onConflictDoUpdate({ target: [mailboxes.organizationId, mailboxes.userId], set: { sharesAll } });
      await db
        .update(table)
        .set(sharesAll ? { shared: "all", sharedBy: nameOf(user) } : { shared: "no", sharedBy: null })
        .where(and(mine(user), eq(table.shared, sharesAll ? "no" : "all")));
    });
    return { id };
  },
} satisfies Partial<Handlers>;

const mine = ({ id }: SignedIn) => eq(table.userId, id);
const boxOf = ({ id }: SignedIn) => eq(mailboxes.userId, id);

async function lockMailbox(db: Db, user: SignedIn): Promise<void> {
  await db.select({ id: mailboxes.userId }).from(mailboxes).where(boxOf(user)).for("update");
}

function select(db: Db) {
  return db
    .select({
      ...pick(table, "id", "thread", "direction", "userId"),
      person: personName,
      ...pick(table, "fromAddress", "fromName", "to", "subject"),
      preview: sql<string>`left(${table.text}, ${PREVIEW})`,
      ...pick(table, "attachments", "at", "shared", "sharedBy", "state", "reason"),
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.userId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

function answer(row: Row, user: SignedIn) {
  const { userId, person, fromAddress, fromName, shared, sharedBy, ...rest } = row;
  return {
    ...rest,
    person: userId === null ? null : { id: userId, name: person ?? "" },
    isMine: userId === user.id,
    from: { name: fromName, address: fromAddress },
    shared: shared === "no" ? null : { by: sharedBy ?? "", all: shared === "all" },
  };
}

export const canSendMail = ({ provider }: Pick<Account, "provider">) => provider !== "local";

const NO_ACCOUNT = "Connect your email account in Settings › Integrations first. Your reply is sent from it.";
const MAX_REFS = 50;
const MAX_WRITTEN = 40;
const MAX_ATTEMPTS = 20;
const MAX_QUOTE = 10_000;
const MAX_SUBJECT = 500;

export const writeHandlers = {
  "letters.reply": async ({ host, user, params: { id }, body, tenant }) => {
    return tenant(async (db) => {
      await checkWriting(db, host, user);
      const answered = await getRecord(db, table, id);
      const sender = await senderOf(db, user);
      const contactId = await checkContact(db, answered.contactId);
      const { messageId, refs, direction, thread } = answered;
      const others = answered.to.find(({ address }) => address === answered.address);
      const to =
        direction === "in"
          ? { name: answered.fromName, address: answered.fromAddress }
          : { name: others?.name ?? "", address: answered.address };
      const chain = [...refs, ...(messageId ? [messageId] : [])];
      return insert(db, host, user, {
        sender,
        contactId,
        to,
        subject: replySubject(answered.subject),
        text: `${body.text}\n\n${quote(answered, await timezoneOf(db))}`,
        thread,
        inReplyTo: messageId,
        refs: chain.length > MAX_REFS ? [...chain.slice(0, 1), ...chain.slice(1 - MAX_REFS)] : chain,
        isOpen: answered.userId !== user.id,
      });
    }).finally(host.wake);
  },

  "letters.write": async ({ host, user, params: { id }, body: { subject, text }, tenant }) => {
    return tenant(async (db) => {
      await checkWriting(db, host, user);
      const contactId = await checkContact(db, id);
      const sender = await senderOf(db, user);
      const contact = await findRecord(db, contacts, contactId);
      if (!contact?.email) throw new HttpError(422, "This contact has no email address");
      const to = { name: `${contact.firstName} ${contact.lastName}`.trim(), address: contact.email };
      return insert(db, host, user, {
        ...{ sender, contactId, to, subject, text },
        ...{ thread: null, inReplyTo: null, refs: [], isOpen: false },
      });
    }).finally(host.wake);
  },

  "letters.resend": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const message = await getRecord(db, table, id);
      if (message.attempts >= MAX_ATTEMPTS)
        throw new HttpError(422, "This message failed too many times. Write a new one.");
      if (message.userId !== user.id) throw new HttpError(403, "Only its author can resend this message");
      await senderOf(db, user);
      const again = await db
        .update(table)
        .set({ state: "queued", reason: null, dueAt: host.clock(), leaseUntil: null })
        .where(and(eq(table.id, id), inArray(table.state, ["failed", "unknown"])))
        .returning({ id: table.id });
      if (again.length === 0) throw new HttpError(409, "This message is already being sent");
    });
    host.wake();
    return { id };
  },
} satisfies Partial<Handlers>;

/** Mailboxes that send a lot get blocked as spam. */
async function checkWriting(db: Db, host: Host, { id }: SignedIn): Promise<void> {
  const since = newId(host.clock().getTime() - 15 * MINUTE);
  const written = await countRows(
    db,
    table,
    and(gte(table.id, since), eq(table.userId, id), isNotNull(table.state)),
  );
  if (written >= MAX_WRITTEN)
    throw new HttpError(429, "You've sent a lot of emails. Try again in a few minutes.", 300);
}

async function senderOf(db: Db, { id }: SignedIn): Promise<string> {
  const account = await accountOf(db, id);
  if (!account || !canSendMail(account)) throw new HttpError(422, NO_ACCOUNT);
  return account.address.toLowerCase();
}

type NewMessage = {
  sender: string;
  contactId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  thread: string | null;
  inReplyTo: string | null;
  refs: string[];
  isOpen: boolean;
};

async function insert(db: Db, host: Host, user: SignedIn, written: NewMessage): Promise<{ id: string }> {
  const { id: userId } = user;
  const { sender, contactId, to, subject, text, inReplyTo, refs, isOpen } = written;
  const now = host.clock();
  const id = newId(now.getTime());
  const messageId = `<${id}@${sender.split("@")[1] ?? "localhost"}>`;
  const hash = hashMessageId(messageId);
  const thread = written.thread ?? hash;
  const shared = (await visibilityOf(db, { userId }, [thread]))(thread);
  await db.insert(table).values({
    ...{ id, userId, contactId, hash, thread, messageId, inReplyTo, refs, subject, text },
    ...(isOpen && shared.shared === "no" ? { shared: "thread" as const, sharedBy: nameOf(user) } : shared),
    direction: "out",
    address: to.address.toLowerCase(),
    fromAddress: sender,
    fromName: nameOf(user),
    to: [{ ...to, address: to.address.toLowerCase() }],
    cc: [],
    at: now,
    state: "queued",
    dueAt: now,
  });
  return { id };
}

function replySubject(subject: string): string {
  const isReply = /^(?:re|aw|antw|sv|vs|rif|odp|res|回复|回覆)(?:\[\d{1,3}\])?\s?[:：]/i.test(subject);
  return (isReply ? subject : `Re: ${subject}`).slice(0, MAX_SUBJECT).trim();
}

type QuotedMessage = Pick<typeof table.$inferSelect, "at" | "fromName" | "fromAddress" | "text">;

function quote({ at, fromName, fromAddress, text }: QuotedMessage, timezone: string): string {
  const when = formatter({ dateStyle: "full", timeStyle: "short" }, timezone).format(at);
  const who = fromName ? `${fromName} <${fromAddress}>` : fromAddress;
  const lines = text.slice(0, MAX_QUOTE).split("\n");
  return `On ${when}, ${who} wrote:\n${lines.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`)).join("\n")}`;
}
