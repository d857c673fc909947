import * as z from "zod/mini";
import { LONGEST_VALUE, MOST_FIELDS, MOST_OPTIONS, type OwnValue } from "./field-terms.ts";
import * as f from "./fields.ts";
import type { Money } from "./money.ts";
import type { OwnField } from "./own-fields.ts";

const fieldId = z.string().check(z.maxLength(40));
const several = z.array(fieldId).check(z.maxLength(MOST_OPTIONS));
const TOO_LONG = `At most ${LONGEST_VALUE.toLocaleString("en-US")} characters`;
const words = z.string().check(z.maxLength(LONGEST_VALUE, TOO_LONG), f.noNul);
const sent = z.union([z.null(), z.boolean(), words, several], "Invalid input");

/** By field id. Null clears; absent fields stay unchanged. */
export const ownValues = z
  .record(fieldId, sent)
  .check(z.refine((values) => Object.keys(values).length <= MOST_FIELDS, `${MOST_FIELDS} fields at most`));
export const storedValues = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
export type SentValues = z.output<typeof ownValues>;

/** Null clears the value; `wrong` is the message. */
type Checked = { value: OwnValue | null } | { wrong: string };

type Described = Pick<OwnField, "kind" | "options" | "isRequired">;

const DECIMAL = /^-?\d{1,12}(\.\d{1,3})?$/;
const NONE: Checked = { value: null };

export function checkedValue(field: Described, value: unknown): Checked {
  const given = typeof value === "string" ? value.trim() : value;
  const isNone = given == null || given === "" || (Array.isArray(given) && given.length === 0);
  if (isNone) return field.isRequired ? { wrong: "Required" } : NONE;
  switch (field.kind) {
    case "text":
      if (typeof given !== "string") return { wrong: "Must be text" };
      if (given.length > LONGEST_VALUE) return { wrong: TOO_LONG };
      return { value: given };
    case "number":
      return decimal(given, "Must be a number");
    case "money":
      return decimal(given, "Must be an amount");
    case "date":
      if (typeof given !== "string" || !f.isDate(given)) return { wrong: "Must be a date" };
      return { value: given.slice(0, 10) };
    case "choice":
      return field.options.some(({ id }) => id === given)
        ? { value: given as string }
        : { wrong: "Please choose one of these" };
    case "choices":
      return checkOptions(field, given);
    case "yesNo":
      return typeof given === "boolean" ? { value: given } : { wrong: "Must be yes or no" };
  }
}

function decimal(given: unknown, wrong: string): Checked {
  if (typeof given !== "string" || given.length > 20 || !DECIMAL.test(given)) return { wrong };
  const bare = given.replace(/^(-?)0+(?=\d)/, "$1");
  const short = bare.includes(".") ? bare.replace(/0+$/, "").replace(/\.$/, "") : bare;
  return { value: short === "-0" ? "0" : short };
}

function checkOptions({ options }: Described, given: unknown): Checked {
  const wrong = { wrong: "Please choose from the list" };
  if (!Array.isArray(given)) return wrong;
  const known = options.map(({ id }) => id);
  if (given.some((one) => !known.includes(one))) return wrong;
  return { value: known.filter((id) => given.includes(id)) };
}

export function ownValuesIn(fields: readonly OwnField[], money: Money) {
  return z.optional(
    z.pipe(
      z.record(z.string(), z.unknown()).check(({ value: values, issues }) => {
        for (const field of fields) {
          const checked = checkedValue(field, typed(field, values[field.id], money));
          if (!("wrong" in checked)) continue;
          issues.push({
            code: "custom",
            path: [field.id],
            message: checked.wrong,
            input: values[field.id],
            continue: true,
          });
        }
      }),
      z.transform(
        (values: Record<string, unknown>): SentValues =>
          Object.fromEntries(
            fields.map((field) => {
              const checked = checkedValue(field, typed(field, values[field.id], money));
              return [field.id, "value" in checked ? checked.value : null];
            }),
          ),
      ),
    ),
  );
}

function typed({ kind }: OwnField, value: unknown, money: Money): unknown {
  if (typeof value !== "string") return value;
  if (kind === "money") return money.read(value);
  return kind === "number" ? value.replace(/^(\s*-?\d+),(\d+\s*)$/, "$1.$2") : value;
}
