import * as z from "zod/mini";
import { ours, read, tolerant, unreadable } from "./tolerant.ts";

// ---- what our host answers, each with what another host may write for it --------------------------------

/** Inside the app an id is a string; other hosts also write numbers. */
export const id = tolerant(z.string().check(z.minLength(1)), readId);

function readId(value: unknown): string {
  const read = typeof value === "number" ? String(value) : value;
  if (typeof read !== "string" || read === "") throw unreadable();
  return read;
}

/** Text, never null on a screen: other hosts write null, nothing or a number. */
export const text = tolerant(z.string(), readText);
/** Text that our host leaves null where there is none. */
export const textOrNull = tolerant(z.nullable(z.string()), readText);
/** Text that our host leaves out as well. */
export const textOrNone = tolerant(z.optional(z.nullable(z.string())), readText);

export function readText(value: unknown): string {
  if (value == null) return "";
  if (typeof value !== "string" && typeof value !== "number") throw unreadable();
  return String(value);
}

/** An exact amount: our host writes decimals as text, others numbers; what is neither reads as null. */
export const amount = tolerant(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), readAmount);

/** A count or a percentage. */
export const figure = tolerant(z.number(), readAmount);

function readAmount(value: unknown): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const moment = z.iso.datetime({ offset: true });
/** A moment; of a day, noon UTC. As the host wrote it, or null: lib/dates.ts reads it. */
export const when = tolerant<typeof moment, string | null, string | Date>(moment, readWhen);

function readWhen(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export const flag = tolerant(z.boolean(), Boolean);

/** Counts the changes of a record; sent back with an edit, so that none is overwritten. Other hosts count none. */
export const version = ours(z.int());

/** Who made a record: the person's name as it was then; null where nobody knows any more. */
export const createdBy = ours(z.nullable(z.string()));

/** {id, name}, as comboboxes show it. Other hosts name people by first and last name. */
const named = z.object({ id, name: text });
export const option = tolerant(named, readOption);

export function readOption(value: unknown) {
  const { id, name, firstName, lastName } = read(other, value);
  return { id, name: name || [firstName, lastName].filter(Boolean).join(" ") };
}
const other = z.object({ id, name: text, firstName: text, lastName: text });

/** Who or what a record once belonged to: the name stays when the thing itself is deleted, and then has no id. */
export const reference = tolerant(z.nullable(z.object({ id: z.nullable(id), name: text })), readReference);

function readReference(value: unknown): { id: string; name: string } | { id: null; name: string } | null {
  if (typeof value !== "object" || value === null) return null;
  try {
    return "id" in value && value.id != null
      ? readOption(value)
      : { id: null, name: readText(Object(value).name) };
  } catch {
    return null;
  }
}

/** The id of what was created: {id}, or {data: {id}} as well; null where a host answers neither. */
export const created = tolerant(z.object({ id }), readCreated);
/** SPEC.md section 7 shows `data.id` for templates alone. */
export const createdInData = tolerant(z.object({ data: z.object({ id }) }), readCreated);

function readCreated(value: unknown): { id: string } | null {
  for (const found of [value, Object(value).data]) {
    try {
      return read(z.object({ id }), found);
    } catch {}
  }
  return null;
}

// ---- what a form sends: a length before every pattern --------------------------------------------------

/** Which record is meant: clients also send numbers. */
export const sentId = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.minLength(1)),
);

/** At most so many characters; what is longer is looked at no further. */
export function atMost(max: number, message = "Invalid input") {
  return z.maxLength(max, { error: message, abort: true });
}

/** The version that an edit began with; a host that does not know it ignores it. */
export const editedVersion = { version: z.optional(z.int()) };

/** What a 409 tells of the record that somebody else has changed. */
export function changed<S extends z.ZodMiniType>(record: S) {
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

const textUpTo = (max: number) => z.nullish(z.string().check(z.trim(), atMost(max), noNul));

/** Text that may be missing, at most `max` characters. */
export function optionalText(max: number) {
  return z.pipe(
    textUpTo(max),
    z.transform((value) => value || null),
  );
}

/** For a field that an update leaves alone if it is absent, and clears if it is "" or null. */
export const emptyAsNull = z.transform((value: string | null | undefined) =>
  value === undefined ? undefined : value || null,
);

export function clearableText(max: number) {
  return z.pipe(textUpTo(max), emptyAsNull);
}

/** An ISO date or instant between the years 1 and 9999. */
export const clearableDate = z.pipe(
  z.nullish(z.string().check(z.refine((value) => value === "" || isDate(value), "Invalid input"))),
  emptyAsNull,
);

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
