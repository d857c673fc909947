import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { seedIfEmpty } from "#server/data/demo/seed.ts";
import { vacuum } from "#server/jobs/upkeep.ts";
import type { Opened } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { contacts, purchases, users } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { saleSearch, searchText } from "#server/platform/db/search.ts";
import { cpuMs } from "./cpu.ts";

const CHUNK = 200;
const MINUTE = 60_000;
const DAY = 86_400_000;

export const TERMS = { "a tenth match": "maria", "three match": "quillfeather", "nobody matches": "zzyzx" };
export const OWNER = { email: "owner@example.com", password: "Welcome-1" };

export type Where = { dataDir: string; databaseUrl?: string };
export type Store = Where & Filled;
export type Stores = { large: Store; small: Store; count: number; serverPid?: number };

const LARGE = 100_000;
const SMALL = 1_000;
export const APPOINTMENTS = 4_380;

export async function fillStores(large: Where, small: Where, serverPid?: number): Promise<Stores> {
  const fill = async (where: Where, count: number): Promise<Store> => {
    const env = {
      ...process.env,
      DATA_DIR: where.dataDir,
      DATABASE_URL: where.databaseUrl ?? "",
      CONTACTS: String(count),
      SERVER_PID: String(serverPid ?? ""),
    };
    const { stdout } = await promisify(execFile)(process.execPath, ["lab/bench/fill.ts"], { env });
    return { ...where, ...JSON.parse(stdout) };
  };
  const rest = { count: LARGE, ...(serverPid && { serverPid }) };
  return { small: await fill(small, SMALL), large: await fill(large, LARGE), ...rest };
}

/** `log` in MB. */
type Slice = { seconds: number; cpu: number; log: number };
type Filled = { organization: string; slices: Slice[] };

const FIFTHS = 5;

export async function fillStore(where: Where, count: number, serverPid?: number): Promise<Filled> {
  const opened = await openDatabase(where);
  const pids = [process.pid, ...(serverPid ? [serverPid] : [])];
  try {
    const { database } = opened;
    await seedIfEmpty(database);
    const [owner] = await database.system((db) =>
      db.select().from(users).where(eq(users.email, OWNER.email)),
    );
    if (!owner) throw new Error(`The demo store has no ${OWNER.email}`);
    const { organizationId } = owner;
    const slices: Slice[] = [];
    for (let i = 0; i < FIFTHS; i++) {
      const [begun, cpu] = [performance.now(), cpuMs(pids)];
      await addContacts(opened, organizationId, {
        from: (count / FIFTHS) * i,
        count: count / FIFTHS,
        of: count,
      });
      slices.push({
        seconds: (performance.now() - begun) / 1000,
        cpu: (cpuMs(pids) - cpu) / 1000,
        log: where.databaseUrl ? 0 : megabytes(join(where.dataDir, "db/pg_wal")),
      });
    }
    await addAppointments(opened, organizationId, owner.id);
    await database.system(vacuum);
    return { organization: organizationId, slices };
  } finally {
    await opened.close();
  }
}

export function megabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return (
    files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 2 ** 20
  );
}

type Part = { from: number; count: number; of: number };

async function addContacts({ database }: Opened, organizationId: string, { from, count, of }: Part) {
  const newest = Date.now();
  for (let first = from; first < from + count; first += CHUNK) {
    await database.tenant(organizationId, async (db) => {
      const people = Array.from({ length: CHUNK }, (_, i) => {
        const createdAt = new Date(newest - (of - first - i) * MINUTE);
        const person = personAt(first + i);
        const search = searchText(person);
        return { ...person, organizationId, id: newId(createdAt.getTime()), search, createdAt };
      });
      await db.insert(contacts).values(people);
      await db.insert(purchases).values(
        people.map(({ id, createdAt, firstName, lastName, search }, i) => ({
          organizationId,
          id: newId(createdAt.getTime()),
          cost: `${100 + ((first + i) % 900)}.00`,
          contactId: id,
          contactName: `${firstName} ${lastName}`,
          productCategoryName: "Rings",
          search: saleSearch(search, "Rings", null),
          createdAt,
        })),
      );
    });
  }
}

async function addAppointments({ database }: Opened, organizationId: string, userId: string) {
  const first = Math.floor(Date.now() / DAY) * DAY + 60 * DAY;
  for (let made = 0; made < APPOINTMENTS; made += CHUNK) {
    const count = Math.min(CHUNK, APPOINTMENTS - made);
    await database.tenant(organizationId, (db) =>
      db.insert(bookings).values(
        Array.from({ length: count }, (_, i) => {
          const { firstName, lastName, ...person } = personAt(made + i);
          const startsAt = new Date(first + (made + i) * 60 * MINUTE);
          const endsAt = new Date(startsAt.getTime() + 30 * MINUTE);
          return {
            ...{ organizationId, id: newId(), userId, title: "Ring fitting" },
            ...{ ...person, name: `${firstName} ${lastName}`, note: NOTE, timezone: "UTC" },
            ...{ startsAt, endsAt, blockedFrom: startsAt, blockedUntil: endsAt },
            ...{ requestKey: `bench ${made + i}`, calendarState: "written" as const },
          };
        }),
      ),
    );
  }
}

const NOTE = "Size 6½, brings her grandmother’s ring; would like to see stones, too.";

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
