import { and, count, eq, inArray, lte, min, sql } from "drizzle-orm";
import { queueForContacts } from "#server/connections/mail/audience.ts";
import { STOPPED } from "#server/connections/mail/candidates.ts";
import { capAt, cappedReason, readLimits } from "#server/connections/mail/limits.ts";
import { refusalOfContact } from "#server/connections/mail/may-email.ts";
import type { Db } from "#server/platform/db/client.ts";
import { runDue } from "#server/platform/db/due.ts";
import { byId } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Campaign, start } from "./campaign.ts";
import { audienceOf, chosenFor } from "./recipients.ts";

/** Contacts or emails per transaction, so that others don't wait long. */
const STEP = 1_000;
/** Emails released at a time. A pause takes effect after at most these. */
const FED = 500;
const RETRY_MS = 60_000;

/**
 * Returns how many have another step now. A step and its mark are one transaction, so concurrent hosts do it once,
 * and a killed host has done nothing.
 */
export function runDueCampaigns({ database, clock }: Pick<Host, "database" | "clock">): Promise<number> {
  const now = clock();
  const due = {
    kind: "campaign",
    due: campaigns.dueAt,
    isDue: and(sql`${campaigns.dueAt} is not null`, lte(campaigns.dueAt, now)),
    retry: { dueAt: new Date(now.getTime() + RETRY_MS) },
  };
  return runDue(database, campaigns, due, async (db, campaign) => {
    if (campaign.state === "scheduled") {
      await start(db, campaign, now);
      return true;
    }
    if (campaign.state === "stopped") return skipRest(db, campaign, now);
    if (campaign.frozenAt) return feed(db, campaign, now);
    return freeze(db, campaign, await timezoneOf(db), now);
  });
}

type Known = Pick<Campaign, "organizationId" | "id">;

const set = (db: Db, campaign: Known, values: Partial<typeof campaigns.$inferInsert>) =>
  db.update(campaigns).set(values).where(byId(campaigns, campaign.id));

const OCCURRENCE = "campaign";

/**
 * Collects recipients as of the start. Each gets a queued or a skipped email; queued email is checked again
 * before sending.
 */
async function freeze(db: Db, campaign: Campaign, timezone: string, now: Date): Promise<boolean> {
  const { id, markAt, markId } = campaign;
  const startedAt = campaign.startedAt ?? now;
  const from = markAt
    ? sql`and (${contacts.createdAt}, ${contacts.id}) > (${markAt.toISOString()}::timestamptz, ${markId}::uuid)`
    : sql.empty();
  const here = sql`${campaign.isChosen ? chosenFor(id) : sql`true`} ${from}`;
  const [last] = await db
    .select({ markAt: contacts.createdAt, markId: contacts.id })
    .from(contacts)
    .where(here)
    .orderBy(contacts.createdAt, contacts.id)
    .offset(STEP - 1)
    .limit(1);
  const upTo = last
    ? sql`and (${contacts.createdAt}, ${contacts.id}) <= (${last.markAt.toISOString()}::timestamptz, ${last.markId}::uuid)`
    : sql.empty();
  await db.execute(sql`set local statement_timeout = '10min'`);
  const { limits } = await readLimits(db);
  const cap = capAt(limits, timezone, now);
  const added = await queueForContacts(
    db,
    { kind: "campaign", id },
    {
      where: sql`${here} ${upTo} and ${audienceOf(campaign, { timezone, now: startedAt })}`,
      occurrence: sql`${OCCURRENCE}::text`,
      now,
      day: null,
      skipped: sql`coalesce(${refusalOfContact}, ${cappedReason(cap)})`,
      state: "held",
    },
  );
  const audience = sql`${campaigns.audience} + ${added}` as unknown as number;
  await set(db, campaign, { ...(last ?? { frozenAt: now }), audience });
  return true;
}

/** The campaign's emails, except those that a person resent. */
const its = ({ id }: Known, states: ("queued" | "held" | "sending")[]) =>
  and(eq(mails.campaignId, id), inArray(mails.state, states), eq(mails.isResent, false));

async function feed(db: Db, campaign: Campaign, now: Date): Promise<boolean> {
  const [{ going, dueAt } = { going: 0, dueAt: null }] = await db
    .select({ going: count(), dueAt: min(mails.dueAt) })
    .from(mails)
    .where(its(campaign, ["queued", "sending"]));
  if (going <= FED / 2) {
    const fed = await change(db, campaign, ["held"], FED - going, { state: "queued", dueAt: now });
    if (fed > 0) return true;
  }
  if (going === 0) await set(db, campaign, { state: "done", finishedAt: now, dueAt: null, updatedAt: now });
  else if (dueAt && dueAt > now) {
    const soon = new Date(now.getTime() + RETRY_MS);
    await set(db, campaign, { dueAt: dueAt < soon ? dueAt : soon });
  }
  return false;
}

async function skipRest(db: Db, campaign: Campaign, now: Date): Promise<boolean> {
  const skipped = await change(db, campaign, ["queued", "held"], STEP, {
    state: "skipped",
    reason: STOPPED,
    updatedAt: now,
  });
  if (skipped === STEP) return true;
  await set(db, campaign, { dueAt: null });
  return false;
}

export async function holdBack(db: Db, campaign: Known): Promise<void> {
  await db
    .update(mails)
    .set({ state: "held" })
    .where(its(campaign, ["queued"]));
}

async function change(
  db: Db,
  campaign: Known,
  states: ("queued" | "held")[],
  most: number,
  values: Partial<typeof mails.$inferInsert>,
): Promise<number> {
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(its(campaign, states))
    .orderBy(mails.id)
    .limit(most)
    .for("update");
  const { rowCount } = await db.update(mails).set(values).where(sql`${mails.id} = any (array(${next}))`);
  return rowCount ?? 0;
}
