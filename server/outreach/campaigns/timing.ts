import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { lockTimezone } from "#server/outreach/automations/next-run.ts";
import type { Db } from "#server/platform/db/client.ts";
import { byId } from "#server/platform/db/record.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { momentOfWall } from "./campaign.ts";

/** Keeps the local start time when the store's timezone changes. */
export async function rescheduleCampaigns(db: Db, organizationId: string): Promise<void> {
  const timezone = await lockTimezone(db, organizationId);
  const scheduled = and(
    eq(campaigns.organizationId, organizationId),
    eq(campaigns.state, "scheduled"),
    isNotNull(campaigns.dueAt),
  );
  for (const campaign of await db.select().from(campaigns).where(scheduled).for("no key update")) {
    await db
      .update(campaigns)
      .set({ dueAt: momentOfWall(campaign.wall ?? "", timezone) })
      .where(byId(campaigns, campaign, campaign.id));
  }
}

/** Among running campaigns, only held ones are never due. */
const heldOf = (organizationId: string) =>
  and(
    eq(campaigns.organizationId, organizationId),
    inArray(campaigns.state, ["scheduled", "running"]),
    isNull(campaigns.dueAt),
  );

export function heldCampaigns(db: Db, organizationId: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(heldOf(organizationId))
    .orderBy(asc(campaigns.name));
}

/** Dropped campaigns become drafts again if they haven't started, otherwise they are stopped. */
export async function releaseCampaigns(
  db: Db,
  organizationId: string,
  { sends, now }: { sends: boolean; now: Date },
): Promise<void> {
  const timezone = await lockTimezone(db, organizationId);
  for (const campaign of await db.select().from(campaigns).where(heldOf(organizationId))) {
    const { state, wall } = campaign;
    const dropped =
      state === "scheduled"
        ? { state: "draft" as const, wall: null }
        : { state: "stopped" as const, dueAt: now, finishedAt: now };
    const goesOn = { dueAt: state === "scheduled" && wall ? momentOfWall(wall, timezone) : now };
    await db
      .update(campaigns)
      .set(sends ? goesOn : dropped)
      .where(byId(campaigns, campaign, campaign.id));
  }
}
