import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type TextKey, textKeys } from "#lib/contract/contact-field-sets.ts";
import { addressKey } from "#lib/contract/contacts.ts";
import { NO_YEAR } from "#lib/dates.ts";
import { plainName } from "#lib/import/cells.ts";
import { contactColumns } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { journal } from "#server/platform/db/schema-journal.ts";
import { contactAddresses } from "#server/platform/db/schema-records.ts";
import type { Values } from "./row-values.ts";

export type Known = Awaited<ReturnType<typeof withMore>>[number];
type Name = Pick<Values, "firstName" | "lastName">;
type Wanted = Pick<Values, "firstName" | "lastName" | "email" | "phoneNumber" | "birthday" | "addresses">;

const columns = {
  id: contacts.id,
  ...contactColumns,
  consent: contacts.consent,
  noTextsAt: contacts.noTextsAt,
  emailKey: contacts.emailKey,
  phoneKey: contacts.phoneKey,
  nameKey: contacts.nameKey,
  search: contacts.search,
  fields: contacts.fields,
};

export async function knownBy(db: Db, rows: Wanted[]) {
  const found = await findKnown(db, rows);
  const byEmail = indexBy(found, knownEmails);
  const byPhone = indexBy(found, ({ phoneKey, more }) => [
    phoneKey ?? "",
    ...more.filter((key) => !key.includes("@")),
  ]);
  const byName = indexBy(found, (contact) => [nameKey(contact)]);

  return {
    found,

    /**
     * Matches by email and name, by number and name, by name and birthday, by name if neither has more, or by
     * email alone. `place`: position (from 1) among rows with only this name, because each is a different
     * person.
     */
    same(row: Wanted, except?: ReadonlySet<string>, place = 1): Known | undefined {
      const among = (known: Known[] = []) => known.filter(({ id }) => !except?.has(id));
      const named = nameKey(row);
      const shared = emailsOf(row).flatMap((email) => among(byEmail.get(email)));
      const called = phonesOf(row).flatMap((phone) => among(byPhone.get(phone)));
      return (
        shared.find((one) => isSameName(one, row)) ??
        called.find((one) => nameKey(one) === named) ??
        (row.birthday
          ? among(byName.get(named)).find(({ birthday }) => isOneDay(birthday, row.birthday))
          : undefined) ??
        (isOnlyNamed(row) ? among(byName.get(named)).filter(isOnlyNamed)[place - 1] : undefined) ??
        shared[0]
      );
    },

    namesakes(row: Wanted, except?: ReadonlySet<string>): Known[] {
      if (!isOnlyNamed(row)) return [];
      const called = byName.get(nameKey(row)) ?? [];
      return called.filter((one) => !isOnlyNamed(one) && !except?.has(one.id));
    },

    whose(row: Wanted): { found: Known[]; shared?: { by: Known; field: TextKey } } {
      const phone = digits(row.phoneNumber);
      const email = row.email ? byEmail.get(row.email.toLowerCase()) : undefined;
      const having = email ?? (phone ? byPhone.get(phone) : undefined);
      if (!having) return { found: row.email || phone ? [] : (byName.get(nameKey(row)) ?? []) };
      const [by] = having;
      const called = having.filter((one) => isSameName(one, row));
      if (called.length === 0 && by)
        return { found: [], shared: { by, field: email ? "email" : "phoneNumber" } };
      const exact = called.filter((one) => nameKey(one) === nameKey(row));
      const found = exact.length > 0 ? exact : called;
      return { found: new Set(found.map(nameKey)).size === 1 ? found.slice(0, 1) : found };
    },
  };
}

async function findKnown(db: Db, rows: Wanted[]): Promise<Known[]> {
  const emails = unique(rows.flatMap(emailsOf));
  const phones = unique(rows.flatMap(phonesOf));
  const keys = [...emails, ...phones];
  const names = unique(rows.filter(isKnownByName).map(nameOf));
  const by = (where: SQL | undefined) => find(db, where);
  const found = [
    ...(keys.length > 0 ? await by(inArray(contacts.id, whoAlsoHas(db, keys))) : []),
    ...(emails.length > 0 ? await by(inArray(contacts.emailKey, emails)) : []),
    ...(phones.length > 0 ? await by(inArray(contacts.phoneKey, phones)) : []),
    ...(names.length > 0
      ? await by(
          sql`${contacts.nameKey} in (select lower(name) from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name)`,
        )
      : []),
  ];
  return withMore(db, [...new Map(found.map((one) => [one.id, one])).values()]);
}

function indexBy(found: Known[], valuesOf: (contact: Known) => string[]): Map<string, Known[]> {
  const map = new Map<string, Known[]>();
  for (const contact of found) {
    for (const value of new Set(valuesOf(contact))) {
      if (!value) continue;
      const same = map.get(value);
      if (same) same.push(contact);
      else map.set(value, [contact]);
    }
  }
  return map;
}

export async function createdBy(db: Db, importId: string, known: Known[]): Promise<Set<string>> {
  if (known.length === 0) return new Set();
  const rows = await db
    .select({ id: journal.recordId })
    .from(journal)
    .where(
      and(
        eq(journal.change, importId),
        eq(journal.kind, "contact"),
        eq(journal.action, "created"),
        inArray(
          journal.recordId,
          known.map(({ id }) => id),
        ),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

export function isSameName(one: Name, other: Name): boolean {
  const [a, b] = [one, other].map((name) => plainName(nameOf(name)).split(" ").filter(Boolean));
  if (!a || !b || a.length === 0 || b.length === 0) return true;
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return fewer.every((word) => more.some((other) => other.startsWith(word) || word.startsWith(other)));
}

export function emailOrPhone(one: Pick<Wanted, TextKey>): { field: TextKey; text: string } | undefined {
  const field = textKeys.find((key) => one[key]);
  return field && { field, text: one[field] };
}

export function isOnlyNamed({ email, phoneNumber, birthday }: Omit<Wanted, "addresses">): boolean {
  return !email && !digits(phoneNumber) && !birthday;
}

function isOneDay(has: string | null, said: string | null): boolean {
  if (!has || !said) return false;
  const isShort = [has, said].some((day) => day.startsWith(`${NO_YEAR}-`));
  return isShort ? has.slice(5) === said.slice(5, 10) : has === said.slice(0, 10);
}

function isKnownByName({ birthday, email, phoneNumber }: Wanted): boolean {
  return Boolean(birthday) || (!email && !digits(phoneNumber));
}

function find(db: Db, where: SQL | undefined) {
  return db.select(columns).from(contacts).where(where).orderBy(asc(contacts.createdAt), asc(contacts.id));
}

async function withMore(db: Db, found: Awaited<ReturnType<typeof find>>) {
  const { contactId: id, addressKey: key } = contactAddresses;
  const ids = unique(found.map((one) => one.id));
  const rows =
    ids.length === 0 ? [] : await db.select({ id, key }).from(contactAddresses).where(inArray(id, ids));
  const more = Map.groupBy(rows, ({ id }) => id);
  return found.map((one) => ({ ...one, more: (more.get(one.id) ?? []).map(({ key }) => key ?? "") }));
}

function whoAlsoHas(db: Db, keys: string[]) {
  return db
    .select({ id: contactAddresses.contactId })
    .from(contactAddresses)
    .where(inArray(contactAddresses.addressKey, keys));
}

export function knownEmails({ emailKey, more }: Known): string[] {
  return [emailKey ?? "", ...more.filter((key) => key.includes("@"))].filter(Boolean);
}

export function emailsOf({ email, addresses }: Pick<Wanted, "email" | "addresses">): string[] {
  return unique([email, ...addresses.map(({ address }) => address)].map((one) => one.toLowerCase())).filter(
    (one) => one === email.toLowerCase() || one.includes("@"),
  );
}

function phonesOf({ phoneNumber, addresses }: Wanted): string[] {
  const more = addresses.flatMap(({ address }) => (address.includes("@") ? [] : [address]));
  return unique([phoneNumber, ...more].map(digits));
}

export function addressKeysOf({ email, phoneNumber, addresses }: Wanted): string[] {
  return unique([email, phoneNumber, ...addresses.map(({ address }) => address)].map(addressKey));
}

export function reachesOf(row: Pick<Wanted, TextKey | "addresses">): Pick<Wanted, TextKey>[] {
  const more = row.addresses.map(({ address }) =>
    address.includes("@") ? { email: address, phoneNumber: "" } : { email: "", phoneNumber: address },
  );
  return [row, ...more];
}

export function personKeys(row: Wanted): string[] {
  const name = nameKey(row);
  return [
    ...emailsOf(row).map((email) => `email ${email}`),
    ...phonesOf(row).map((phone) => `phoneNumber ${phone} ${name}`),
    ...(row.birthday && name ? [`birthday ${row.birthday.slice(0, 10)} ${name}`] : []),
    ...(isOnlyNamed(row) && name ? [`firstName ${name}`] : []),
  ];
}

export function nameOf({ firstName, lastName }: Pick<Wanted, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

export function nameKey(person: Pick<Wanted, "firstName" | "lastName">): string {
  return nameOf(person).toLowerCase();
}

function digits(phoneNumber: string): string {
  return phoneNumber.replace(/\D/g, "");
}

function unique(values: string[]): string[] {
  return [...new Set(values.filter(Boolean))];
}
