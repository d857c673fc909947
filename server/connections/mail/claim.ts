import { and, gt, gte, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { About, MailKind } from "#lib/contract/mails.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { dayOf } from "#lib/time/days.ts";
import type { Address, Outgoing } from "#server/connections/providers/provider.ts";
import type { Db } from "#server/platform/db/client.ts";
import { countRows, patchRecord } from "#server/platform/db/record.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import { mailFailed } from "./alerts.ts";
import {
  BATCH_SIZE,
  type Candidate,
  candidates,
  failureReason,
  isDue,
  isPaused,
  ofOneDay,
  recipient,
  skipReasonOf,
} from "./candidates.ts";
import { type Content, emailHtml, marketingMail } from "./content.ts";
import { emailDocument, isToCustomer, LOGO, type Look, lookOf, withFoot } from "./layout.ts";
import {
  capAt,
  countReceived,
  delayMarketing,
  isLimited,
  personKey,
  quietUntil,
  readLimits,
  waitsInQuiet,
} from "./limits.ts";
import { isMarketing, ofMarketing } from "./may-email.ts";
import type { Transport } from "./transport.ts";

/** Pause after each email of a personal mailbox. Providers treat faster senders as spammers. */
const PACE_MS = 2_000;
const BATCH = 10;
export const DAILY = 400;
export const DAILY_SPARE = 50;
export const LEASE_MS = 120_000;

export type Claim = {
  outgoing: Outgoing;
  organizationId: string;
  kind: MailKind;
  automationId: string | null;
  attempts: number;
  leaseUntil: Date;
  hasEnd: boolean;
  end: Date | null;
};

type Rejection = { state: "skipped" | "failed" | "held"; reason: string | null };
type Rejected = Rejection & { candidate: Candidate };

type Written = Content & { to: Address; calendar?: Outgoing["calendar"] };

export type Write = (
  db: Db,
  host: Host,
  mail: Pick<typeof mails.$inferSelect, "organizationId" | "bookingId" | "toAddress"> & { about: About },
) => Promise<Written | null>;

/** `hasMore`: there may be others. */
export function claimMails(
  host: Host,
  organizationId: string,
  transport: Transport,
  { kinds, write }: { kinds: SQL | undefined; write: Write | undefined },
): Promise<{ claims: Claim[]; hasMore: boolean }> {
  const now = host.clock();
  return host.database.tenant(organizationId, async (db) => {
    if (transport.account && !(await reserveMailbox(db, now))) return { claims: [], hasMore: false };
    const { name, timezone, limits } = await readLimits(db);
    const until = quietUntil(limits, timezone, now);
    const postponed = until ? await delayMarketing(db, timezone, { now, until }) : 0;
    const awake = until ? not(waitsInQuiet) : undefined;
    const allowed = transport.account ? await withinDailyLimit(db, timezone, now) : undefined;
    const found = await candidates(db, { timezone, now, only: and(kinds, allowed, awake) });
    if (allowed && found.length === 0) await endDay(db, now, allowed);

    const rejected: Rejected[] = [];
    const sendable: Candidate[] = [];
    for (const candidate of found) {
      const why = rejection(candidate);
      if (!why) {
        sendable.push(candidate);
        continue;
      }
      rejected.push({ candidate, ...why });
      if (why.state === "failed") await mailFailed(db, candidate.mail.kind, now);
    }
    const cap = capAt(limits, timezone, now);
    const { next, overCap } = await applyCap(db, cap, sendable, transport.account ? 1 : BATCH);
    await storeRejected(db, [...rejected, ...overCap], now);
    const look = next.some(({ mail }) => isToCustomer(mail.kind)) ? await lookOf(db) : null;
    const claims: Claim[] = [];
    for (const candidate of next) {
      claims.push(await claim(db, host, transport, candidate, { store: name, look, now, write }));
    }
    const isLeft = sendable.length > next.length + overCap.length;
    return { claims, hasMore: isLeft || found.length === BATCH_SIZE || postponed > 0 };
  });
}

function rejection(candidate: Candidate): Rejection | null {
  const skipped = skipReasonOf(candidate);
  if (skipped !== null) return { state: "skipped", reason: skipped };
  const reason = failureReason(candidate);
  if (isPaused(candidate)) return { state: "held", reason };
  return reason === null ? null : { state: "failed", reason };
}

/** The first `most` candidates that the frequency cap lets through, and those before them that it doesn't. */
async function applyCap(db: Db, cap: ReturnType<typeof capAt>, sendable: Candidate[], most: number) {
  const received = cap ? await countReceived(db, cap, sendable) : new Map<string, number>();
  const next: Candidate[] = [];
  const overCap: Rejected[] = [];
  for (const candidate of sendable) {
    if (next.length === most) break;
    const person = personKey(candidate) ?? "";
    if (cap && isLimited(candidate, cap)) {
      const count = received.get(person) ?? 0;
      // A person decided to resend it, so the cap doesn't apply.
      if (count >= cap.most && !candidate.mail.isResent) {
        overCap.push({ candidate, state: "skipped", reason: cap.reason });
        continue;
      }
      received.set(person, count + 1);
    }
    next.push(candidate);
  }
  return { next, overCap };
}

async function storeRejected(db: Db, rejected: Rejected[], now: Date): Promise<void> {
  const groups = Map.groupBy(rejected, ({ state, reason }) => `${state} ${reason}`);
  for (const same of groups.values()) {
    const { state, reason } = same[0] as Rejected;
    const ids = same.map(({ candidate }) => candidate.mail.id);
    await db.update(mails).set({ state, reason, updatedAt: now }).where(inArray(mails.id, ids));
  }
}

async function claim(
  db: Db,
  host: Host,
  transport: Transport,
  candidate: Candidate,
  { store, look, now, write }: { store: string; look: Look | null; now: Date; write: Write | undefined },
): Promise<Claim> {
  const { secret, webUrl } = host;
  const { mail } = candidate;
  const { organizationId, id, kind, automationId, about } = mail;
  const token = recordToken(secret, "unsubscribe", mail);
  const written = about && write ? await write(db, host, { ...mail, about }) : null;
  const { to, subject, text, html, calendar } =
    written ?? (await contentOf(db, candidate, store, `${webUrl}/unsubscribe/${token}`));
  const content = { subject, text, html };
  const attempts = mail.attempts + 1;
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const messageId = mail.messageId ?? `<${id}@${transport.from.split("@")[1] ?? new URL(webUrl).hostname}>`;
  await patchRecord(db, mails, id, {
    ...content,
    ics: calendar?.ics ?? null,
    icsMethod: calendar?.method ?? null,
    toAddress: to.address,
    toName: to.name,
    state: "sending",
    reason: null,
    attempts,
    leaseUntil,
    hasNotLeft: true,
    messageId,
    updatedAt: now,
  });
  const outgoing: Outgoing = {
    id,
    messageId,
    to,
    fromName: store,
    subject: content.subject,
    ...partsFor(kind, content, look, transport),
    headers: { "Auto-Submitted": "auto-generated" },
    ...(isMarketing(kind) && { unsubscribeUrl: `${webUrl}/api/unsubscribe/${token}` }),
    ...(calendar && { calendar }),
  };
  const end = candidate.end && candidate.end > now ? candidate.end : null;
  const hasEnd = mail.day !== null || end !== null;
  return { outgoing, organizationId, kind, automationId, attempts, leaseUntil, hasEnd, end };
}

/** As sent. The stored content has no layout, so that a resent email gets the current one. */
function partsFor(
  kind: MailKind,
  content: Content,
  look: Look | null,
  { via }: Transport,
): Pick<Outgoing, "text" | "html" | "picture"> {
  if (!look || !isToCustomer(kind)) return { text: content.text, html: emailHtml(content.html) };
  // Unipile's attachments can't be part of the text.
  const shown = { ...look, logo: via === "unipile" ? null : look.logo };
  return {
    text: withFoot(content.text, look, kind),
    html: emailDocument(content, shown, kind),
    ...(shown.logo && { picture: { cid: LOGO, bytes: shown.logo } }),
  };
}

async function contentOf(
  db: Db,
  candidate: Candidate,
  store: string,
  unsubscribeUrl: string,
): Promise<Written> {
  const { mail } = candidate;
  const template = mail.kind === "campaign" ? candidate.campaign : candidate.template;
  const { organizationId, contactId, subject, text, html, ics, icsMethod } = mail;
  const to = recipient(candidate);
  if (template && contactId && isMarketing(mail.kind) && !mail.isResent) {
    const { subject, content } = template;
    const recipient = { organizationId, contactId, store, unsubscribeUrl };
    return {
      to,
      ...(await marketingMail(db, recipient, { subject: subject ?? "", content: content ?? "" })),
    };
  }
  const method = icsMethod === "CANCEL" ? "CANCEL" : "REQUEST";
  const written = { to, subject: subject ?? "", text: text ?? "", html: html ?? "" };
  return ics ? { ...written, calendar: { method, ics } } : written;
}

async function reserveMailbox(db: Db, now: Date): Promise<boolean> {
  const turn = await db
    .update(accounts)
    .set({ nextMailAt: new Date(now.getTime() + PACE_MS) })
    .where(and(accounts.isStores, or(isNull(accounts.nextMailAt), lte(accounts.nextMailAt, now))))
    .returning({ id: accounts.id });
  if (turn.length === 0) return false;
  // Queried after locking the row, so that it sees other hosts' claims.
  const sending = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(sql`${mails.state} = 'sending'`, gt(mails.leaseUntil, now)))
    .limit(1);
  return sending.length === 0;
}

async function withinDailyLimit(db: Db, timezone: string, now: Date): Promise<SQL | undefined> {
  const today = new Date(startOfDay(dayOf(now, timezone), timezone));
  const total = await countRows(db, mails, and(ofMarketing, gte(mails.sentAt, today)));
  if (total < DAILY) return undefined;
  return total < DAILY + DAILY_SPARE ? or(not(ofMarketing), ofOneDay) : not(ofMarketing);
}

async function endDay(db: Db, now: Date, room: SQL): Promise<void> {
  const left = and(isDue(now), not(room));
  const full = `The mailbox sent its ${DAILY} emails of today`;
  await db
    .update(mails)
    .set({ state: "skipped", reason: `${full}, and this one was only for that day`, updatedAt: now })
    .where(and(left, ofOneDay));
  await db
    .update(mails)
    .set({
      dueAt: sql`${mails.dueAt} + interval '1 day'`,
      day: sql`${mails.day} + 1`,
      reason: `${full}. This one follows tomorrow`,
    })
    .where(and(left, not(ofOneDay)));
}
