import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Money } from "./money.ts";

const MAX_LENGTH = 40;
// Accepts pasted "$1,240.50". Refuses "12,40", which can mean two things.
const NUMBER = /^\$?\s*(-?)\$?(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?$/;

/** Returns a number or a decimal string, never computed as a float. */
export function amountOf(name: string) {
  const error = `${name} must be a number`;
  return z.pipe(
    z.union([z.number(), z.string().check(f.atMost(MAX_LENGTH, error))], error),
    z.pipe(
      z.transform((value: number | string) =>
        typeof value === "number"
          ? value
          : value
              .trim()
              .replace(NUMBER, (_, ...part) => `${part[0]}${part[1].replaceAll(",", "")}${part[2] ?? ""}`),
      ),
      z.union([z.number(), z.string()]).check(z.refine((value) => isNumeric(value), { error, abort: true })),
    ),
  );
}

export function typedIn<S extends z.ZodMiniType<number | string, number | string>>(money: Money, schema: S) {
  const tooExact =
    money.digits === 0 ? `${money.currency} has no decimals` : `At most ${money.digits} decimals`;
  const fits = (value: number | string) =>
    Number(money.plain(Number(value))) === Number(value) || Number.isNaN(Number(value));
  return z.pipe(
    z.transform((value: number | string) => (typeof value === "string" ? money.read(value) : value)),
    schema.check(z.refine(fits, tooExact)),
  );
}

function isNumeric(value: number | string): boolean {
  const written = typeof value === "number" || /^-?(\d+(\.\d*)?|\.\d+)$/.test(value);
  return written && Math.abs(Number(value)) < 1e10;
}
