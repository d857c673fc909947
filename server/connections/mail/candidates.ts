import { and, asc, eq, exists, gt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { MailKind } from "#lib/contract/mails.ts";
import { asName } from "#lib/contract/placeholders.ts";
import { dayOf } from "#lib/time/days.ts";
import { HOUR } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { contacts, templates } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { isMarketing, ofMarketing, skipReason, turn } from "./gate.ts";

/** So many mails are looked at in one go; those that are to be skipped cost no turn of their own. */
const LOOKED_AT = 50;

/**
 * True for a mail that had to leave on its day, once that is over: an hour after it, late enough for the evening, never
 * a burst days later. Other mails go whenever they can.
 */
export function isDayOver(now: Date, timezone: string): SQL<boolean> {
  return sql<boolean>`coalesce(${mails.day} < ${dayOf(now.getTime() - HOUR, timezone)}::date, false)`;
}

/** Until when an appointment's mail is of use: a cancellation may still reach somebody on the way. */
const useUntil = sql`(${bookings.startsAt}
  + case when ${mails.about}->>'what' = 'cancelled' then interval '1 hour' else interval '0' end)`;

/** True for a mail to a visitor whose appointment has begun. */
export function hasBegun(now: Date): SQL<boolean> {
  return sql<boolean>`(${mails.kind} in ('booking', 'reminder') and exists (select from ${bookings}
    where ${bookings.organizationId} = ${mails.organizationId} and ${bookings.id} = ${mails.bookingId}
      and ${useUntil} <= ${now.toISOString()}::timestamptz))`;
}

const newer = alias(mails, "newer");

/** True for a mail about an appointment whose visitor was written something newer since: it was moved or cancelled. */
function isOutdated(db: Db): SQL<boolean> {
  const since = db
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(
        eq(newer.organizationId, mails.organizationId),
        eq(newer.bookingId, mails.bookingId),
        eq(newer.kind, "booking"),
        gt(newer.createdAt, mails.createdAt),
      ),
    );
  return sql<boolean>`(${mails.kind} in ('booking', 'reminder') and ${exists(since)})`;
}

/** The mails of an organization that could leave now. */
export function due(organizationId: string, now: Date): SQL | undefined {
  // The state as a word, not as a parameter: the index is only of queued mails.
  return and(eq(mails.organizationId, organizationId), sql`${mails.state} = 'queued'`, lte(mails.dueAt, now));
}

export type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/**
 * The next mails to decide about, locked: those that somebody waits for first, then those of automations and
 * those of campaigns, each in the order in which they became due. What another host looks at is left out.
 */
export function candidates(
  db: Db,
  {
    organizationId,
    timezone,
    now,
    only,
  }: { organizationId: string; timezone: string; now: Date; only?: SQL | undefined },
) {
  const refusal = skipReason({
    organizationId: sql`${mails.organizationId}`,
    address: sql`coalesce(${contacts.email}, ${mails.toAddress})`,
    marketing: ofMarketing,
  });
  return (
    db
      .select({
        mail: mails,
        contact: {
          email: contacts.email,
          firstName: contacts.firstName,
          lastName: contacts.lastName,
        },
        automation: { isActive: automations.isActive },
        template: { subject: templates.subject, content: templates.content },
        campaign: { state: campaigns.state, subject: campaigns.subject, content: campaigns.content },
        refusal,
        isOver: isDayOver(now, timezone),
        hasBegun: hasBegun(now),
        end: sql<Date | null>`(select ${useUntil} from ${bookings}
          where ${bookings.organizationId} = ${mails.organizationId} and ${bookings.id} = ${mails.bookingId}
            and ${mails.kind} in ('booking', 'notice'))`.mapWith(bookings.startsAt),
        isOutdated: isOutdated(db),
      })
      .from(mails)
      .leftJoin(
        contacts,
        and(eq(contacts.organizationId, mails.organizationId), eq(contacts.id, mails.contactId), ofMarketing),
      )
      .leftJoin(
        automations,
        and(eq(automations.organizationId, mails.organizationId), eq(automations.id, mails.automationId)),
      )
      .leftJoin(
        templates,
        and(eq(templates.organizationId, mails.organizationId), eq(templates.id, automations.templateId)),
      )
      .leftJoin(
        campaigns,
        and(eq(campaigns.organizationId, mails.organizationId), eq(campaigns.id, mails.campaignId)),
      )
      .where(and(due(organizationId, now), only))
      // Exactly the index: a rule's mails are all due at the same moment, and sorting those would read every one.
      .orderBy(asc(turn), asc(mails.dueAt))
      .limit(LOOKED_AT)
      .for("update", { of: mails, skipLocked: true })
  );
}

/** A visitor waits for it in vain: that is a failure, and staff hear of it. */
export function whyFailed({ mail, hasBegun }: Candidate): string | null {
  return hasBegun ? afterAll("The appointment began before it could be sent", mail.reason) : null;
}

function afterAll(what: string, reason: string | null): string {
  return reason ? `${what}. ${reason}` : what;
}

/** Greetings of a day mean nothing on the next one. */
export const ofOneDay = sql`(${mails.kind} = 'automation' and ${mails.occurrence} ~ '^(birthday|anniversary):')`;

/** Where a mail goes: an automation's and a campaign's to its contact's address of today. */
export function recipient({ mail, contact }: Candidate) {
  return contact
    ? {
        address: contact.email,
        name: [contact.firstName, contact.lastName].map(asName).filter(Boolean).join(" "),
      }
    : { address: mail.toAddress, name: mail.toName };
}

export const STOPPED = "The campaign was stopped";

/** Why a mail is not sent, in words for staff; null where it is. */
export function whySkipped(candidate: Candidate): string | null {
  const { mail, contact, automation, campaign, refusal } = candidate;
  if (mail.kind === "automation" && !mail.isResent) {
    if (!automation) return "The automation was deleted";
    if (!automation.isActive) return "The automation was paused";
  }
  if (mail.kind === "campaign" && !mail.isResent) {
    if (!campaign) return "The campaign was deleted";
    if (campaign.state === "stopped") return STOPPED;
  }
  if (isMarketing(mail.kind) && !contact) return "The contact was deleted";
  if (candidate.isOutdated) return "The appointment was changed since";
  if (candidate.isOver) return afterAll("Its day was over before it could be sent", mail.reason);
  return refusal;
}

/** Its campaign was paused while it was on its way, and it came back: it waits with the others. */
export function isPaused({ mail, campaign }: Candidate): boolean {
  return campaign?.state === "paused" && !mail.isResent;
}

/** Whoever reads such a mail can act as its reader, for it holds a link that lets in. */
export function holdsLink(kind: MailKind): boolean {
  return kind === "password" || kind === "invitation";
}
