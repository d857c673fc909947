import * as z from "zod/mini";
import { MOST_OPTIONS } from "./field-terms.ts";
import * as f from "./fields.ts";
import { MOST_CONDITIONS, type NamedPeriod, namedPeriods, periodUnits } from "./segment-terms.ts";

const amountOfTime = { count: f.wholeNumber(1, 3650), unit: z.enum(periodUnits) };
export const past = z.strictObject({ last: z.object(amountOfTime) });
export const coming = z.strictObject({ next: z.object(amountOfTime) });
export const named = z.strictObject({ in: z.enum(Object.keys(namedPeriods) as NamedPeriod[]) });
export const between = z.strictObject({ from: z.optional(f.day), to: z.optional(f.day) });

export const period = z.union([past, named, between]);
export const not = { not: z.optional(z.boolean()) };
/** Without text, any value matches. */
export const words = { contains: z.optional(z.string().check(z.trim(), f.atMost(100), f.noNul)) };
export const amountText = z
  .string()
  .check(f.atMost(20), z.regex(/^\d{1,12}(\.\d{1,3})?$/, "Must be an amount"));

/** Without a test, any value matches. */
export const own = z.object({
  field: z.literal("own"),
  ...not,
  fieldId: f.sentId,
  ...words,
  /** Without it, text only has to contain `contains`. */
  is: z.optional(z.enum(["exactly", "over", "under"])),
  amount: z.optional(z.string().check(f.atMost(20), z.regex(/^-?\d{1,12}(\.\d{1,3})?$/, "Must be a number"))),
  period: z.optional(z.union([past, coming, named, between])),
  optionIds: z.optional(
    z.array(z.string().check(f.atMost(40))).check(z.minLength(1), z.maxLength(MOST_OPTIONS)),
  ),
  yes: z.optional(z.boolean()),
});
export type OwnAsked = z.output<typeof own>;

export type Period =
  | z.output<typeof past>
  | z.output<typeof coming>
  | z.output<typeof named>
  | z.output<typeof between>;

export function segmentSchema<S extends z.ZodMiniType>(condition: S) {
  const segment = z.array(z.array(condition).check(z.minLength(1), z.maxLength(MOST_CONDITIONS))).check(
    z.maxLength(MOST_CONDITIONS),
    z.refine((groups) => groups.flat().length <= MOST_CONDITIONS, `At most ${MOST_CONDITIONS} conditions`),
  );
  function read(written: string): z.output<S>[][] | null {
    try {
      const { success, data } = segment.safeParse(JSON.parse(written || "[]"));
      return success ? (data as z.output<S>[][]) : null;
    } catch {
      return null;
    }
  }
  const text = z.string().check(
    f.atMost(4_000),
    z.refine((written) => read(written) !== null, "must be a segment"),
  );
  return { read, text };
}
