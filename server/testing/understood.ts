import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { lastFirstIn } from "#server/data/imports/name-order.ts";
import { readFile } from "#server/data/imports/read-file.ts";
import { joinReceipts } from "#server/data/imports/receipts.ts";
import { columnsOf, kindOf } from "#server/data/imports/understand.ts";
import { readRow } from "#server/data/imports/values.ts";

export const AMERICAN = { dates: "monthFirst", numbers: "point" } as const;

const store = {
  ...{ timezone: "America/New_York", today: { year: 2026, month: 11, day: 20 } },
  ...{ currency: "USD", digits: 2, fields: [] },
  usual: AMERICAN,
};

export function understood(content: string | Uint8Array) {
  const table = joinReceipts(readFile(Buffer.from(content), null), { wanted: null, saved: null });
  const kind = kindOf(table.headers, null);
  const columns = columnsOf(kind, table);
  const reading: Reading = {
    ...{ kind, columns, dates: "monthFirst", numbers: "point", countryCode: "+1" },
    ...{ encoding: null, known: "fill", rules: [] },
  };
  const file = { headers: table.headers, lastFirst: lastFirstIn(table) };
  const rows = table.rows.map(({ cells }) => readRow(cells, file, reading, {}, store));
  const holds = (field: ImportField) => table.headers.filter((_, i) => columns[i] === field);
  return { kind, table, rows, holds, doubts: rows.flatMap(({ doubts }) => doubts) };
}
