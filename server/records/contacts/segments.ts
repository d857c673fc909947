import { eq, type SQL, sql } from "drizzle-orm";
import type { SegmentSort } from "#lib/contract/segment-terms.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { isYearly } from "#lib/contract/yearly-fields.ts";
import { dayOf } from "#lib/time/days.ts";
import { countMatches, matchingAll, momentOf, readWithDeadline } from "#server/outreach/segments/saved.ts";
import { inSegment, spentBy } from "#server/outreach/segments/where.ts";
import { type Moment, nextOccurrence } from "#server/outreach/segments/yearly.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import { owned } from "#server/platform/db/owned.ts";
import { paging } from "#server/platform/db/paging.ts";
import { latestSale } from "#server/platform/db/parties.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { patternsOf } from "#server/platform/db/search.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { columnsWith } from "./contact-page.ts";
import { answer, withDetails } from "./contacts.ts";

export const segments = {
  "contacts.segment": async ({ host, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const { limit, offset } = paging(query);
    const segment = readSegment(query.where ?? "") ?? [];
    return readWithDeadline(read, async (db) => {
      const moment = await momentOf(db, host.clock());
      const spent = spentBy(segment, moment);
      const order = orderOf(query.sort ?? "createdAt:desc", moment, spent);
      const wanted = sql`select ${contacts.id} from ${owned(contacts)} where ${inSegment(segment, moment)}
        ${matchingAll(contacts, patterns)} order by ${order} limit ${limit} offset ${offset}`;
      const page = sql`(select id, row_number() over () as at from (${wanted}) as wanted) as page`;
      const latest = latestSale(db);
      const rows = await db
        .select({ ...columnsWith(latest), spent: sql<string | null>`${spent ?? sql`null`}::text` })
        .from(page)
        .innerJoin(contacts, eq(contacts.id, sql`page.id`))
        .leftJoinLateral(latest, sql`true`)
        .orderBy(sql`page.at`);
      const found = rows.map(answer);
      return query.with ? withDetails(db, found, query.with) : found;
    });
  },

  "contacts.count": async ({ host, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    const segment = readSegment(query.where ?? "") ?? [];
    const moment = await read((db) => momentOf(db, host.clock()));
    const fits = patterns && sql`${inSegment(segment, moment)} ${matchingAll(contacts, patterns)}`;
    return countMatches(read, contacts, fits);
  },
} satisfies Partial<Handlers>;

/** Contacts without a value come last in both directions. */
function orderOf(sort: SegmentSort, { now, timezone }: Moment, spent: SQL | null): SQL {
  const [field, way] = sort.split(":") as [string, "asc" | "desc"];
  const today = dayOf(now, timezone);
  const all = sql`(select coalesce(sum(${purchases.cost} - ${purchases.refunded}), 0) ${ofContact()})`;
  const by = isYearly(field)
    ? nextOccurrence(yearlyColumns(field).day, today)
    : {
        createdAt: sql`${contacts.createdAt}`,
        name: sql`${contacts.search}`,
        spent: spent ?? all,
        recentSale: sql`(select max(${purchases.createdAt}) ${ofContact()})`,
      }[field as "name"];
  const direction = sql.raw(way);
  // For columns that are never null, `nulls last` would prevent the use of the index.
  const nulls = ["createdAt", "name", "spent"].includes(field) ? sql.empty() : sql`nulls last`;
  return sql`${by} ${direction} ${nulls}, ${contacts.id} ${direction}`;
}

const ofContact = () => sql`from ${owned(purchases)} where ${purchases.contactId} = ${contacts.id}`;
