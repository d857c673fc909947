import { type SQL, sql } from "drizzle-orm";
import type { BookingState } from "#lib/contract/bookings.ts";
import type { TextKey } from "#lib/contract/contact-field-sets.ts";
import { READY_LONG_DAYS } from "#lib/contract/repair-terms.ts";
import type { OwnAsked, Period } from "#lib/contract/segment-parts.ts";
import type { Segment, SegmentCondition } from "#lib/contract/segments.ts";
import { isYearly, type YearlyKey } from "#lib/contract/yearly-fields.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY } from "#lib/time/zone.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { salesOfCategory } from "#server/platform/db/sale-items.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { contactAddresses, contactTags, tags } from "#server/platform/db/schema-records.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { timestamp } from "#server/platform/db/timezone.ts";
import { daysOf, type Moment, monthDay, monthDaysWithin, nextOccurrence } from "./yearly.ts";

type Asked = { contains?: string | undefined; not?: boolean | undefined };

/** `every`: a record must contain all of them, not any. */
export type Texts = { list: string[]; every: boolean; exactly?: boolean };

type Joined<C> = { condition: C; texts: Texts };

/** Joins conditions that differ in their text (any, `isAnd`: all), because folding the column is the expensive part. */
function joinTexts<C extends Asked>(conditions: C[], isAnd = false): Joined<C>[] {
  const joined = new Map<string, Joined<C>>();
  for (const condition of conditions) {
    const { contains, ...rest } = condition;
    const key = JSON.stringify([rest, Boolean(contains)]);
    // Not one or not another: not both.
    const every = isAnd !== Boolean(condition.not);
    const known = joined.get(key) ?? { condition, texts: { list: [], every } };
    if (contains) known.texts.list.push(contains);
    joined.set(key, known);
  }
  return [...joined.values()];
}

/** Ignores case and accents. */
export function containsText(text: SQL, texts: Texts): SQL {
  return containsFolded(sql`latin_fold(${text})`, texts);
}

function containsFolded(text: SQL, { list, every, exactly }: Texts): SQL {
  const patterns = list.map((one) => sql`latin_fold(${exactly ? escaped(one) : like(one)})`);
  return isLike(text, patterns, every);
}

function containsDigits(digits: SQL, { list, every }: Texts): SQL {
  const numbers = list.map((one) => one.replace(/\D/g, ""));
  // Text without digits matches no phone number.
  const usable = numbers.filter(Boolean);
  if (usable.length === 0 || (every && usable.length < numbers.length)) return sql`false`;
  return isLike(
    digits,
    usable.map((one) => sql`${like(one)}`),
    every,
  );
}

function isLike(text: SQL, patterns: SQL[], every: boolean): SQL {
  if (patterns.length === 1) return sql`${text} like ${patterns[0]}`;
  const list = sql`(array[${sql.join(patterns, sql`, `)}]::text[])`;
  return every ? sql`${text} like all ${list}` : sql`${text} like any ${list}`;
}

function like(text: string): string {
  return `%${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Without details, whether there is a value. No index covers values, so one read serves all conditions. */
export function ownFits(
  { fields }: typeof contacts | typeof purchases,
  asked: OwnAsked,
  texts: Texts,
  moment: Moment,
): SQL {
  const value = sql`(${fields} -> ${asked.fieldId}::text)`;
  const written = sql`(${fields} ->> ${asked.fieldId}::text)`;
  const fits = [
    sql`${value} is not null`,
    ...(texts.list.length > 0
      ? [sql`${isText(value)} and ${containsText(written, { ...texts, exactly: asked.is === "exactly" })}`]
      : []),
    ...(asked.is && asked.amount !== undefined ? [than(written, asked.is, asked.amount)] : []),
    ...(asked.period ? [onDays(written, asked.period, moment)] : []),
    ...(asked.optionIds ? [sql`${value} ?| ${sql.param(asked.optionIds)}::text[]`] : []),
    ...(asked.yes === undefined ? [] : [sql`${value} = ${JSON.stringify(asked.yes)}::jsonb`]),
  ];
  return sql`coalesce(${sql.join(fits, sql` and `)}, false)`;
}

const isText = (value: SQL) => sql`jsonb_typeof(${value}) = 'string'`;

const comparisons = { exactly: sql`=`, over: sql`>`, under: sql`<` };

function than(written: SQL, is: keyof typeof comparisons, amount: string): SQL {
  const compared = comparisons[is];
  return sql`case when ${written} ~ '^-?\\d{1,12}(\\.\\d{1,3})?$' then ${written}::numeric ${compared} ${amount}::numeric else false end`;
}

/** ISO text sorts by date. */
function onDays(written: SQL, period: NonNullable<OwnAsked["period"]>, moment: Moment): SQL {
  const day = sql`${written} collate "C"`;
  const is = sql`${written} ~ '^\\d{4}-\\d{2}-\\d{2}$'`;
  const { from, to } = daysOf(period, dayOf(moment.now, moment.timezone));
  const bounds = [...(from ? [sql` and ${day} >= ${from}`] : []), ...(to ? [sql` and ${day} <= ${to}`] : [])];
  return sql`${is}${sql.join(bounds)}`;
}

export function inSegment(segment: Segment, moment: Moment): SQL {
  const fits = groupsOf(segment, (condition, texts) => {
    const fits = clauseOf(condition, texts, moment);
    if (!condition.not) return fits;
    // Yearly conditions can be null for unknown dates; all others are true or false, so they can become joins.
    return isOnDay(condition) ? sql`(${fits}) is not true` : sql`not (${fits})`;
  });
  return sql.join([sql`true`, ...fits], sql` and `);
}

/** One clause per group, whose conditions are alternatives. */
export function groupsOf<C extends object>(segment: C[][], fits: (condition: C, texts: Texts) => SQL): SQL[] {
  const alone = segment.filter((group) => group.length === 1).flat();
  const groups = segment.filter((group) => group.length > 1);
  return [
    ...joinTexts(alone, true).map(({ condition, texts }) => fits(condition, texts)),
    ...groups.map((group) => {
      const any = joinTexts(group).map(({ condition, texts }) => fits(condition, texts));
      return sql`(${sql.join(any, sql` or `)})`;
    }),
  ];
}

type Of<F extends SegmentCondition["field"]> = Extract<SegmentCondition, { field: F }>;

function isOnDay(condition: SegmentCondition): condition is Of<YearlyKey> {
  return isYearly(condition.field);
}

function clauseOf(condition: SegmentCondition, texts: Texts, moment: Moment): SQL {
  if (isOnDay(condition)) return yearly(condition, moment);
  switch (condition.field) {
    case "added":
      return within(sql`${contacts.createdAt}`, condition.period, moment);
    case "spent":
      return spent(condition, moment);
    case "sales":
      return sold(condition, moment);
    case "firstSale":
    case "lastSale":
      return saleAt(condition, moment);
    case "source":
      return sql`${contacts.source} is not distinct from ${condition.is}`;
    case "appointment":
      return has(booked("CONFIRMED", within(startsAt, condition.period, moment)), sql`${bookings.contactId}`);
    case "noShow":
      return has(booked("NO_SHOW", within(startsAt, condition.period, moment)), sql`${bookings.contactId}`);
    case "lastAppointment":
      return lastAppointment(condition, moment);
    case "repair":
      return repaired(condition, moment);
    case "mailed":
      return has(
        sql`from ${owned(mails)} where ${mails.state} in ('sent', 'unknown')
          and ${within(sql`${mails.sentAt}`, condition.period, moment)}`,
        sql`${mails.contactId}`,
      );
    case "consent":
      return consented(condition);
    case "tags":
      return tagged(condition);
    case "own":
      return ownFits(contacts, condition, texts, moment);
    default:
      return written(condition, texts);
  }
}

/** A merged tag means the tag that replaced it. */
function tagged({ tagIds }: Of<"tags">): SQL {
  const ids = tagIds?.filter(isId).map((id) => sql`${id}::uuid`);
  const asked = sql`array[${sql.join(ids ?? [], sql`, `)}]::uuid[]`;
  const followed = sql`select ${tags.id} from ${owned(tags)}
    where (${tags.id} = any (${asked}) or exists (select from unnest(${tags.merged}) as gone (id)
      where gone.id = any (${asked}) and not exists (select from ${owned(tags, "there")}
        where there.id = gone.id)))`;
  const which = ids ? sql`${contactTags.tagId} = any (array(${followed}))` : sql`true`;
  return has(sql`from ${owned(contactTags)} where ${which}`, sql`${contactTags.contactId}`);
}

/** An unsubscribe is a no, even if the stored consent is a yes. */
function consented({ is }: Of<"consent">): SQL {
  const unsubscribed = sql`exists (select from ${owned(suppressions)}
    where ${suppressions.address} = ${contacts.emailKey} and ${suppressions.reason} = 'unsubscribed'
    and ${suppressions.liftedAt} is null)`;
  const said = sql`${contacts.consent} = ${is}`;
  return is === "withdrawn" ? sql`(${said} or ${unsubscribed})` : sql`(${said} and not ${unsubscribed})`;
}

/** One join for many contacts, an index for a few. */
function has(rows: SQL, contactId: SQL): SQL {
  return sql`exists (select ${rows} and ${contactId} = ${contacts.id})`;
}

function written({ field }: Of<"name"> | Of<TextKey>, texts: Texts): SQL {
  const fits = (column: SQL, contains: typeof containsText) =>
    texts.list.length > 0 ? contains(column, texts) : sql`${column} <> ''`;
  if (field === "name") return fits(contacts.nameKey.getSQL(), containsText);
  const [first, contains, more] =
    field === "email"
      ? ([contacts.emailKey, containsText, containsFolded] as const)
      : ([contacts.phoneKey, containsDigits, containsDigits] as const);
  const isOther = sql`(strpos(${contactAddresses.address}, '@') > 0) = ${field === "email"}`;
  const others = sql`from ${owned(contactAddresses)} where ${isOther}
    and ${fits(contactAddresses.addressKey.getSQL(), more)}`;
  return sql`(${fits(first.getSQL(), contains)} or ${has(others, sql`${contactAddresses.contactId}`)})`;
}

function yearly({ field, within, month }: Of<YearlyKey>, moment: Moment): SQL {
  const { day: column, monthDay: key } = yearlyColumns(field);
  const today = dayOf(moment.now, moment.timezone);
  if (within !== undefined) {
    const last = addDays(today, within);
    const near = monthDaysWithin(today, within).map(([from, to]) => sql`${key} between ${from} and ${to}`);
    return sql`((${sql.join(near, sql` or `)}) and ${nextOccurrence(column, today)} <= ${last}::date)`;
  }
  if (month === undefined) return sql`${column} is not null`;
  const first = (month || Math.floor(monthDay(today) / 100)) * 100;
  return sql`${key} between ${first} and ${first + 99}`;
}

/** Without a period, whether the instant exists. */
export function within(instant: SQL, period: Period | undefined, moment: Moment): SQL {
  if (!period) return sql`${instant} is not null`;
  const { from, to } = daysOf(period, dayOf(moment.now, moment.timezone));
  const now = moment.now.getTime();
  const start = (day: string, days = 0) => startOfDay(day, moment.timezone, days);
  const at = (edge: number) => sql`${timestamp(edge)}::timestamptz`;
  const bounds = [
    ...(from ? [sql`${instant} >= ${at("next" in period ? now : start(from))}`] : []),
    ...(to ? ["last" in period ? sql`${instant} <= ${at(now)}` : sql`${instant} < ${at(start(to, 1))}`] : []),
  ];
  return bounds.length > 0 ? sql`(${sql.join(bounds, sql` and `)})` : sql`${instant} is not null`;
}

const startsAt = sql`${bookings.startsAt}`;

function booked(status: BookingState, begins: SQL): SQL {
  return sql`from ${owned(bookings)} where ${bookings.status} = ${status}
    and ${begins}`;
}

/** Written like the predicate of the index of open repairs. */
function repaired({ is }: Of<"repair">, { now }: Moment): SQL {
  const before = new Date(+now - READY_LONG_DAYS * DAY).toISOString();
  const waits = sql`and ${repairs.state} = 'READY' and ${repairs.stateAt} < ${before}::timestamptz`;
  return has(
    sql`from ${owned(repairs)} where ${repairs.state} not in ('HANDED_OVER', 'RETURNED')
      ${is === "readyLong" ? waits : sql.empty()}`,
    sql`${repairs.contactId}`,
  );
}

function lastAppointment({ period }: Of<"lastAppointment">, moment: Moment): SQL {
  const begun = booked("CONFIRMED", sql`${startsAt} <= ${moment.now.toISOString()}::timestamptz`);
  return sql`exists (select from (select ${bookings.contactId} as guest ${begun} group by 1
    having ${within(sql`max(${startsAt})`, period, moment)}) as came where came.guest = ${contacts.id})`;
}

function salesOf({ categoryId, period }: Of<"spent" | "sales">, moment: Moment): SQL {
  return sql`from ${categoryId === undefined ? owned(purchases) : salesOfCategory(categoryId)}
    where ${purchases.contactId} is not null
    ${period ? sql`and ${within(sql`${purchases.createdAt}`, period, moment)}` : sql.empty()}`;
}

function together(sales: SQL, having: SQL): SQL {
  return sql`exists (select from (select ${purchases.contactId} as buyer ${sales} group by 1 having ${having}) as bought
    where bought.buyer = ${contacts.id})`;
}

const paid = sql`sum(${purchases.cost} - ${purchases.refunded})`;

function spent(condition: Of<"spent">, moment: Moment): SQL {
  const sales = salesOf(condition, moment);
  if (condition.is === "over") return together(sales, sql`${paid} > ${condition.amount}::numeric`);
  // Contacts without a sale spent 0, which is not under 0.
  if (Number(condition.amount) === 0) return together(sales, sql`${paid} < 0`);
  return sql`not ${together(sales, sql`${paid} >= ${condition.amount}::numeric`)}`;
}

function sold(condition: Of<"sales">, moment: Moment): SQL {
  const { is, count } = condition;
  const sales = salesOf(condition, moment);
  const atLeast = (least: number) => {
    if (least === 0) return sql`true`;
    if (least === 1) return has(sales, sql`${purchases.contactId}`);
    return together(sales, sql`count(*) >= ${least}`);
  };
  return is === "atLeast" ? atLeast(count) : sql`not ${atLeast(count + 1)}`;
}

function saleAt({ field, period }: Of<"firstSale" | "lastSale">, moment: Moment): SQL {
  const at = field === "firstSale" ? sql`min(${purchases.createdAt})` : sql`max(${purchases.createdAt})`;
  return together(salesOf({ field: "sales", is: "atLeast", count: 1 }, moment), within(at, period, moment));
}

export function spentBy(segment: Segment, moment: Moment): SQL | null {
  const asked = segment.flat().find((condition) => condition.field === "spent");
  if (!asked) return null;
  return sql`(select coalesce(${paid}, 0) ${salesOf(asked, moment)} and ${purchases.contactId} = ${contacts.id})`;
}
