import { type SQL, sql } from "drizzle-orm";

type Asked = { contains?: string | undefined; not?: boolean | undefined };

/** `every`: a record must contain all of them, not any. */
export type Texts = { list: string[]; every: boolean };

type Joined<C> = { condition: C; texts: Texts };

/**
 * Joins text conditions that differ only in their text: any must fit, or with `isAnd` all. Folding a column
 * costs far more than comparing it, so twenty texts cost little more than one.
 */
export function joinTexts<C extends Asked>(conditions: C[], isAnd = false): Joined<C>[] {
  const joined = new Map<string, Joined<C>>();
  for (const condition of conditions) {
    const { contains, ...rest } = condition;
    const key = JSON.stringify([rest, Boolean(contains)]);
    // Not one or not another: not both.
    const every = isAnd !== Boolean(condition.not);
    const known = joined.get(key) ?? { condition, texts: { list: [], every } };
    if (contains) known.texts.list.push(contains);
    joined.set(key, known);
  }
  return [...joined.values()];
}

/** Ignores case and accents. */
export function containsText(text: SQL, { list, every }: Texts): SQL {
  const patterns = list.map((one) => sql`latin_fold(${like(one)})`);
  return isLike(sql`latin_fold(${text})`, patterns, every);
}

export function containsDigits(digits: SQL, { list, every }: Texts): SQL {
  const numbers = list.map((one) => one.replace(/\D/g, ""));
  // Text without digits matches no phone number.
  const usable = numbers.filter(Boolean);
  if (usable.length === 0 || (every && usable.length < numbers.length)) return sql`false`;
  return isLike(
    digits,
    usable.map((one) => sql`${like(one)}`),
    every,
  );
}

function isLike(text: SQL, patterns: SQL[], every: boolean): SQL {
  if (patterns.length === 1) return sql`${text} like ${patterns[0]}`;
  const list = sql`(array[${sql.join(patterns, sql`, `)}]::text[])`;
  return every ? sql`${text} like all ${list}` : sql`${text} like any ${list}`;
}

function like(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
