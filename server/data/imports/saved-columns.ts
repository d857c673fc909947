import type { ColumnField } from "#lib/contract/import-terms.ts";
import type { Reading, Stop } from "#lib/contract/imports.ts";

export type SavedColumns = { uses: { header: string; field: ColumnField }[]; reading: Reading };

export function columnKey(header: string): string {
  return header.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}

export function isLike({ uses }: Pick<SavedColumns, "uses">, headers: readonly string[]): boolean {
  const keys = headers.map(columnKey);
  return uses.every(({ header }) => keys.filter((key) => key === columnKey(header)).length === 1);
}

type Column = ColumnField | null;

/** `meant`: what the columns would be in a new import. */
export function appliedTo({ uses }: SavedColumns, headers: string[], meant: Column[]) {
  const keys = headers.map(columnKey);
  const places = uses.map(({ header }) => {
    const key = columnKey(header);
    return keys.filter((one) => one === key).length === 1 ? keys.indexOf(key) : -1;
  });
  const columns = headers.map((_, i): Column => uses[places.indexOf(i)]?.field ?? null);
  const missing = uses.find((_, i) => places[i] === -1);
  if (!missing) return { columns, stop: null };
  const at = meant.findIndex((field, i) => field === missing.field && columns[i] === null);
  const stop: Stop = { why: "column", what: missing.header, instead: headers[at] ?? null };
  return { columns, stop };
}

type Found = Pick<Reading, "dates" | "numbers"> & {
  facts: { dates: { sure: number }; numbers: { sure: number } };
};

export function otherNotation({ reading }: SavedColumns, { facts, ...found }: Found): Stop | null {
  const what = (["dates", "numbers"] as const).find((of) => facts[of].sure > 0 && found[of] !== reading[of]);
  return what ? { why: "notation", what, instead: null } : null;
}
