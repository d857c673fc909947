import type { FieldKind } from "./built-in-fields.ts";
import { isPhone } from "./contact-field-sets.ts";
import { type ContactKey, contactFields, contactKeys } from "./contact-fields.ts";
import type { OwnKind } from "./field-terms.ts";
import type { Money } from "./money.ts";
import type { YearlyKey } from "./yearly-fields.ts";

export const placeholderNames = [
  ...contactKeys.filter((key) => !isPhone(key)),
  "name",
  ...contactKeys.filter(isPhone),
  "lastPurchase",
  "lastPurchaseDate",
  "storeName",
] as const;
type PlaceholderName = (typeof placeholderNames)[number];

type Day = { year: number; month: number; day: number };

type Facts = {
  contact: { [K in ContactKey]?: (K extends YearlyKey ? Day : string) | null };
  lastPurchase: { item: string; day: Day | null } | null;
  storeName: string;
};

// Persian and Hindi names contain joiners.
const NAME = /^[\p{L}\p{M} .'’ʼ‐–\p{Join_Control}-]{1,100}$/u;
// "evil.test" is an address, "J.R. Tolkien" isn't.
const ADDRESS = /\.[\p{L}\p{M}]{2}/u;
const MAX_NAME_LENGTH = 60;
const PHONE = /^[\d +()-]{1,40}$/;

export function isName(text: string): boolean {
  return NAME.test(text) && !ADDRESS.test(text);
}

/** A name that is safe in an email, or "". Visitors book under any name, and strangers would read their words. */
export function asName(text: string): string {
  return text.length <= MAX_NAME_LENGTH && isName(text) ? text : "";
}

export function placeholderValues({
  contact,
  lastPurchase,
  storeName,
}: Facts): Record<PlaceholderName, string> {
  const values = contactFields.map(({ key, kind }) => [key, contactText(kind, contact[key] ?? "")]);
  const texts = Object.fromEntries(values) as Record<ContactKey, string>;
  return {
    ...texts,
    name: [texts.firstName, texts.lastName].filter(Boolean).join(" "),
    lastPurchase: lastPurchase?.item ?? "",
    lastPurchaseDate: written(lastPurchase?.day ?? null, true),
    storeName,
  };
}

function contactText(kind: FieldKind, value: string | Day): string {
  // Without the year, so a greeting doesn't reveal the age.
  if (typeof value !== "string") return written(value, false);
  if (kind === "name") return asName(value);
  return kind === "phone" && !PHONE.test(value) ? "" : value;
}

type OwnField = {
  id: string;
  placeholder: string;
  kind: OwnKind;
  options: readonly { id: string; text: string }[];
};

export function ownPlaceholderValues(
  fields: readonly OwnField[],
  values: { [id: string]: unknown },
  { format }: Pick<Money, "format">,
): Record<string, string> {
  const said = ({ kind, options }: OwnField, value: unknown): string => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    const ids = Array.isArray(value) ? value : [value];
    if (kind === "choice" || kind === "choices")
      return new Intl.ListFormat("en-US").format(
        options.filter(({ id }) => ids.includes(id)).map(({ text }) => text),
      );
    if (typeof value !== "string") return "";
    if (kind === "money") return format(Number(value));
    if (kind !== "date") return value;
    const [year = 0, month = 0, day = 0] = value.split("-").map(Number);
    return year && month && day ? written({ year, month, day }, true) : "";
  };
  return Object.fromEntries(fields.map((field) => [field.placeholder, said(field, values[field.id])]));
}

/** Made from the label once, so renaming a field keeps templates working. */
export function placeholderOf(field: { label: string; group: string }, taken: readonly string[]): string {
  const known = new Set([...placeholderNames, ...taken].map((name) => name.toLowerCase()));
  const bare = asPlaceholder(field.label);
  const name = known.has(bare.toLowerCase()) ? asPlaceholder(`${field.group} ${field.label}`) : bare;
  let free = name;
  for (let count = 2; known.has(free.toLowerCase()); count++) free = `${name}${count}`;
  return free;
}

const MAX_PLACEHOLDER_LENGTH = 40;

function asPlaceholder(words: string): string {
  const parts = words.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? ["field"];
  const whole = parts.map((part, i) =>
    i === 0 ? part.toLowerCase() : part.slice(0, 1).toUpperCase() + part.slice(1).toLowerCase(),
  );
  return [...whole.join("")].slice(0, MAX_PLACEHOLDER_LENGTH).join("");
}

function written(date: Day | null, withYear: boolean): string {
  if (!date) return "";
  const year = withYear ? "numeric" : undefined;
  const format = new Intl.DateTimeFormat("en-US", { year, month: "long", day: "numeric", timeZone: "UTC" });
  return format.format(Date.UTC(date.year, date.month - 1, date.day));
}
