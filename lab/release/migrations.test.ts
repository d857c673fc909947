import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changedMigrations, FOLDER } from "./migrations";

const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

const file = (name: string) => (folder: string) => join(folder, name);
const journal = file("meta/_journal.json");
const list = file("released.txt");
const rewrite = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, "utf8")));
type Entry = { tag: string; when: number };
const entries = (change: (all: Entry[]) => Entry[]) => (folder: string) =>
  rewrite(journal(folder), (text) => JSON.stringify({ entries: change(JSON.parse(text).entries) }));
const added = (when: number) => (folder: string) => {
  writeFileSync(join(folder, "9999_new.sql"), "select 1;");
  entries((all) => [...all, { tag: "9999_new", when }])(folder);
};

test("the released migrations are as they were", () => {
  expect(changedMigrations(FOLDER)).toEqual([]);
  expect(readFileSync(list(FOLDER), "utf8").split("\n")).toContain(
    "f904cbcd02807cf400c32a711cc883fc974b4872c37e15875f23cce21e2c0088 1795436371582 0000_baseline",
  );
});

test.each<[string, (folder: string) => void, RegExp | null]>([
  ["edited", (folder) => rewrite(join(folder, "0003_security_counters.sql"), (text) => `${text}\n`), /0003/],
  ["deleted", (folder) => rmSync(join(folder, "0003_security_counters.sql")), /0003/],
  ["removed from the journal", entries(([first, ...rest]) => [first as Entry, ...rest.slice(1)]), /0001/],
  ["in another order", entries(([a, b, ...rest]) => [b as Entry, a as Entry, ...rest]), /0000/],
  [
    "of another time",
    entries((all) => all.map((entry, i) => (i === 3 ? { ...entry, when: entry.when + 1 } : entry))),
    /0003/,
  ],
  ["with one in between", entries((all) => all.toSpliced(2, 0, { tag: "0001_b", when: 1 })), /0001_b/],
  ["added but older than the last one", added(1), /9999_new/],
  ["added without its journal", (folder) => writeFileSync(join(folder, "9999_new.sql"), ""), /9999_new/],
  [
    "missing in the list",
    (folder) => rewrite(list(folder), (text) => text.replace(/^.* 0003_.*\n/m, "")),
    /0004/,
  ],
  ["added at the end", added(9_999_999_999_999), null],
])("notices a migration that is %s", (_, change, name) => {
  const folder = mkdtempSync(join(tmpdir(), "loupe-released-"));
  copies.push(folder);
  cpSync(FOLDER, folder, { recursive: true });
  change(folder);
  const found = changedMigrations(folder).join("\n");
  if (name) expect(found).toMatch(name);
  else expect(found).toBe("");
});
