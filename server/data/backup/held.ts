import { and, asc, eq, isNull, lte, ne, or, sql } from "drizzle-orm";
import { endOffers } from "#server/booking/offers.ts";
import { lockTimezone, nextMoment, nextOrMissedToday } from "#server/outreach/automations/schedule.ts";
import { heldCampaigns, releaseCampaigns } from "#server/outreach/campaigns/campaign.ts";
import type { SystemDb } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { countRows, patchRecord } from "#server/platform/db/record.ts";
import { bookings, formerEvents, offers } from "#server/platform/db/schema-calendar.ts";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { getLockedStore, getStore, updateStore } from "#server/platform/db/store.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { MERGED_TWICE } from "#server/records/contacts/merge.ts";

const MAX_SHOWN = 50;
const NEVER = "9999-01-01T00:00:00Z";

/*
 * After a restore, nobody knows which email left after the backup was made. So everything due is held until
 * the owner or an admin releases or drops it.
 */

/** Part of the restore's transaction, for all organizations. */
export async function hold(db: SystemDb, madeAt: string): Promise<void> {
  await db.execute(sql`update organizations o set held_since = ${madeAt}::timestamptz
    where exists (select from mails where organization_id = o.id and state = 'queued')
      or exists (select from campaigns where organization_id = o.id and due_at is not null and state <> 'stopped')
      or exists (select from automations where organization_id = o.id and next_run_at is not null)
      or exists (select from bookings where organization_id = o.id and calendar_state = 'pending')
      or exists (select from wishes where organization_id = o.id)
      or exists (select from former_events where organization_id = o.id)`);
  await db.execute(sql`update mails set state = 'held' where state = 'queued'`);
  // Email that was about to leave has probably left.
  await db.execute(sql`update mails set has_not_left = false where has_not_left`);
  // Stopped campaigns only skip their remaining emails.
  await db.execute(sql`update campaigns set due_at = null where due_at is not null and state <> 'stopped'`);
  await db.execute(sql`update letters set state = 'unknown', reason = 'It waited in the backup'
    where state in ('queued', 'sending')`);
  await db.execute(sql`update automations set next_run_at = null where next_run_at is not null`);
  await db.execute(sql`update bookings set calendar_state = 'held' where calendar_state = 'pending'`);
  await db.execute(sql`update former_events set due_at = ${NEVER}::timestamptz`);
  await db.execute(sql`update incidents set tell_at = null where tell_at is not null`);
  await db.execute(
    sql`update incidents set ended_at = now() where kind = 'backupFailed' and ended_at is null`,
  );
}

export const held = {
  "backups.held": ({ read }) =>
    read(async (db) => {
      const since = (await getStore(db)).heldSince?.toISOString() ?? null;
      if (!since) return { since, mailCount: 0, mails: [], automations: [], campaigns: [], appointments: 0 };
      const heldMails = isHeld;
      const first = await db
        .select(pick(mails, "id", "kind", "toAddress", "toName", "subject", "dueAt"))
        .from(mails)
        .where(heldMails)
        .orderBy(asc(mails.dueAt), asc(mails.id))
        .limit(MAX_SHOWN);
      const rules = await db
        .select({ id: automations.id, name: automations.name })
        .from(automations)
        .where(heldRules())
        .orderBy(asc(automations.name));
      return {
        since,
        mailCount: await countRows(db, mails, heldMails),
        mails: first.map(({ dueAt, ...mail }) => ({ ...mail, dueAt: dueAt.toISOString() })),
        automations: rules,
        campaigns: await heldCampaigns(db),
        appointments: await countRows(db, bookings, heldBookings()),
      };
    }),

  "backups.release": async ({ host, body: { what }, tenant }) => {
    const now = host.clock();
    const sends = what === "send";
    await tenant(async (db) => {
      const { heldSince } = await getLockedStore(db, "no key update");
      if (!heldSince) throw new HttpError(409, "Someone has already decided this");
      await updateStore(db, { heldSince: null });
      // Entries that weren't notified may get the offer again.
      await endOffers(db, lte(offers.heldUntil, now), "WITHDRAWN", now);
      // Undoing a merge would make them due again.
      const isMerged = and(
        eq(mails.state, "skipped"),
        sql`starts_with(${mails.reason}, ${MERGED_TWICE})`,
        lte(mails.createdAt, heldSince),
      );
      await db
        .update(mails)
        .set(sends ? { state: "queued" } : { state: "skipped", reason: "Not sent after the restore" })
        .where(sends ? isHeld : or(isHeld, isMerged));
      await db
        .update(bookings)
        .set(sends ? { calendarState: "pending", calendarDueAt: now } : { calendarState: "written" })
        .where(heldBookings());
      const former = eq(formerEvents.dueAt, new Date(NEVER));
      if (sends) await db.update(formerEvents).set({ dueAt: now }).where(former);
      else await db.delete(formerEvents).where(former);
      await releaseCampaigns(db, { sends, now });
      const timezone = await lockTimezone(db);
      for (const rule of await db.select().from(automations).where(heldRules())) {
        const timing = sends
          ? { nextRunAt: nextOrMissedToday(rule, timezone, now) }
          : { activatedAt: now, nextRunAt: nextMoment(rule, timezone, now) };
        await patchRecord(db, automations, rule.id, timing);
      }
    });
    host.wake();
  },
} satisfies Partial<Handlers>;

const isHeld = and(eq(mails.state, "held"), or(isNull(mails.campaignId), mails.isResent));

const heldBookings = () => eq(bookings.calendarState, "held");

/** Among active automations, only held ones have no next run. */
const heldRules = () =>
  and(automations.isActive, isNull(automations.nextRunAt), ne(automations.triggerType, "EVENT_BASED"));
