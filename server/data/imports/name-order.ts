import { cleanName, isPerhapsCompany, isTitle } from "#lib/import/cells.ts";
import { isGivenName, isSurnameToo } from "#lib/import/given-names.ts";
import type { Table } from "./vendors.ts";

const LOOKED_AT = 500;
const AND = /^(and|und|u\.|et|y|e)$/i;

export function lastFirstIn({ headers, rows }: Pick<Table, "headers" | "rows">): number[] {
  return headers.flatMap((_, at) => {
    const votes = rows
      .slice(0, LOOKED_AT)
      .flatMap(({ cells }) => (cells[at]?.trim() ? [voteOf(cells[at])] : []));
    const count = (vote: number) => votes.filter((one) => one === vote).length;
    return count(1) >= Math.max(1, count(-1), votes.length > 3 ? 2 : 0) ? [at] : [];
  });
}

/** 1: only the last word is a given name; -1: only the first. */
function voteOf(cell: string): number {
  const words = wordsOf(cell);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length < 2 || isPerhapsCompany(cell) || isSurnameToo(last)) return -Number(isGivenName(first));
  return Number(isGivenName(last)) - Number(isGivenName(first));
}

function wordsOf(cell: string): string[] {
  if (cell.length > 100 || cell.includes(",") || /[\d@]/.test(cell)) return [];
  return cleanName(cell)
    .split(" ")
    .filter((word) => !isTitle(word));
}

/** "Miller Anna" → "Miller, Anna"; undefined if unclear, "" for one word. */
export function lastNameFirst(name: string): string | undefined {
  const words = wordsOf(name);
  if (words.length < 2) return "";
  const others = words.findLastIndex((word) => !isGivenName(word) && !AND.test(word));
  const last = words.length === 2 ? 1 : Math.max(1, others + 1);
  return last < words.length
    ? `${words.slice(0, last).join(" ")}, ${words.slice(last).join(" ")}`
    : undefined;
}
