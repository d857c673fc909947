import { and, eq, gte, inArray, isNotNull } from "drizzle-orm";
import { formatter, MINUTE } from "#lib/time/zone.ts";
import { nameOf, type SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { checkContact } from "#server/db/parties.ts";
import { contacts } from "#server/db/schema.ts";
import { letters as table } from "#server/db/schema-received.ts";
import { timezoneOf } from "#server/db/timezone.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers, Host } from "#server/handler.ts";
import { type Account, accountOf } from "#server/providers/account.ts";
import { sharing } from "./keep.ts";
import { hashOf } from "./match.ts";

/** Whether a person's own mail can leave by it: the store's trial account sends none. */
export const canSendMail = ({ provider }: Pick<Account, "provider">) => provider !== "local";

const NO_ACCOUNT = "Connect your email account first: Settings, Integrations. Your answer leaves from there.";
const MOST_REFS = 50;
/** So many a person writes within 15 minutes, and so often one of them is tried. */
const MOST_WRITTEN = 40;
const MOST_ATTEMPTS = 20;
const QUOTED = 10_000;
const LONGEST_SUBJECT = 500;

/** What people write to contacts from their own mailbox: a row first, which a job sends (send.ts). */
export const writing = {
  "letters.reply": async ({ host, user, params: { id }, body, tenant }) => {
    return tenant(async (db) => {
      await checkWriting(db, host, user);
      const answered = await visible(db, user, id);
      const sender = await senderOf(db, user);
      const { organizationId } = user;
      const contactId = await checkContact(db, organizationId, answered.contactId);
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
        text: `${body.text}\n\n${quoted(answered, await timezoneOf(db, organizationId))}`,
        thread,
        inReplyTo: messageId,
        refs: chain.length > MOST_REFS ? [...chain.slice(0, 1), ...chain.slice(1 - MOST_REFS)] : chain,
        // Who answers in a thread that the team sees, answers where it sees it.
        isOpen: answered.userId !== user.id,
      });
    }).finally(host.wake);
  },

  "letters.write": async ({ host, user, params: { id }, body: { subject, text }, tenant }) => {
    return tenant(async (db) => {
      await checkWriting(db, host, user);
      const { organizationId } = user;
      const contactId = await checkContact(db, organizationId, id);
      const sender = await senderOf(db, user);
      const [contact] = await db
        .select({ email: contacts.email, firstName: contacts.firstName, lastName: contacts.lastName })
        .from(contacts)
        .where(and(eq(contacts.organizationId, organizationId), eq(contacts.id, contactId)));
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
      const { organizationId } = user;
      const letter = await visible(db, user, id);
      if (letter.attempts >= MOST_ATTEMPTS)
        throw new HttpError(422, "It was tried often enough. Write it anew.");
      if (letter.userId !== user.id) throw new HttpError(403, "Only who wrote it sends it again");
      await senderOf(db, user);
      const again = await db
        .update(table)
        .set({ state: "queued", reason: null, dueAt: host.clock(), leaseUntil: null })
        .where(
          and(
            eq(table.organizationId, organizationId),
            eq(table.id, id),
            inArray(table.state, ["failed", "unknown"]),
          ),
        )
        .returning({ id: table.id });
      if (again.length === 0) throw new HttpError(409, "It is on its way already");
    });
    host.wake();
    return { id };
  },
} satisfies Partial<Handlers>;

/** Whoever writes to many is to use a campaign: a mailbox that sends much is taken for a spammer's. */
async function checkWriting(db: Db, host: Host, { organizationId, id }: SignedIn): Promise<void> {
  const since = newId(host.clock().getTime() - 15 * MINUTE);
  const written = await db.$count(
    table,
    and(
      eq(table.organizationId, organizationId),
      gte(table.id, since),
      eq(table.userId, id),
      isNotNull(table.state),
    ),
  );
  if (written >= MOST_WRITTEN)
    throw new HttpError(429, "These are many emails at once. Go on in a few minutes.", 300);
}

async function visible(db: Db, { organizationId }: SignedIn, id: string) {
  const [letter] = await db
    .select()
    .from(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.id, id)));
  if (!letter) throw notFound();
  return letter;
}

async function senderOf(db: Db, { organizationId, id }: SignedIn): Promise<string> {
  const account = await accountOf(db, { organizationId, userId: id });
  if (!account || !canSendMail(account)) throw new HttpError(422, NO_ACCOUNT);
  return account.address.toLowerCase();
}

type Written = {
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

async function insert(db: Db, host: Host, user: SignedIn, written: Written): Promise<{ id: string }> {
  const { organizationId, id: userId } = user;
  const { sender, contactId, to, subject, text, inReplyTo, refs, isOpen } = written;
  const now = host.clock();
  const id = newId(now.getTime());
  // The same goes out however often it is tried, and is known when it is read in the mailbox.
  const messageId = `<${id}@${sender.split("@")[1] ?? "localhost"}>`;
  const hash = hashOf(messageId);
  const thread = written.thread ?? hash;
  const shared = (await sharing(db, { organizationId, userId }, [thread]))(thread);
  await db.insert(table).values({
    ...{ organizationId, id, userId, contactId, hash, thread, messageId, inReplyTo, refs, subject, text },
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

/** "Re:" in the words of other programs stays the only one. */
function replySubject(subject: string): string {
  const isReply = /^(?:re|aw|antw|sv|vs|rif|odp|res|回复|回覆)(?:\[\d{1,3}\])?\s?[:：]/i.test(subject);
  return (isReply ? subject : `Re: ${subject}`).slice(0, LONGEST_SUBJECT).trim();
}

type Answered = Pick<typeof table.$inferSelect, "at" | "fromName" | "fromAddress" | "text">;

function quoted({ at, fromName, fromAddress, text }: Answered, timezone: string): string {
  const when = formatter({ dateStyle: "full", timeStyle: "short" }, timezone).format(at);
  const who = fromName ? `${fromName} <${fromAddress}>` : fromAddress;
  const lines = text.slice(0, QUOTED).split("\n");
  return `On ${when}, ${who} wrote:\n${lines.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`)).join("\n")}`;
}
