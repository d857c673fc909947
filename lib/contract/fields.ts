import * as z from "zod/mini";
import { ours, read, tolerant, unreadable } from "./tolerant.ts";

// Answers.

/** Other hosts may send numbers. */
export const id = tolerant(z.string().check(z.minLength(1)), readId);

function readId(value: unknown): string {
  const read = typeof value === "number" ? String(value) : value;
  if (typeof read !== "string" || read === "") throw unreadable();
  return read;
}

/** Never null in the app. */
export const text = tolerant(z.string(), readText);
export const textOrNull = tolerant(z.nullable(z.string()), readText);
export const textOrNone = tolerant(z.optional(z.nullable(z.string())), readText);

/** Of a visitor, or of the contact of a task. */
export const phone = { phoneNumber: textOrNull };
export const reach = { email: text, ...phone };

export function readText(value: unknown): string {
  if (value == null) return "";
  if (typeof value !== "string" && typeof value !== "number") throw unreadable();
  return String(value);
}

/** An exact decimal; null if unreadable. */
export const amount = tolerant(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), readAmount);

export const figure = tolerant(z.number(), readAmount);

function readAmount(value: unknown): number | null {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const moment = z.iso.datetime({ offset: true });
/** An instant, or a day as noon UTC, as the host wrote it. lib/dates.ts parses it. */
export const when = tolerant<typeof moment, string | null, string | Date>(moment, readWhen);

function readWhen(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export const flag = tolerant(z.boolean(), Boolean);

/** Edits send it back, so nobody overwrites another edit. Other hosts send none. */
export const version = ours(z.int());

/** Creator's name at that time; null if unknown. */
export const createdBy = ours(z.nullable(z.string()));

/** Other hosts send first and last name. */
const named = z.object({ id, name: text });
export const option = tolerant(named, readOption);

export function readOption(value: unknown) {
  const { id, name, firstName, lastName } = read(other, value);
  return { id, name: name || [firstName, lastName].filter(Boolean).join(" ") };
}
const other = z.object({ id, name: text, firstName: text, lastName: text });

/** `id` is null after the owner was deleted; the name stays. */
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

/** {id} or {data: {id}}; null if the host sends neither. */
export const created = tolerant(z.object({ id }), readCreated);
/** SPEC.md section 7 shows `data.id` for templates only. */
export const createdInData = tolerant(z.object({ data: z.object({ id }) }), readCreated);

function readCreated(value: unknown): { id: string } | null {
  for (const found of [value, Object(value).data]) {
    try {
      return read(z.object({ id }), found);
    } catch {}
  }
  return null;
}

// Forms. They check a length before any pattern.

/** Clients may send numbers. */
export const sentId = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.minLength(1)),
);

export const someId = z.string().check(atMost(64));

/** Only the first request with a key is carried out. */
export const requestKey = z.string("Required").check(atMost(128), z.regex(/^[\w-]{8,128}$/, "Invalid input"));

/** Aborts, so patterns never see longer text. */
export function atMost(max: number, message = "Invalid input") {
  return z.maxLength(max, { error: message, abort: true });
}

/** The version that the edit started from. */
export const editedVersion = { version: z.optional(z.int()) };

export function changed<S extends z.ZodMiniType>(record: S) {
  return z.object({ current: z.optional(record) });
}

// Direction marks, joiners and fillers are invisible.
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export function required(message: string, max = 200, tooLong = "Invalid input") {
  return z.string(message).check(
    z.trim(),
    z.minLength(1, { error: message, abort: true }),
    atMost(max, tooLong),
    z.refine((value) => VISIBLE.test(value), { error: message, abort: true }),
    noNul,
  );
}

export const oneLine = z.overwrite<string>((value) => value.replace(/[\s\p{Cc}]+/gu, " ").trim());

export const noNul = z.refine<string>((value) => !value.includes("\0"), "Invalid input");

export function email(message: string) {
  return z.string(message).check(z.trim(), atMost(254, message), z.email(message));
}

// SPEC.md's characters, and the full stop of "St. John".
const NAME = /^[\p{L}\p{M} .'’ʼ‐–-]+$/u;

export function personName(message: string) {
  return required(message, 100).check(z.regex(NAME, "Please enter a valid name"));
}

const textUpTo = (max: number) => z.nullish(z.string().check(z.trim(), atMost(max), noNul));

export function optionalText(max: number) {
  return z.pipe(
    textUpTo(max),
    z.transform((value) => value || null),
  );
}

/** Absent: unchanged. "" or null: cleared. */
export const emptyAsNull = z.transform((value: string | null | undefined) =>
  value === undefined ? undefined : value || null,
);

export function clearableText(max: number) {
  return z.pipe(textUpTo(max), emptyAsNull);
}

export const clearableDate = z.pipe(
  z.nullish(z.string().check(z.refine((value) => value === "" || isDate(value), "Invalid input"))),
  emptyAsNull,
);

export const requiredDate = z
  .string("Required")
  .check(z.minLength(1, { error: "Required", abort: true }), z.refine(isDate, "Invalid input"));

const MAX_DATE_LENGTH = "2026-11-21T09:00:00.000000000+00:00".length;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

export function isDate(value: string): boolean {
  const [, year, month, day] = (value.length <= MAX_DATE_LENGTH && ISO.exec(value)) || [];
  if (!year || !month || !day || year === "0000" || Number.isNaN(Date.parse(value))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

export const day = z.string("must be a date").check(
  z.refine((value) => value.length === 10 && isDate(value), {
    error: ({ input }) => (input === "" ? "Required" : "must be a date like 2026-11-21"),
  }),
);

export const sensibleDay = day.check(
  z.refine((value) => value >= "2000-01-01" && value <= "2199-12-31", "must be between 2000 and 2199"),
);

export const instant = z
  .string("must be a time")
  .check(z.refine(isDate, "must be a time like 2026-11-21T09:00:00Z"));

export const before = { before: z.optional(z.string().check(z.maxLength(64))) };

export const page = z.object({
  page: z.optional(wholeNumber(1, 1_000_000)),
  limit: z.optional(wholeNumber(1, 100)),
  sort: z.optional(
    z.enum(["createdAt:desc", "createdAt:asc"], "sort must be createdAt:desc or createdAt:asc"),
  ),
  search: z.optional(z.string().check(atMost(200), noNul)),
});

export function filePart(bytes: number, most: number) {
  return {
    part: z.int().check(z.minimum(0), z.maximum(Math.ceil(most / bytes))),
    data: z
      .string()
      .check(atMost(bytes * 1.34, "Invalid input"), z.regex(/^[A-Za-z0-9+/]*={0,2}$/, "Invalid input")),
  };
}

/** Also as text ("2"). */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.union([z.number(), z.string().check(atMost(9, message), z.regex(/^\d{1,9}$/, message))], message),
    z.pipe(z.transform(Number), z.int(message).check(z.minimum(min, message), z.maximum(max, message))),
  );
}
