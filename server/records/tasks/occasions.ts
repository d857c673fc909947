import { sql } from "drizzle-orm";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import type { Db } from "#server/platform/db/client.ts";

type OccasionRow = {
  kind: YearlyKey;
  id: string;
  name: string;
  email: string;
  phone: string | null;
  years: number;
  cost: string | null;
  soldAt: string | null;
  rule: string | null;
  wroteAt: string | null;
  doneAt: string | null;
  doneBy: string | null;
};

/** Birthdays without a year are stored with a year that gives a higher age. */
const MAX_YEARS = 120;

/** 29 February counts as the 28th in common years. */
export async function occasionsOf(db: Db, organizationId: string, day: string, limit: number) {
  const own = (alias: string) => sql`${sql.raw(alias)}.organization_id = ${organizationId}::uuid`;
  const contactsWith = (kind: YearlyKey) => sql`
    (select ${kind} as kind, c.id, c.first_name, c.last_name, c.email, c.phone_number, c.${sql.identifier(kind)} as since
    from contacts c where ${own("c")} and c.${sql.identifier(`${kind}_month_day`)} = any (${monthDays(day)})
      and c.${sql.identifier(kind)} <= ${day}::date order by c.id limit ${limit})`;
  const { rows } = await db.execute<OccasionRow>(sql`
    select found.kind, found.id, trim(found.first_name || ' ' || found.last_name) as name, found.email,
      found.phone_number as phone, (extract(year from ${day}::date) - extract(year from since))::int as years,
      sold.cost, sold.at as "soldAt", written.name as rule, written.at as "wroteAt", tick.at as "doneAt",
      tick.done_by as "doneBy"
    from (${sql.join(yearlyKeys.map(contactsWith), sql` union all `)}) as found
    left join lateral (select p.cost, ${iso("p.created_at")} as at from purchases p
      where ${own("p")} and p.contact_id = found.id order by p.created_at desc, p.id desc limit 1) as sold on true
    left join lateral (select a.name, ${iso("coalesce(m.sent_at, m.created_at)")} as at from mails m
      join automations a on ${own("a")} and a.id = m.automation_id
      where ${own("m")} and m.contact_id = found.id and m.state in ('sent', 'kept')
        and split_part(m.occurrence, ':merged:', 1) = found.kind || ':' || extract(year from ${day}::date)
      limit 1) as written on true
    left join lateral (select ${iso("t.done_at")} as at, t.done_by from tasks t
      where ${own("t")} and t.contact_id = found.id and t.due_day = ${day}::date and t.kind = found.kind
        and t.done_at is not null limit 1) as tick on true
    order by found.kind desc, found.id`);
  return rows.map(({ kind, id, name, email, phone, years, cost, soldAt, rule, wroteAt, doneAt, doneBy }) => ({
    ...{ kind, email, doneAt, doneBy },
    contact: { id, name },
    phoneNumber: phone || null,
    years: years > 0 && years <= MAX_YEARS ? years : null,
    lastSale: cost !== null && soldAt !== null ? { cost, createdAt: soldAt } : null,
    wrote: rule !== null && wroteAt !== null ? { name: rule, at: wroteAt } : null,
  }));
}

export function iso(column: string) {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

export function monthDays(day: string) {
  const monthDay = Number(day.slice(5, 7)) * 100 + Number(day.slice(8));
  const isCommon = new Date(Date.UTC(Number(day.slice(0, 4)), 1, 29)).getUTCMonth() !== 1;
  return sql.raw(`'{${monthDay}${monthDay === 228 && isCommon ? ",229" : ""}}'::smallint[]`);
}
