import type { Money } from "#lib/contract/money.ts";
import type { TypedLine } from "#lib/contract/repair-terms.ts";
import { fold } from "#lib/text.ts";

// The name ends at the first separator before a digit or a currency sign, so "Polish, 85,00" is one amount.
const BEFORE_AMOUNT = /[\t;,][ \u00A0]*(?=[\p{Sc}\d]|[A-Z]{3}[ \u00A0]?\d)/u;

type Pasted = { lines: TypedLine[]; problems: string[] };

export function readPasted(text: string, money: Money): Pasted {
  const lines: TypedLine[] = [];
  const problems: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue;
    const [written = "", typed = ""] = splitAt(BEFORE_AMOUNT, line.trim());
    const name = written.trim();
    const amount = Number(money.read(typed));
    if (!name) problems.push(`Line ${at + 1} has no amount: ${line.trim()}`);
    else if (Number.isNaN(amount) || /[,;\t]\s/.test(typed))
      problems.push(`Line ${at + 1}: “${typed}” isn’t an amount`);
    else lines.push({ name, note: "", amount: money.typed(amount) });
  }
  return { lines, problems };
}

function splitAt(separator: RegExp, text: string): [before: string, after: string] | [] {
  const found = separator.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [];
}

export function withPasted(prices: TypedLine[], pasted: TypedLine[]): TypedLine[] {
  const merged = new Map(prices.map((one) => [fold(one.name.trim()), one]));
  for (const one of pasted) {
    const known = merged.get(fold(one.name));
    merged.set(fold(one.name), known ? { ...known, amount: one.amount } : one);
  }
  return [...merged.values()];
}
