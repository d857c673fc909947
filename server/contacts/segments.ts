import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SegmentSort } from "#lib/contract/segment-terms.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { dayOf } from "#lib/time/days.ts";
import type { Db } from "#server/db/client.ts";
import { isTimeout } from "#server/db/errors.ts";
import { paging } from "#server/db/paging.ts";
import { latestSale } from "#server/db/parties.ts";
import { contacts, organizations, purchases } from "#server/db/schema.ts";
import { patternsOf } from "#server/db/search.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { inSegment, type Moment, spentBy } from "#server/segments/where.ts";
import { nextOccurrence } from "#server/segments/yearly.ts";
import { columnsWith } from "./contact-page.ts";
import { answer, withConsent } from "./contacts.ts";

/** A list that takes longer is given up, before the web app gives up waiting for it. */
export const LISTING_MS = 6_000;
export const TOO_MANY =
  "That takes too long over so many contacts. Add a condition, or sort by something else.";

/** Counting more than that many milliseconds is left to the planner's guess. */
const COUNTING_MS = 2_000;

export const segments = {
  "contacts.segment": async ({ host, user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const { limit, offset } = paging(query);
    const segment = readSegment(query.where ?? "") ?? [];
    return bounded(read, LISTING_MS, async (db) => {
      const moment = await momentOf(db, organizationId, host.clock());
      const spent = spentBy(segment, moment);
      const order = orderOf(query.sort ?? "createdAt:desc", moment, spent);
      const wanted = sql`select ${contacts.id} from ${contacts} where ${inSegment(segment, moment)}
        ${matchingAll(patterns)} order by ${order} limit ${limit} offset ${offset}`;
      const page = sql`(select id, row_number() over () as at from (${wanted}) as wanted) as page`;
      const latest = latestSale(db);
      const rows = await db
        .select({ ...columnsWith(latest), spent: sql<string | null>`${spent ?? sql`null`}::text` })
        .from(page)
        .innerJoin(contacts, and(eq(contacts.organizationId, organizationId), eq(contacts.id, sql`page.id`)))
        .leftJoinLateral(latest, sql`true`)
        .orderBy(sql`page.at`);
      const found = rows.map(answer);
      return query.with ? withConsent(db, organizationId, found) : found;
    }).catch((error) => {
      throw isTimeout(error) ? new HttpError(503, TOO_MANY) : error;
    });
  },

  "contacts.count": async ({ host, user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    const segment = readSegment(query.where ?? "") ?? [];
    const moment = await read((db) => momentOf(db, organizationId, host.clock()));
    const fits = sql`${inSegment(segment, moment)} ${matchingAll(patterns ?? [])}`;
    const everybody = sql`${contacts.organizationId} = ${organizationId}`;
    const of = await counted(read, everybody);
    if (!patterns) return { count: 0, of: of.count, isExact: true };
    return { ...(await counted(read, fits)), of: of.count };
  },
} satisfies Partial<Handlers>;

export async function momentOf(db: Db, organizationId: string, now: Date): Promise<Moment> {
  const [store] = await db
    .select({ timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (!store) throw notFound();
  return { organizationId, timezone: store.timezone, now };
}

export const matchingAll = (patterns: string[]): SQL =>
  sql.join(patterns.map((pattern) => sql`and ${contacts.search} like ${pattern}`));

/** What has no value stands at the end, whichever way it is sorted. */
function orderOf(sort: SegmentSort, { now, timezone }: Moment, spent: SQL | null): SQL {
  const [field, way] = sort.split(":") as [string, "asc" | "desc"];
  const today = dayOf(now, timezone);
  const all = sql`(select coalesce(sum(${purchases.cost} - ${purchases.refunded}), 0) ${ofContact()})`;
  const by = {
    createdAt: sql`${contacts.createdAt}`,
    name: sql`${contacts.search}`,
    birthday: nextOccurrence(contacts.birthday, today),
    anniversary: nextOccurrence(contacts.anniversary, today),
    spent: spent ?? all,
    recentSale: sql`(select max(${purchases.createdAt}) ${ofContact()})`,
  }[field as "name"];
  const direction = sql.raw(way);
  // Said of what is never null, it would keep the index from giving the order.
  const nulls = ["createdAt", "name", "spent"].includes(field) ? sql.empty() : sql`nulls last`;
  return sql`${by} ${direction} ${nulls}, ${contacts.id} ${direction}`;
}

const ofContact = () => sql`from ${purchases} where ${purchases.organizationId} = ${contacts.organizationId}
  and ${purchases.contactId} = ${contacts.id}`;

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Work that the database gives up after so many milliseconds. */
export async function bounded<T>(read: Read, ms: number, work: (db: Db) => Promise<T>): Promise<T> {
  return read((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = ${sql.raw(String(ms))}`);
      return work(tx);
    }),
  );
}

/** How many contacts fit; where counting them takes too long, how many the planner takes them for. */
async function counted(read: Read, fits: SQL): Promise<{ count: number; isExact: boolean }> {
  try {
    const [found] = await bounded(read, COUNTING_MS, (db) =>
      db
        .select({ count: sql`count(*)`.mapWith(Number) })
        .from(contacts)
        .where(fits),
    );
    return { count: found?.count ?? 0, isExact: true };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const plan = await read((db) =>
      db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
        sql`explain (format json) select from ${contacts} where ${fits}`,
      ),
    );
    return { count: plan.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0, isExact: false };
  }
}
