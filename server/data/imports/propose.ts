import { createHash } from "node:crypto";
import type { ImportKind } from "#lib/contract/import-terms.ts";
import type { Encoding, Reading } from "#lib/contract/imports.ts";
import type { FileFacts } from "#server/platform/db/schema-import.ts";
import { fitting } from "./fitting.ts";
import { notationOf } from "./notation.ts";
import { offered } from "./own.ts";
import type { ReadField } from "./row-values.ts";
import { columnsOf, factsOf, kindOf, signatureOf } from "./understand.ts";
import type { Table } from "./vendors.ts";

export type Asked = {
  encoding: Encoding | null;
  wanted: ImportKind | null;
  chosen: Reading | null;
  earlier: Record<string, Reading>;
  fields: readonly ReadField[];
  countryCode: string | null;
};

export type Proposed = {
  total: number;
  signature: string;
  reading: Reading;
  facts: Omit<FileFacts, "digest" | "sameFile">;
  digest: string;
};

export async function propose(table: Table, asked: Asked): Promise<Proposed> {
  const { chosen, fields, wanted } = asked;
  const signature = signatureOf(table.headers);
  const earlier = Object.hasOwn(asked.earlier, signature) ? asked.earlier[signature] : undefined;
  const remembered = fitting(chosen ?? earlier, table.headers, fields);
  const kind = remembered?.kind ?? kindOf(table.headers, wanted);
  const columns = remembered?.columns ?? columnsOf(kind, table, offered(kind, fields));
  countOnce(table, columns);
  const { dates, numbers, facts } = await notationOf(columns, table.rows, fields);
  const fresh: Reading = {
    kind,
    columns,
    dates,
    numbers,
    countryCode: kind === "contacts" ? null : asked.countryCode,
    known: "fill",
    rules: [],
    encoding: null,
  };
  const reading = { ...fresh, ...remembered, encoding: table.encoding };
  // Evidence in this file overrides an earlier file's notation.
  if (!chosen && facts.dates.sure > 0) reading.dates = dates;
  if (!chosen && facts.numbers.sure > 0) reading.numbers = numbers;
  return {
    total: table.rows.length,
    signature,
    reading,
    facts: factsOf(table, facts, !chosen && remembered !== null),
    digest: digestOf(table),
  };
}

/** An amount that spans merged rows was paid once. */
function countOnce({ rows, merged }: Table, columns: Reading["columns"]): void {
  if (!merged || merged.size === 0) return;
  for (const { number, cells } of rows) {
    for (const at of merged.get(number) ?? []) {
      if (columns[at] === "cost" || columns[at] === "refunded") cells[at] = "";
    }
  }
}

/** Independent of encoding and row order. */
function digestOf({ headers, rows }: Table): string {
  const hash = (cells: string[]) =>
    createHash("sha256")
      .update(JSON.stringify(cells.map((cell) => cell.trim())))
      .digest("base64url");
  const lines = rows.map(({ cells }) => hash(cells)).sort();
  return hash([...headers, ...lines]);
}
