import type { OwnKind } from "./field-terms.ts";
import type { Money } from "./money.ts";

/** What a mail fills in of the contact it goes to, in the order in which the editor offers it. */
export const placeholderNames = [
  "firstName",
  "lastName",
  "email",
  "birthday",
  "anniversary",
  "name",
  "phoneNumber",
  "lastPurchase",
  "lastPurchaseDate",
  "storeName",
] as const;
type PlaceholderName = (typeof placeholderNames)[number];

type Day = { year: number; month: number; day: number };

/** What is known when a mail is written. Days are those of the store's calendar. */
type Facts = {
  contact: {
    firstName: string;
    lastName: string;
    email: string;
    phoneNumber: string;
    birthday: Day | null;
    anniversary: Day | null;
  };
  /** The newest sale to the contact: what was sold, and when. */
  lastPurchase: { item: string; day: Day | null } | null;
  storeName: string;
};

// With the joiners that names in Persian and Hindi hold.
const NAME = /^[\p{L}\p{M} .'’ʼ‐–\p{Join_Control}-]{1,100}$/u;
// "evil.test" is an address, "J.R. Tolkien" is none.
const ADDRESS = /\.[\p{L}\p{M}]{2}/u;
// Longer ones are sentences.
const LONGEST_NAME = 60;
const PHONE = /^[\d +()-]{1,40}$/;

/** Whether a text can be a person's name: letters and what stands between them, and no address. */
export function isName(text: string): boolean {
  return NAME.test(text) && !ADDRESS.test(text);
}

/**
 * A name that a mail may repeat, "" where it is none. Anybody may book for any address and call themselves anything:
 * the store does not mail strangers' words to third parties.
 */
export function asName(text: string): string {
  return text.length <= LONGEST_NAME && isName(text) ? text : "";
}

/** The value of every placeholder, "" where there is none; the editor's preview and the mail itself use the same. */
export function placeholderValues({
  contact,
  lastPurchase,
  storeName,
}: Facts): Record<PlaceholderName, string> {
  const { email } = contact;
  const [firstName, lastName] = [asName(contact.firstName), asName(contact.lastName)];
  return {
    firstName,
    lastName,
    email,
    // A greeting tells nobody's age.
    birthday: written(contact.birthday, false),
    anniversary: written(contact.anniversary, false),
    name: [firstName, lastName].filter(Boolean).join(" "),
    phoneNumber: PHONE.test(contact.phoneNumber) ? contact.phoneNumber : "",
    lastPurchase: lastPurchase?.item ?? "",
    lastPurchaseDate: written(lastPurchase?.day ?? null, true),
    storeName,
  };
}

type OwnField = {
  id: string;
  placeholder: string;
  kind: OwnKind;
  options: readonly { id: string; text: string }[];
};

/** The same for the store's own fields: amounts in its notation, days with their year, options by their words. */
export function ownPlaceholderValues(
  fields: readonly OwnField[],
  values: { [id: string]: unknown },
  { format }: Pick<Money, "format">,
): Record<string, string> {
  const said = ({ kind, options }: OwnField, value: unknown): string => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    const chosen = Array.isArray(value) ? value : [value];
    if (kind === "choice" || kind === "choices")
      return all.format(options.filter(({ id }) => chosen.includes(id)).map(({ text }) => text));
    if (typeof value !== "string") return "";
    if (kind === "money") return format(Number(value));
    if (kind !== "date") return value;
    const [year = 0, month = 0, day = 0] = value.split("-").map(Number);
    return year && month && day ? written({ year, month, day }, true) : "";
  };
  return Object.fromEntries(fields.map((field) => [field.placeholder, said(field, values[field.id])]));
}

const all = new Intl.ListFormat("en-US");

/**
 * What stands for a field in templates: made of what it is called when it is made, and its own from then on, so that no
 * template changes when the field is called otherwise. `taken` are those that there are.
 */
export function placeholderOf(field: { label: string; group: string }, taken: readonly string[]): string {
  const known = new Set([...placeholderNames, ...taken].map((name) => name.toLowerCase()));
  const bare = asPlaceholder(field.label);
  const name = known.has(bare.toLowerCase()) ? asPlaceholder(`${field.group} ${field.label}`) : bare;
  let free = name;
  for (let count = 2; known.has(free.toLowerCase()); count++) free = `${name}${count}`;
  return free;
}

const LONGEST_PLACEHOLDER = 40;

/** "Ring, left hand" → "ringLeftHand". */
function asPlaceholder(words: string): string {
  const parts = words.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? ["field"];
  const whole = parts.map((part, i) =>
    i === 0 ? part.toLowerCase() : part.slice(0, 1).toUpperCase() + part.slice(1).toLowerCase(),
  );
  return [...whole.join("")].slice(0, LONGEST_PLACEHOLDER).join("");
}

/** "March 14", or "March 14, 2026". */
function written(date: Day | null, withYear: boolean): string {
  if (!date) return "";
  const year = withYear ? "numeric" : undefined;
  const format = new Intl.DateTimeFormat("en-US", { year, month: "long", day: "numeric", timeZone: "UTC" });
  return format.format(Date.UTC(date.year, date.month - 1, date.day));
}
