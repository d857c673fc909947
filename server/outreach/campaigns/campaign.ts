import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { MailLimits } from "#lib/contract/mail-limits.ts";
import { instantOf } from "#lib/time/clock.ts";
import { quietUntil, readLimits } from "#server/connections/mail/limits.ts";
import { pausedBy } from "#server/outreach/automations/rule.ts";
import { lockTimezone } from "#server/outreach/automations/schedule.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { owned } from "#server/platform/db/owned.ts";
import { lockRecord, patchRecord } from "#server/platform/db/record.ts";
import { templates } from "#server/platform/db/schema.ts";
import { campaignContacts, campaigns } from "#server/platform/db/schema-campaigns.ts";

export type Campaign = typeof campaigns.$inferSelect;

export function lockCampaign(db: Db, id: string): Promise<Campaign> {
  return lockRecord(db, campaigns, id, "no key update");
}

/** A time skipped in spring is right after the gap. */
export function momentOfWall(wall: string, timezone: string): Date {
  return new Date(instantOf(Date.parse(`${wall}Z`), timezone, "after"));
}

export async function start(db: Db, campaign: Campaign, now: Date): Promise<void> {
  const template = await lockRecord(db, templates, campaign.templateId ?? "", "share");
  await patchRecord(db, campaigns, campaign.id, {
    ...pick(template, "subject", "content"),
    templateId: null,
    state: "running",
    startedAt: now,
    dueAt: now,
    updatedAt: now,
  });
}

const chosen = sql<
  number | null
>`case when ${campaigns.isChosen} then case when ${campaigns.frozenAt} is not null
  then ${campaigns.audience} else (select count(*)::int from ${owned(campaignContacts)}
    where ${campaignContacts.campaignId} = ${campaigns.id}) end end`;

export function selectCampaigns(db: Db) {
  return db
    .select({ campaign: campaigns, template: { id: templates.id, name: templates.name }, chosen })
    .from(campaigns)
    .leftJoin(templates, eq(templates.id, campaigns.templateId));
}

type Store = { timezone: string; limits: MailLimits; paused: string | null; now: Date };

export async function storeOf(db: Db, now: Date): Promise<Store> {
  return { ...(await readLimits(db)), paused: await pausedBy(db), now };
}

type Row = { campaign: Campaign; template: { id: string; name: string } | null; chosen: number | null };

export function answer({ campaign, template, chosen }: Row, { timezone, limits, paused, now }: Store) {
  const { state, conditions, wall } = campaign;
  const startsAt = wall ? momentOfWall(wall, timezone) : null;
  const leavesFrom = { scheduled: startsAt, running: now }[state as string];
  return {
    ...pick(campaign, "id", "name", "state", "wall", "subject", "startedAt", "finishedAt", "audience"),
    ...pick(campaign, "createdBy", "createdAt", "updatedAt", "version"),
    ...{ template, chosen, startsAt, where: JSON.stringify(conditions) },
    waitsFor: state === "running" ? paused : null,
    quietUntil: (leavesFrom && quietUntil(limits, timezone, leavesFrom)) ?? null,
  };
}

/** Keeps the local start time when the store's timezone changes. */
export async function rescheduleCampaigns(db: Db): Promise<void> {
  const timezone = await lockTimezone(db);
  const scheduled = and(eq(campaigns.state, "scheduled"), isNotNull(campaigns.dueAt));
  for (const campaign of await db.select().from(campaigns).where(scheduled).for("no key update")) {
    await patchRecord(db, campaigns, campaign.id, {
      dueAt: momentOfWall(campaign.wall ?? "", timezone),
    });
  }
}

/** Among running campaigns, only held ones are never due. */
const isHeld = () => and(inArray(campaigns.state, ["scheduled", "running"]), isNull(campaigns.dueAt));

export function heldCampaigns(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(isHeld())
    .orderBy(asc(campaigns.name));
}

/** Dropped campaigns become drafts again if they haven't started, otherwise they are stopped. */
export async function releaseCampaigns(db: Db, { sends, now }: { sends: boolean; now: Date }): Promise<void> {
  const timezone = await lockTimezone(db);
  for (const campaign of await db.select().from(campaigns).where(isHeld())) {
    const { state, wall } = campaign;
    const dropped =
      state === "scheduled"
        ? { state: "draft" as const, wall: null }
        : { state: "stopped" as const, dueAt: now, finishedAt: now };
    const goesOn = { dueAt: state === "scheduled" && wall ? momentOfWall(wall, timezone) : now };
    await patchRecord(db, campaigns, campaign.id, sends ? goesOn : dropped);
  }
}
