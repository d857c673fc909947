import { type SQL, sql } from "drizzle-orm";
import type { OwnAsked } from "#lib/contract/segment-parts.ts";
import { dayOf } from "#lib/time/days.ts";
import type { contacts, purchases } from "#server/platform/db/schema.ts";
import { daysOf, type Moment } from "./period-days.ts";
import { containsText, type Texts } from "./texts.ts";

/**
 * Without details, whether there is a value. Values of another kind and unknown fields don't match. No index
 * covers values, so all records are read once for all conditions.
 */
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
    ...(texts.list.length > 0 ? [sql`${isText(value)} and ${containsText(written, texts)}`] : []),
    ...(asked.is && asked.amount !== undefined ? [than(written, asked.is, asked.amount)] : []),
    ...(asked.period ? [onDays(written, asked.period, moment)] : []),
    ...(asked.optionIds ? [sql`${value} ?| ${sql.param(asked.optionIds)}::text[]`] : []),
    ...(asked.yes === undefined ? [] : [sql`${value} = ${JSON.stringify(asked.yes)}::jsonb`]),
  ];
  return sql`coalesce(${sql.join(fits, sql` and `)}, false)`;
}

const isText = (value: SQL) => sql`jsonb_typeof(${value}) = 'string'`;

/** Compares only values that are numbers. */
function than(written: SQL, is: "over" | "under", amount: string): SQL {
  const compared = is === "over" ? sql`>` : sql`<`;
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
