import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { schema } from "./tables.ts";

const SERVER = join(import.meta.dirname, "../..");

/** Tables of all stores that a file's statements use in the system's scope. */
const OF_ALL_STORES: Record<string, number> = {
  "booking/waiting-line.ts": 5,
  "cli/secrets.ts": 1,
  "connections/mail/sender.ts": 6,
  "data/imports/stored.ts": 4,
  "jobs/jobs.ts": 3,
  "jobs/health/metrics.ts": 3,
  "jobs/reseal.ts": 2,
  "platform/auth/accounts.ts": 1,
  "platform/auth/second-step.ts": 2,
  "records/files/store.ts": 2,
  "records/journal/journal.ts": 4,
};
/** Exports read through a connection of one store. The schema's policies are the limit themselves. */
const OTHERS = /^(data\/export\/|data\/backup\/|platform\/db\/(owned|schema-auth)\.ts$)/;

const all = Object.entries(schema).filter(([, table]) => is(table, Table));
const isOwnedTable = (table: unknown) => "organizationId" in getTableColumns(table as Table);
const names = all.flatMap(([, table]) => (isOwnedTable(table) ? getTableName(table as Table) : []));
/** Values in raw SQL that are not an owned table. The last three are whole clauses. */
const others = [
  ...all.flatMap(([name, table]) => (isOwnedTable(table) ? [] : name)),
  "from",
  "chosen",
  "list",
];
const NAMED = new RegExp(
  [
    "(?<!extract\\(\\w+ |distinct )\\b(?:from|join|using|update)\\s+(?:",
    `"?(?:${names.join("|")})\\b(?!\\.)|`,
    `\\$\\{(?!(?:${others.join("|")})\\})(?:\\w+|\\w+\\.table|(?:sql\\.identifier|column)\\([^}]*)\\})`,
  ].join(""),
  "g",
);

function unlimitedTables(code: string): number {
  const bare = code.replace(/^\s*(\/\/.*|\/\*[\s\S]*?\*\/)/gm, "");
  return (bare.match(NAMED)?.length ?? 0) - (bare.match(/\bisOwned\(/g)?.length ?? 0);
}

const value = (code: string) => `$\{${code}}`;

test.each([
  "select from contacts c where c.id = 1",
  'select from "contacts"',
  `select from ${value("contacts")} where true`,
  `select from ${value('owned("notes")')} join contacts on true`,
  `select from ${value("sql.identifier(name)")}`,
  `select from ${value("one.table")}`,
  `select from ${value("table")} where true`,
  "update contacts set email = ''",
  `delete from ${value("contacts")} where true`,
  `delete from organizations using contacts where true`,
])("refuses: %s", (code) => {
  expect(unlimitedTables(code)).toBe(1);
});

test.each([
  `select from ${value('owned("contacts", "c")')} join ${value("owned(notes)")} on true`,
  `delete from contacts where ${value("isOwned()")}`,
  "select from organizations",
  `select from ${value("organizations")} where extract(year from ${value("day")}) is distinct from ${value("year")}`,
  "select from jsonb_each(contacts.fields) for update of contacts",
])("accepts: %s", (code) => {
  expect(unlimitedTables(code)).toBe(0);
});

test("raw SQL limits each owned table to the store", () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|(^|\/)testing\//.test(file) && !OTHERS.test(file),
  );
  const counts = files.map(
    (file) => [file, unlimitedTables(readFileSync(join(SERVER, file), "utf8"))] as const,
  );
  expect(Object.fromEntries(counts.filter(([, count]) => count !== 0))).toEqual(OF_ALL_STORES);
});
