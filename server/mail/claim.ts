import { and, count, eq, gt, gte, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { MailKind } from "#lib/contract/mails.ts";
import type { Db } from "../db/client.ts";
import { organizations } from "../db/schema.ts";
import { accounts, mails } from "../db/schema-mail.ts";
import type { Host } from "../handler.ts";
import type { Outgoing } from "../providers/provider.ts";
import { type Candidate, candidates, due, notOfAutomations, recipient, whySkipped } from "./candidates.ts";
import { asLetter, automationMail, type Content } from "./content.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";
import type { WayOut } from "./way-out.ts";

/** A person's mailbox sends one mail at a time and then rests; providers take it for a spammer otherwise. */
const PACE_MS = 2_000;
const BATCH = 10;
/** Automations' mails that a person's mailbox sends on one day of the store. */
export const DAILY = 400;
/** Longer than any send lasts (send.ts): a mail whose lease ran out belonged to a host that died. */
export const LEASE_MS = 120_000;

/** A mail that this host alone may hand over, until its lease runs out. */
export type Claim = {
  outgoing: Outgoing;
  organizationId: string;
  kind: MailKind;
  automationId: string | null;
  attempts: number;
  leaseUntil: Date;
};

/**
 * Takes the organization's next mails: decides which are skipped, writes the others, and marks them as being sent. All
 * of that is stored before anything is handed over. `kinds`: only those. `looked` is how many were decided about.
 */
export function claimMails(
  host: Host,
  organizationId: string,
  out: WayOut,
  kinds: SQL | undefined,
): Promise<{ claims: Claim[]; looked: number }> {
  const now = host.clock();
  return host.database.tenant(organizationId, async (db) => {
    if (out.account && !(await takeTurn(db, organizationId, now))) return { claims: [], looked: 0 };
    const [store] = await db
      .select({ name: organizations.name, timezone: organizations.timezone })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    if (!store) return { claims: [], looked: 0 };
    const isFull = out.account && (await isDayFull(db, organizationId, store.timezone, now));
    const { timezone } = store;
    const found = await candidates(db, {
      organizationId,
      timezone,
      now,
      only: isFull ? and(kinds, notOfAutomations) : kinds,
    });
    if (isFull && found.length === 0) await postpone(db, organizationId, now);

    const skipped = new Map<string, string[]>();
    const kept: Candidate[] = [];
    for (const candidate of found) {
      const reason = whySkipped(candidate);
      if (reason === null) kept.push(candidate);
      else skipped.set(reason, [...(skipped.get(reason) ?? []), candidate.mail.id]);
    }
    for (const [reason, ids] of skipped) {
      await db
        .update(mails)
        .set({ state: "skipped", reason, updatedAt: now })
        .where(and(eq(mails.organizationId, organizationId), inArray(mails.id, ids)));
    }
    const claims: Claim[] = [];
    for (const candidate of kept.slice(0, out.account ? 1 : BATCH)) {
      claims.push(await claim(db, host, out, candidate, store.name, now));
    }
    return { claims, looked: found.length };
  });
}

async function claim(
  db: Db,
  { secret, webUrl }: Host,
  out: WayOut,
  candidate: Candidate,
  store: string,
  now: Date,
): Promise<Claim> {
  const { mail } = candidate;
  const { organizationId, id, kind, automationId, ics, icsMethod } = mail;
  const to = recipient(candidate);
  const token = unsubscribeToken(secret, mail);
  const content = await contentOf(db, candidate, store, `${webUrl}/unsubscribe/${token}`);
  const attempts = mail.attempts + 1;
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const messageId = mail.messageId ?? `<${id}@${out.from.split("@")[1] ?? new URL(webUrl).hostname}>`;
  await db
    .update(mails)
    .set({
      ...content,
      toAddress: to.address,
      toName: to.name,
      state: "sending",
      reason: null,
      attempts,
      leaseUntil,
      messageId,
      updatedAt: now,
    })
    .where(and(eq(mails.organizationId, organizationId), eq(mails.id, id)));
  const outgoing: Outgoing = {
    id,
    messageId,
    to,
    fromName: store,
    subject: content.subject,
    text: content.text,
    html: asLetter(content.html),
    headers: { "Auto-Submitted": "auto-generated" },
    ...(kind === "automation" && { unsubscribeUrl: `${webUrl}/api/unsubscribe/${token}` }),
    ...(ics && { calendar: { method: icsMethod === "CANCEL" ? "CANCEL" : "REQUEST", ics } }),
  };
  return { outgoing, organizationId, kind, automationId, attempts, leaseUntil };
}

async function contentOf(
  db: Db,
  candidate: Candidate,
  store: string,
  unsubscribeUrl: string,
): Promise<Content> {
  const { mail, template } = candidate;
  const { organizationId, contactId, subject, text, html } = mail;
  if (template && contactId && mail.kind === "automation" && !mail.isResent) {
    return automationMail(db, { organizationId, contactId, store, unsubscribeUrl }, template);
  }
  return { subject: subject ?? "", text: text ?? "", html: html ?? "" };
}

/** Of several hosts one gets the mailbox's turn, and none while a mail is being handed over. */
async function takeTurn(db: Db, organizationId: string, now: Date): Promise<boolean> {
  const turn = await db
    .update(accounts)
    .set({ nextMailAt: new Date(now.getTime() + PACE_MS) })
    .where(
      and(
        eq(accounts.organizationId, organizationId),
        or(isNull(accounts.nextMailAt), lte(accounts.nextMailAt, now)),
      ),
    )
    .returning({ id: accounts.id });
  if (turn.length === 0) return false;
  // Asked by itself, once the row above is locked: so that it sees what another host has claimed meanwhile.
  const sending = await db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        sql`${mails.state} = 'sending'`,
        gt(mails.leaseUntil, now),
        eq(mails.organizationId, organizationId),
      ),
    )
    .limit(1);
  return sending.length === 0;
}

async function isDayFull(db: Db, organizationId: string, timezone: string, now: Date): Promise<boolean> {
  const today = sql`date_trunc('day', ${now.toISOString()}::timestamptz, ${timezone})`;
  const [sent] = await db
    .select({ count: count() })
    .from(mails)
    .where(
      and(eq(mails.organizationId, organizationId), eq(mails.kind, "automation"), gte(mails.sentAt, today)),
    );
  return (sent?.count ?? 0) >= DAILY;
}

async function postpone(db: Db, organizationId: string, now: Date): Promise<void> {
  const reason = `The mailbox sent its ${DAILY} mails of today; this one follows tomorrow`;
  await db
    .update(mails)
    .set({ dueAt: sql`${mails.dueAt} + interval '1 day'`, reason })
    .where(and(due(organizationId, now), eq(mails.kind, "automation")));
}
