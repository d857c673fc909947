import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { strictest } from "#lib/contract/consent.ts";
import { type ContactKey, contactFields } from "#lib/contract/contact-fields.ts";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { mergeChosen } from "#server/outreach/campaigns/run.ts";
import { setChangeReason } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { isOwned, owned, storeId } from "#server/platform/db/owned.ts";
import { byId, explainRefusal, nextVersion, texts, updateRecord, uuids } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { purchases, contacts as table } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { relations } from "#server/platform/db/schema-records.ts";
import { searchText } from "#server/platform/db/search.ts";
import { referencesTo } from "#server/platform/db/tables.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { mergedValues } from "#server/records/fields/fields.ts";
import { TRASH_DAYS } from "#server/records/journal/journal.ts";
import { revert } from "#server/records/journal/revert.ts";
import { mergeAddresses } from "./addresses.ts";
import { checkMayDelete, current } from "./contacts.ts";
import { mergeTags } from "./tags.ts";

async function moveRelations(db: Db, { kept, gone }: Merging): Promise<void> {
  const all = [kept, ...gone];
  await db.delete(relations).where(and(inArray(relations.contactId, all), inArray(relations.otherId, all)));
  await db
    .update(relations)
    .set({ contactId: kept, ...nextVersion(relations) })
    .where(inArray(relations.contactId, gone));
  await db
    .update(relations)
    .set({ otherId: kept, ...nextVersion(relations) })
    .where(inArray(relations.otherId, gone));
  await db.execute(sql`
    delete from relations where ${isOwned()} and id in (
      select id from (
        select id, row_number() over (
          partition by case contact_id when ${kept}::uuid then other_id else contact_id end,
            lower(case contact_id when ${kept}::uuid then name else other_name end),
            lower(case contact_id when ${kept}::uuid then other_name else name end) order by id) as nth
        from ${owned("relations")}
          where (contact_id = ${kept}::uuid or other_id = ${kept}::uuid)) as alike
      where nth > 1)`);
}

const CHANGE = sql`select current_setting('app.change') as change`;
export const merging = {
  "contacts.merge": async ({ user, body, tenant }) =>
    tenant(async (db) => {
      await checkMayDelete(db, user);
      const cards = await lockBoth(db, body);
      await setChangeReason(db, "merge");
      cards.sort((a, b) => +a.createdAt - +b.createdAt || (a.id < b.id ? -1 : 1));
      const [kept, ...gone] = cards;
      if (!kept) throw notFound();
      const of = { kept: kept.id, gone: gone.map(({ id }) => id) };
      const fields = chooseFields(cards, body.from);
      await suppress(db, cards, fields.email);
      await updateRecord(db, table, kept.id, {
        ...fields,
        merged: [...new Set([...kept.merged, ...of.gone, ...gone.flatMap((one) => one.merged)])],
      });
      await moveSales(db, of, fields);
      await moveMails(db, of);
      await bringRest(db, of);
      await mergeAddresses(db, kept.id, cards, fields);
      const others = inArray(table.id, of.gone);
      await db.delete(table).where(others);
      const { rows } = await db.execute<{ change: string }>(CHANGE);
      return { id: kept.id, change: rows[0]?.change ?? "" };
    }),

  "contacts.merges": async ({ read }) => {
    const { rows } = await read((db) =>
      db.execute<{
        id: string;
        keptId: string;
        name: string;
        cards: string[];
        by: string | null;
        at: string;
      }>(sql`
        select gone.change as id, kept.record_id as "keptId", kept.name, gone.cards, gone.by, gone.at from (
          select change, array_agg(name order by id) as cards, min(actor_name) as by, min(at) as at, max(id::text) as last
          from ${owned("journal")} where kind = 'contact' and action = 'deleted'
            and ${isMerge} group by change) as gone,
        lateral (select record_id, name from ${owned("journal")}
          where change = gone.change and kind = 'contact' and action = 'changed' limit 1) as kept
        where not exists (select from ${owned("reverts")}
          where reverts.change = gone.change)
        order by gone.last desc limit 200`),
    );
    return rows.map(({ keptId, name, at, ...row }) => ({
      ...row,
      contact: { id: keptId, name },
      at: new Date(at).toISOString(),
      until: new Date(Date.parse(at) + TRASH_DAYS * 86_400_000).toISOString(),
    }));
  },

  "contacts.unmerge": async ({ user, params: { id: change }, tenant }) =>
    tenant(async (db) => {
      await checkMayDelete(db, user);
      const { kept: id, gone } = await findMerge(db, change);
      const [there] = await db.select({ id: table.id }).from(table).where(byId(table, id)).for("update");
      if (!there) {
        throw new HttpError(
          409,
          "The remaining contact was deleted or merged in the meantime. Restore it first.",
        );
      }
      const kept = await revert(db, change, "revert");
      const of = { kept: id, gone };
      await separateContacts(db, of);
      await requeueMails(db, of);
      return { id, kept };
    }),
} satisfies Partial<Handlers>;

// Undo doesn't reset the `merged` list if another merge followed, whose contacts must stay in it.
async function separateContacts(db: Db, { kept, gone }: Merging): Promise<void> {
  await db.execute(sql`
    update contacts set merged = array(
      select part from unnest(merged) with ordinality as list (part, nth)
      where part <> all (${uuids(gone)})
        and part not in (select unnest(back.merged) from ${owned("contacts", "back")} where back.id = any (${uuids(gone)}))
      order by nth)
    where ${isOwned()} and id = ${kept}::uuid and merged && ${uuids(gone)}`);
}

type Cards = (typeof table.$inferSelect)[];
type Merging = { kept: string; gone: string[] };

async function lockBoth(db: Db, { cards }: ParsedBody<"contacts.merge">): Promise<Cards> {
  const versions = new Map(cards.map(({ id, version }) => [id.toLowerCase(), version]));
  const asked = [...versions.keys()];
  if (!asked.every(isId)) throw notFound();
  const found = await db.select().from(table).where(inArray(table.id, asked)).orderBy(table.id).for("update");
  if (found.length < cards.length) throw notFound();
  for (const card of found) {
    if (card.version !== versions.get(card.id)) throw await explainRefusal(db, table, card.id, current);
  }
  return found;
}

function chooseFields(cards: Cards, from: ParsedBody<"contacts.merge">["from"]) {
  const of = (id: string) => {
    const card = cards.find((one) => one.id === id.toLowerCase());
    if (!card) throw notFound();
    return card;
  };
  const values = contactFields.map(({ key, kind }) => [
    key,
    of(kind === "name" ? from.name : from[key])[key],
  ]);
  const fields = {
    ...(Object.fromEntries(values) as Pick<Cards[number], ContactKey>),
    fields: mergedValues(cards, from.fields),
  };
  return { ...fields, ...consentOf(cards), ...noTextsOf(cards), search: searchText(fields) };
}

function consentOf(cards: Cards) {
  const card = strictest(cards, (one) => ({ state: one.consent, source: one.consentSource }));
  if (!card) return {};
  const { consent, consentAt, consentSource, consentBy, consentSaid } = card;
  return { consent, consentAt, consentSource, consentBy, consentSaid };
}

function noTextsOf(cards: Cards) {
  const [first] = cards
    .filter(({ noTextsAt }) => noTextsAt)
    .sort((a, b) => Number(a.noTextsAt) - Number(b.noTextsAt));
  return { noTextsAt: first?.noTextsAt ?? null, noTextsBy: first?.noTextsBy ?? null };
}

/** If one of their addresses unsubscribed. */
async function suppress(db: Db, cards: Cards, email: string): Promise<void> {
  const address = email.toLowerCase();
  if (!address) return;
  const others = cards.map((card) => card.email.toLowerCase()).filter((one) => one && one !== address);
  await db.execute(sql`
    insert into suppressions (organization_id, id, address, reason, mail_id, said)
    select organization_id, ${newId()}::uuid, ${address}, 'unsubscribed', mail_id, 'Unsubscribed as ' || address
    from ${owned("suppressions")} where reason = 'unsubscribed' and lifted_at is null
      and address = any (${texts(others)})
    order by created_at limit 1
    on conflict do nothing`);
}

/** Sales store and search their contact's name. */
async function moveSales(db: Db, { kept, gone }: Merging, fields: ReturnType<typeof chooseFields>) {
  const contactName = `${fields.firstName} ${fields.lastName}`.trim();
  await db
    .update(purchases)
    .set({ contactId: kept, contactName, ...nextVersion(purchases) })
    .where(inArray(purchases.contactId, gone));
  await db
    .update(purchases)
    .set({ contactName })
    .where(and(eq(purchases.contactId, kept), ne(purchases.contactName, contactName)));
  await rebuildSaleSearch(db, eq(purchases.contactId, kept));
}

/** Stored in `reason` of existing emails, so it must not change. */
export const MERGED_TWICE = "Merged: the other card has this email";
const RENAMED = ":merged:";

/** Identifies an email that the merged contact must get only once. */
const slot = (occurrence: SQL) =>
  sql`(case when ${occurrence} like 'contact:%' then 'contact' else split_part(${occurrence}, ${RENAMED}, 1) end)`;

/** Emails that wait for both contacts are sent once. Appends the former contact's id to duplicate occurrences. */
async function moveMails(db: Db, { kept, gone }: Merging): Promise<void> {
  const all = uuids([kept, ...gone]);
  await db.execute(sql`
    update mails set state = 'skipped', reason = concat_ws('. ', ${MERGED_TWICE}::text, reason) from (
      select id as loser, row_number() over (partition by automation_id, campaign_id, ${slot(sql`occurrence`)}
        order by case state when 'queued' then 1 when 'held' then 1 when 'skipped' then 2 when 'failed' then 2 else 0 end,
          contact_id <> ${kept}::uuid, id) as nth
      from ${owned("mails")} where contact_id = any (${all}) and occurrence is not null) as ranked
    where ${isOwned()} and id = loser and nth > 1 and state in ('queued', 'held') and not is_resent`);
  await db.execute(sql`
    update mails set contact_id = ${kept}::uuid,
      occurrence = case when nth > 1 then mails.occurrence || ${RENAMED} || contact_id else mails.occurrence end
    from (select id as moved, row_number() over (partition by automation_id, campaign_id, occurrence
        order by contact_id <> ${kept}::uuid, id) as nth
      from ${owned("mails")} where contact_id = any (${all})) as ranked
    where ${isOwned()} and id = moved and contact_id = any (${uuids(gone)})`);
}

/** After an undo, queues emails that the merge skipped, unless they are too late. Those on hold return to it. */
async function requeueMails(db: Db, { kept, gone }: Merging): Promise<void> {
  const isHeld = sql`coalesce(mails.created_at <= (select held_since from organizations where id = ${storeId}), false)`;
  await db.execute(sql`
    update mails set state = case when ${isHeld} then 'held' else 'queued' end, reason = nullif(substr(reason, ${MERGED_TWICE.length + 3}::int), '')
    where ${isOwned()} and contact_id = any (${uuids([kept, ...gone])}) and state = 'skipped' and starts_with(reason, ${MERGED_TWICE})
      and (due_at > now() - interval '1 hour' or ${isHeld})
      and not exists (select from ${owned("mails", "other")} where other.contact_id = mails.contact_id
        and other.automation_id is not distinct from mails.automation_id
        and other.campaign_id is not distinct from mails.campaign_id and other.id <> mails.id
        and ${slot(sql`other.occurrence`)} = ${slot(sql`mails.occurrence`)})`);
}

const MOVED_OTHERWISE = ["purchases", "mails", "bookings", "relations", "contact_tags", "campaign_contacts"];

async function bringRest(db: Db, { kept, gone }: Merging): Promise<void> {
  for (const { table, column, onDelete } of referencesTo("contacts")) {
    if (!onDelete || MOVED_OTHERWISE.includes(table.name)) continue;
    await db.execute(sql`
      update ${table.table} set ${sql.identifier(column)} = ${kept}::uuid, version = version + 1, updated_at = now()
      where ${isOwned()} and ${sql.identifier(column)} = any (${uuids(gone)})`);
  }
  await moveRelations(db, { kept, gone });
  await db.update(bookings).set({ contactId: kept }).where(inArray(bookings.contactId, gone));
  await mergeTags(db, kept, gone);
  await mergeChosen(db, kept, gone);
  // The remaining contact is different from everyone that one of the contacts was different from.
  await db.execute(sql`
    insert into distinct_contacts (organization_id, id, one_id, other_id, created_by)
    select ${storeId}::uuid, gen_random_uuid(), least(${kept}::uuid, third), greatest(${kept}::uuid, third), min(created_by)
    from (select case when one_id = any (${uuids(gone)}) then other_id else one_id end as third, created_by
      from ${owned("distinct_contacts")}
        where (one_id = any (${uuids(gone)}) or other_id = any (${uuids(gone)}))) as apart
    where third <> all (${uuids([kept, ...gone])}) group by third
    on conflict do nothing`);
}

const isMerge = sql`reason = 'merge' and was is not null and at > now() - make_interval(days => ${TRASH_DAYS})`;

async function findMerge(db: Db, change: string) {
  const { rows } = await db.execute<{
    id: string;
    action: string;
  }>(sql`select record_id as id, action from ${owned("journal")}
    where change = ${change}::uuid and kind = 'contact'
      and (action = 'changed' and reason = 'merge' or action = 'deleted' and ${isMerge})`);
  const kept = rows.find(({ action }) => action === "changed");
  const gone = rows.filter(({ action }) => action === "deleted").map(({ id }) => id);
  if (!kept || gone.length === 0) throw notFound();
  return { kept: kept.id, gone };
}
