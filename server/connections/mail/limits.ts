import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { DEFAULT_MAIL_LIMITS, type MailLimits } from "#lib/contract/mail-limits.ts";
import { isQuietAt } from "#lib/contract/mail-terms.ts";
import { instantOf, startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { wallAt } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { owned, storeId } from "#server/platform/db/owned.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { getStore } from "#server/platform/db/store.ts";
import { type Candidate, isDue, ofOneDay } from "./candidates.ts";
import { isMarketing, ofMarketing, sendingOrder } from "./may-email.ts";

const QUIET = "Quiet hours";
const STEP = 1_000;

type Cap = { most: number; since: Date; reason: string; exceptGreetings: boolean };

export async function readLimits(db: Db): Promise<{ name: string; timezone: string; limits: MailLimits }> {
  const { name, timezone, mailLimits } = await getStore(db);
  return { name, timezone, limits: mailLimits ?? DEFAULT_MAIL_LIMITS };
}

/** Counts whole days, so a weekly email doesn't depend on seconds. */
export function capAt(
  { isCapped, mails: most, days, exceptGreetings }: MailLimits,
  timezone: string,
  now: Date,
): Cap | null {
  if (!isCapped) return null;
  const first = addDays(dayOf(now.getTime(), timezone), 1 - days);
  const reason = `Already got ${most} marketing ${most === 1 ? "email" : "emails"} in ${days} ${days === 1 ? "day" : "days"}`;
  return { most, since: new Date(startOfDay(first, timezone)), reason, exceptGreetings };
}

const isCounted = ({ exceptGreetings }: Cap) =>
  sql`(${ofMarketing} and not (${exceptGreetings} and ${ofOneDay}))`;
const isSent = ({ since }: Cap) =>
  sql`(${mails.state} in ('sent', 'unknown') and ${mails.sentAt} >= ${since.toISOString()}::timestamptz)`;
const receivedSince = (cap: Cap) =>
  sql`(${isCounted(cap)} and (${mails.state} = 'sending' or ${isSent(cap)}))`;
/** The person may be another contact now. */
const receivedByDeleted = (cap: Cap) =>
  sql`(${mails.contactId} is null and ${isCounted(cap)} and ${isSent(cap)})`;

/**
 * Contacts with one address are one person. `ofEveryone`: the query reads most contacts. Then emails are counted once
 * for all.
 */
export function cappedReason(cap: Cap | null, ofEveryone = false): SQL<string | null> {
  if (!cap) return sql`null::text`;
  const reached = ofEveryone
    ? sql`${contacts.emailKey} in (select got.key from (
          select same.email_key as key from ${owned(mails)}
            join ${owned(contacts, "same")} on same.id = ${mails.contactId} where ${receivedSince(cap)}
          union all select lower(${mails.toAddress}) from ${owned(mails)} where ${receivedByDeleted(cap)}) as got
        group by got.key having count(*) >= ${cap.most})`
    : sql`(select count(*) from (
          select 1 from ${owned(contacts, "same")} join ${owned(mails)} on ${mails.contactId} = same.id
            where same.email_key = ${contacts.emailKey} and ${receivedSince(cap)}
          union all select 1 from ${owned(mails)}
            where lower(${mails.toAddress}) = ${contacts.emailKey} and ${receivedByDeleted(cap)}
          limit ${cap.most}) as got) >= ${cap.most}`;
  return sql<string | null>`case when ${reached} then ${cap.reason}::text end`;
}

/** One host at a time counts and claims for a store. */
export async function countReceived(
  db: Db,
  cap: Cap,
  candidates: readonly Candidate[],
): Promise<Map<string, number>> {
  const keys = [...new Set(candidates.flatMap((candidate) => personKey(candidate) ?? []))];
  if (keys.length === 0) return new Map();
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('marketing ' || ${storeId}, 0))`);
  const { rows } = await db.execute<{ key: string; count: number }>(sql`
    select key, count(*)::int as count from (
      select ${contacts.emailKey} as key from ${owned(contacts)}
        join ${owned(mails)} on ${mails.contactId} = ${contacts.id} where ${receivedSince(cap)}
      union all select lower(${mails.toAddress}) from ${owned(mails)} where ${receivedByDeleted(cap)}
    ) as got where key = any (${sql.param(keys)}::text[]) group by key`);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

export function personKey({ mail, contact }: Candidate): string | null {
  return isMarketing(mail.kind) && contact ? contact.email.toLowerCase() : null;
}

export function isLimited({ mail }: Candidate, { exceptGreetings }: Cap): boolean {
  const isGreeting = mail.kind === "automation" && /^(birthday|anniversary):/.test(mail.occurrence ?? "");
  return isMarketing(mail.kind) && !(exceptGreetings && isGreeting);
}

export function quietUntil(limits: MailLimits, timezone: string, now: Date): Date | null {
  const [day = "", time = ""] = new Date(wallAt(now, timezone)).toISOString().slice(0, 16).split("T");
  if (!isQuietAt(limits, time)) return null;
  const { quietTo } = limits;
  const wall = Date.parse(`${time < quietTo ? day : addDays(day, 1)}T${quietTo}Z`);
  const end = new Date(instantOf(wall, timezone, "after"));
  return end > now ? end : null;
}

export const waitsInQuiet = sql<boolean>`(${ofMarketing} and not ${mails.isResent})`;

/** Skips greetings whose day is over by then. If it returns `STEP`, there may be more. */
export async function delayMarketing(
  db: Db,
  timezone: string,
  { now, until }: { now: Date; until: Date },
): Promise<number> {
  const day = sql`${dayOf(until.getTime(), timezone)}::date`;
  const isLost = sql`(${ofOneDay} and coalesce(${mails.day} < ${day}, false))`;
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isDue(now), waitsInQuiet))
    .orderBy(sendingOrder, mails.dueAt)
    .limit(STEP)
    .for("update", { skipLocked: true });
  const { rowCount } = await db
    .update(mails)
    .set({
      state: sql`case when ${isLost} then 'skipped' else 'queued' end`,
      reason: sql`case when ${isLost} then 'Its day was over before the quiet hours ended' else ${QUIET} end`,
      dueAt: sql`case when ${isLost} then ${mails.dueAt} else ${until.toISOString()}::timestamptz end`,
      day: sql`case when ${isLost} or ${mails.day} is null then ${mails.day} else greatest(${mails.day}, ${day}) end`,
      updatedAt: now,
    })
    .where(sql`${mails.id} = any (array(${next}))`);
  return rowCount ?? 0;
}

/** Call it after quiet hours or timezone changed. */
export async function endQuiet(db: Db, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ dueAt: now, reason: null })
    .where(and(sql`${mails.state} = 'queued'`, eq(mails.reason, QUIET)));
  await db
    .update(campaigns)
    .set({ dueAt: now })
    .where(and(eq(campaigns.state, "running"), gt(campaigns.dueAt, now)));
}
