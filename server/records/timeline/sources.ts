import { type SQL, sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import type { TimelineKind } from "#lib/contract/timeline-terms.ts";
import { owned } from "#server/platform/db/owned.ts";
import { filesOf } from "#server/records/files/store.ts";
import { firstIdAt } from "#server/records/journal/history.ts";

export type Place = {
  contactId: string;
  contactIds: string[];
  personId: string;
  before: { at: string; id: string } | null;
  patterns: string[];
  now: Date;
  limit: number;
};

/** `branch` selects the newest entries as (kind, id, at, detail), using an index of its own. */
type Source = {
  kind: Answer<"timeline.ofContact">[number]["kind"];
  of: TimelineKind;
  branch: (place: Place) => SQL;
  count: (place: Place) => SQL;
};

export const iso = (moment: SQL) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const matches = ({ patterns }: Place, text: SQL) =>
  sql.join(patterns.map((pattern) => sql` and ${text} like ${pattern}`));

const normalized = (text: SQL) => sql`mail_search('', '', ${text})`;

const personOf = sql`case when u.id is not null
  then jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end`;

type Dated = Pick<Source, "kind" | "of"> & {
  from: SQL;
  id: SQL;
  at: SQL;
  detail: SQL | ((place: Place) => SQL);
  searched: SQL;
  where: (place: Place) => SQL;
  /** Listed above the timeline, but the search includes them. */
  isAbove?: (place: Place) => SQL;
};

/** Entries with a time in their row. */
function dated({ kind, of, from, id, at, detail, searched, where, isAbove }: Dated) {
  const columns = (place: Place) =>
    sql`${sql.raw(`'${kind}'`)} as kind, ${id} as id, ${at} as at,
      jsonb_build_object(${typeof detail === "function" ? detail(place) : detail}) as detail`;
  const after = ({ before }: Place) =>
    before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``;
  return {
    kind,
    of,
    branch: (place) => sql`select ${columns(place)} from ${from} where ${where(place)} ${after(place)}
      ${isAbove && place.patterns.length === 0 ? sql`and not (${isAbove(place)})` : sql``} ${matches(place, searched)}
      order by ${at} desc, ${id} desc limit ${place.limit}`,
    count: (place) => sql`select count(*) from ${from} where ${where(place)}`,
    above: (place) =>
      sql`select ${columns(place)} from ${from} where ${where(place)} and ${isAbove?.(place)}`,
  } satisfies Source & { above: (place: Place) => SQL };
}

const own =
  (table = "") =>
  ({ contactId }: Place) =>
    sql`${sql.raw(table)}contact_id = ${contactId}::uuid`;

const notes = dated({
  kind: "note",
  of: "note",
  from: owned("notes"),
  id: sql`id`,
  at: sql`created_at`,
  detail: sql`'content', content, 'createdBy', created_by, 'pinnedAt', ${iso(sql`pinned_at`)}, 'pinnedBy', pinned_by,
    'mentions', mentions, 'files', ${filesOf("note_id", sql`notes.id`)}, 'version', version, 'ticket', (
      select jsonb_build_object('prefix', r.prefix, 'number', r.number) from ${owned("repairs", "r")}
      where r.id = notes.repair_id)`,
  searched: sql`search`,
  where: own(),
  isAbove: () => sql`pinned_at is not null`,
});

const sales = dated({
  kind: "sale",
  of: "sale",
  from: owned("purchases"),
  id: sql`id`,
  at: sql`created_at`,
  detail: sql`'category', product_category_name, 'invoiceNumber', invoice_number, 'amount', cost::text,
    'createdBy', created_by`,
  // The first line of `search` is the contact's name.
  searched: sql`substr(search, strpos(search, E'\\n'))`,
  where: own(),
});

/** Of the refunded items; of the sale if the refund names none. */
const refundCategory = sql`coalesce((select string_agg(distinct i.product_category_name, ', ') from ${owned("sale_items", "i")}
  where i.id in (select (one->>'id')::uuid from jsonb_array_elements(r.items) one)), p.product_category_name)`;

const refunds = dated({
  kind: "refund",
  of: "sale",
  // The partial index contains only sales with refunds.
  from: sql`${owned("refunds", "r")} join ${owned("purchases", "p")} on p.id = r.purchase_id and p.refunded <> 0`,
  id: sql`r.id`,
  at: sql`r.created_at`,
  detail: sql`'category', ${refundCategory}, 'invoiceNumber', p.invoice_number, 'amount', r.amount::text,
    'reason', r.reason, 'isWhole', r.amount >= p.cost, 'createdBy', r.created_by`,
  searched: normalized(sql`concat_ws(' ', r.reason, p.invoice_number, p.product_category_name)`),
  where: own("p."),
});

/** Added in this step. Photos from before the first step belong to it. */
const ofStep = sql`(s.place = 1 or f.created_at >= (s.step->>'at')::timestamptz)
  and f.created_at < coalesce((r.steps->s.place::int->>'at')::timestamptz, 'infinity')`;

/** A repair's steps have no ids of their own. */
const repairs: Source = {
  ...dated({
    kind: "repair",
    of: "repair",
    from: sql`${owned("repairs", "r")}, jsonb_array_elements(r.steps) with ordinality as s (step, place)`,
    id: sql`md5(r.id::text || s.place)::uuid`,
    at: sql`(s.step->>'at')::timestamptz`,
    detail: sql`'prefix', r.prefix, 'number', r.number, 'name', r.name, 'state', s.step->>'state', 'isFirst', s.place = 1,
      'by', s.step->>'by', 'workshop', s.step->>'workshop', 'to', s.step->>'to', 'total', r.total::text, 'photos', ${filesOf("repair_id", sql`r.id`, ofStep)}`,
    searched: normalized(sql`concat_ws(' ', r.prefix || '-' || r.number, r.name, s.step->>'workshop')`),
    where: own("r."),
  }),
  count: (place) => sql`select count(*) from ${owned("repairs", "r")} where ${own("r.")(place)}`,
};

const approvals: Source = {
  ...dated({
    kind: "repair",
    of: "repair",
    from: owned("repairs", "r"),
    id: sql`md5(r.id::text || 'approved')::uuid`,
    at: sql`r.approved_at`,
    detail: sql`'prefix', r.prefix, 'number', r.number, 'name', r.name, 'state', r.state, 'isFirst', false, 'by', '',
      'workshop', null, 'to', null, 'total', r.approved_total::text, 'photos', '[]'::jsonb, 'isApproval', true`,
    searched: normalized(sql`concat_ws(' ', r.prefix || '-' || r.number, r.name)`),
    where: (place) => sql`${own("r.")(place)} and r.approved_at is not null`,
  }),
  count: () => sql`select 0`,
};

const appointments = dated({
  kind: "appointment",
  of: "appointment",
  from: sql`${owned("bookings", "b")} left join ${owned("users", "u")} on u.id = b.user_id`,
  id: sql`b.id`,
  at: sql`b.starts_at`,
  detail: sql`'title', b.title, 'endsAt', ${iso(sql`b.ends_at`)}, 'status', b.status, 'createdBy', b.created_by,
    'answers', b.answers, 'person', ${personOf}`,
  searched: normalized(sql`concat_ws(' ', b.title, b.note)`),
  where: own("b."),
  isAbove: ({ now }) => sql`b.status = 'CONFIRMED' and b.ends_at > ${now.toISOString()}::timestamptz`,
});

const subject = sql`coalesce(m.subject, t.subject, c.subject)`;

const mails = dated({
  kind: "mail",
  of: "mail",
  from: sql`${owned("mails", "m")}
    left join ${owned("automations", "a")} on a.id = m.automation_id
    left join ${owned("campaigns", "c")} on c.id = m.campaign_id
    left join ${owned("templates", "t")} on t.id = a.template_id`,
  id: sql`m.id`,
  // The time of sending, or of creation until then. An index has the same expression.
  at: sql`coalesce(m.sent_at, m.created_at)`,
  detail: sql`'kind', m.kind, 'subject', ${subject}, 'state', m.state, 'reason', m.reason, 'automation', a.name,
    'campaign', case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end`,
  searched: normalized(subject),
  where: own("m."),
});

const [SEARCHED, PREVIEW] = [4_000, 240];

const letters = dated({
  kind: "letter",
  of: "mail",
  from: sql`${owned("letters", "l")} left join ${owned("users", "u")} on u.id = l.user_id`,
  id: sql`l.id`,
  at: sql`l.at`,
  detail: ({ personId }) => sql`'thread', l.thread, 'direction', l.direction, 'person', ${personOf},
    'isMine', l.user_id is not distinct from ${personId}::uuid,
    'from', jsonb_build_object('name', l.from_name, 'address', l.from_address), 'to', l."to",
    'subject', l.subject, 'preview', left(l.text, ${PREVIEW}), 'attachments', l.attachments,
    'shared', case when l.shared <> 'no' then jsonb_build_object('by', coalesce(l.shared_by, ''), 'all', l.shared = 'all') end,
    'state', l.state, 'reason', l.reason`,
  searched: normalized(
    sql`concat_ws(' ', l.from_name, l.from_address, l.subject, left(l.text, ${sql.raw(String(SEARCHED))}))`,
  ),
  where: ofContacts,
});

/** A message to several merged contacts is listed once. */
function ofContacts({ contactIds }: Place) {
  const [card, ...merged] = contactIds.map((one) => sql`${one}::uuid`);
  if (merged.length === 0) return sql`l.contact_id = ${card}`;
  const all = sql.join([card, ...merged], sql`, `);
  return sql`l.contact_id in (${all}) and not exists (select from ${owned("letters", "same")}
    where same.hash = l.hash and same.contact_id in (${all})
      and same.id < l.id and (same.user_id = l.user_id or same.user_id is null and l.user_id is null))`;
}

const changedValues = sql`concat_ws(' ', actor_name, (select string_agg(value, ' ')
  from jsonb_each_text(coalesce(case when action = 'changed' then was end, '{}') || coalesce(now, '{}'))))`;

type Journaled = { from: (place: Place) => SQL; detail: (place: Place) => SQL; searched: SQL };

/** Journal ids start with their time, so an index by id is in order of time. */
const journaled = ({ from, detail, searched }: Journaled): Source => ({
  kind: "change",
  of: "change",
  branch: (place) => sql`select 'change' as kind, id,
      to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) as at,
      jsonb_build_object('action', action, 'reason', reason,
        'actor', jsonb_build_object('kind', actor_kind, 'name', actor_name), ${detail(place)}) as detail
    from ${from(place)} ${olderThan(place)} ${matches(place, normalized(searched))}
    order by id desc limit ${place.limit}`,
  count: (place) => sql`select count(*) from ${from(place)}`,
});

/** Within the same millisecond the entry's id decides. */
function olderThan({ before }: Place): SQL {
  if (!before) return sql``;
  const moment = Date.parse(before.at);
  const [first, next] = [firstIdAt(moment), firstIdAt(moment + 1)];
  const isWhole = before.at.endsWith("000Z");
  // The middle value is the entry's id, limited to its millisecond.
  const [, bound] = [first, isWhole ? before.id : next, next].sort();
  return sql`and id < ${bound}::uuid`;
}

const changes = journaled({
  from: ({ contactId }) => sql`${owned("journal")} where record_id = ${contactId}::uuid and kind = 'contact'`,
  detail: () => sql`'was', case when action = 'changed' then was end, 'now', now`,
  searched: changedValues,
});

const taggings = ({ contactId }: Place) => sql`select j.*, null::jsonb as tie from ${owned("journal", "j")}
  where j.of_id = ${contactId}::uuid and j.kind = 'tagging'`;

const relations = ({ contactId }: Place) => sql`
  select j.*, known.tie from (
      select distinct on (id) id, tie from (
        select r.id, to_jsonb(r) as tie from ${owned("relations", "r")}
          where (r.contact_id = ${contactId}::uuid or r.other_id = ${contactId}::uuid)
        union all select record_id, was from ${owned("journal")}
          where kind = 'relation' and action = 'deleted' and ${contactId} in (was->>'contact_id', was->>'other_id')
      ) as versions order by id) as known
    join ${owned("journal", "j")} on j.record_id = known.id and j.kind = 'relation'`;

/** Stored in other tables than the contact. */
const tagsAndRelations = journaled({
  from: (place) => sql`(${taggings(place)} union all ${relations(place)}) as j where true`,
  detail: ({ contactId }) => sql`'was', null, 'now', null,
    'about', jsonb_build_object('kind', kind, 'name', case when tie is null then name
        when tie->>'contact_id' = ${contactId} then tie->>'name' else tie->>'other_name' end,
      'otherId', case when tie->>'contact_id' = ${contactId} then tie->>'other_id' else tie->>'contact_id' end)`,
  searched: sql`concat_ws(' ', name, ${changedValues})`,
});

export const sources: Source[] = [
  ...[notes, sales, refunds, repairs, approvals, appointments, mails, letters],
  ...[changes, tagsAndRelations],
];

// The calendar shows further ones.
const MAX_UPCOMING = 20;

/** Pinned notes and upcoming appointments. */
export const above = (place: Place) =>
  sql`(${notes.above(place)}) union all (${appointments.above(place)} order by b.starts_at, b.id limit ${MAX_UPCOMING})`;
