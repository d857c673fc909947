import { and, eq, inArray, sql } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { BULK_STEP } from "#lib/contract/segment-terms.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { MOST_TAGS } from "#lib/contract/tag-terms.ts";
import { addSelected, createForSelected, removeSelected } from "#server/outreach/campaigns/run.ts";
import { matchingAll, momentOf, readWithDeadline } from "#server/outreach/segments/saved.ts";
import { inSegment } from "#server/outreach/segments/where.ts";
import { checkRole, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { bytesOfId, idOfBytes, isId, newId } from "#server/platform/db/id.ts";
import { owned, storeId } from "#server/platform/db/owned.ts";
import { countRows, uuids } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { reverts } from "#server/platform/db/schema-journal.ts";
import { contactTags } from "#server/platform/db/schema-records.ts";
import { patternsOf } from "#server/platform/db/search.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { after } from "#server/platform/machine.ts";
import { readToken, signToken } from "#server/platform/secrets/tokens.ts";
import { lockChanges, revert } from "#server/records/journal/revert.ts";
import { checkMayDelete, deleteContacts } from "./contacts.ts";
import { tagNamed } from "./tags.ts";

type Body = ParsedBody<"contacts.bulk">;

export const bulk = {
  "contacts.bulk": async ({ host, user, body: { what, whom, work }, read, tenant }) => {
    const change = work === undefined ? newId() : changeOf(host, user, work);
    const { ids, next } = await nextStep(host, whom, read);
    const { done, left } = await tenant(async (db) => {
      // Nobody undoes, restores or erases the earlier steps until the commit.
      await lockChanges(db);
      if (await howReverted(db, change))
        throw new HttpError(
          409,
          "The first changes were undone or erased in the meantime. Select the contacts again.",
        );
      await db.execute(sql`select set_config('app.change', ${change}, true)`);
      return doTo(db, user, ids, what, change);
    });
    const campaignId = what.do === "newCampaign" ? change : null;
    return { done, left, next, work: workOf(host, user, change), campaignId };
  },

  "contacts.undoBulk": async ({ host, user, body: { work }, read, tenant }) => {
    const change = changeOf(host, user, work);
    if (!undoing.has(change)) {
      const how = await read((db) => howReverted(db, change));
      if (how === "erase") throw new HttpError(409, "These contacts were deleted permanently.");
      if (how) return { isDone: true, kept: 0 };
      const undone = tenant(async (db) => {
        await lockChanges(db);
        return (await revert(db, change, "revert")).length;
      });
      undoing.set(change, undone);
      undone.then(
        () => undoing.delete(change),
        () => undoing.delete(change),
      );
    }
    const kept = await Promise.race([undoing.get(change), soon()]);
    return kept === undefined ? { isDone: false, kept: 0 } : { isDone: true, kept };
  },
} satisfies Partial<Handlers>;

async function howReverted(db: Db, change: string) {
  const [found] = await db.select({ how: reverts.how }).from(reverts).where(eq(reverts.change, change));
  return found?.how;
}

const undoing = new Map<string, Promise<number>>();
const PATIENCE_MS = 4_000;

const soon = () =>
  new Promise<undefined>((resolve) => {
    after(PATIENCE_MS, () => resolve(undefined)).unref();
  });

/** Only the person who started the change can continue or undo it. */
function workOf(host: Host, user: SignedIn, change: string): string {
  return signToken(host.secret, "bulk", Buffer.concat([bytesOfId(user.id), bytesOfId(change)]));
}

function changeOf(host: Host, user: SignedIn, work: string): string {
  const bytes = readToken(host.secret, "bulk", work);
  if (bytes?.length !== 32 || idOfBytes(bytes.subarray(0, 16)) !== user.id) throw notFound();
  return idOfBytes(bytes.subarray(16));
}

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

async function nextStep(host: Host, whom: Body["whom"], read: Read) {
  if ("ids" in whom) return { ids: whom.ids.filter(isId), next: null };
  const patterns = patternsOf(whom.search ?? "");
  if (!patterns) return { ids: [], next: null };
  const { after, but = [] } = whom;
  if (after !== undefined && !isId(after)) throw notFound();
  const found = await readWithDeadline(read, async (db) => {
    const moment = await momentOf(db, host.clock());
    const fits = inSegment(readSegment(whom.where ?? "") ?? [], moment);
    const further = after === undefined ? sql.empty() : sql`and ${contacts.id} > ${after}::uuid`;
    const others = sql`and ${contacts.id} <> all (${uuids(but.filter(isId))})`;
    const { rows } = await db.execute<{ id: string }>(sql`select ${contacts.id} as id from ${owned(contacts)}
      where ${fits} ${matchingAll(contacts, patterns)} ${further} ${others} order by ${contacts.id} limit ${BULK_STEP}`);
    return rows.map(({ id }) => id);
  });
  return { ids: found, next: found.length < BULK_STEP ? null : (found.at(-1) ?? null) };
}

async function doTo(db: Db, user: SignedIn, ids: string[], what: Body["what"], change: string) {
  if (what.do === "delete") {
    await checkMayDelete(db, user);
    return { done: await deleteContacts(db, ids), left: 0 };
  }
  if (/Campaign$/.test(what.do)) checkRole(user, "campaigns.update");
  // All steps share one campaign, whose id is the change's.
  if (what.do === "newCampaign") await createForSelected(db, user, change, what.name);
  // Sorted by id to prevent deadlocks.
  const there = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(inArray(contacts.id, ids))
    .orderBy(contacts.id)
    .for("no key update");
  const known = there.map(({ id }) => id);
  if (known.length === 0) return { done: 0, left: 0 };
  if (what.do === "tag") return tag(db, known, what.name);
  if (what.do === "untag") return untag(db, known, what.tagId);
  if (what.do === "newCampaign") return addSelected(db, change, known);
  if (what.do === "addToCampaign") return addSelected(db, what.campaignId, known);
  return removeSelected(db, what.campaignId, known);
}

async function tag(db: Db, ids: string[], name: string) {
  const { id } = await tagNamed(db, name);
  await db.execute(sql`
    insert into contact_tags (organization_id, id, contact_id, tag_id)
    select ${storeId}::uuid, gen_random_uuid(), one.id, ${id}::uuid from unnest(${uuids(ids)}) as one (id)
    where (select count(*) from ${owned("contact_tags", "t")} where t.contact_id = one.id) < ${MOST_TAGS}
    on conflict do nothing`);
  const tagged = await countRows(db, contactTags, has(ids, id));
  return { done: tagged, left: ids.length - tagged };
}

async function untag(db: Db, ids: string[], tagId: string) {
  if (!isId(tagId)) throw notFound();
  await db.delete(contactTags).where(has(ids, tagId));
  return { done: ids.length, left: 0 };
}

function has(ids: string[], tagId: string) {
  return and(eq(contactTags.tagId, tagId), inArray(contactTags.contactId, ids));
}
