import type { Money } from "#lib/contract/money.ts";
import type { TypedLine } from "#lib/contract/repair-terms.ts";
import { fold } from "#lib/text.ts";

// The name ends at the first separator before a digit or a currency sign, so "Polish, 85,00" is one amount.
const LINE = /^(.*?)\s*[\t;,]\s*((?:[\p{Sc}\d]|[A-Z]{3}\s?\d).*)$/u;

type Pasted = { lines: TypedLine[]; problems: string[] };

/** One work per line, such as "Polish and clean, 30". */
export function readPasted(text: string, money: Money): Pasted {
  const lines: TypedLine[] = [];
  const problems: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue;
    const [, name = "", typed = ""] = LINE.exec(line.trim()) ?? [];
    const amount = Number(money.read(typed));
    if (!name) problems.push(`Line ${at + 1} has no amount: ${line.trim()}`);
    else if (Number.isNaN(amount) || /[,;\t]\s/.test(typed))
      problems.push(`Line ${at + 1}: “${typed}” isn’t an amount`);
    else lines.push({ name, note: "", amount: money.typed(amount) });
  }
  return { lines, problems };
}

/** Work that is in the list gets the new amount. */
export function withPasted(prices: TypedLine[], pasted: TypedLine[]): TypedLine[] {
  const merged = new Map(prices.map((one) => [fold(one.name.trim()), one]));
  for (const one of pasted) {
    const known = merged.get(fold(one.name));
    merged.set(fold(one.name), known ? { ...known, amount: one.amount } : one);
  }
  return [...merged.values()];
}
