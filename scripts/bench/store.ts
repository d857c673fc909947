import { eq } from "drizzle-orm";
import { newId } from "#server/db/id.ts";
import { type Opened, openDatabase } from "#server/db/open.ts";
import { contacts, purchases, users } from "#server/db/schema.ts";
import { saleSearch, searchText } from "#server/db/search.ts";
import { seedIfEmpty } from "#server/demo/seed.ts";
import { vacuum } from "#server/jobs/upkeep.ts";

const CONTACTS = 100_000;
const CHUNK = 200;
const MINUTE = 60_000;

export const TERMS = { "a tenth match": "maria", "three match": "quillfeather", "nobody matches": "zzyzx" };
export const OWNER = { email: "owner@example.com", password: "Welcome-1" };

export type Where = { dataDir: string; databaseUrl?: string };

/** The demo store with 100,000 contacts more, each with one sale. Answers the organization's id. */
export async function fillStore(where: Where): Promise<string> {
  const opened = await openDatabase(where);
  try {
    await seedIfEmpty(opened.database);
    return await addContacts(opened);
  } finally {
    await opened.close();
  }
}

/** As an import does: many transactions one after the other. */
async function addContacts({ database }: Opened): Promise<string> {
  const [owner] = await database.system((db) => db.select().from(users).where(eq(users.email, OWNER.email)));
  if (!owner) throw new Error(`The demo store has no ${OWNER.email}`);
  const { organizationId } = owner;
  const newest = Date.now();
  for (let from = 0; from < CONTACTS; from += CHUNK) {
    await database.tenant(organizationId, async (db) => {
      const people = Array.from({ length: CHUNK }, (_, i) => {
        const createdAt = new Date(newest - (CONTACTS - from - i) * MINUTE);
        const person = personAt(from + i);
        const search = searchText(person);
        return { ...person, organizationId, id: newId(createdAt.getTime()), search, createdAt };
      });
      await db.insert(contacts).values(people);
      await db.insert(purchases).values(
        people.map(({ id, createdAt, firstName, lastName, search }, i) => ({
          organizationId,
          id: newId(createdAt.getTime()),
          cost: `${100 + ((from + i) % 900)}.00`,
          contactId: id,
          contactName: `${firstName} ${lastName}`,
          productCategoryName: "Rings",
          search: saleSearch(search, "Rings", null),
          createdAt,
        })),
      );
    });
  }
  await database.system(vacuum);
  return organizationId;
}

const FIRST = [
  "Maria",
  "Noah",
  "Ingrid",
  "Kwame",
  "Saoirse",
  "Hiroshi",
  "Lakshmi",
  "Zoë",
  "Dimitri",
  "Amélie",
];
const SYLLABLES = [
  "ka",
  "lo",
  "ven",
  "ti",
  "mar",
  "do",
  "sel",
  "ru",
  "bin",
  "ha",
  "ost",
  "ley",
  "gra",
  "wick",
];

/** Every number gives one person; surnames are three syllables. */
function personAt(n: number) {
  const size = SYLLABLES.length;
  const syllable = (power: number) => SYLLABLES[Math.floor(n / (FIRST.length * size ** power)) % size] ?? "";
  const name = syllable(0) + syllable(1) + syllable(2);
  const lastName =
    n % 33_000 === 7 && n < 99_000 ? "Quillfeather" : (name[0] ?? "").toUpperCase() + name.slice(1);
  const firstName = FIRST[n % FIRST.length] ?? "";
  const phoneNumber = `+1 555 ${String(n).padStart(7, "0")}`;
  return { firstName, lastName, email: `${name}.${n}@example.com`, phoneNumber };
}
