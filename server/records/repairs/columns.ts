import { type SQL, sql } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import type { RepairLine } from "#lib/contract/repair-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { checkRecord } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { repairs as table } from "#server/platform/db/schema-repairs.ts";
import { searchLine } from "#server/platform/db/search.ts";

export async function changedColumns(db: Db, fields: Fields, now: Date) {
  const { name, marks } = fields;
  const search =
    marks === undefined
      ? sql`${searchLine(name)} || ' ' || latin_fold(coalesce(marks, ''))`
      : searchLine(`${name} ${marks ?? ""}`);
  return {
    ...(await columns(db, fields)),
    search: sql`${search} || coalesce(' ' || latin_fold(${table.steps}->0->>'code'), '')`,
    ...{ estimateVersion: nextEstimate(fields), ...depositTime(fields, now) },
  };
}

function depositTime({ deposit }: Pick<Fields, "deposit">, now: Date): { depositAt?: SQL } {
  if (deposit === undefined) return {};
  const changed = deposit === null ? sql`null` : sql`${now.toISOString()}::timestamptz`;
  const isSame = sql`${table.deposit} is not distinct from ${deposit}::numeric`;
  return { depositAt: sql`case when ${isSame} then ${table.depositAt} else ${changed} end` };
}

function nextEstimate(fields: Pick<Fields, "lines" | "estimate">): SQL {
  const isSame = sql`${table.lines} = ${JSON.stringify(linesOf(fields.lines))}::jsonb
    and ${table.estimate} = ${fields.estimate}`;
  return sql`${table.estimateVersion} + case when ${isSame} then 0 else 1 end`;
}

function linesOf(lines: Fields["lines"]): RepairLine[] {
  return lines.map((line) => ({ ...line, amount: String(line.amount) }));
}

export type Fields = Omit<ParsedBody<"repairs.create">, "contact">;

export async function columns(db: Db, { personId, lines, deposit, ...fields }: Fields) {
  if (personId !== null) await checkRecord(db, users, personId);
  return {
    ...fields,
    userId: personId,
    lines: linesOf(lines),
    total: totalOf(lines),
    ...(deposit === undefined ? {} : { deposit: deposit === null ? null : String(deposit) }),
  };
}

/** In thousandths, the smallest unit of any currency, so 0.1 + 0.2 is 0.3. */
function totalOf(lines: Fields["lines"]): string {
  return String(lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1000), 0) / 1000);
}
