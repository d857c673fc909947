import { sql } from "drizzle-orm";
import type pg from "pg";
import type { OwnKind } from "#lib/contract/field-terms.ts";
import { type Money, moneyOf } from "#lib/contract/money.ts";
import { CSV_MARK, csvLines } from "#lib/csv.ts";
import { dayInFile, NO_YEAR } from "#lib/dates.ts";
import { columnNames } from "#lib/own-columns.ts";
import { writeItems, writePayments } from "#lib/sale-cells.ts";
import { MINUTE, wallAt } from "#lib/time/zone.ts";
import { type Cell, workbook } from "#lib/xlsx.ts";
import { type ZipEntry, zip } from "#lib/zip.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { SeparateConnection } from "#server/platform/db/client.ts";
import { getStore, updateStore } from "#server/platform/db/store.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { log, traceOf } from "#server/platform/log.ts";
import { after } from "#server/platform/machine.ts";
import type { Field } from "./field.ts";
import type { Exported } from "./lists.ts";
import { FILE_TABLES, filesIn } from "./note-files.ts";
import { exported, recordOf } from "./tables.ts";

/** Per host: each needs a connection, or a copy of the embedded database. */
const MAX_CONCURRENT = 2;
/** The database keeps old row versions for slow readers, so they are cut off. */
const TIMEOUT_MS = 10 * 60_000;

const ALSO = ["contacts", "users", "shared_categories", ...FILE_TABLES];
const TABLES = [...new Set([...exported.map(({ table }) => table), ...ALSO])];
let running = 0;

export const exporting = {
  "data.export": async ({ host, user: { organizationId, id }, read, tenant }) => {
    await host.database.system((db) =>
      countAttempt(db, "export", organizationId, {
        message: "You've exported your data several times. Try again in a few minutes.",
      }),
    );
    if (running >= MAX_CONCURRENT) {
      throw new HttpError(503, "Other exports are running. Try again in a minute.", 60);
    }
    running += 1;
    let moment: SeparateConnection | undefined;
    const end = async () => {
      running -= 1;
      await moment?.close();
    };
    try {
      const store = await read(getStore);
      moment = await host.database.snapshotOf(organizationId, TABLES);
      const now = host.clock();
      await tenant((db) => updateStore(db, { exportedAt: now }));
      log("export", { organization: organizationId, user: id, list: "everything" });
      const { name, timezone } = store;
      return streamOf(archiveOf(moment.client, { name, timezone, money: moneyOf(store) }, now), end);
    } catch (error) {
      await end();
      throw error;
    }
  },

  "data.exported": async ({ user: { organizationId }, read }) => {
    const { rows } = await read((db) =>
      db.execute<{ at: string | null; by: string | null }>(sql`
        select exported_at as at, (select actor_name from journal where organization_id = ${organizationId}::uuid
          and kind = 'organization' and now ? 'exported_at' order by id desc limit 1) as by
        from organizations where id = ${organizationId}::uuid`),
    );
    const { at = null, by = null } = rows[0] ?? {};
    return { at: at && new Date(at).toISOString(), by };
  },
} satisfies Partial<Handlers>;

/** `end` is called once: after success, failure, abort or timeout. */
function streamOf(source: AsyncGenerator<Uint8Array>, end: () => Promise<void>): ReadableStream<Uint8Array> {
  let over: Promise<void> | undefined;
  const finish = () => {
    clearTimeout(deadline);
    over ??= source.return(undefined).then(end, end);
    return over;
  };
  let tooSlow = () => {};
  const deadline = after(TIMEOUT_MS, () => tooSlow());
  deadline.unref();
  return new ReadableStream({
    start(controller) {
      tooSlow = () => {
        controller.error(new Error("The download was too slow"));
        void finish();
      };
    },
    async pull(controller) {
      try {
        const { value, done } = await source.next();
        if (!done) return controller.enqueue(value);
        await finish();
        controller.close();
      } catch (error) {
        log("error", { ...traceOf(error) });
        await finish();
        controller.error(error);
      }
    },
    cancel: finish,
  });
}

type Store = { name: string; timezone: string; money: Money };

const MAX_BATCH_ROWS = 200;
/** Row lengths vary, so the batch size follows the previous rows. */
const BATCH_CHARACTERS = 500_000;

export function archiveOf(client: pg.ClientBase, store: Store, now: Date): AsyncGenerator<Uint8Array> {
  return zip(entriesOf(client, store, now), now);
}

async function* entriesOf(client: pg.ClientBase, store: Store, now: Date): AsyncGenerator<ZipEntry> {
  const rows: Record<string, number> = {};
  yield { name: "README.txt", content: [readme(store, now)] };
  for (const one of exported) {
    const { file, isList } = one;
    const fields = one.fields && (await columnsOf(client, one));
    if (fields) yield { name: `csv/${file}.csv`, content: csvOf(client, one, fields, store) };
    if (fields && isList) yield { name: `excel/${file}.xlsx`, content: xlsxOf(client, one, fields, store) };
    if (one.isWhole !== false) {
      const path = `json/${file}.json`;
      const counted = (count: number) => {
        rows[path] = count;
      };
      yield { name: path, content: jsonOf(client, one, counted) };
    }
  }
  yield* filesIn(client);
  const { name, timezone, money } = store;
  const manifest = { store: name, madeAt: now.toISOString(), timezone, currency: money.currency, rows };
  // Last, so it proves that nothing was cut off.
  yield { name: "manifest.json", content: [`${JSON.stringify(manifest, null, 2)}\n`] };
}

async function* read(
  client: pg.ClientBase,
  one: Exported,
  cells: string[],
): AsyncGenerator<(string | null)[][]> {
  const {
    table,
    from = table,
    joins = "",
    order = "t.id",
    own = "t.organization_id = (select current_organization())",
    only = "true",
  } = one;
  await client.query(`declare exported no scroll cursor for select ${cells.join(", ")} from ${from} t ${joins}
    where (${own}) and ${only} order by ${order}`);
  for (let count = 10; ; ) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${count} from exported`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    yield rows;
    const characters = rows.flat().reduce((sum, cell) => sum + (cell?.length ?? 0), 1);
    const fitting = Math.floor((BATCH_CHARACTERS * rows.length) / characters);
    count = Math.min(Math.max(1, fitting), MAX_BATCH_ROWS);
  }
  await client.query("close exported");
}

function expressionOf([, expression, kind]: Field): string {
  return kind === "moment"
    ? `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `(${expression})::text`;
}

async function* csvOf(client: pg.ClientBase, one: Exported, fields: Field[], store: Store) {
  yield CSV_MARK + csvLines([fields.map(([header]) => header)]);
  for await (const rows of read(client, one, fields.map(expressionOf))) {
    yield csvLines(rows.map((row) => row.map((cell, i) => written(cell ?? "", fields[i], store))));
  }
}

function written(cell: string, field: Field | undefined, { money, timezone }: Store): string {
  if (!cell) return "";
  if (field?.[2] === "amount") return money.plain(Number(cell));
  if (field?.[2] === "day") return dayInFile(cell);
  return field?.[2] === "moment" ? isoIn(timezone, Date.parse(cell)) : textOf(cell, field?.[2]);
}

function textOf(cell: string, kind: Field[2]): string {
  if (kind === "items") return writeItems(JSON.parse(cell));
  return kind === "payments" ? writePayments(JSON.parse(cell)) : cell;
}

export function isoIn(timezone: string, instant: number): string {
  const wall = wallAt(instant, timezone);
  const minutes = (wall - instant) / MINUTE;
  // Before standard time, offsets had seconds, which ISO can't express.
  if (!Number.isInteger(minutes)) return new Date(instant).toISOString();
  const two = (number: number) => String(Math.trunc(number)).padStart(2, "0");
  const ahead = Math.abs(minutes);
  const read = new Date(wall).toISOString().replace(/(\.000)?Z$/, "");
  return `${read}${minutes < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}

async function* xlsxOf(client: pg.ClientBase, one: Exported, fields: Field[], { money, timezone }: Store) {
  const cellOf = (cell: string | null, i: number): Cell => {
    const kind = fields[i]?.[2];
    if (!cell) return "";
    if (kind === "amount") return { amount: money.plain(Number(cell)) };
    if (kind === "day" && cell.startsWith(`${NO_YEAR}-`)) return dayInFile(cell);
    if (kind === "day") return { wall: Date.parse(cell), isDay: true };
    return kind === "moment" ? { wall: wallAt(Date.parse(cell), timezone) } : textOf(cell, kind);
  };
  async function* rows() {
    for await (const some of read(client, one, fields.map(expressionOf))) {
      yield some.map((row) => row.map(cellOf));
    }
  }
  const headers = fields.map(([header]) => header);
  yield* workbook({ name: one.file, headers, rows: rows(), digits: money.digits });
}

async function* jsonOf(client: pg.ClientBase, one: Exported, counted: (rows: number) => void) {
  let count = 0;
  yield "[";
  for await (const rows of read(client, { ...one, only: undefined }, [recordOf(one)])) {
    for (const [record] of rows) {
      yield `${count > 0 ? "," : ""}\n${record}`;
      count += 1;
    }
  }
  yield "\n]\n";
  counted(count);
}

function readme({ name, timezone, money }: Store, now: Date): string {
  const line = ({ file, what, fields, isList, isWhole }: Exported) => {
    const kinds = [fields && "csv", fields && isList && "excel", isWhole !== false && "json"].filter(Boolean);
    return `  ${file.padEnd(24)}${what} (${kinds.join(", ")})`;
  };
  return [
    `Everything of ${name}, as it was on ${isoIn(timezone, now.getTime())}.`,
    "",
    "csv/     tables for any spreadsheet (UTF-8, commas)",
    "excel/   the lists as Excel workbooks",
    "json/    all records with all fields, for programs",
    "files/   the photos and other files of notes",
    "manifest.json contains the number of records. It is the last file: if it is there, the archive is complete.",
    "",
    `Times in csv/ and excel/ are in the store's time zone, ${timezone}; csv/ includes the UTC offset, excel/ doesn't.`,
    "In json/ they are in UTC. Dates (birthdays) have no time.",
    `Amounts are in ${money.currency}, with a point before the decimals. "Sale Price" is the sale's total with tax, after`,
    `discounts; "Paid" what was paid of it, "Open" what is left to pay, "Refunded" the sum of refunds.`,
    "Times of payments are in UTC.",
    "An apostrophe precedes cells that a spreadsheet would treat as a formula.",
    "",
    "Contacts, sales, notes, categories and appointments can be imported again, from csv/ or excel/: Settings, Data, Import.",
    "Import contacts and categories first, because the other lists refer to them.",
    "",
    ...exported.map(line),
    "",
    "Not included: passwords, sessions, account keys and sign-in links; the trash; internal counters;",
    "unfinished imports.",
    "",
  ].join("\r\n");
}

type Own = { id: string; label: string; group: string; kind: OwnKind };

async function columnsOf(
  client: pg.ClientBase,
  { table, fields = [], ownAt }: Pick<Exported, "table" | "fields" | "ownAt">,
): Promise<Field[]> {
  if (ownAt === undefined) return fields;
  const { rows } =
    await client.query<Own>(`select id, name as label, group_name as "group", kind from own_fields
    where organization_id = (select current_organization()) and not is_archived and "of" = '${table === "purchases" ? "sales" : "contacts"}' order by position, id`);
  const names = columnNames(rows);
  const at = fields.findIndex(([header]) => header === ownAt);
  return fields.toSpliced(at, 0, ...rows.map((field) => columnOf(field, names.get(field.id) ?? field.label)));
}

/** The id is a uuid from the database, so quoting it is safe. */
function columnOf({ id, kind }: Own, header: string): Field {
  const value = `t.fields ->> '${id}'`;
  if (kind === "money") return [header, value, "amount"];
  if (kind === "date") return [header, value, "day"];
  if (kind === "yesNo") return [header, `case ${value} when 'true' then 'Yes' when 'false' then 'No' end`];
  if (kind !== "choice" && kind !== "choices") return [header, value];
  return [
    header,
    `(select string_agg(o.one ->> 'text', '; ' order by o.at) from own_fields f,
      jsonb_array_elements(f.options) with ordinality as o(one, at)
      where f.organization_id = t.organization_id and f.id = '${id}' and t.fields -> '${id}' ? (o.one ->> 'id'))`,
  ];
}
