import { type FoundContact, NO_SEARCH, type Search } from "#components/contact-finder.tsx";
import type { PrintedRepair } from "#components/repairs/papers.tsx";
import type { Money } from "#lib/contract/money.ts";
import type { Intake as Entered } from "#lib/contract/repair-entry.ts";
import { type TypedLine, typedLines } from "#lib/contract/repair-terms.ts";
import { addDays } from "#lib/time/days.ts";

export type Customer = Search & { found: FoundContact | null };
export type Intake = Entered<Customer>;

export const NEW_INTAKE: Intake = {
  contact: { ...NO_SEARCH, found: null },
  kind: null,
  ...{ name: "", metal: "", stones: "", marks: "", condition: "", words: "" },
  ...{ lines: [], work: "", estimate: "FIXED", deposit: "", promisedDay: null, personId: null },
  reserved: null,
};

function amountIn(typed: string, money: Money): number {
  return Number(money.read(typed)) || 0;
}

export function settled(typed: string, money: Money): string {
  const amount = Number(money.read(typed));
  return typed.trim() === "" || Number.isNaN(amount) ? typed : money.format(amount);
}

export function totalOf(lines: readonly TypedLine[], money: Money): number {
  return money.sum(lines.map(({ amount }) => amountIn(amount, money)));
}

type Known = Pick<PrintedRepair, "prefix" | "number" | "token" | "code" | "person"> & {
  usualDay: string;
  money: Money;
};

export function toPrintedRepair(intake: Intake, { usualDay, money, ...known }: Known): PrintedRepair {
  const { contact, lines, deposit, promisedDay, work, ...piece } = intake;
  return {
    ...piece,
    ...{ ...known, createdAt: null, promisedDay: promisedDay ?? usualDay },
    contact: { name: contact.found?.name ?? contact.name },
    lines: typedLines(lines, work).map((line) => ({ ...line, amount: amountIn(line.amount, money) })),
    deposit: amountIn(deposit, money),
  };
}

type Week = readonly (readonly boolean[])[];

export function isOpenOn(day: string, hours: Week | null | undefined): boolean {
  if (!hours?.some((one) => one.some(Boolean))) return true;
  return hours[new Date(day).getUTCDay()]?.some(Boolean) ?? true;
}

const USUAL = 7;

export type Promises = { usual: string; days: string[]; hours: Week | null | undefined };

export function promisesFrom(today: string, hours: Week | null | undefined): Promises {
  const openFrom = (day: string, step: 1 | -1): string =>
    isOpenOn(day, hours) ? day : openFrom(addDays(day, step), step);
  const usual = openFrom(addDays(today, USUAL), 1);
  const days = [openFrom(addDays(usual, -1), -1), usual, openFrom(addDays(usual, 1), 1)];
  return { usual, days, hours };
}
