import { type SQL, sql } from "drizzle-orm";
import type { HostAnswer, Query } from "#lib/contract/contract.ts";
import { TIMELINE_PAGE, type TimelineKind, timelineKinds } from "#lib/contract/timeline-terms.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addMonths, dayOf } from "#lib/time/days.ts";
import { mergedIdsOf, readAs } from "#server/connections/inbox/keep.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { type Db, executePrepared } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import { patternsOf } from "#server/platform/db/search.ts";
import { timestamp, timezoneOf } from "#server/platform/db/timezone.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { fieldsOf, namesIn } from "#server/records/journal/history.ts";
import { definitionsIn, ownChanges } from "#server/records/journal/own-changes.ts";
import { above, iso, type Place, sources } from "./sources.ts";

export const timeline = {
  "timeline.ofContact": async ({ host, user, params: { id }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    return readAs(read, user, async (db) => {
      const place = placeOf(await loadSubject(db, host, user, id), query, patterns);
      const wanted = sources.filter(({ of }) => !query.kind || of === query.kind);
      const entries = sql.join(
        wanted.map(({ branch }) => sql`select * from (${branch(place)}) as one`),
        sql` union all `,
      );
      return readEntries(db, sql`${entries} order by at desc, id desc limit ${TIMELINE_PAGE}`, patterns);
    });
  },

  "timeline.head": async ({ host, user, params: { id }, read }) =>
    readAs(read, user, async (db) => {
      const place = placeOf(await loadSubject(db, host, user, id), {}, []);
      const [entries, counts, repairs, sales] = await Promise.all([
        readEntries(db, above(place)),
        countsOf(db, place),
        repairTotals(db, place),
        timezoneOf(db).then((timezone) => saleTotals(db, place, timezone)),
      ]);
      const isNote = ({ kind }: Entry) => kind === "note";
      return {
        counts,
        pinned: entries.filter(isNote).toSorted((a, b) => pinnedAt(b).localeCompare(pinnedAt(a))),
        next: entries.filter((entry) => !isNote(entry)).reverse(),
        repairs,
        sales,
      };
    }),
} satisfies Partial<Handlers>;

type Subject = Pick<Place, "contactId" | "contactIds" | "personId" | "now">;

async function loadSubject(db: Db, host: Host, { id: personId }: SignedIn, id: string): Promise<Subject> {
  const contactId = await checkContact(db, id);
  const contactIds = await mergedIdsOf(db, contactId);
  return { contactId, contactIds, personId, now: host.clock() };
}

function placeOf(subject: Subject, { before }: Query<"timeline.ofContact">, patterns: string[]): Place {
  const [at = "", id = ""] = before?.split("~") ?? [];
  return { ...subject, before: before ? { at, id } : null, patterns, limit: TIMELINE_PAGE };
}

async function countsOf(db: Db, place: Place): Promise<{ kind: TimelineKind; count: number }[]> {
  const counts = sources.map(({ of, count }) => sql`select ${of}::text as kind, (${count(place)}) as count`);
  const { rows } = await executePrepared<{ kind: TimelineKind; count: string }>(
    db,
    sql.join(counts, sql` union all `),
  );
  return timelineKinds.map((kind) => ({
    kind,
    count: rows.filter((row) => row.kind === kind).reduce((sum, { count }) => sum + Number(count), 0),
  }));
}

async function saleTotals(db: Db, { contactId, now }: Place, timezone: string): Promise<SaleTotals> {
  const month = `${dayOf(now.getTime(), timezone).slice(0, 7)}-01`;
  const [from, to] = [-11, 1].map((months) => timestamp(startOfDay(addMonths(month, months), timezone)));
  const year = (at: SQL) => sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
  const sales = sql`from ${owned("purchases")} where contact_id = ${contactId}::uuid`;
  const { rows } = await executePrepared<SaleTotals>(
    db,
    sql`
    with sold as (select id, cost, refunded, created_at ${sales})
    select count(*)::int as count, coalesce(sum(cost - refunded), 0)::text as total,
      (coalesce(sum(cost) filter (where ${year(sql`created_at`)}), 0) - coalesce((
        select sum(amount) from ${owned("refunds")} where ${year(sql`created_at`)}
          and purchase_id in (select id from sold where refunded <> 0)), 0))::text as year,
      ${iso(sql`min(created_at)`)} as first,
      (select jsonb_build_object('amount', cost::text, 'at', ${iso(sql`created_at`)}) ${sales}
        order by created_at desc, id desc limit 1) as last
    from sold`,
  );
  return rows[0] as SaleTotals;
}

async function repairTotals(db: Db, { contactId }: Place) {
  const { rows } = await executePrepared<{ count: number; total: string }>(
    db,
    sql`
    select count(*)::int as count, coalesce(sum(coalesce((
      select p.cost - p.refunded from ${owned("purchases", "p")} where p.id = sale_id), total)), 0)::text as total
    from ${owned("repairs")} where contact_id = ${contactId}::uuid and state = 'HANDED_OVER'`,
  );
  return rows[0] ?? { count: 0, total: "0" };
}

type Entry = HostAnswer<"timeline.ofContact">[number];
const pinnedAt = ({ note }: Entry) => String(note?.pinnedAt ?? "");
type SaleTotals = HostAnswer<"timeline.head">["sales"];
type Stored = Record<string, unknown> | null;
type Row = { id: string; kind: Entry["kind"]; at: string; detail: Record<string, unknown> };

async function readEntries(db: Db, entries: SQL, patterns: string[] = []): Promise<Entry[]> {
  const query = sql`select id, kind, ${iso(sql`at`)} as at, detail from (${entries}) as entries order by entries.at desc, id desc`;
  // Each number of search words makes another statement.
  const { rows } = await (patterns.length > 0 ? db.execute<Row>(query) : executePrepared<Row>(db, query));
  const changed = rows.filter(({ kind }) => kind === "change").map(({ detail }) => detail);
  const quoted = changed.flatMap(({ was, now, about }) => [was, now, about] as Stored[]);
  const lookups: Lookups = { names: await namesIn(db, quoted), own: await definitionsIn(db, quoted) };
  return rows.map(({ detail, ...row }) => ({ ...row, [row.kind]: detailOf(row.kind, detail, lookups) }));
}

type Lookups = { names: ReadonlyMap<string, string>; own: Parameters<typeof ownChanges>[2] };

function detailOf(kind: Row["kind"], detail: Row["detail"], { names, own }: Lookups) {
  if (kind !== "change") return detail;
  const { was, now, about, ...change } = detail;
  const sides = [was as Stored, now as Stored] as const;
  return {
    ...change,
    ...(isTagOrRelation(about) && { about: describeItem(about, names) }),
    changes: [...fieldsOf("contact", ...sides, names), ...ownChanges(...sides, own)],
  };
}

type TagOrRelation = { kind: "tagging" | "relation"; name: string; otherId: string | null };

const isTagOrRelation = (about: unknown): about is TagOrRelation =>
  typeof about === "object" && about !== null;

const describeItem = ({ kind, name, otherId }: TagOrRelation, names: Lookups["names"]) => ({
  kind,
  name,
  other: (otherId && names.get(otherId)) || null,
});
