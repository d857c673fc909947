import * as z from "zod/mini";
import type { Money } from "./money.ts";
import { type EstimateKind, type PieceKind, type TypedLine, typedLines } from "./repair-terms.ts";
import { repairFormIn } from "./repairs.ts";

/** `isNew`: `text` is the number of a new contact, and `name` its name. */
type Customer = {
  found: { id: string; name: string } | null;
  isNew: string | null;
  text: string;
  name: string;
};

/** What the form of a new repair holds. `work`: typed, but not a line yet. `promisedDay` null: the usual day. */
export type Intake<C extends Customer = Customer> = {
  contact: C;
  kind: PieceKind | null;
  name: string;
  metal: string;
  stones: string;
  marks: string;
  condition: string;
  words: string;
  lines: TypedLine[];
  work: string;
  estimate: EstimateKind;
  deposit: string;
  promisedDay: string | null;
  personId: string | null;
};

/** Turns the form into the body, except for a new customer. */
export function intakeIn<C extends Customer>(money: Money, usualDay: string) {
  const customer = z.custom<C>().check(({ value, issues }) => {
    const refuse = (message: string, path: string[] = []) => {
      issues.push({ code: "custom", path, message, input: value, continue: true });
    };
    const { found, isNew, text, name } = value;
    if (found) return;
    if (!isNew) return refuse(text.trim() ? "Choose a customer from the list" : "Customer is required");
    if (!/\d/.test(text)) refuse("Phone number is required");
    if (!name.trim()) refuse("Name is required", ["name"]);
  });
  const body = z.object({ ...repairFormIn(money).shape, contact: customer });
  const read = ({ work, ...intake }: Intake<C>): z.input<typeof body> => ({
    ...intake,
    kind: intake.kind as PieceKind,
    lines: typedLines(intake.lines, work),
    promisedDay: intake.promisedDay ?? usualDay,
  });
  return z.pipe(z.transform(read), body);
}
