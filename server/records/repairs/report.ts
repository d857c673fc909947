import { type SQL, sql } from "drizzle-orm";
import { startOfDay } from "#lib/time/clock.ts";
import { addMonths } from "#lib/time/days.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { timestamp } from "#server/platform/db/timezone.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { type Days, edgesOf, monthsOf } from "#server/records/dashboard/dashboard.ts";
import { checkPeriod, timezoneIfAllowed } from "#server/records/dashboard/report.ts";

type Promises = { days: string[]; ends: string[] };
type Asked = Days & { timezone: string; person: string | undefined; promises: Promises };

export const repairReport = {
  "repairs.report": ({ user, query: { from, to, person }, read }) => {
    checkPeriod({ from, to });
    return read(async (db) => {
      const timezone = await timezoneIfAllowed(db, user);
      const year = { from: addMonths(from, -12), to: addMonths(to, -12) };
      const promises = await promisesOf(db, { from: year.from, to }, timezone);
      const asked = { from, to, timezone, promises, person: person && (isId(person) ? person : newId()) };
      const before = { ...asked, ...year };
      const total = await totalOf(db, asked);
      return {
        total,
        before: await totalOf(db, before),
        months: await daysByMonth(db, asked),
        answered: await answeredIn(db, asked),
        spent: await spentIn(db, asked, total.repairs),
        rows: await rowsOf(db, asked),
      };
    });
  },
} satisfies Partial<Handlers>;

const endedIn = ({ from, to }: Days, timezone: string) => sql`r.state in ('HANDED_OVER', 'RETURNED')
  and r.state_at >= ${timestamp(startOfDay(from, timezone))}::timestamptz
  and r.state_at < ${timestamp(startOfDay(to, timezone, 1))}::timestamptz`;

async function promisesOf(db: Db, days: Days, timezone: string): Promise<Promises> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct promised_day::text as day from ${owned("repairs", "r")}
    where r.state = 'HANDED_OVER' and ${endedIn(days, timezone)}`);
  const promised = rows.map(({ day }) => day);
  return { days: promised, ends: promised.map((day) => timestamp(startOfDay(day, timezone, 1))) };
}

const withPerson = (person: string | undefined) =>
  person ? sql`and r.user_id = ${person}::uuid` : sql.empty();

/**
 * A piece that was never marked as ready was ready when it was handed over. Its sale's amount counts instead of the
 * ticket's total.
 */
const handedOver = ({ timezone, person, promises, ...days }: Asked) => sql`
  select r.id, contact_id, lower(name) as piece, user_id, workshop, state_at, days, ready >= promise.ends as is_late,
    extract(epoch from ready - promise.ends) / 86400 as late_by, coalesce((
    select p.cost - p.refunded from ${owned("purchases", "p")} where p.id = r.sale_id), total) as total
  from ${owned("repairs", "r")}
  join unnest(${sql.param(promises.days)}::date[], ${sql.param(promises.ends)}::timestamptz[]) as promise (day, ends)
    on promise.day = r.promised_day, lateral (
    select min(moment) as taken, coalesce(max(moment) filter (where state = 'READY'), r.state_at) as ready
    from jsonb_to_recordset(r.steps) as step (state text, "at" timestamptz), lateral (select "at" as moment) as m) as step,
    lateral (select extract(epoch from ready - taken) / 86400 as days) as span
  where r.state = 'HANDED_OVER' and ${endedIn(days, timezone)} ${withPerson(person)}`;

/** When the same customer next brought a piece with the same name. */
const cameBack = sql`
  select id, min(taken) over (partition by contact_id, piece order by moment desc, id rows unbounded preceding) as again
  from (select id, contact_id, piece, state_at as moment, null as taken from handed
    union all
    select null, contact_id, lower(name), moment, moment from ${owned("repairs", "r")},
      lateral (select (r.steps->0->>'at')::timestamptz as moment) as step
    where contact_id in (select contact_id from handed)) as moments`;

const figures = sql`count(*)::int as repairs, (count(*) filter (where is_late))::int as late,
  round((percentile_cont(0.5) within group (order by days))::numeric, 1)::float8 as days`;

type Figures = { repairs: number; late: number; days: number | null };

async function daysByMonth(db: Db, asked: Asked) {
  const months = monthsOf(asked);
  const edges = edgesOf(months, asked.timezone).map((edge) => edge.toISOString());
  const { rows } = await db.execute<Figures & { month: number }>(sql`
    select width_bucket(state_at, ${sql.param(edges)}::timestamptz[]) as month, ${figures}
    from (${handedOver(asked)}) as done group by 1`);
  return months.map((month, i) => {
    const { repairs = 0, days = null } = rows.find((row) => row.month === i + 1) ?? {};
    return { ...month, repairs, days };
  });
}

const steps = sql`lateral (
  select step->>'state' as state, moment, place, coalesce(lead(moment) over (order by place), r.state_at) as until
  from jsonb_array_elements(r.steps) with ordinality as steps(step, place),
    lateral (select (step->>'at')::timestamptz as moment) as at) as step`;

/** From the first wait for an OK until the customer approved, or until staff moved the piece on. */
async function answeredIn(db: Db, { timezone, person, ...days }: Asked) {
  const { rows } = await db.execute<{ asked: number; approved: number; hours: number | null }>(sql`
    select count(*)::int as asked, (count(*) filter (where state = 'HANDED_OVER'))::int as approved,
      round((percentile_cont(0.5) within group (order by hours))::numeric, 1)::float8 as hours
    from (
      select distinct on (r.id) r.state, extract(epoch from least(step.until,
        case when r.approved_at >= step.moment then r.approved_at end) - step.moment) / 3600 as hours
      from ${owned("repairs", "r")}, ${steps}
      where step.state = 'WAITING' and ${endedIn(days, timezone)} ${withPerson(person)}
      order by r.id, step.place) as waits`);
  return rows[0] ?? { asked: 0, approved: 0, hours: null };
}

const UNFINISHED = ["WAITING", "IN", "BENCH", "AWAY"] as const;

async function spentIn(db: Db, { timezone, person, ...days }: Asked, repairs: number) {
  const { rows } = await db.execute<{ state: string; days: number }>(sql`
    select step.state, sum(extract(epoch from step.until - step.moment) / 86400)::float8 as days
    from ${owned("repairs", "r")}, ${steps}
    where r.state = 'HANDED_OVER' and ${endedIn(days, timezone)} ${withPerson(person)} group by 1`);
  const daysIn = (state: string) => rows.find((row) => row.state === state)?.days ?? 0;
  return UNFINISHED.map((state) => ({
    state,
    days: repairs > 0 ? Math.round((daysIn(state) / repairs) * 10) / 10 : 0,
  }));
}

async function totalOf(db: Db, asked: Asked): Promise<Figures & { revenue: string }> {
  const { rows } = await db.execute<Figures & { revenue: string }>(sql`
    select ${figures}, coalesce(sum(total), 0)::text as revenue from (${handedOver(asked)}) as done`);
  return rows[0] ?? { repairs: 0, late: 0, days: null, revenue: "0" };
}

type Row = Figures & {
  name: string;
  isWorkshop: boolean;
  lateBy: number | null;
  back: number;
  open: number;
};

const isOpen = sql`r.state not in ('HANDED_OVER', 'RETURNED')`;

async function rowsOf(db: Db, asked: Asked): Promise<Row[]> {
  const grouped = (by: SQL, open: SQL) => sql`
    select coalesce(done.key, open.key) as key, repairs, late, days, late_by, back, coalesce(open.count, 0)::int as open
    from (select ${by} as key, ${figures}, (count(*) filter (where again < state_at + interval '90 days'))::int as back,
      round((avg(late_by) filter (where is_late))::numeric, 1)::float8 as late_by
      from handed left join back using (id) where ${by} is not null group by 1) as done
    full join (select ${by} as key, count(*) as count from ${owned("repairs", "r")}
      where ${isOpen} and ${open} and ${by} is not null
        ${asked.person ? sql`and user_id = ${asked.person}::uuid` : sql.empty()} group by 1) as open using (key)`;
  const { rows } = await db.execute<Row>(sql`
    with handed as (${handedOver(asked)}), back as (${cameBack})
    select trim(u.first_name || ' ' || u.last_name) as name, false as "isWorkshop",
      coalesce(repairs, 0) as repairs, coalesce(late, 0) as late, days, late_by as "lateBy",
      coalesce(back, 0) as back, open
    from (${grouped(sql`user_id`, sql`true`)}) as people join ${owned("users", "u")} on u.id = people.key
    union all
    select key, true, coalesce(repairs, 0), coalesce(late, 0), days, late_by, coalesce(back, 0), open
    from (${grouped(sql`workshop`, sql`r.state = 'AWAY'`)}) as workshops
    order by 2, 3 desc, 1`);
  return rows;
}
