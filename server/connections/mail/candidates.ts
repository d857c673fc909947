import { and, asc, eq, exists, gt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { MailKind } from "#lib/contract/mails.ts";
import { asName } from "#lib/contract/placeholders.ts";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { dayOf } from "#lib/time/days.ts";
import { HOUR } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { owned } from "#server/platform/db/owned.ts";
import { contacts, purchases, templates } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { isMarketing, ofMarketing, sendingOrder, skipReason } from "./may-email.ts";

export const BATCH_SIZE = 50;

/** One hour of grace lets evening emails leave. Emails without a day are never too late. */
export function isDayOver(now: Date, timezone: string): SQL<boolean> {
  return sql<boolean>`coalesce(${mails.day} < ${dayOf(now.getTime() - HOUR, timezone)}::date, false)`;
}

const useUntil = sql`(${bookings.startsAt}
  + case when ${mails.about}->>'what' = 'cancelled' then interval '1 hour' else interval '0' end)`;

export function hasBegun(now: Date): SQL<boolean> {
  return sql<boolean>`(${mails.kind} in ('booking', 'reminder') and exists (select from ${owned(bookings)}
    where ${bookings.id} = ${mails.bookingId}
      and ${useUntil} <= ${now.toISOString()}::timestamptz))`;
}

const newerMail = alias(mails, "newer");

function isOutdated(db: Db): SQL<boolean> {
  const since = db
    .select({ id: newerMail.id })
    .from(newerMail)
    .where(
      and(
        eq(newerMail.bookingId, mails.bookingId),
        eq(newerMail.kind, "booking"),
        gt(newerMail.createdAt, mails.createdAt),
      ),
    );
  return sql<boolean>`(${mails.kind} in ('booking', 'reminder') and ${exists(since)})`;
}

// For a repair, the id is followed by the time it became ready.
const triggeredBy = (kind: string) => sql`${mails.occurrence} ~ ${`^${kind}:[0-9a-f-]{36}( |$)`}`;
const triggerId = sql`left(split_part(${mails.occurrence}, ':', 2), 36)::uuid`;

/** Why a waiting email is skipped: the record that triggered it is gone. */
const triggerGone = sql<string | null>`case
  when ${triggeredBy("sale")} then case when not exists (select from ${owned(purchases)}
    where ${purchases.id} = ${triggerId}) then 'The sale was deleted' end
  when ${triggeredBy("booking")} then case when not exists (select from ${owned(bookings)}
    where ${bookings.id} = ${triggerId} and ${bookings.status} <> 'CANCELLED')
    then 'The appointment was cancelled' end
  when ${triggeredBy("repair")} then case when not exists (select from ${owned(repairs)}
    where ${repairs.id} = ${triggerId}) then 'The repair was deleted' end end`;

export function isDue(now: Date): SQL | undefined {
  // The partial index requires a literal state.
  return and(sql`${mails.state} = 'queued'`, lte(mails.dueAt, now));
}

export type Candidate = Awaited<ReturnType<typeof candidates>>[number];

export function candidates(
  db: Db,
  { timezone, now, only }: { timezone: string; now: Date; only?: SQL | undefined },
) {
  const refusal = skipReason({
    address: sql`coalesce(${contacts.email}, ${mails.toAddress})`,
    marketing: ofMarketing,
  });
  return (
    db
      .select({
        mail: mails,
        contact: pick(contacts, "email", "firstName", "lastName"),
        automation: { isActive: automations.isActive },
        template: { subject: templates.subject, content: templates.content },
        campaign: { state: campaigns.state, subject: campaigns.subject, content: campaigns.content },
        refusal,
        isOver: isDayOver(now, timezone),
        hasBegun: hasBegun(now),
        end: sql<Date | null>`(select ${useUntil} from ${owned(bookings)}
          where ${bookings.id} = ${mails.bookingId}
            and ${mails.kind} in ('booking', 'notice'))`.mapWith(bookings.startsAt),
        isOutdated: isOutdated(db),
        triggerGone,
      })
      .from(mails)
      .leftJoin(contacts, and(eq(contacts.id, mails.contactId), ofMarketing))
      .leftJoin(automations, eq(automations.id, mails.automationId))
      .leftJoin(templates, eq(templates.id, automations.templateId))
      .leftJoin(campaigns, eq(campaigns.id, mails.campaignId))
      .where(and(isDue(now), only))
      // All emails of an automation are due at the same time, so another order than the index's would read all of
      // them.
      .orderBy(asc(sendingOrder), asc(mails.dueAt))
      .limit(BATCH_SIZE)
      .for("update", { of: mails, skipLocked: true })
  );
}

export function failureReason({ mail, hasBegun }: Candidate): string | null {
  return hasBegun ? afterAll("The appointment began before it could be sent", mail.reason) : null;
}

function afterAll(what: string, reason: string | null): string {
  return reason ? `${what}. ${reason}` : what;
}

export const ofOneDay = sql`(${mails.kind} = 'automation' and ${mails.occurrence} ~ '^(${sql.raw(yearlyKeys.join("|"))}):')`;

export function recipient({ mail, contact }: Candidate) {
  return contact
    ? {
        address: contact.email,
        name: [contact.firstName, contact.lastName].map(asName).filter(Boolean).join(" "),
      }
    : { address: mail.toAddress, name: mail.toName };
}

export const STOPPED = "The campaign was stopped";

export function skipReasonOf(candidate: Candidate): string | null {
  const { mail, contact, automation, campaign, refusal } = candidate;
  if (mail.kind === "automation" && !mail.isResent) {
    if (!automation) return "The automation was deleted";
    if (!automation.isActive) return "The automation was paused";
    if (candidate.triggerGone) return candidate.triggerGone;
  }
  if (mail.kind === "campaign" && !mail.isResent) {
    if (!campaign) return "The campaign was deleted";
    if (campaign.state === "stopped") return STOPPED;
  }
  if (isMarketing(mail.kind) && !contact) return "The contact was deleted";
  if (candidate.isOutdated) return "The appointment was changed in the meantime";
  if (candidate.isOver) return afterAll("Its day was over before it could be sent", mail.reason);
  return refusal;
}

export function isPaused({ mail, campaign }: Candidate): boolean {
  return campaign?.state === "paused" && !mail.isResent;
}

export function hasSignInLink(kind: MailKind): boolean {
  return kind === "password" || kind === "invitation";
}
