import * as z from "zod/mini";
import { isDigits } from "#components/contact-finder.tsx";
import type { Money } from "#lib/contract/money.ts";
import type { PieceKind } from "#lib/contract/repair-terms.ts";
import { repairFormIn } from "#lib/contract/repairs.ts";
import { type Customer, type Intake, linesOf } from "./intake.ts";

const customer = z.custom<Customer>().check(({ value, issues }) => {
  const refuse = (message: string, path: string[] = []) => {
    issues.push({ code: "custom", path, message, input: value, continue: true });
  };
  const { found, isNew, text, name } = value;
  if (found) return;
  if (!isNew) return refuse(text.trim() ? "Choose a customer from the list" : "Customer is required");
  if (!isDigits(text)) refuse("Phone number is required");
  if (!name.trim()) refuse("Name is required", ["name"]);
});

/** Turns the form into the body, except for a new customer. */
export function intakeIn(money: Money, usualDay: string) {
  const body = z.object({ ...repairFormIn(money).shape, contact: customer });
  const read = ({ work, ...intake }: Intake): z.input<typeof body> => ({
    ...intake,
    kind: intake.kind as PieceKind,
    lines: linesOf({ ...intake, work }),
    promisedDay: intake.promisedDay ?? usualDay,
  });
  return z.pipe(z.transform(read), body);
}
