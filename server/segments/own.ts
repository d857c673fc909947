import { type SQL, sql } from "drizzle-orm";
import type { OwnAsked } from "#lib/contract/segment-parts.ts";
import { dayOf } from "#lib/time/days.ts";
import type { contacts, purchases } from "#server/db/schema.ts";
import { daysOf } from "./period-days.ts";
import type { Moment } from "./where.ts";

/**
 * Whether a contact's, or a sale's, value of one of the store's own fields is so; with nothing asked of it, whether there is one. What is
 * of another kind than what is asked does not fit, and neither does a field that is none of the store's. No index holds
 * values: the store's records are read through, once for all conditions, within the time that a segment may take.
 */
export function ownFits(
  { fields }: typeof contacts | typeof purchases,
  asked: OwnAsked,
  moment: Moment,
): SQL {
  const value = sql`(${fields} -> ${asked.fieldId}::text)`;
  const written = sql`(${fields} ->> ${asked.fieldId}::text)`;
  const fits = [
    sql`${value} is not null`,
    ...(asked.contains
      ? [sql`${isText(value)} and latin_fold(${written}) like latin_fold(${like(asked.contains)})`]
      : []),
    ...(asked.is && asked.amount !== undefined ? [than(written, asked.is, asked.amount)] : []),
    ...(asked.period ? [onDays(written, asked.period, moment)] : []),
    ...(asked.optionIds ? [sql`${value} ?| ${sql.param(asked.optionIds)}::text[]`] : []),
    ...(asked.yes === undefined ? [] : [sql`${value} = ${JSON.stringify(asked.yes)}::jsonb`]),
  ];
  return sql`coalesce(${sql.join(fits, sql` and `)}, false)`;
}

const isText = (value: SQL) => sql`jsonb_typeof(${value}) = 'string'`;

/** LIKE's own signs stand for themselves. */
const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Only what is a number is read as one. */
function than(written: SQL, is: "over" | "under", amount: string): SQL {
  const compared = is === "over" ? sql`>` : sql`<`;
  return sql`case when ${written} ~ '^-?\\d{1,12}(\\.\\d{1,3})?$' then ${written}::numeric ${compared} ${amount}::numeric else false end`;
}

/** Days of the store's calendar, as texts in which days stand in their order. */
function onDays(written: SQL, period: NonNullable<OwnAsked["period"]>, moment: Moment): SQL {
  const day = sql`${written} collate "C"`;
  const is = sql`${written} ~ '^\\d{4}-\\d{2}-\\d{2}$'`;
  const { from, to } = daysOf(period, dayOf(moment.now, moment.timezone));
  const bounds = [...(from ? [sql` and ${day} >= ${from}`] : []), ...(to ? [sql` and ${day} <= ${to}`] : [])];
  return sql`${is}${sql.join(bounds)}`;
}
