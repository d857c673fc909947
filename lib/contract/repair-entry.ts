import * as z from "zod/mini";
import type { Money } from "./money.ts";
import { INVOICE } from "./plain-sale-fields.ts";
import {
  type EstimateKind,
  type PieceKind,
  type RepairState,
  type TypedLine,
  typedLines,
} from "./repair-terms.ts";
import { handOver, repairFormIn } from "./repairs.ts";
import { saleOfPiece } from "./sales.ts";
import { typedIn } from "./typed-amounts.ts";

/** `isNew`: `text` is the number of a new contact, and `name` its name. */
type Customer = {
  found: { id: string; name: string } | null;
  isNew: string | null;
  text: string;
  name: string;
};

/** `draft`: proves to the host that the number was reserved for this draft. `code`: instead of a number, offline. */
export type Reserved = {
  prefix: string;
  number: number | null;
  token: string | null;
  draft: string | undefined;
  code?: string | undefined;
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
  reserved: Reserved | null;
};

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
  const body = z.object({
    ...repairFormIn(money).shape,
    contact: customer,
    draft: z.optional(z.string()),
    code: z.optional(z.string()),
  });
  const read = ({ work, reserved, ...intake }: Intake<C>): z.input<typeof body> => ({
    ...intake,
    kind: intake.kind as PieceKind,
    lines: typedLines(intake.lines, work),
    promisedDay: intake.promisedDay ?? usualDay,
    draft: reserved?.draft,
    code: reserved?.code,
  });
  return z.pipe(z.transform(read), body);
}

export function repairEditIn(money: Money) {
  const { contact: _, ...shape } = repairFormIn(money).shape;
  const body = z.object(shape);
  type Typed = Omit<z.input<typeof body>, "lines"> & { work: string; lines: TypedLine[] };
  const read = ({ work, ...edit }: Typed): z.input<typeof body> => ({
    ...edit,
    lines: typedLines(edit.lines, work),
  });
  return z.pipe(z.transform(read), body);
}

/** `reason`: null until someone wants to hand it over without the right digits. `nextInvoice`: the number that was filled in. */
export type HandingOver = {
  from: RepairState;
  who: "customer" | "other";
  to: string;
  digits: string;
  reason: string | null;
  isSold: boolean;
  sale: z.input<typeof saleOfPiece>;
  nextInvoice: string;
};

export const SLIP = "slip";

/** "right", "wrong", or "open" while digits are missing. Without a number, nothing is asked. */
export function checkDigits(phone: string | null | undefined, digits: string) {
  const last = (phone ?? "").replace(/\D/g, "").slice(-4);
  if (last.length < 4 || digits === last || digits === SLIP) return "right";
  return digits.length < 4 ? "open" : "wrong";
}

export function handOverIn(money: Money, phone: string | null | undefined) {
  const asked = z.custom<HandingOver>().check(({ value, issues }) => {
    const refuse = (path: string, message: string) => {
      issues.push({ code: "custom", path: [path], message, input: value, continue: true });
    };
    if (value.who === "other" && !value.to.trim()) refuse("to", "Name is required");
    if (value.reason !== null && !value.reason.trim()) refuse("reason", "Reason is required");
    if (value.reason === null && checkDigits(phone, value.digits) !== "right")
      refuse("digits", "Enter the last four digits");
  });
  const sale = z.object({ ...saleOfPiece.shape, cost: typedIn(money, saleOfPiece.shape.cost) });
  const body = z.object({ ...handOver.shape, sale: z.nullable(sale) });
  const read = ({ who, digits: _, isSold, nextInvoice, ...typed }: HandingOver): z.input<typeof body> => ({
    ...typed,
    ...(isSold && nextInvoice !== "" && typed.sale[INVOICE] === nextInvoice && { isNextInvoice: true }),
    to: who === "other" ? typed.to : null,
    sale: isSold ? typed.sale : null,
  });
  return z.pipe(asked, z.pipe(z.transform(read), body));
}
