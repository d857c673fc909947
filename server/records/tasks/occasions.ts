import { and, eq, type SQL, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import { isYearly, type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { wallAt } from "#lib/time/zone.ts";
import { storeOf } from "#server/booking/store.ts";
import { renderMail, valuesForContact } from "#server/connections/mail/content.ts";
import { refusalOfContact } from "#server/connections/mail/may-email.ts";
import { transportOf } from "#server/connections/mail/transport.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import { type Db, executePrepared } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { byId, countRows, findRecord } from "#server/platform/db/record.ts";
import { contacts, templates } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { timestamp } from "#server/platform/db/timezone.ts";
import { isoText } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { markDone } from "./tasks.ts";

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
export async function occasionsOf(db: Db, day: string, limit: number) {
  const contactsWith = (kind: YearlyKey) => sql`
    (select ${kind} as kind, c.id, c.first_name, c.last_name, c.email, c.phone_number, c.${sql.identifier(kind)} as since
    from ${owned("contacts", "c")} where c.${sql.identifier(`${kind}_month_day`)} = any (${monthDays(day)})
      and c.${sql.identifier(kind)} <= ${day}::date order by c.id limit ${limit})`;
  const { rows } = await executePrepared<OccasionRow>(
    db,
    sql`
    select found.kind, found.id, trim(found.first_name || ' ' || found.last_name) as name, found.email,
      found.phone_number as phone, (extract(year from ${day}::date) - extract(year from since))::int as years,
      sold.cost, sold.at as "soldAt", written.name as rule, written.at as "wroteAt", tick.at as "doneAt",
      tick.done_by as "doneBy"
    from (${sql.join(yearlyKeys.map(contactsWith), sql` union all `)}) as found
    left join lateral (select p.cost, ${isoText(sql`p.created_at`)} as at from ${owned("purchases", "p")}
      where p.contact_id = found.id order by p.created_at desc, p.id desc limit 1) as sold on true
    left join lateral (select a.name, ${isoText(sql`coalesce(m.sent_at, m.created_at)`)} as at from ${owned("mails", "m")}
      join ${owned("automations", "a")} on a.id = m.automation_id
      where m.contact_id = found.id and m.state = 'sent'
        and split_part(m.occurrence, ':merged:', 1) = found.kind || ':' || extract(year from ${day}::date)
      limit 1) as written on true
    left join lateral (select ${isoText(sql`t.done_at`)} as at, t.done_by from ${owned("tasks", "t")}
      where t.contact_id = found.id and t.due_day = ${day}::date and t.kind = found.kind
        and t.done_at is not null limit 1) as tick on true
    order by found.kind desc, found.id`,
  );
  return rows.map(({ kind, id, name, email, phone, years, cost, soldAt, rule, wroteAt, doneAt, doneBy }) => ({
    ...{ kind, email, doneAt, doneBy },
    contact: { id, name },
    phoneNumber: phone || null,
    years: years > 0 && years <= MAX_YEARS ? years : null,
    lastSale: cost !== null && soldAt !== null ? { cost, createdAt: soldAt } : null,
    wrote: rule !== null && wroteAt !== null ? { name: rule, at: wroteAt } : null,
  }));
}

function monthDays(day: string) {
  const monthDay = Number(day.slice(5, 7)) * 100 + Number(day.slice(8));
  const isCommon = new Date(Date.UTC(Number(day.slice(0, 4)), 1, 29)).getUTCMonth() !== 1;
  return sql.raw(`'{${monthDay}${monthDay === 228 && isCommon ? ",229" : ""}}'::smallint[]`);
}

const DAYS = 7;
const MAX_COUNTED = 1000;
const MAX_ITEMS = 60;

type UpcomingQuery = { day: string; timezone: string; mine: string | null };
type UpcomingItem = HostAnswer<"today.ahead">[number];

type Counted = { kind: UpcomingItem["kind"] | "closed"; nth: number; count: number; detail: string | null };

/** Each of the next seven days, and their sums. */
export async function countUpcoming(db: Db, query: UpcomingQuery) {
  const { day, timezone } = query;
  const starts = Array.from({ length: DAYS }, (_, n) => timestamp(startOfDay(day, timezone, n + 1)));
  const byInstant = sql`width_bucket(at::timestamptz, ${sql.param(starts)}::timestamptz[])::int`;
  const byDay = sql`day::date - ${day}::date`;
  const part = (found: SQL, nth: SQL) =>
    sql`select kind, ${nth} as nth, at from (${found} limit ${MAX_COUNTED}) as found`;
  const dated = [...yearlyKeys.map((key) => occasions(query, key)), tasks(query)];
  const { rows } = await executePrepared<Counted>(
    db,
    sql`
    select kind, nth, count(*)::int as count, min(at) as detail
    from (${sql.join([part(appointments(query), byInstant), ...dated.map((found) => part(found, byDay))], sql` union all `)}) as found
    group by kind, nth
    union all select 'closed', nth, 1, reason from generate_series(1, ${DAYS}::int) as nth
    join lateral (select e.hours, e.reason from ${owned("hours_exceptions", "e")}
      where e.user_id is null and ${day}::date + nth between e.from_day and e.to_day
      order by e.created_at desc, e.id desc limit 1) as latest
      on latest.hours is null or not latest.hours @> 'true'`,
  );
  const days = starts.map((_, n) => {
    const of = (kind: Counted["kind"]) => rows.find((row) => row.kind === kind && row.nth === n + 1);
    const visits = of("appointment");
    return {
      day: addDays(day, n + 1),
      appointments: visits?.count ?? 0,
      birthdays: of("birthday")?.count ?? 0,
      anniversaries: of("anniversary")?.count ?? 0,
      tasks: of("task")?.count ?? 0,
      first: visits?.detail ?? null,
      isClosed: of("closed") !== undefined,
      reason: of("closed")?.detail ?? "",
    };
  });
  const sum = (key: "appointments" | "birthdays" | "anniversaries" | "tasks") =>
    days.reduce((total, one) => total + one[key], 0);
  const ahead = {
    appointments: sum("appointments"),
    birthdays: sum("birthdays"),
    anniversaries: sum("anniversaries"),
    tasks: sum("tasks"),
  };
  return { ahead, aheadDays: days };
}

export async function listUpcoming(db: Db, query: UpcomingQuery, most = MAX_ITEMS): Promise<UpcomingItem[]> {
  const part = (kind: SQL) => sql`(${kind} order by day, time, at limit ${most})`;
  const { rows } = await executePrepared<UpcomingItem & { at: string | null }>(
    db,
    sql`
    ${sql.join([appointments(query), ...yearlyKeys.map((key) => occasions(query, key)), tasks(query)].map(part), sql` union all `)}
    order by at`,
  );
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

export async function firstUpcoming(db: Db, query: UpcomingQuery) {
  const [first] = await listUpcoming(db, query, 1);
  if (!first) return null;
  const { kind, day, name } = first;
  return { day, name, kind: isYearly(kind) ? ("occasion" as const) : kind };
}

const text = (column: SQL) => sql`to_char(${column}, 'YYYY-MM-DD')`;

function assignedTo(mine: string | null, column: SQL): SQL {
  return mine === null ? sql`` : sql`and (${column} is null or ${column} = ${mine}::uuid)`;
}

function appointments({ day, timezone, mine }: UpcomingQuery): SQL {
  const startOf = (days: number) => sql`${timestamp(startOfDay(day, timezone, days))}::timestamptz`;
  return sql`select 'appointment' as kind, null as day, null as time,
      ${isoText(sql`b.starts_at`)} as at,
      coalesce(trim(c.first_name || ' ' || c.last_name), b.name) as name, b.title as detail,
      b.contact_id as "contactId"
    from ${owned("bookings", "b")} left join ${owned("contacts", "c")} on c.id = b.contact_id
    where b.status = 'CONFIRMED'
      and b.starts_at >= ${startOf(1)} and b.starts_at < ${startOf(DAYS + 1)} ${assignedTo(mine, sql`b.user_id`)}`;
}

function occasions({ day }: UpcomingQuery, kind: YearlyKey): SQL {
  const column = sql.identifier(kind);
  const monthDay = (of: SQL) => sql`(extract(month from ${of}) * 100 + extract(day from ${of}))::smallint`;
  return sql`select ${kind} as kind, ${text(sql`days.day`)} as day, null as time, null as at,
      trim(c.first_name || ' ' || c.last_name) as name, '' as detail, c.id as "contactId"
    from (
      select ${day}::date + n as day, ${monthDay(sql`(${day}::date + n)`)} as mark from generate_series(1, ${DAYS}::int) as n
      union all select ${day}::date + n, 229::smallint from generate_series(1, ${DAYS}::int) as n
        where ${monthDay(sql`(${day}::date + n)`)} = 228 and ${monthDay(sql`(${day}::date + n + 1)`)} = 301
    ) as days join ${owned("contacts", "c")}
      on c.${sql.identifier(`${kind}_month_day`)} = days.mark and c.${column} <= days.day`;
}

function tasks({ day, mine }: UpcomingQuery): SQL {
  return sql`select 'task' as kind, ${text(sql`t.due_day`)} as day, t.due_time as time, null as at, t.name,
      coalesce(trim(c.first_name || ' ' || c.last_name), '') as detail, t.contact_id as "contactId"
    from ${owned("tasks", "t")} left join ${owned("contacts", "c")} on c.id = t.contact_id
    where t.done_at is null and t.kind in ('TASK', 'CALL')
      and t.due_day > ${day}::date and t.due_day <= ${day}::date + ${DAYS}::int ${assignedTo(mine, sql`t.user_id`)}`;
}

export const greetHandlers = {
  /** Same checks as automation emails. Once per occasion, also if an automation already wrote. */
  "today.greet": async ({ host, user, body: { kind, id, templateId }, tenant }) => {
    if (!isId(id) || !isId(templateId)) throw notFound();
    if (!(await transportOf(host, user.organizationId))) {
      throw new HttpError(409, "Connect an email account in Settings first");
    }
    const now = host.clock();
    await tenant(async (db) => {
      const { timezone } = await storeOf(db);
      const day = dayOf(now, timezone);
      const column = yearlyColumns(kind).monthDay;
      const [contact] = await db
        .select({ email: contacts.email, name: contactName, refusal: refusalOfContact })
        .from(contacts)
        .where(and(byId(contacts, id), sql`${column} = any (${monthDays(day)})`))
        .for("no key update");
      const template = await findRecord(db, templates, templateId);
      if (!contact || template?.kind !== "EMAIL") throw notFound();
      if (contact.refusal) throw new HttpError(409, `We can't email them: ${contact.refusal}`);
      const occurrence = `${kind}:${day.slice(0, 4)}`;
      const isPrevious = and(
        eq(mails.contactId, id),
        eq(mails.occurrence, occurrence),
        sql`${mails.day} = ${day}::date and ${mails.state} not in ('skipped', 'failed', 'kept')`,
      );
      if ((await countRows(db, mails, isPrevious)) > 0)
        throw new HttpError(409, "They already got an email for this occasion");
      await db.insert(mails).values({
        ...{ id: newId(), day },
        ...{ kind: "automation" as const, occurrence, contactId: id, dueAt: now },
        ...{ toAddress: contact.email, toName: contact.name },
        ...renderMail(template, (await valuesForContact(db, id)) ?? {}),
        // No automation has to be active.
        isResent: true,
      });
      const mark = { kind, day, contactId: id, bookingId: null };
      await markDone(db, mark, { at: now, by: nameOf(user) });
    });
    host.wake();
  },
} satisfies Partial<Handlers>;
