import { type SQL, sql } from "drizzle-orm";
import { isYearly, type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { wallAt } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { timestamp } from "#server/platform/db/timezone.ts";

const DAYS = 7;
const MAX_COUNTED = 1000;
const MAX_ITEMS = 60;

type UpcomingQuery = { organizationId: string; day: string; timezone: string; mine: string | null };
type UpcomingItem = {
  kind: "appointment" | YearlyKey | "task";
  day: string;
  time: string | null;
  name: string;
  detail: string;
  contactId: string | null;
};

type UpcomingCounts = { appointments: number; birthdays: number; anniversaries: number; tasks: number };

export async function countUpcoming(db: Db, query: UpcomingQuery) {
  const count = (kind: SQL) => sql`(select count(*)::int from (${kind} limit ${MAX_COUNTED}) as found)`;
  const { rows } = await db.execute<UpcomingCounts>(sql`
    select ${count(appointments(query))} as appointments,
      ${count(occasions(query, "birthday"))} as birthdays,
      ${count(occasions(query, "anniversary"))} as anniversaries,
      ${count(tasks(query))} as tasks`);
  return rows[0] ?? { appointments: 0, birthdays: 0, anniversaries: 0, tasks: 0 };
}

export async function listUpcoming(db: Db, query: UpcomingQuery, most = MAX_ITEMS): Promise<UpcomingItem[]> {
  const part = (kind: SQL) => sql`(${kind} order by day, time, at limit ${most})`;
  const { rows } = await db.execute<UpcomingItem & { at: string | null }>(sql`
    ${sql.join([appointments(query), ...yearlyKeys.map((key) => occasions(query, key)), tasks(query)].map(part), sql` union all `)}
    order by at`);
  return rows
    .map(({ at, ...row }) => (at === null ? row : { ...row, ...clockAt(Date.parse(at), query.timezone) }))
    .sort(byTime)
    .slice(0, most);
}

function clockAt(instant: number, timezone: string) {
  const [day = "", time = ""] = new Date(wallAt(instant, timezone)).toISOString().split("T");
  return { day, time: time.slice(0, 5) };
}

function byTime(a: UpcomingItem, b: UpcomingItem): number {
  const [first, second] = [a, b].map(({ day, time }) => `${day} ${time ?? ""}`) as [string, string];
  return first < second ? -1 : first > second ? 1 : byKind(a, b);
}

function byKind(a: UpcomingItem, b: UpcomingItem): number {
  return a.kind === b.kind ? a.name.localeCompare(b.name) : a.kind < b.kind ? 1 : -1;
}

export async function firstUpcoming(db: Db, query: UpcomingQuery, counts: UpcomingCounts) {
  if (Object.values(counts).every((count) => count === 0)) return null;
  const [first] = await listUpcoming(db, query, 1);
  if (!first) return null;
  const { kind, day, name } = first;
  return { day, name, kind: isYearly(kind) ? ("occasion" as const) : kind };
}

const text = (column: SQL) => sql`to_char(${column}, 'YYYY-MM-DD')`;

function assignedTo(mine: string | null, column: SQL): SQL {
  return mine === null ? sql`` : sql`and (${column} is null or ${column} = ${mine}::uuid)`;
}

function appointments({ organizationId, day, timezone, mine }: UpcomingQuery): SQL {
  const startOf = (days: number) => sql`${timestamp(startOfDay(day, timezone, days))}::timestamptz`;
  return sql`select 'appointment' as kind, null as day, null as time,
      to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      coalesce(trim(c.first_name || ' ' || c.last_name), b.name) as name, b.title as detail,
      b.contact_id as "contactId"
    from bookings b left join contacts c on c.organization_id = ${organizationId}::uuid and c.id = b.contact_id
    where b.organization_id = ${organizationId}::uuid and b.status = 'CONFIRMED'
      and b.starts_at >= ${startOf(1)} and b.starts_at < ${startOf(DAYS + 1)} ${assignedTo(mine, sql`b.user_id`)}`;
}

function occasions({ organizationId, day }: UpcomingQuery, kind: YearlyKey): SQL {
  const column = sql.identifier(kind);
  const monthDay = (of: SQL) => sql`(extract(month from ${of}) * 100 + extract(day from ${of}))::smallint`;
  return sql`select ${kind} as kind, ${text(sql`days.day`)} as day, null as time, null as at,
      trim(c.first_name || ' ' || c.last_name) as name, '' as detail, c.id as "contactId"
    from (
      select ${day}::date + n as day, ${monthDay(sql`(${day}::date + n)`)} as mark from generate_series(1, ${DAYS}::int) as n
      union all select ${day}::date + n, 229::smallint from generate_series(1, ${DAYS}::int) as n
        where ${monthDay(sql`(${day}::date + n)`)} = 228 and ${monthDay(sql`(${day}::date + n + 1)`)} = 301
    ) as days join contacts c on c.organization_id = ${organizationId}::uuid
      and c.${sql.identifier(`${kind}_month_day`)} = days.mark and c.${column} <= days.day`;
}

function tasks({ organizationId, day, mine }: UpcomingQuery): SQL {
  return sql`select 'task' as kind, ${text(sql`t.due_day`)} as day, t.due_time as time, null as at, t.name,
      coalesce(trim(c.first_name || ' ' || c.last_name), '') as detail, t.contact_id as "contactId"
    from tasks t left join contacts c on c.organization_id = ${organizationId}::uuid and c.id = t.contact_id
    where t.organization_id = ${organizationId}::uuid and t.done_at is null and t.kind in ('TASK', 'CALL')
      and t.due_day > ${day}::date and t.due_day <= ${day}::date + ${DAYS}::int ${assignedTo(mine, sql`t.user_id`)}`;
}
