import * as z from "zod/mini";

// The content security policy forbids eval, and zod's compiled parsers need it.
z.config({ jitless: true });

// ---- what a host answers: read leniently where the specification is open --------------------------------

/** Hosts answer ids as strings or numbers; inside the app an id is a string. */
export const id = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.minLength(1)),
);

/** Text that may be null, absent or a number at the host; never null on a screen. */
export const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value == null ? "" : String(value))),
);

/** An amount as a number or a numeric string; anything else reads as null. */
export const amount = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
    const number = Number(value);
    return Number.isFinite(number) ? number : null;
  }),
);

/** A date or instant as the host wrote it, or null; lib/dates.ts reads it. */
export const when = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === "string" && value !== "" ? value : null)),
);

export const flag = z.pipe(z.optional(z.unknown()), z.transform(Boolean));

/** Counts the changes of a record, where a host counts them; sent back with an edit, so that none is overwritten. */
export const version = z.catch(z.optional(z.number()), undefined);

/** Who made a record, an extra of the reference host: the person's name as it was then. */
export const createdBy = z.catch(z.optional(z.nullable(z.string())), null);

/** What options come with: a name, or a contact's first and last one. */
export const named = { id, name: z.optional(text), firstName: z.optional(text), lastName: z.optional(text) };

/** {id, name}, as comboboxes show it. */
export const option = z.pipe(z.object(named), z.transform(toOption));

export function toOption({ id, name, firstName, lastName }: z.output<z.ZodMiniObject<typeof named>>) {
  return { id, name: name || [firstName, lastName].filter(Boolean).join(" ") };
}

/** Who or what a record once belonged to: the name stays when the thing itself is deleted, and then has no id. */
export const reference = z.catch(
  z.nullable(
    z.union([
      option,
      z.pipe(
        z.object({ name: text }),
        z.transform(({ name }) => ({ id: null, name })),
      ),
    ]),
  ),
  null,
);

/** The id of what was created, answered as {id} or {data: {id}}; null where a host answers neither. */
export const created = z.pipe(
  z.unknown(),
  z.transform((value): { id: string } | null => {
    const bare = z.object({ id }).safeParse(value);
    if (bare.success) return bare.data;
    return z.object({ data: z.object({ id }) }).safeParse(value).data?.data ?? null;
  }),
);

// ---- what a form sends: a length before every pattern --------------------------------------------------

/** At most so many characters; what is longer is looked at no further. */
export function atMost(max: number, message = "Invalid input") {
  return z.maxLength(max, { error: message, abort: true });
}

/** The version that an edit began with; a host that does not know it ignores it. */
export const editedVersion = { version: z.optional(z.int()) };

/** What a 409 tells of the record that somebody else has changed. */
export function changed<T extends z.ZodMiniType>(record: T) {
  return z.object({ current: z.optional(record) });
}

// Directions, joiners and fillers are characters too, but nobody sees them.
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Text that must be there, for people to see; white space around it does not count. */
export function required(message: string, max = 200, tooLong = "Invalid input") {
  return z.string(message).check(
    z.trim(),
    z.minLength(1, { error: message, abort: true }),
    atMost(max, tooLong),
    z.refine((value) => VISIBLE.test(value), { error: message, abort: true }),
    noNul,
  );
}

/** Makes one line of several. */
export const oneLine = z.overwrite<string>((value) => value.replace(/[\s\p{Cc}]+/gu, " ").trim());

/** Postgres cannot hold the NUL character, and no field needs it. */
export const noNul = z.refine<string>((value) => !value.includes("\0"), "Invalid input");

export function email(message: string) {
  return z.string(message).check(z.trim(), atMost(254, message), z.email(message));
}

// "St. John" and "Mary J." are names too, hence the full stop beside the characters that SPEC.md lists.
const NAME = /^[\p{L}\p{M} .'’ʼ‐–-]+$/u;

/** A person's or an automation's name: letters, spaces, apostrophes and hyphens. */
export function personName(message: string) {
  return required(message, 100).check(z.regex(NAME, "Please enter a valid name"));
}

/** What a form leaves empty is sent as null. */
const emptyAsNull = z.transform((value: string | null | undefined) => value || null);

/** An ISO date or instant between the years 1 and 9999, "" or null for none. */
export const optionalDate = z.pipe(
  z.nullish(z.string().check(z.refine((value) => value === "" || isDate(value), "Invalid input"))),
  emptyAsNull,
);

/** Text that may be missing, at most `max` characters. */
export function optionalText(max: number) {
  return z.pipe(z.nullish(z.string().check(z.trim(), atMost(max), noNul)), emptyAsNull);
}

export const requiredDate = z
  .string("Required")
  .check(z.minLength(1, { error: "Required", abort: true }), z.refine(isDate, "Invalid input"));

const LONGEST_DATE = "2026-11-21T09:00:00.000000000+00:00".length;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** True for ISO dates that exist: 2026-02-30 does not. */
export function isDate(value: string): boolean {
  const [, year, month, day] = (value.length <= LONGEST_DATE && ISO.exec(value)) || [];
  if (!year || !month || !day || year === "0000" || Number.isNaN(Date.parse(value))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

/** A day without time, as queries carry it. */
export const day = z
  .string("must be a date")
  .check(z.refine((value) => value.length === 10 && isDate(value), "must be a date like 2026-11-21"));

/** A moment, as queries carry it. */
export const instant = z
  .string("must be a time")
  .check(z.refine(isDate, "must be a time like 2026-11-21T09:00:00Z"));

/** One page of a list. Lists sort by createdAt, newest first. */
export const page = z.object({
  page: z.optional(wholeNumber(1, 1_000_000)),
  limit: z.optional(wholeNumber(1, 100)),
  sort: z.optional(
    z.enum(["createdAt:desc", "createdAt:asc"], "sort must be createdAt:desc or createdAt:asc"),
  ),
  search: z.optional(z.string().check(atMost(200), noNul)),
});

/** A whole number, also in a query string ("2"). */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.union([z.number(), z.string().check(atMost(9, message), z.regex(/^\d{1,9}$/, message))], message),
    z.pipe(z.transform(Number), z.int(message).check(z.minimum(min, message), z.maximum(max, message))),
  );
}
