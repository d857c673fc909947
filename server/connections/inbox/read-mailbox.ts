import { and, eq, isNull, lte, notInArray, or } from "drizzle-orm";
import { DAY, MINUTE } from "#lib/time/zone.ts";
import { queueMail } from "#server/connections/mail/queue.ts";
import { accountOfStore } from "#server/connections/providers/account.ts";
import { imapServerOf } from "#server/connections/providers/direct.ts";
import { type ImapSession, imapSession } from "#server/connections/providers/imap.ts";
import type { Folder, MailedFile } from "#server/connections/providers/imap-worker.ts";
import type { Body, Envelope } from "#server/connections/providers/received.ts";
import { asPerson, type Db } from "#server/platform/db/client.ts";
import { claimDue } from "#server/platform/db/due.ts";
import { findRecord } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { accounts, type FolderMark, mailboxes } from "#server/platform/db/schema-mail.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Log, traceOf, log as writeLog } from "#server/platform/log.ts";
import { stopwatch } from "#server/platform/machine.ts";
import { storeMessages } from "./keep.ts";
import { type Match, markSent, matchMails, newAddresses, type Owner } from "./match.ts";

const DAYS_BACK = 90;
/** Headers per step. */
const STEPS = [100, 10, 1];
const TURN_MS = 30_000;
/** Above this, the mailbox is read again instead of searched. */
const MAX_ADDRESSES = 20;
const LEASE_MS = 180_000;

/** Imports attached files, each message once. */
export type FilesByMail = {
  fileNames: RegExp;
  /** Removes the secret tags from the message's addresses. */
  takeTags: (envelope: Envelope) => string[];
  /** The saved imports that haven't had the message. */
  wanted: (db: Db, tags: string[], envelope: Envelope) => Promise<string[]>;
  /** `files` null: they can't be read. */
  store: (
    db: Db,
    now: Date,
    savedIds: string[],
    envelope: Envelope,
    files: MailedFile[] | null,
  ) => Promise<void>;
};
type Found = { match: Match; body: Body }[];

type Mailbox = typeof mailboxes.$inferSelect;
/** `none`: there is nothing to read. `lost`: another host took over. */
type Result = "all" | "more" | "none" | "lost";

const UNREADABLE: Body = {
  text: "This message can't be displayed here. Open it in your mailbox.",
  html: null,
  isCut: true,
  attachments: [],
};

type Reading = {
  host: Host;
  box: Mailbox;
  owner: Owner;
  session: ImapSession;
  byMail: FilesByMail | undefined;
  marks: Mailbox["folders"];
  lease: Date;
  since: number;
  began: number;
};

/** Stores results and progress after each step, nothing about other messages. Throws ProviderError. */
async function readMailbox(host: Host, box: Mailbox, byMail?: FilesByMail): Promise<Result> {
  const { organizationId, userId, accountId } = box;
  const began = stopwatch();
  const now = host.clock();
  const [account] = await host.database.read(organizationId, (db) =>
    db
      .select()
      .from(accounts)
      .where(eq(accounts.id, accountId ?? "")),
  );
  const server = account && imapServerOf(host, account);
  if (!server) return "none";
  const owner: Owner = { organizationId, userId, address: account.address.toLowerCase() };
  const session = await imapSession(host.providers, server);
  const reading: Reading = {
    ...{ host, box, owner, session, byMail, began },
    ...{ marks: {}, lease: box.leaseUntil ?? now, since: now.getTime() - DAYS_BACK * DAY },
  };
  try {
    const folders = await session.ask("folders");
    const { added, until: lookedAt } = await host.database.read(organizationId, (db) =>
      newAddresses(db, box.lookedAt ?? now, MAX_ADDRESSES + 1),
    );
    if (added.length <= MAX_ADDRESSES) Object.assign(reading.marks, box.folders);
    for (const folder of folders) {
      const stopped = await readFolder(reading, folder, { added, lookedAt });
      if (stopped) return stopped;
    }
    return (await store(reading, [], { lookedAt, readAt: now })) ? "all" : "lost";
  } finally {
    await session.end();
  }
}

type Looked = { added: string[]; lookedAt: Date };

async function readFolder(reading: Reading, folder: Folder, { added, lookedAt }: Looked) {
  const { session, marks, since } = reading;
  const { validity, uids } = await session.ask("open", folder.path, since);
  const before = marks[folder.path];
  const mark: FolderMark = before?.validity === validity ? { ...before } : { validity, uid: 0 };
  marks[folder.path] = mark;
  const wanted = before?.validity === validity && added.length > 0 && added.length <= MAX_ADDRESSES;
  const earlier = wanted ? await session.ask("find", added, since) : [];
  const again = earlier.filter((uid) => uid <= mark.uid);
  const unread = uids.filter((uid) => uid > mark.uid);
  const steps = [again, unread].flatMap((each) => stepsOf(each, mark.step));
  for (const step of steps) {
    const last = step.at(-1) ?? 0;
    let found: Found;
    try {
      const envelopes = await session.ask("headers", step);
      if (folder.kind === "inbox" && !(await takeFiles(reading, envelopes))) return "more";
      found = await look(reading, folder, mark, envelopes);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== "never") throw error;
      // Retry with smaller steps, and finally skip the message that can't be read.
      const isPassed = step.length === 1 && mark.unreadable !== last;
      if (isPassed) mark.uid = Math.max(mark.uid, last);
      else if (step.length > 1) mark.step = STEPS.find((size) => size < step.length) ?? 1;
      return (await store(reading, [], isPassed ? { lookedAt } : {})) ? "more" : "lost";
    }
    delete mark.unreadable;
    mark.uid = Math.max(mark.uid, last);
    if (!(await store(reading, found))) return "lost";
    if (stopwatch() - reading.began > TURN_MS) return "more";
  }
  delete mark.step;
  return null;
}

/** False if another host took over. */
async function store(reading: Reading, found: Found, changes: Partial<Mailbox> = {}): Promise<boolean> {
  const { host, owner, marks, lease } = reading;
  const leaseUntil = new Date(host.clock().getTime() + LEASE_MS);
  const isOurs = await asPerson(host.database, owner, async (db) => {
    const updated = await db
      .update(mailboxes)
      .set({ ...changes, folders: marks, leaseUntil, nextAt: leaseUntil })
      .where(and(eq(mailboxes.userId, owner.userId), eq(mailboxes.leaseUntil, lease)))
      .returning({ userId: mailboxes.userId });
    if (updated.length === 0) return false;
    await storeMessages(db, owner, found);
    return true;
  });
  if (isOurs) reading.lease = leaseUntil;
  return isOurs;
}

/** One message at a time, to save memory. False if files can't be read, which may end the session. */
async function takeFiles({ host, owner, session, byMail }: Reading, envelopes: Envelope[]): Promise<boolean> {
  if (!byMail) return true;
  for (const envelope of envelopes) {
    const tags = byMail.takeTags(envelope);
    if (tags.length === 0) continue;
    const ids = await host.database.read(owner.organizationId, (db) => byMail.wanted(db, tags, envelope));
    if (ids.length === 0) continue;
    const files = await session.ask("files", envelope.uid, byMail.fileNames).catch((error) => {
      if (error instanceof ProviderError && error.kind === "never") return null;
      throw error;
    });
    await asPerson(host.database, owner, (db) => byMail.store(db, host.clock(), ids, envelope, files));
    if (!files) return false;
  }
  return true;
}

async function look(
  { host, owner, session }: Reading,
  { kind }: Folder,
  mark: FolderMark,
  envelopes: Envelope[],
): Promise<Found> {
  const isSent = kind === "sent";
  const matches = await asPerson(host.database, owner, async (db) => {
    if (isSent) await markSent(db, owner, envelopes);
    return matchMails(db, owner, envelopes, isSent);
  });
  const bodies = new Map<number, Body | null>();
  for (const { envelope } of matches) {
    const { uid } = envelope;
    if (bodies.has(uid)) continue;
    if (mark.unreadable === uid) {
      bodies.set(uid, UNREADABLE);
      continue;
    }
    try {
      bodies.set(uid, await session.ask("body", uid));
    } catch (error) {
      mark.unreadable = uid;
      throw error;
    }
  }
  return matches.flatMap((match) => {
    const body = bodies.get(match.envelope.uid);
    return body ? [{ match, body }] : [];
  });
}

function stepsOf(uids: number[], size = STEPS[0] ?? 1): number[][] {
  const steps: number[][] = [];
  for (let from = 0; from < uids.length; from += size) steps.push(uids.slice(from, from + size));
  return steps;
}

const MAX_PARALLEL = 6;
const EVERY_MS = 3 * MINUTE;
const RETRY_AFTER = [2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const RETRY_LATER = 60 * MINUTE;

const REFUSED = "Your mail server no longer lets us read your email. Connect your account again in Settings.";
const UNREAD = "We can't reach your mail server right now. We'll keep trying.";

export function createMailboxReader(host: Host, log: Log = writeLog, byMail?: FilesByMail) {
  const busy = new Map<string, Promise<void>>();
  let isStopped = false;

  async function run(): Promise<void> {
    const now = host.clock();
    const free = or(isNull(mailboxes.leaseUntil), lte(mailboxes.leaseUntil, now));
    const claim = {
      due: mailboxes.nextAt,
      key: [mailboxes.organizationId, mailboxes.userId],
      now,
      leaseMs: LEASE_MS,
      most: isStopped ? 0 : MAX_PARALLEL - busy.size,
      only: and(free, notInArray(mailboxes.userId, [...busy.keys()])),
      set: { leaseUntil: new Date(now.getTime() + LEASE_MS) },
    };
    await claimDue(host.database, mailboxes, claim, async (box) => {
      busy.set(
        box.userId,
        serve(box).finally(() => busy.delete(box.userId)),
      );
    });
  }

  async function serve(box: Mailbox): Promise<void> {
    const fields = { organization: box.organizationId, person: box.userId };
    try {
      const done = await readMailbox(host, box, byMail);
      if (done === "lost") return;
      const wait = done === "more" ? 0 : EVERY_MS;
      const nextAt = done === "none" ? null : new Date(host.clock().getTime() + wait);
      await settle(host, box, { nextAt, failures: 0, error: null });
      if (done === "more") host.wake();
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : "unknown";
      log("mailbox unread", kind === "unknown" ? { ...fields, ...traceOf(error) } : { ...fields, why: kind });
      const isRefused = kind === "credentials";
      // Servers lock out clients that retry a wrong password often.
      const wait = isRefused ? RETRY_LATER : (RETRY_AFTER[box.failures] ?? RETRY_LATER);
      await settle(host, box, {
        nextAt: new Date(host.clock().getTime() + wait),
        failures: box.failures + 1,
        error: isRefused ? REFUSED : box.failures > 0 ? UNREAD : box.error,
      }).catch((failed) => log("mailbox unread", { ...fields, ...traceOf(failed) }));
    }
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

type Outcome = Pick<Mailbox, "nextAt" | "failures" | "error">;

async function settle(host: Host, box: Mailbox, changes: Outcome) {
  const { organizationId, userId, accountId } = box;
  await host.database.tenant(organizationId, async (db) => {
    const settled = await db
      .update(mailboxes)
      .set({ ...changes, leaseUntil: null })
      .where(and(eq(mailboxes.userId, userId), eq(mailboxes.accountId, accountId ?? "")))
      .returning({ userId: mailboxes.userId });
    if (settled.length > 0 && changes.error === REFUSED && box.error !== REFUSED)
      await notifyPerson(db, host, box);
  });
  host.wake();
}

async function notifyPerson(db: Db, host: Host, { userId, accountId }: Mailbox): Promise<void> {
  const store = await accountOfStore(db);
  if (!host.smtp && (!store || store.provider === "local" || store.id === accountId)) return;
  const user = await findRecord(db, users, userId);
  if (!user) return;
  const { email, firstName, lastName } = user;
  await queueMail(db, {
    kind: "alert",
    to: { address: email, name: `${firstName} ${lastName}`.trim() },
    subject: "We can't read your mailbox",
    text: `Hello {{firstName}},\n\n${REFUSED}\n\n${host.webUrl}/dashboard/settings/integrations`,
    values: { firstName },
    dueAt: host.clock(),
  });
}
