import { and, count, eq, inArray, sql } from "drizzle-orm";
import { contactKeys } from "#lib/contract/contact-fields.ts";
import { addressKey } from "#lib/contract/contacts.ts";
import type { ColumnField } from "#lib/contract/import-terms.ts";
import type { Effect, Reading, shownRows } from "#lib/contract/imports.ts";
import { isYearly } from "#lib/contract/yearly-fields.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { readAmount } from "#lib/import/amounts.ts";
import { readDate, serialDate } from "#lib/import/cells.ts";
import { DAY } from "#lib/time/zone.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { importRows, imports as table } from "#server/platform/db/schema-import.ts";
import { compareRows } from "./compare-rows.ts";
import { type ComparedRow, type Context, isSameValue, namesIn } from "./compared-row.ts";
import type { Known } from "./match.ts";
import { ownText } from "./own.ts";
import { categoryOf, partyOf } from "./records-of-contacts.ts";
import { cut, type Shown, type Store } from "./row-values.ts";
import { contextOf, rowsOf, type Stored } from "./stored.ts";

const REVERT_MS = 30 * DAY;
const MAX_SHOWN_LENGTH = 300;
const MAX_CORRECTED_LENGTH = 12_000;
const MAX_SENT_BYTES = 4_000_000;
type RowState = typeof importRows.$inferSelect.state;
export const STATES_BY_FILTER: Record<(typeof shownRows)[number], RowState[] | null> = {
  new: ["new"],
  update: ["update"],
  doubt: ["doubt"],
  out: ["doubt", "out", "new", "update"],
  all: null,
};

export function mayChange({ userId }: Pick<Stored, "userId">, { id, role }: SignedIn): boolean {
  return role !== "USER" || userId === id;
}

export function revertUntil({ state, finishedAt, stop }: Stored, now: Date): Date | null {
  const until = finishedAt && new Date(finishedAt.getTime() + REVERT_MS);
  const isIn = (state === "done" && stop?.why !== "same") || state === "stopped";
  return until && until > now && isIn ? until : null;
}

export function summaryOf(found: Stored, user: SignedIn, leftOut: number, now: Date) {
  const { id, name, state, problem, createdBy, createdAt, startedAt, finishedAt, revertedAt, total, done } =
    found;
  return {
    ...{ id, name, state, problem, createdBy, createdAt, startedAt, finishedAt, revertedAt, total, done },
    kind: found.reading?.kind ?? found.wanted,
    revertUntil: revertUntil(found, now),
    added: found.added,
    updated: found.updated,
    notes: found.notes,
    leftOut,
    kept: found.kept,
    savedId: found.savedId,
    stop: found.stop,
    edited: found.edited,
    mayChange: mayChange(found, user),
  };
}

export function leftOutAs(state: Stored["state"], counts: Awaited<ReturnType<typeof countsOf>>): number {
  return counts.doubt + counts.out + (state === "stopped" ? counts.new + counts.update : 0);
}

export async function countLeftOut(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: importRows.importId, count: count() })
    .from(importRows)
    .innerJoin(table, eq(table.id, importRows.importId))
    .where(inArray(table.state, ["done", "stopped", "reverted"]))
    .groupBy(importRows.importId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function countsOf(db: Db, found: Stored) {
  const counts = { new: 0, update: 0, same: 0, doubt: 0, out: 0 };
  if (found.state === "uploading" || found.state === "reading" || found.state === "checking") return counts;
  const rows = await db
    .select({ state: importRows.state, count: count() })
    .from(importRows)
    .where(rowsOf(found))
    .groupBy(importRows.state);
  for (const { state, count } of rows) if (state !== "read") counts[state] = count;
  return counts;
}

export async function groupsOf(db: Db, { id }: Stored) {
  type Group = {
    field: Reading["rules"][number]["field"];
    kind: Reading["rules"][number]["kind"];
    count: number;
    suggested: number;
    reason: string;
  };
  const { rows } =
    await db.execute<Group>(sql`select d->>'field' as field, d->>'kind' as kind, count(*)::int as count,
      count(d->>'suggestion')::int as suggested, min(d->>'reason') as reason
    from ${owned("import_rows", "r")}, jsonb_array_elements(r.doubts) as d
    where r.import_id = ${id} and r.state = 'doubt'
    group by 1, 2 order by 3 desc, 1, 2 limit 40`);
  return rows.map(({ field, kind, count, suggested, reason }) => ({
    field,
    kind,
    count,
    suggested,
    reason: short(reason),
  }));
}

export async function newCategoriesOf(db: Db, found: Stored) {
  const rows = await db
    .selectDistinct({ name: importRows.newCategory })
    .from(importRows)
    .where(
      and(
        rowsOf(found),
        inArray(importRows.state, ["new", "update"]),
        sql`${importRows.newCategory} is not null`,
      ),
    )
    .limit(1_000);
  const names = [
    ...new Map(rows.flatMap((row) => namesIn(row.name)).map((name) => [name.toLowerCase(), name])).values(),
  ];
  return { count: names.length, names: names.slice(0, 20) };
}

export type Facts = { sure: number; isAsked: boolean };

export function dateExamples({ facts, reading }: Stored, { today }: Store) {
  return (facts?.dates.texts ?? []).map((text) => {
    const date = cut(text, 60);
    const day = readDate(serialDate(date) ?? date, { dayFirst: reading?.dates === "dayFirst", today });
    return { text, reads: formatDay(day ?? readDay(text)) };
  });
}

export function numberExamples({ facts, reading }: Stored) {
  return (facts?.numbers.texts ?? []).map((text) => {
    return { text, reads: readAmount(text, reading?.numbers ?? "point") ?? "" };
  });
}

export function withWholeCells<T extends { cells: string[] }>(shown: T[], rows: { cells: string[] }[]): T[] {
  const answer: T[] = [];
  let bytes = 0;
  for (const [i, row] of shown.entries()) {
    const cells = rows[i]?.cells ?? [];
    const size = Buffer.byteLength(JSON.stringify(cells));
    if (bytes + size > MAX_SENT_BYTES && answer.length > 0) break;
    bytes += size;
    answer.push(size > MAX_SENT_BYTES ? row : { ...row, cells });
  }
  return answer;
}

export async function readAndShown(
  db: Db,
  found: Stored,
  rows: (typeof importRows.$inferSelect)[],
  secret: Buffer,
) {
  const context = await contextOf(db, found, secret);
  const compared = await compareRows(db, context, rows);
  return rows.map((row, i) => shownRow(row, compared[i] as ComparedRow, context));
}

function shownRow(row: typeof importRows.$inferSelect, compared: ComparedRow, context: Context) {
  const { number, state, doubts, cells, mended } = row;
  const { values, effects } = willBe({ ...compared, doubts }, context.reading, context.store);
  const open = new Set([...doubts.map(({ field }) => field as string), ...Object.keys(mended)]);
  const most = (field: string) => (open.has(field) ? MAX_CORRECTED_LENGTH : MAX_SHOWN_LENGTH);
  return {
    number,
    state: state === "read" ? ("out" as const) : state,
    cells: cells.map((cell) => short(cell)),
    values: Object.fromEntries(
      Object.entries(values).map(([field, text]) => [field, short(text ?? "", most(field))]),
    ),
    effects: Object.fromEntries(
      Object.entries(effects).map(([field, { does, text }]) => [field, { does, text: short(text) }]),
    ),
    doubts: doubts.map((doubt) => ({ ...doubt, reason: short(doubt.reason) })),
    mended: Object.keys(mended) as Reading["rules"][number]["field"][],
  };
}

function short(text: string, most = MAX_SHOWN_LENGTH): string {
  return text.length > most ? `${cut(text, most)}…` : text;
}

type Effects = Record<string, Effect>;
type Result = { values: Shown; effects: Effects };

const NAMES = ["name", "firstName", "lastName"] as const;

function willBe(row: ComparedRow, reading: Reading, store: Store): Result {
  const values: Shown = { ...row.shown };
  const effects: Effects = {};
  for (const [field, text] of Object.entries(row.emptied ?? {}) as [ColumnField, string][])
    effects[field] = { does: "empty", text };
  const isIn = row.doubts.length === 0 && !row.isLeftOut;
  if (isIn && reading.kind === "contacts" && row.known) ofContact(row, row.known, store, { values, effects });
  if (isIn && reading.kind !== "contacts") ofDealing(row, reading, { values, effects });
  return { values, effects };
}

function ofContact(row: ComparedRow, known: Known, { fields }: Store, { values, effects }: Result): void {
  const { changes } = row;
  const added = changes.addresses ?? [];
  const there = new Set([...known.more, ...added.map(({ address }) => addressKey(address))]);
  const put = (field: ColumnField, isChanged: boolean, has: string, isSame: boolean) => {
    const said = values[field] ?? "";
    if (isChanged) effects[field] = { does: "change", text: has };
    else if (said && !isSame) effects[field] = { does: "keep", text: said };
    if (!isChanged && values[field] !== undefined) values[field] = has;
  };
  for (const field of contactKeys) {
    const has = known[field] ?? "";
    const shown = isYearly(field) ? formatDay(readDay(has)) : has;
    put(
      field,
      field in changes,
      shown,
      isSameValue(field, row.values[field] ?? "", has) || there.has(addressKey(row.values[field] ?? "")),
    );
  }
  const consent = known.consent === "given" ? "Yes" : known.consent === "withdrawn" ? "No" : "";
  if (row.values.consent) put("consent", "consent" in changes, consent, row.values.consent === known.consent);
  if (row.values.texts)
    put("texts", "texts" in changes, known.noTextsAt ? "No" : "", known.noTextsAt !== null);
  for (const field of fields) {
    const name: ColumnField = `own:${field.id}`;
    if (values[name] === undefined) continue;
    const has = known.fields[field.id];
    const isSame = JSON.stringify(has) === JSON.stringify(row.values.own[field.id]);
    put(name, field.id in (changes.own ?? {}), ownText(field, has), isSame);
  }
}

function ofDealing(row: ComparedRow, { columns }: Reading, { values, effects }: Result): void {
  if (values.category !== undefined) values.category = categoryOf(row);
  if (!NAMES.some((field) => columns.includes(field))) return;
  const said = [values.firstName, values.lastName].filter(Boolean).join(" ");
  const { name } = partyOf(row);
  if (said === name) return;
  if (row.known && said) effects.firstName = { does: "keep", text: said };
  [values.firstName, values.lastName] = row.known ? [row.known.firstName, row.known.lastName] : [name, ""];
}
