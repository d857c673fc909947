import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PgTable } from "drizzle-orm/pg-core";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import { dayOf } from "#lib/time/days.ts";
import { DAY, HOUR } from "#lib/time/zone.ts";
import { OPENING_HOURS, seedCalendar } from "#server/booking/seed.ts";
import { seedAutomations } from "#server/outreach/automations/seed.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import { type Database, type Db, inStore, type SystemDb, type UserKey } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { type Random, randomFrom } from "#server/platform/db/random.ts";
import {
  contacts,
  logos,
  notes,
  organizations,
  productCategories,
  purchases,
  type StoredSetup,
  templates,
  users,
} from "#server/platform/db/schema.ts";
import { sharedCategories } from "#server/platform/db/schema-auth.ts";
import { ownFields } from "#server/platform/db/schema-records.ts";
import { saleSearch, searchLine, searchText } from "#server/platform/db/search.ts";
import { machineDate, randomBytes } from "#server/platform/machine.ts";
import { demoContacts } from "#server/records/contacts/seed.ts";
import { seedRepairs } from "#server/records/repairs/seed.ts";
import {
  demoFields,
  demoPayments,
  joinPartners,
  type Seeded,
  seedCampaign,
  seedDetails,
} from "./seed-details.ts";
import * as texts from "./seed-texts.ts";

/** Published in README.md. */
export const DEMO_PASSWORD = "Welcome-1";
const TIMEZONE = "America/New_York";
const CONTACTS = 240;
const SALES = 400;
const SPAN = 730 * DAY;

export async function seedIfEmpty(database: Database): Promise<boolean> {
  const found = await database.system((db) =>
    db.select({ id: organizations.id }).from(organizations).limit(1),
  );
  if (found.length > 0) return false;
  await seedDemo(database);
  return true;
}

/** Random if other machines can reach the host. */
export function demoPassword(isPublic: boolean): string {
  return isPublic ? `${randomBytes(9).toString("base64url")}-1aA` : DEMO_PASSWORD;
}

/** A jeweler with two years of data up to `now`. Fails with 23505 if its people exist already. */
export async function seedDemo(
  database: Database,
  { now = machineDate(), password = DEMO_PASSWORD, domain = "example.com" } = {},
): Promise<string> {
  const passwordHash = await hashPassword(password);
  const { organizationId } = await database.system((db) =>
    db.transaction((tx) => fillDemo(tx, { now, passwordHash, domain })),
  );
  return organizationId;
}

type NewDemo = {
  now: Date;
  passwordHash: string;
  domain: string;
  setup?: StoredSetup;
  whyNotSent?: string;
  runs?: boolean;
};

/** Returns its owner. Requires a transaction. */
export async function fillDemo(
  tx: SystemDb,
  { now, passwordHash, domain, setup, whyNotSent = NO_ACCOUNT, runs = false }: NewDemo,
): Promise<UserKey & { email: string }> {
  const organizationId = newId();
  await tx.insert(organizations).values({
    ...{ id: organizationId, name: "Marlow & Finch", timezone: TIMEZONE },
    ...{ tagline: "Fine jewelry and repairs since 1891" },
    ...{ address: "12 Harbor Street, Portland, ME 04101", phone: "(207) 555-0100" },
    ...{ country: "US", color: "#14594a", website: "https://marlowandfinch.example" },
    openingHours: OPENING_HOURS,
    ...{ isDemo: true, setup },
  });
  const team = texts.team.map((person) => ({
    ...person,
    email: person.email.replace(/@.*/, `@${domain}`),
    id: newId(),
    organizationId,
    passwordHash,
  }));
  await tx.insert(users).values(team);
  await tx.insert(logos).values(demoLogo(organizationId));
  await tx.insert(templates).values(
    texts.templates.map((template, i) => {
      const createdAt = new Date(now.getTime() - (i + 1) * 45 * DAY);
      const times = { createdAt, updatedAt: createdAt };
      return { ...template, ...times, id: newId(createdAt.getTime()), organizationId };
    }),
  );
  const { id: userId = "", email = "" } = team.find(({ role }) => role === "OWNER") ?? {};
  const colleagues = team.flatMap(({ id }) => (id === userId ? [] : id));
  const store = inStore(tx, organizationId);
  const seeded = await seedRecords(
    store,
    { organizationId, userId, colleagues, team },
    now,
    randomFrom(1891),
  );
  await seedAutomations(store, { organizationId, timezone: TIMEZONE, whyNotSent, runs }, now);
  await seedCampaign(store, seeded, now);
  return { organizationId, userId, email };
}

function demoLogo(organizationId: string) {
  const [large = Buffer.of(), small = Buffer.of()] = ["logo.png", "logo-small.png"].map((file) =>
    readFileSync(join(import.meta.dirname, file)),
  );
  return {
    organizationId,
    hash: createHash("sha256").update(large).digest("hex").slice(0, 16),
    large,
    small,
  };
}

type Seller = { id: string; firstName: string; lastName: string };

function sellerAt(team: Seller[], i: number) {
  const one = team[i % 2 ? 0 : (i / 2) % team.length];
  return one && { soldById: one.id, soldBy: `${one.firstName} ${one.lastName}` };
}

type Team = UserKey & { colleagues: string[]; team: Seller[] };

async function seedRecords(tx: Db, demo: Team, now: Date, random: Random): Promise<Seeded> {
  const { organizationId, userId, colleagues, team } = demo;
  // Its own numbers, so the other records stay the same.
  const details = randomFrom(1902);
  const categories = await seedCategories(tx, now);
  const { rows: fields, values } = demoFields(organizationId, details);
  await tx.insert(ownFields).values(fields);
  const people = demoPeople(organizationId, now, random, values);
  await insertInParts(tx, contacts, people);
  const customers = people.slice(0, 40);
  await seedCalendar(tx, { organizationId, userId, colleagues, timezone: TIMEZONE, customers }, now);
  const owners = people.slice(40, 48);
  await seedRepairs(tx, { organizationId, timezone: TIMEZONE, customers: owners, team }, now);
  const sold = demoSales(demo, people, categories, now, random);
  const payments = demoPayments(sold, details);
  await insertInParts(tx, purchases, sold);
  await insertInParts(tx, notes, demoNotes(organizationId, people, now, random));
  const [own] = team;
  const owner = own ? `${own.firstName} ${own.lastName}` : "";
  return seedDetails(tx, { organizationId, userId, timezone: TIMEZONE, owner, people, sold, payments }, now);
}

type Person = ReturnType<typeof demoPeople>[number];

function demoPeople(
  organizationId: string,
  now: Date,
  random: Random,
  values: ReturnType<typeof demoFields>["values"],
) {
  const drawn = demoContacts(CONTACTS, dayOf(now, TIMEZONE), random);
  joinPartners(drawn);
  return drawn.map((person, i) => {
    const joined = now.getTime() - SPAN + Math.max(0, (i - 60) / (CONTACTS - 60)) * SPAN;
    const createdAt = new Date(
      Math.min(joined + random.between(0, 60_000_000), now.getTime() - (CONTACTS - i) * HOUR),
    );
    return {
      ...person,
      id: newId(createdAt.getTime()),
      organizationId,
      search: searchText(person),
      fields: values(),
      createdAt,
      updatedAt: createdAt,
      source: i < 60 ? ("import" as const) : i % 4 === 0 ? ("visitor" as const) : ("person" as const),
    };
  });
}

function demoSales(
  { organizationId, team }: Team,
  people: Person[],
  categories: Category[],
  now: Date,
  random: Random,
) {
  const { between, pick, chance } = random;
  const first = people.slice(60).flatMap((contact) => {
    const at = contact.createdAt.getTime() + between(0, 50) * HOUR;
    return chance(0.85) ? [{ contact, createdAt: new Date(Math.min(at, now.getTime())) }] : [];
  });
  const rest = SALES - first.length;
  const others = Array.from({ length: rest }, (_, i) => {
    const at = now.getTime() - SPAN * (1 - (i + 1) / rest) ** 1.5 - between(1, 40) * HOUR;
    const createdAt = new Date(Math.max(at, now.getTime() - SPAN));
    const known = people.filter((person) => person.createdAt <= createdAt);
    const buyers = known.length > 0 ? known : people;
    return { contact: pick(chance(0.5) ? buyers.slice(0, 25) : buyers), createdAt };
  });
  return [...first, ...others]
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ contact, createdAt }, i) => {
      const category = pick(categories);
      const invoiceNumber = `INV-${createdAt.getUTCFullYear()}-${String(i + 1).padStart(4, "0")}`;
      return {
        organizationId,
        id: newId(createdAt.getTime()),
        cost: priceBetween(category.from, category.to, random),
        invoiceNumber,
        contactId: contact.id,
        contactName: `${contact.firstName} ${contact.lastName}`,
        productCategoryId: category.id,
        productCategoryName: category.name,
        search: saleSearch(contact.search, category.name, invoiceNumber),
        createdAt,
        updatedAt: createdAt,
        ...sellerAt(team, i),
      };
    });
}

function demoNotes(organizationId: string, people: Person[], now: Date, { between, pick, chance }: Random) {
  const noted = people
    .filter(() => chance(0.4))
    .flatMap((person) => Array<Person>(between(1, 3)).fill(person));
  return noted.map((person) => {
    const createdAt = new Date(between(person.createdAt.getTime(), now.getTime()));
    const id = newId(createdAt.getTime());
    const content = pick(texts.notes);
    const times = { createdAt, updatedAt: createdAt };
    return { organizationId, id, contactId: person.id, content, search: searchLine(content), ...times };
  });
}

const PART = 50;

/** A statement with hundreds of rows would delay other requests. */
async function insertInParts<T extends PgTable>(tx: Db, table: T, rows: T["$inferInsert"][]): Promise<void> {
  for (let at = 0; at < rows.length; at += PART) await tx.insert(table).values(rows.slice(at, at + PART));
}

type Category = { id: string; name: string; from: number; to: number };

async function seedCategories(tx: Db, now: Date): Promise<Category[]> {
  const present = await tx.select().from(sharedCategories);
  const row = ([name, description, from, to]: (typeof texts.ownCategories)[number], i: number) => {
    const createdAt = new Date(now.getTime() - SPAN + i * DAY);
    const id = newId(createdAt.getTime());
    return { id, name, description: description || null, from, to, createdAt, updatedAt: createdAt };
  };
  const shared = texts.sharedCategories.map((category, i) => {
    const made = row(category, i);
    return { ...made, id: present.find(({ name }) => name === made.name)?.id ?? made.id };
  });
  const own = texts.ownCategories.map((category, i) => row(category, shared.length + i));
  await tx.insert(sharedCategories).values(shared).onConflictDoNothing({ target: sharedCategories.id });
  await tx.insert(productCategories).values(own.map((category) => ({ ...category })));
  return [...shared, ...own];
}

function priceBetween(from: number, to: number, { between, pick }: Random): string {
  const share = (between(0, 1000) / 1000) ** 2.2;
  return `${Math.round(from + share * (to - from))}.${pick(["00", "00", "50", "95"])}`;
}
