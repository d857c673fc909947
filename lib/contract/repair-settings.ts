import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Money } from "./money.ts";
import { SLIP_TEXT_MAX } from "./repair-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";
import { amountOf, typedIn } from "./typed-amounts.ts";

/** `prefix`: the store's when it took the piece in. */
export const ticket = { prefix: f.text, number: z.int() };

export const workLine = z.object({ name: f.text, note: f.textOrNull, amount: f.amount });

/** `days`: how long a workshop usually takes. `slipText`: printed on the claim slip. */
const settings = z.object({
  prefix: f.text,
  slipText: f.text,
  prices: z.array(workLine),
  workshops: z.array(z.object({ name: f.text, days: z.nullable(z.int()) })),
  version: f.version,
});
export type RepairSettings = Read<typeof settings>;

/** Postgres adds the amounts, in any currency's decimals. */
export const repairAmount = (name: string) =>
  amountOf(name).check(
    z.refine((value) => Number(value) >= 0, `${name} must be greater than or equal to 0`),
    z.refine((value) => /^\d*(\.\d{0,3})?$/.test(String(value)), `${name} can have at most 3 decimals`),
  );

export const workForm = z.object({
  name: f.required("Work is required", 120).check(f.oneLine),
  note: f.optionalText(200),
  amount: repairAmount("Amount"),
});

const workshop = z.object({
  name: f.required("Workshop is required", 120).check(f.oneLine),
  days: z.pipe(
    z.transform((typed: unknown) => (typed === "" ? null : typed)),
    z.nullable(f.wholeNumber(1, 365)),
  ),
});

function list<T extends z.ZodMiniType<{ name: string }>>(entry: T, most: number) {
  return z.array(entry).check(
    z.maxLength(most, `At most ${most} entries`),
    z.check(({ value, issues }) => {
      const seen = new Set<string>();
      for (const [at, { name }] of value.entries()) {
        if (seen.has(name.toLowerCase()))
          issues.push({ code: "custom", path: [at, "name"], message: "Already in the list", input: name });
        seen.add(name.toLowerCase());
      }
    }),
  );
}

export const slipForm = z.object({
  prefix: z.pipe(
    z.string().check(z.trim(), z.regex(/^[a-z]{1,4}$/i, "1 to 4 letters, like R")),
    z.transform((prefix: string) => prefix.toUpperCase()),
  ),
  slipText: z
    .string()
    .check(z.trim(), f.atMost(SLIP_TEXT_MAX, `${SLIP_TEXT_MAX} characters at most`), f.noNul),
});
export const workshopsForm = z.object({ workshops: list(workshop, 100) });

const MOST_PRICES = 300;

export function pricesIn(money: Money) {
  const typed = z.object({ ...workForm.shape, amount: typedIn(money, workForm.shape.amount) });
  return z.object({ prices: list(typed, MOST_PRICES) });
}

const changes = z.partial(
  z.object({ ...slipForm.shape, ...workshopsForm.shape, prices: list(workForm, MOST_PRICES) }),
);

export const repairSettings = {
  "repairs.settings": { answer: settings },
  "repairs.setSettings": {
    body: z.object({ ...changes.shape, ...f.editedVersion }),
    conflict: f.changed(settings),
  },
} satisfies Schemas;
