import { isPhone } from "#lib/contract/contact-field-sets.ts";
import type { ContactKey } from "#lib/contract/contact-fields.ts";
import type { Doubt, Reading } from "#lib/contract/imports.ts";
import { isYearly } from "#lib/contract/yearly-fields.ts";
import { NO_YEAR, today } from "#lib/dates.ts";
import type { Refusal } from "#server/connections/mail/may-email.ts";
import { usableCategories } from "#server/platform/db/categories.ts";
import type { Db } from "#server/platform/db/client.ts";
import { MAX_RECORDS } from "#server/platform/db/record.ts";
import { organizations } from "#server/platform/db/schema.ts";
import type { FileFacts } from "#server/platform/db/schema-import.ts";
import { fold } from "#server/platform/db/search.ts";
import { fieldsOf } from "#server/records/fields/fields.ts";
import type { Known } from "./match.ts";
import type { ReadRow, Store, Values } from "./row-values.ts";

export type Context = {
  organizationId: string;
  reading: Reading;
  facts: FileFacts;
  store: Store;
  secret: Buffer;
  writtenBy: string | null;
  /** A saved import updates sales by their invoice number. */
  isSaved: boolean;
  isUnattended: boolean;
};
export type Row = {
  number: number;
  cells: string[];
  mended: Record<string, string>;
  isLeftOut: boolean;
  recordKey: string | null;
};
type State = "new" | "update" | "same" | "doubt" | "out";

export type ComparedRow = Row & {
  state: State;
  doubts: Doubt[];
  shown: ReadRow["shown"];
  emptied?: ReadRow["emptied"];
  values: Values;
  keys: string[];
  known: Known | null;
  category: Category | null;
  newCategories: string[];
  changes: Partial<Pick<Values, ContactKey | "consent" | "texts" | "own" | "addresses">>;
  newTags?: string[];
  refund?: { purchaseId: string; amount: string };
  note: string;
  saidNo?: Refusal | undefined;
  isErased?: boolean;
  sale?: { id: string; isSameDay: boolean; saysPaid: boolean };
  isEdited?: boolean;
};

/** A date without a year doesn't remove the year. */
export function isSameValue(field: ContactKey, said: string, has: string): boolean {
  if (isPhone(field)) return said.replace(/\D/g, "") === has.replace(/\D/g, "");
  if (!isYearly(field)) return said === has;
  const isShort = said.startsWith(`${NO_YEAR}-`);
  return isShort ? said.slice(5, 10) === has.slice(5) : said.slice(0, 10) === has;
}

export type Seen = {
  persons: Map<string, number>;
  /** Names of new customers by address. */
  customers: Map<string, string>;
  records: Map<string, number>;
  categories: Set<string>;
  /** Stored sales that a row equals. A second equal row is another sale. */
  sales: Set<string>;
};

export function nothingSeen(): Seen {
  return {
    persons: new Map(),
    customers: new Map(),
    records: new Map(),
    categories: new Set(),
    sales: new Set(),
  };
}

export const TICKET = "ticket ";

type Checked = {
  number: number;
  state: string;
  keys: string[];
  recordKey: string | null;
  newCategory: string | null;
};

export function see(seen: Seen, { number, state, keys, recordKey, newCategory }: Checked): void {
  if (state === "new" || state === "update" || state === "same") {
    for (const key of keys) {
      seen.persons.set(key, number);
      const [, address, name] = /^customer (\S+) (.+)$/.exec(key) ?? [];
      if (address && name && !seen.customers.has(address)) seen.customers.set(address, name);
    }
  }
  for (const name of namesIn(newCategory)) seen.categories.add(fold(name));
  if (!recordKey) return;
  const at = recordKey.lastIndexOf(" #");
  const [base, count] = [recordKey.slice(0, at), Number(recordKey.slice(at + 2))];
  // The file's own number may end with "#2". Then no "#1" precedes it.
  if (at > 0 && count > 1 && seen.records.get(base) === count - 1) seen.records.set(base, count);
  else seen.records.set(recordKey, 1);
}

export function namesIn(newCategory: string | null): string[] {
  return newCategory?.split("\n") ?? [];
}

/** The second "a" is "a #2". */
export function numbered(base: string, seen: Seen): string {
  const count = (seen.records.get(base) ?? 0) + 1;
  seen.records.set(base, count);
  return count === 1 ? base : `${base} #${count}`;
}

export function placeOf(key: string | null): { base: string; place: number } {
  const [, base = key ?? "", place = "1"] = /^(.*) #(\d+)$/.exec(key ?? "") ?? [];
  return { base, place: Number(place) };
}

export function isCategoryTooMany(made: Set<string>, name: string, present: Map<string, Category>): boolean {
  const own = [...present.values()].filter(({ isOwn }) => isOwn).length;
  if (!made.has(fold(name)) && own + made.size >= MAX_RECORDS) return true;
  made.add(fold(name));
  return false;
}

export const TOO_MANY = `There are ${MAX_RECORDS} categories already`;

export type Category = { id: string; name: string; description: string | null; isOwn: boolean };

export async function categoriesOf(db: Db): Promise<Map<string, Category>> {
  const rows = await usableCategories(db);
  return new Map(
    rows.map(({ organizationId: owner, id, name, description }) => [
      fold(name),
      { id, name, description, isOwn: owner !== null },
    ]),
  );
}

export async function storeOf(db: Db): Promise<Store> {
  const [found] = await db
    .select({
      timezone: organizations.timezone,
      currency: organizations.currency,
      digits: organizations.currencyDigits,
      notation: organizations.notation,
      dayFirst: organizations.dayFirst,
      methods: organizations.methodNames,
    })
    .from(organizations);
  const {
    timezone = "UTC",
    currency = "USD",
    digits = 2,
    notation = "en-US",
    dayFirst,
    methods,
  } = found ?? {};
  return {
    timezone,
    currency,
    digits,
    today: today(timezone),
    fields: await fieldsOf(db),
    methods,
    usual: {
      dates: dayFirst ? "dayFirst" : "monthFirst",
      numbers: new Intl.NumberFormat(notation).format(0.5).includes(",") ? "comma" : "point",
    },
  };
}
