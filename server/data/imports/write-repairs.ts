import { and, eq, like, sql } from "drizzle-orm";
import type { RepairStep } from "#lib/contract/repair-terms.ts";
import { instantOf } from "#lib/time/clock.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { importRows } from "#server/platform/db/schema-import.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { searchLine } from "#server/platform/db/search.ts";
import { nextNumber, raiseNumber } from "#server/records/repairs/drafts.ts";
import { settingsOf } from "#server/records/repairs/settings.ts";
import { type ComparedRow, TICKET } from "./compared-row.ts";
import type { OpenRepair } from "./row-values.ts";
import { rowsOf } from "./stored.ts";
import type { Work, Written } from "./write-sales.ts";

export type OfCustomer = { row: ComparedRow; customer: { id: string; name: string } };

export async function writeRepairs(db: Db, work: Work, rows: OfCustomer[]): Promise<Written> {
  const { prefix } = await settingsOf(db);
  const numbers = rows.map(({ row }) => row.values.repair?.ticket?.number);
  await raiseNumber(db, Math.max(0, ...numbers.map((number = 0) => number)));
  const later = numbers.includes(undefined)
    ? await numbersInFile(db, work.writtenBy ?? "")
    : new Set<number>();
  const made: (typeof repairs.$inferInsert)[] = [];
  for (const one of rows) {
    const { repair } = one.row.values;
    if (!repair) continue;
    const number = repair.ticket?.number ?? (await freeNumber(db, later));
    made.push({ ...columnsOf(one, repair, work), number, prefix: repair.ticket?.prefix || prefix });
  }
  if (made.length > 0) await db.insert(repairs).values(made);
  return { added: made.length, updated: 0, notes: 0 };
}

async function numbersInFile(db: Db, id: string): Promise<Set<number>> {
  const keys = db
    .select({ key: sql<string>`unnest(${importRows.keys})`.as("key") })
    .from(importRows)
    .where(and(rowsOf({ id }), eq(importRows.state, "new")))
    .as("keys");
  const rows = await db
    .select()
    .from(keys)
    .where(like(keys.key, `${TICKET}%`));
  return new Set(rows.map(({ key }) => Number(key.slice(TICKET.length))));
}

async function freeNumber(db: Db, later: Set<number>): Promise<number> {
  let number = await nextNumber(db);
  if (!later.has(number)) return number;
  while (later.has(number)) number += 1;
  await raiseNumber(db, number);
  return number;
}

function columnsOf({ row, customer }: OfCustomer, repair: OpenRepair, { createdBy, now, file, store }: Work) {
  const { cost, date } = row.values;
  const { state, piece, work, deposit, workshop, keptIn, words } = repair;
  const [by, createdAt, total] = [createdBy ?? file, receivedAt(date, store.timezone, now), cost ?? "0"];
  const away = state === "AWAY" ? { workshop: workshop || null, backDay: null } : {};
  const moved: RepairStep = { state, at: now.toISOString(), by, ...away };
  const steps: RepairStep[] = [
    { state: "IN", at: createdAt.toISOString(), by },
    ...(state === "IN" ? [] : [moved]),
  ];
  return {
    ...{ id: newId(), name: piece, contactId: customer.id, contactName: customer.name, ...away },
    ...{ state, steps, stateAt: state === "IN" ? createdAt : now, stateBy: by, createdBy, createdAt },
    ...{ promisedDay: repair.promised, keptIn: keptIn || null, words: words || null },
    ...{ lines: [{ name: work, note: null, amount: total }], total },
    estimate: cost === null ? ("AFTER_LOOK" as const) : ("FIXED" as const),
    ...{ deposit, depositAt: deposit === null ? null : createdAt, search: searchLine(piece) },
  };
}

/** A day without a time is its noon, but not later than now. */
function receivedAt(date: string | null, timezone: string, now: Date): Date {
  const said = date ? Date.parse(date) : now.getTime();
  const at = date?.endsWith("T12:00:00.000Z") ? instantOf(said, timezone) : said;
  return new Date(Math.min(at, now.getTime()));
}
