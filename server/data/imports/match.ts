import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type TextKey, textKeys } from "#lib/contract/contact-field-sets.ts";
import { NO_YEAR } from "#lib/dates.ts";
import { plainName } from "#lib/import/cells.ts";
import { contactColumns } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { journal } from "#server/platform/db/schema-journal.ts";
import type { Values } from "./row-values.ts";

export type Known = Awaited<ReturnType<typeof find>>[number];
type Name = Pick<Values, "firstName" | "lastName">;
type Wanted = Pick<Values, "firstName" | "lastName" | "email" | "phoneNumber" | "birthday">;

const columns = {
  id: contacts.id,
  ...contactColumns,
  consent: contacts.consent,
  emailKey: contacts.emailKey,
  phoneKey: contacts.phoneKey,
  nameKey: contacts.nameKey,
  search: contacts.search,
  fields: contacts.fields,
};

export async function knownBy(db: Db, rows: Wanted[]) {
  const emails = unique(rows.map(({ email }) => email.toLowerCase()));
  const phones = unique(rows.map(({ phoneNumber }) => digits(phoneNumber)));
  const names = unique(rows.filter(isKnownByName).map(nameOf));
  const by = (where: SQL | undefined) => find(db, where);
  const found = [
    ...(emails.length > 0 ? await by(inArray(contacts.emailKey, emails)) : []),
    ...(phones.length > 0 ? await by(inArray(contacts.phoneKey, phones)) : []),
    ...(names.length > 0
      ? await by(
          sql`${contacts.nameKey} in (select lower(name) from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name)`,
        )
      : []),
  ];
  const index = (key: "emailKey" | "phoneKey" | "name") => {
    const map = new Map<string, Known[]>();
    const there = new Set<string>();
    for (const contact of found) {
      const value = key === "name" ? nameKey(contact) : contact[key];
      // A store may have thousands of contacts with one name.
      const entry = `${contact.id} ${value}`;
      if (!value || there.has(entry)) continue;
      there.add(entry);
      const same = map.get(value);
      if (same) same.push(contact);
      else map.set(value, [contact]);
    }
    return map;
  };
  const [byEmail, byPhone, byName] = [index("emailKey"), index("phoneKey"), index("name")];

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
      const shared = row.email ? among(byEmail.get(row.email.toLowerCase())) : [];
      const phone = digits(row.phoneNumber);
      return (
        shared.find((one) => isSameName(one, row)) ??
        (phone ? among(byPhone.get(phone)).find((one) => nameKey(one) === named) : undefined) ??
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

/** "Anna Lind" matches "Lind", "Ann Lind" and "A. Lind". */
export function isSameName(one: Name, other: Name): boolean {
  const [a, b] = [one, other].map((name) => plainName(nameOf(name)).split(" ").filter(Boolean));
  if (!a || !b || a.length === 0 || b.length === 0) return true;
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return fewer.every((word) => more.some((other) => other.startsWith(word) || word.startsWith(other)));
}

export function addressOf(one: Pick<Wanted, TextKey>): { field: TextKey; text: string } | undefined {
  const field = textKeys.find((key) => one[key]);
  return field && { field, text: one[field] };
}

export function isOnlyNamed({ email, phoneNumber, birthday }: Wanted): boolean {
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

export function personKeys(row: Wanted): string[] {
  const phone = digits(row.phoneNumber);
  const name = nameKey(row);
  return [
    ...(row.email ? [`email ${row.email.toLowerCase()}`] : []),
    ...(phone ? [`phoneNumber ${phone} ${name}`] : []),
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
