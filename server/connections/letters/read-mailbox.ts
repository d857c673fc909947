import { and, eq } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import { imapServerOf } from "#server/connections/providers/direct.ts";
import { type ImapSession, imapSession } from "#server/connections/providers/imap.ts";
import type { Folder } from "#server/connections/providers/imap-worker.ts";
import type { Body, Envelope } from "#server/connections/providers/received.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { type FolderMark, mailboxes } from "#server/platform/db/schema-received.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { storeLetters } from "./keep.ts";
import { type Match, markSent, matchMails, type Owner } from "./match.ts";
import { newAddresses } from "./new-addresses.ts";

const DAYS_BACK = 90;
/** Headers per step. A failed step is retried with a smaller size. */
const STEPS = [100, 10, 1];
const TURN_MS = 30_000;
/** Above this, the mailbox is read again instead of searched. */
const MAX_ADDRESSES = 20;
export const LEASE_MS = 180_000;

export type Mailbox = typeof mailboxes.$inferSelect;
/** `none`: there is nothing to read. `lost`: another host took over. */
type Result = "all" | "more" | "none" | "lost";

const UNREADABLE: Body = {
  text: "This message can't be displayed here. Open it in your mailbox.",
  html: null,
  isCut: true,
  attachments: [],
};

/**
 * Reads headers, then the bodies of messages that match contacts. Stores results and progress after each
 * step, and nothing about other messages. Throws ProviderError.
 */
export async function readMailbox(host: Host, box: Mailbox): Promise<Result> {
  const { organizationId, userId, accountId } = box;
  const began = performance.now();
  const now = host.clock();
  const [account] = await host.database.read(organizationId, (db) =>
    db
      .select()
      .from(accounts)
      .where(and(eq(accounts.organizationId, organizationId), eq(accounts.id, accountId ?? ""))),
  );
  const server = account && imapServerOf(host, account);
  if (!server) return "none";
  const owner: Owner = { organizationId, userId, address: account.address.toLowerCase() };
  const own = and(eq(mailboxes.organizationId, organizationId), eq(mailboxes.userId, userId));
  let lease = box.leaseUntil ?? now;
  const since = now.getTime() - DAYS_BACK * DAY;
  const added = await host.database.read(organizationId, (db) =>
    newAddresses(db, organizationId, box.lookedAt ?? now, MAX_ADDRESSES + 1),
  );
  const marks = added.length > MAX_ADDRESSES ? {} : { ...box.folders };

  /** Returns false if another host took over. */
  async function store(
    found: { match: Match; body: Body }[],
    changes: Partial<Mailbox> = {},
  ): Promise<boolean> {
    const leaseUntil = new Date(host.clock().getTime() + LEASE_MS);
    const isOurs = await asPerson(host, owner, async (db) => {
      const updated = await db
        .update(mailboxes)
        .set({ ...changes, folders: marks, leaseUntil })
        .where(and(own, eq(mailboxes.leaseUntil, lease)))
        .returning({ userId: mailboxes.userId });
      if (updated.length === 0) return false;
      await storeLetters(db, owner, found);
      return true;
    });
    if (isOurs) lease = leaseUntil;
    return isOurs;
  }

  const session = await imapSession(host.providers, server);
  try {
    for (const folder of await session.ask("folders")) {
      const { validity, uids } = await session.ask("open", folder.path, since);
      const before = marks[folder.path];
      const mark: FolderMark = before?.validity === validity ? { ...before } : { validity, uid: 0 };
      marks[folder.path] = mark;
      const look = createLook(host, session, owner, folder, mark);
      const wanted = before?.validity === validity && added.length > 0 && added.length <= MAX_ADDRESSES;
      const earlier = wanted ? await session.ask("find", added, since) : [];
      const steps = [
        ...stepsOf(
          earlier.filter((uid) => uid <= mark.uid),
          mark.step,
        ),
        ...stepsOf(
          uids.filter((uid) => uid > mark.uid),
          mark.step,
        ),
      ];
      for (const step of steps) {
        const last = step.at(-1) ?? 0;
        let found: Awaited<ReturnType<typeof look>>;
        try {
          found = await look(step);
        } catch (error) {
          if (!(error instanceof ProviderError) || error.kind !== "never") throw error;
          // Retry with smaller steps, and finally skip the message that can't be read.
          const isPassed = step.length === 1 && mark.unreadable !== last;
          if (isPassed) mark.uid = Math.max(mark.uid, last);
          else if (step.length > 1) mark.step = STEPS.find((size) => size < step.length) ?? 1;
          return (await store([], isPassed ? { lookedAt: now } : {})) ? "more" : "lost";
        }
        delete mark.unreadable;
        mark.uid = Math.max(mark.uid, last);
        if (!(await store(found))) return "lost";
        if (performance.now() - began > TURN_MS) return "more";
      }
      delete mark.step;
    }
    return (await store([], { lookedAt: now, readAt: now })) ? "all" : "lost";
  } finally {
    await session.end();
  }
}

function createLook(host: Host, session: ImapSession, owner: Owner, { kind }: Folder, mark: FolderMark) {
  return async (uids: number[]): Promise<{ match: Match; body: Body }[]> => {
    const envelopes: Envelope[] = await session.ask("headers", uids);
    const isSent = kind === "sent";
    const matches = await asPerson(host, owner, async (db) => {
      if (isSent) await markSent(db, owner, envelopes);
      return matchMails(db, owner, envelopes, isSent);
    });
    const bodies = new Map<number, Body>();
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
    return matches.map((match) => ({ match, body: bodies.get(match.envelope.uid) ?? UNREADABLE }));
  };
}

function asPerson<T>(
  host: Host,
  { organizationId, userId }: Pick<Owner, "organizationId" | "userId">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return actingAs({ kind: "person", id: userId }, () => host.database.tenant(organizationId, work));
}

function stepsOf(uids: number[], size = STEPS[0] ?? 1): number[][] {
  const steps: number[][] = [];
  for (let from = 0; from < uids.length; from += size) steps.push(uids.slice(from, from + size));
  return steps;
}
