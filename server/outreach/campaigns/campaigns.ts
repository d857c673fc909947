import { asc, desc, eq } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { DAILY } from "#server/connections/mail/claim.ts";
import { transportOf } from "#server/connections/mail/transport.ts";
import { historyOf } from "#server/outreach/automations/rule.ts";
import { lockTimezone } from "#server/outreach/automations/schedule.ts";
import { momentOf, readWithDeadline } from "#server/outreach/segments/saved.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { readFace } from "#server/platform/db/face.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { paging } from "#server/platform/db/paging.ts";
import { lockTemplate } from "#server/platform/db/parties.ts";
import { byId, checkQuota, updateRecord } from "#server/platform/db/record.ts";
import { campaignContacts as chosen, campaigns as table } from "#server/platform/db/schema-campaigns.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import {
  answer,
  type Campaign,
  lockCampaign,
  momentOfWall,
  selectCampaigns,
  start,
  storeOf,
} from "./campaign.ts";
import { audienceOf, holdBack, MOST_CAMPAIGNS, previewRecipients, reportOf } from "./run.ts";

const NO_ADDRESS = "Add your store's address in Settings › Store first. Marketing emails must include it.";
/** Shorter than the web app's timeout. */
const OUTLOOK_MS = 7_000;
const TOO_LONG = "This takes too long for so many contacts. Add a condition.";

export const campaigns = {
  "campaigns.list": async ({ host, query, read }) => {
    const { limit, offset } = paging(query);
    const order = query.sort === "createdAt:asc" ? asc : desc;
    return read(async (db) => {
      const store = await storeOf(db, host.clock());
      const found = await selectCampaigns(db)
        .where(query.state && eq(table.state, query.state))
        .orderBy(order(table.createdAt), order(table.id))
        .limit(limit)
        .offset(offset);
      return found.map((row) => answer(row, store));
    });
  },

  "campaigns.get": ({ host, params: { id }, read }) => read((db) => answered(db, id, host.clock())),

  "campaigns.create": async ({ user, body, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      await checkQuota(db, table, "campaigns", MOST_CAMPAIGNS);
      const createdBy = nameOf(user);
      await db.insert(table).values({ id, createdBy, ...(await columnsOf(db, body)) });
    });
    return { id };
  },

  "campaigns.update": async ({ host, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const campaign = await lockCampaign(db, id);
      await checkVersion(db, campaign, body.version, host.clock());
      if (campaign.state !== "draft") throw new HttpError(409, "Only a draft can be changed");
      await updateRecord(db, table, id, await columnsOf(db, body));
    });
    return { id };
  },

  "campaigns.delete": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      const { state } = await lockCampaign(db, id);
      if (state !== "draft") throw new HttpError(409, "Only a draft can be deleted");
      // Recipients are deleted first, because the journal names them by the campaign.
      const its = eq(chosen.campaignId, id);
      await db.delete(chosen).where(its);
      await db.delete(table).where(byId(table, id));
    });
  },

  "campaigns.outlook": async ({ host, user: { organizationId }, query, read }) => {
    const now = host.clock();
    const segment = readSegment(query.where ?? "") ?? [];
    const transport = await transportOf(host, organizationId);
    const perDay = transport?.account ? DAILY : null;
    const { show, page = 1, campaignId } = query;
    if (campaignId !== undefined && !isId(campaignId)) throw notFound();
    const audience = { id: campaignId ?? "", isChosen: campaignId !== undefined, conditions: segment };
    const preview = async (db: Db) => {
      const moment = await momentOf(db, now);
      const found = await previewRecipients(db, moment, audienceOf(audience, moment), { show, page });
      return { ...found, perDay };
    };
    return readWithDeadline(read, preview, { ms: OUTLOOK_MS, tooLong: TOO_LONG });
  },

  "campaigns.schedule": async ({ host, params: { id }, body: { at, version }, tenant }) => {
    const now = host.clock();
    await tenant(async (db) => {
      // Locked before the campaign, to avoid deadlocks with timezone changes.
      const timezone = await lockTimezone(db);
      const campaign = await lockCampaign(db, id);
      await checkVersion(db, campaign, version, now);
      if (campaign.state !== "draft") throw new HttpError(409, "This campaign has already started");
      if (!campaign.templateId) throw new HttpError(400, "Choose a template first");
      if (!(await readFace(db)).address) throw new HttpError(409, NO_ADDRESS);
      if (!at) await start(db, campaign, now);
      const dueAt = at ? momentOfWall(at, timezone) : now;
      if (dueAt < now) throw new HttpError(400, "This time is over. Choose a later one.");
      await updateRecord(db, table, id, { ...(at && { state: "scheduled", wall: at }), dueAt });
    });
    host.wake();
    return { id };
  },

  "campaigns.pause": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      const campaign = await lockCampaign(db, id);
      if (campaign.state === "paused") return;
      if (campaign.state !== "running") throw new HttpError(409, "This campaign isn't running");
      await holdBack(db, campaign);
      await updateRecord(db, table, id, { state: "paused", dueAt: null });
    });
  },

  "campaigns.resume": async ({ host, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const { state } = await lockCampaign(db, id);
      if (state === "running") return;
      if (state !== "paused") throw new HttpError(409, "This campaign isn't paused");
      await updateRecord(db, table, id, { state: "running", dueAt: host.clock() });
    });
    host.wake();
  },

  "campaigns.stop": async ({ host, params: { id }, tenant }) => {
    const now = host.clock();
    await tenant(async (db) => {
      const campaign = await lockCampaign(db, id);
      if (campaign.state === "stopped" || campaign.state === "draft") return;
      if (campaign.state === "done")
        throw new HttpError(409, "All emails of this campaign were already sent");
      const values =
        campaign.state === "scheduled"
          ? { state: "draft" as const, wall: null, dueAt: null }
          : { state: "stopped" as const, finishedAt: now, dueAt: now };
      await holdBack(db, campaign);
      await updateRecord(db, table, id, values);
    });
    host.wake();
  },

  "campaigns.mails": async ({ host, params: { id }, query, read }) => {
    if (query.before !== undefined && !isId(query.before)) throw notFound();
    return read(async (db) => {
      await answered(db, id, host.clock());
      return historyOf(db, { campaignId: id }, query);
    });
  },

  "campaigns.report": async ({ host, params: { id }, read }) =>
    read(async (db) => {
      await answered(db, id, host.clock());
      return reportOf(db, id);
    }),
} satisfies Partial<Handlers>;

async function answered(db: Db, id: string, now: Date) {
  const [found] = await selectCampaigns(db).where(byId(table, id));
  if (!found) throw notFound();
  return answer(found, await storeOf(db, now));
}

async function checkVersion(db: Db, campaign: Campaign, version: number | undefined, now: Date) {
  if (version === undefined || version === campaign.version) return;
  const current = await answered(db, campaign.id, now);
  throw new HttpError(409, "Changed by someone else", undefined, { current });
}

async function columnsOf(db: Db, form: ParsedBody<"campaigns.create"> | ParsedBody<"campaigns.update">) {
  const { name, templateId, where, isChosen } = form;
  if (typeof templateId === "string") {
    if (!isId(templateId)) throw notFound();
    await lockTemplate(db, templateId, "EMAIL");
  }
  return { name, templateId, conditions: readSegment(where) ?? [], isChosen };
}
