import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { MOST_CHOSEN } from "#lib/contract/campaign-terms.ts";
import type { Moment } from "#server/outreach/segments/period-days.ts";
import { inSegment } from "#server/outreach/segments/where.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { byId, checkQuota } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { campaigns, campaignContacts as table } from "#server/platform/db/schema-campaigns.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import { type Campaign, locked } from "./campaign.ts";

type Owner = { organizationId: string };

export const MOST_CAMPAIGNS = 2_000;

export function audienceOf(campaign: Pick<Campaign, "id" | "isChosen" | "conditions">, moment: Moment): SQL {
  return campaign.isChosen ? chosenFor(moment, campaign.id) : inSegment(campaign.conditions, moment);
}

export function chosenFor({ organizationId }: Owner, campaignId: string): SQL {
  return sql`${contacts.organizationId} = ${organizationId} and ${contacts.id} = any (array(
    select ${table.contactId} from ${table} where ${ofCampaign(organizationId, campaignId)}))`;
}

const ofCampaign = (organizationId: string, campaignId: string) =>
  and(eq(table.organizationId, organizationId), eq(table.campaignId, campaignId));

/** Idempotent, for any step of a bulk action. */
export async function newChosen(db: Db, user: SignedIn, id: string, name: string): Promise<void> {
  const { organizationId } = user;
  if ((await db.$count(campaigns, byId(campaigns, user, id))) > 0) return;
  await checkQuota(db, campaigns, user, "campaigns", MOST_CAMPAIGNS);
  const createdBy = nameOf(user);
  await db.insert(campaigns).values({ organizationId, id, name, createdBy, conditions: [], isChosen: true });
}

/** Returns the total, and how many exceeded the limit. */
export async function addChosen(db: Db, { organizationId }: Owner, campaignId: string, ids: string[]) {
  const campaign = await draftOf(db, { organizationId }, campaignId);
  const all = ofCampaign(organizationId, campaign.id);
  const among = and(all, inArray(table.contactId, ids));
  const there = new Set(
    (await db.select({ id: table.contactId }).from(table).where(among)).map(({ id }) => id),
  );
  const room = MOST_CHOSEN - (await db.$count(table, all));
  const added = ids.filter((id) => !there.has(id)).slice(0, Math.max(0, room));
  if (added.length > 0) {
    await db
      .insert(table)
      .values(
        added.map((contactId) => ({ organizationId, id: newId(), campaignId: campaign.id, contactId })),
      );
  }
  const done = there.size + added.length;
  return { done, left: ids.length - done };
}

export async function removeChosen(db: Db, { organizationId }: Owner, campaignId: string, ids: string[]) {
  const campaign = await draftOf(db, { organizationId }, campaignId);
  await db.delete(table).where(and(ofCampaign(organizationId, campaign.id), inArray(table.contactId, ids)));
  return { done: ids.length, left: 0 };
}

/** Simultaneous additions are counted, and a started campaign stays unchanged. */
async function draftOf(db: Db, owner: Owner, id: string): Promise<Campaign> {
  if (!isId(id)) throw notFound();
  const campaign = await locked(db, owner, id);
  if (campaign.state !== "draft") throw new HttpError(409, "This campaign has already started");
  if (!campaign.isChosen)
    throw new HttpError(409, "This campaign goes to a segment. Choose another campaign.");
  return campaign;
}

export async function uniteChosen(db: Db, organizationId: string, kept: string, gone: string[]) {
  const found = await db
    .selectDistinct({ campaignId: table.campaignId })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(table.contactId, gone)));
  if (found.length === 0) return;
  await db
    .insert(table)
    .values(found.map(({ campaignId }) => ({ organizationId, id: newId(), campaignId, contactId: kept })))
    .onConflictDoNothing();
}
