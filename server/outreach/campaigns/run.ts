import { and, count, desc, eq, inArray, lte, min, type SQL, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import {
  DUPLICATE_RECIPIENT,
  isDuplicateRecipient,
  queueForContacts,
} from "#server/connections/mail/audience.ts";
import { STOPPED } from "#server/connections/mail/candidates.ts";
import { capAt, cappedReason, readLimits } from "#server/connections/mail/limits.ts";
import { countMails } from "#server/connections/mail/mails.ts";
import { refusalOfContact } from "#server/connections/mail/may-email.ts";
import { inSegment } from "#server/outreach/segments/where.ts";
import type { Moment } from "#server/outreach/segments/yearly.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { runDue } from "#server/platform/db/due.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { anyOf, byId, checkQuota, countRows, patchRecord } from "#server/platform/db/record.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { campaigns, campaignContacts as table } from "#server/platform/db/schema-campaigns.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Campaign, lockCampaign, start } from "./campaign.ts";

/** Contacts or emails per transaction, so that others don't wait long. */
const STEP = 1_000;
const MAX_SELECTED_CONTACTS = 10_000;
/** Emails released at a time. A pause takes effect after at most these. */
const FED = 500;
const RETRY_MS = 60_000;
/** While all emails wait, for example for the morning. A person may end the wait. */
const LOOK_MS = 15 * 60_000;

/** Returns how many have another step now. */
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

const OCCURRENCE = "campaign";

/** As of the start. Each recipient gets a queued or a skipped email; sending checks queued ones again. */
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
  await patchRecord(db, campaigns, campaign.id, { ...(last ?? { frozenAt: now }), audience });
  return true;
}

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
  if (going === 0)
    await patchRecord(db, campaigns, campaign.id, {
      state: "done",
      finishedAt: now,
      dueAt: null,
      updatedAt: now,
    });
  else if (dueAt && dueAt > now) {
    const soon = new Date(now.getTime() + LOOK_MS);
    await patchRecord(db, campaigns, campaign.id, { dueAt: dueAt < soon ? dueAt : soon });
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
  await patchRecord(db, campaigns, campaign.id, { dueAt: null });
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
  const next = await db
    .select({ id: mails.id })
    .from(mails)
    .where(its(campaign, states))
    .orderBy(mails.id)
    .limit(most)
    .for("update");
  // Triggers run even for an update of no row.
  if (next.length > 0) await db.update(mails).set(values).where(anyOf(mails.id, next));
  return next.length;
}

export const MOST_CAMPAIGNS = 2_000;

export function audienceOf(campaign: Pick<Campaign, "id" | "isChosen" | "conditions">, moment: Moment): SQL {
  return campaign.isChosen ? chosenFor(campaign.id) : inSegment(campaign.conditions, moment);
}

function chosenFor(campaignId: string): SQL {
  return sql`${contacts.id} = any (array(
    select ${table.contactId} from ${owned(table)} where ${ofCampaign(campaignId)}))`;
}

const ofCampaign = (id: string) => eq(table.campaignId, id);

/** A draft to which each step of a bulk action adds contacts. Does nothing if an earlier step created it. */
export async function createForSelected(db: Db, user: SignedIn, id: string, name: string): Promise<void> {
  if ((await countRows(db, campaigns, byId(campaigns, id))) > 0) return;
  await checkQuota(db, campaigns, "campaigns", MOST_CAMPAIGNS);
  const createdBy = nameOf(user);
  await db.insert(campaigns).values({ id, name, createdBy, conditions: [], isChosen: true });
}

export async function addSelected(db: Db, campaignId: string, ids: string[]) {
  const campaign = await draftOf(db, campaignId);
  const all = ofCampaign(campaign.id);
  const among = and(all, inArray(table.contactId, ids));
  const there = new Set(
    (await db.select({ id: table.contactId }).from(table).where(among)).map(({ id }) => id),
  );
  const room = MAX_SELECTED_CONTACTS - (await countRows(db, table, all));
  const added = ids.filter((id) => !there.has(id)).slice(0, Math.max(0, room));
  if (added.length > 0) {
    await db
      .insert(table)
      .values(added.map((contactId) => ({ id: newId(), campaignId: campaign.id, contactId })));
  }
  const done = there.size + added.length;
  return { done, left: ids.length - done };
}

export async function removeSelected(db: Db, campaignId: string, ids: string[]) {
  const campaign = await draftOf(db, campaignId);
  await db.delete(table).where(and(ofCampaign(campaign.id), inArray(table.contactId, ids)));
  return { done: ids.length, left: 0 };
}

async function draftOf(db: Db, id: string): Promise<Campaign> {
  if (!isId(id)) throw notFound();
  const campaign = await lockCampaign(db, id);
  if (campaign.state !== "draft") throw new HttpError(409, "This campaign has already started");
  if (!campaign.isChosen)
    throw new HttpError(409, "This campaign goes to a segment. Choose another campaign.");
  return campaign;
}

export async function mergeChosen(db: Db, kept: string, gone: string[]) {
  const found = await db
    .selectDistinct({ campaignId: table.campaignId })
    .from(table)
    .where(inArray(table.contactId, gone));
  if (found.length === 0) return;
  await db
    .insert(table)
    .values(found.map(({ campaignId }) => ({ id: newId(), campaignId, contactId: kept })))
    .onConflictDoNothing();
}

const MAX_SHOWN = 50;
const NO_CAMPAIGN = "00000000-0000-0000-0000-000000000000";

type Asked = { show: "reached" | "skipped" | undefined; page: number };
type Row = HostAnswer<"campaigns.outlook">["contacts"][number];

export async function previewRecipients(
  db: Db,
  { timezone, now }: Moment,
  condition: SQL,
  { show, page }: Asked,
) {
  const { limits } = await readLimits(db);
  const capped = cappedReason(capAt(limits, timezone, now), true);
  const twin = isDuplicateRecipient({ kind: "campaign", id: NO_CAMPAIGN }, sql`''`);
  const judged = sql`select id, name, email, search, coalesce(reason, case when is_twin then ${DUPLICATE_RECIPIENT} end) as skipped
    from (select ${contacts.id}, ${contactName} as name, ${contacts.email}, ${contacts.search},
      coalesce(${refusalOfContact}, ${capped}) as reason, ${twin} as is_twin
      from ${owned(contacts)} where ${condition}) as found`;
  const wanted: Record<string, SQL> = {
    reached: sql`where skipped is null`,
    skipped: sql`where skipped is not null`,
  };
  const { rows: counts } = await db.execute<{ skipped: string | null; count: string }>(
    sql`select skipped, count(*) from (${judged}) as judged group by skipped order by count(*) desc, skipped`,
  );
  const { rows } = await db.execute<Row>(sql`
    select id, name, email, skipped from (${judged}) as judged ${wanted[show ?? ""] ?? sql.empty()}
    order by search, id limit ${MAX_SHOWN} offset ${(page - 1) * MAX_SHOWN}`);
  const total = counts.reduce((sum, { count }) => sum + Number(count), 0);
  const reached = Number(counts.find(({ skipped }) => skipped === null)?.count ?? 0);
  const skipped = counts.flatMap(({ skipped, count }) =>
    skipped === null ? [] : [{ reason: skipped, count: Number(count) }],
  );
  return { total, reached, skipped, contacts: rows };
}

const MAX_REASONS = 20;
const RESULT_DAYS = 30;

export async function reportOf(db: Db, id: string) {
  const its = eq(mails.campaignId, id);
  const reasons = (state: "skipped" | "failed") =>
    db
      .select({ reason: sql<string>`coalesce(${mails.reason}, '')`, count: count() })
      .from(mails)
      .where(and(its, eq(mails.state, state)))
      .groupBy(mails.reason)
      .orderBy(desc(count()), mails.reason)
      .limit(MAX_REASONS);
  const { rows } = await db.execute<{ unsubscribed: string; contacts: string; spent: string }>(sql`
    select (select count(*) from ${owned(suppressions)} join ${owned(mails)} on ${mails.id} = ${suppressions.mailId}
      where ${suppressions.reason} = 'unsubscribed'
        and ${mails.campaignId} = ${id}) as unsubscribed,
      count(distinct bought.contact_id) as contacts, coalesce(sum(bought.paid), 0)::text as spent
    from (select distinct on (${purchases.id}) ${purchases.contactId}, ${purchases.cost} - ${purchases.refunded} as paid
      from ${owned(mails)} join ${owned(purchases)} on ${purchases.contactId} = ${mails.contactId}
        and ${purchases.createdAt} > ${mails.sentAt} and ${purchases.createdAt} <= ${mails.sentAt} + interval '${sql.raw(String(RESULT_DAYS))} days'
      where ${its} and ${mails.state} = 'sent') as bought`);
  const [bought] = rows;
  return {
    counts: await countMails(db, its),
    skipped: await reasons("skipped"),
    failed: await reasons("failed"),
    unsubscribed: Number(bought?.unsubscribed ?? 0),
    cameBack: { contacts: Number(bought?.contacts ?? 0), spent: bought?.spent ?? "0" },
  };
}
