import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Name, row } from "#lib/contract/contract.ts";
import { PART_BYTES } from "#lib/contract/import-terms.ts";
import type { Import, Reading } from "#lib/contract/imports.ts";
import { urlOf } from "#lib/contract/path.ts";
import { linesOf, type Table, tablesOf } from "#server/data/backup/tables.ts";
import { connect } from "#server/platform/db/open.ts";
import { report } from "./figures.ts";
import { signIn, startHost } from "./host.ts";
import type { Where } from "./store.ts";
import { printTable } from "./table.ts";

const CONTACTS = 20_000;
const SALES = 60_000;
/** Need a decision, not imported. */
const DOUBTFUL = 400;
const LOOK_MS = 250;
type Known = { firstName: string; lastName: string; email: string };
type File = { name: string; content: Buffer; reading: Partial<Reading> };

/**
 * Kills the host in the middle of each import, then imports both files again and reverts both. Throws if a row is
 * lost, duplicated or left behind.
 */
export async function benchImport(where: Where): Promise<void> {
  const seconds: Record<string, number> = {};
  let host = await startHost(where);
  let bearer = `Bearer ${await signIn(host)}`;

  async function ask<T>(name: Name, id = "", body?: object): Promise<T> {
    const answer = await fetch(`${host.origin}/api/v1${urlOf(name, { params: { id } })}`, {
      method: row(name).method,
      headers: { authorization: bearer, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async function killed(): Promise<void> {
    for (const pid of host.pids) process.kill(pid, "SIGKILL");
    await host.stop();
    host = await startHost(where);
  }

  async function until(id: string, is: (one: Import) => boolean): Promise<Import & { reading: Reading }> {
    for (;;) {
      const one = await ask<Import & { reading: Reading }>("imports.get", id);
      if (is(one)) return one;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const answer = await work();
    seconds[what] = (performance.now() - begun) / 1000;
    return answer;
  }

  const isChecked = ({ state }: Import) => state === "checked";

  async function check({ name, content, reading }: File): Promise<string> {
    const { id } = await ask<{ id: string }>("imports.create", "", { name, bytes: content.length });
    for (let part = 0; part * PART_BYTES < content.length; part++) {
      const data = content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString("base64");
      await ask("imports.upload", id, { part, data });
    }
    const { reading: guessed } = await until(id, isChecked);
    await ask("imports.read", id, { reading: { ...guessed, ...reading } });
    await until(id, isChecked);
    return id;
  }

  async function importFile(file: File, total: number): Promise<string> {
    const id = await timed(`${file.name}: read and checked`, () => check(file));
    const { added, updated, leftOut } = await timed(`${file.name}: imported, killed half-way`, async () => {
      await ask("imports.start", id);
      await until(id, ({ done }) => done > total / 2);
      await killed();
      return until(id, ({ state }) => state === "done");
    });
    console.log(`${file.name}: ${added} added, ${updated} updated, ${leftOut} left out`);
    if (added !== total) throw new Error(`${file.name}: ${added} added of ${total}`);
    return id;
  }

  async function bringInAgain(file: File): Promise<void> {
    const id = await timed(`${file.name}: a second time`, async () => {
      const again = await check(file);
      await ask("imports.start", again);
      await until(again, ({ state }) => state === "done");
      return again;
    });
    const { added } = await ask<Import>("imports.get", id);
    console.log(`${file.name}, second import: ${added} added`);
    if (added !== 0) throw new Error(`${file.name}: the second import added ${added}`);
  }

  async function revertImport(id: string, name: string): Promise<void> {
    const { kept } = await timed(`${name}: reverted, killed half-way`, async () => {
      await ask("imports.revert", id);
      await killed();
      return until(id, ({ state }) => state === "reverted");
    });
    if (kept !== 0) throw new Error(`${name}: ${kept} records remained`);
  }

  try {
    const known = await ask<Known[]>("contacts.list");
    const people = peopleFile(known.filter(({ email }) => email));
    const sales = salesFile();
    await host.stop();
    const before = await dumpOf(where);
    host = await startHost(where);
    bearer = `Bearer ${await signIn(host)}`;
    const ids = [await importFile(people, CONTACTS), await importFile(sales, SALES)];
    for (const file of [people, sales]) await bringInAgain(file);
    await revertImport(ids[1] ?? "", sales.name);
    await revertImport(ids[0] ?? "", people.name);
    await host.stop();
    report(
      `PGlite: ${CONTACTS} contacts and ${SALES} sales from files`,
      Object.entries(seconds).map(([name, took]) => ({ name, unit: "s", samples: [took] })),
    );
    compare(before, await dumpOf(where));
  } finally {
    await host.stop();
  }
}

type Dump = Map<string, { columns: string[]; rows: Map<string, string[]> }>;

async function dumpOf({ dataDir }: Where): Promise<Dump> {
  const { client, close } = await connect({ folder: join(dataDir, "db") });
  try {
    const dump: Dump = new Map();
    await client.query("begin read only");
    for (const table of await tablesOf(client)) {
      const rows = new Map<string, string[]>();
      for await (const lines of linesOf(client, table)) {
        for (const line of lines.filter((line) => !isNothing(table, line)))
          rows.set(createHash("sha256").update(line).digest("base64"), JSON.parse(line));
      }
      dump.set(table.name, { columns: table.columns.map(({ name }) => name), rows });
    }
    return dump;
  } finally {
    await close();
  }
}

function isNothing({ name, columns }: Table, line: string): boolean {
  const amount = columns.findIndex((column) => column.name === "amount");
  return name === "daily_totals" && Number(JSON.parse(line)[amount]) === 0;
}

const REMEMBERS = ["imports", "import_rows", "journal", "reverts", "known_devices"];

function compare(before: Dump, after: Dump): void {
  const found: (string | number)[][] = [];
  for (const [name, { columns, rows }] of after) {
    const old = before.get(name)?.rows ?? new Map<string, string[]>();
    const come = [...rows].filter(([hash]) => !old.has(hash)).map(([, cells]) => cells);
    const gone = [...old].filter(([hash]) => !rows.has(hash)).map(([, cells]) => cells);
    if (come.length + gone.length === 0) continue;
    const other = columns.filter((_, i) => gone.some((cells, n) => cells[i] !== come[n]?.[i]));
    found.push([
      name,
      rows.size,
      come.length,
      gone.length,
      come.length === gone.length ? other.join(", ") : "",
    ]);
  }
  printTable(
    `Tables that differ from the dump before (of ${after.size})`,
    ["", "rows", "came", "went", "columns"],
    found,
  );
  const surprising = found.map(([name]) => String(name)).filter((name) => !REMEMBERS.includes(name));
  if (surprising.length > 0) throw new Error(`A revert left ${surprising.join(", ")} changed`);
}

const FIRST = ["Zoë", "José", "Anaïs", "Jürgen", "Maria", "Noah", "Søren", "Renée", "Ida", "Walter"];
const LAST = [
  "Müller",
  "O’Brien",
  "D'Arcy",
  "van der Berg",
  "Åkesson",
  "Núñez",
  "Smith-Jones",
  "Çelik",
  "Frost",
];
const emailOf = (n: number) => `person.${n}@customers.example`;
/** Unique names, so the host doesn't ask about duplicates. */
const lettersOf = (n: number) => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
const two = (n: number) => String(n).padStart(2, "0");

function peopleFile(known: Known[]): File {
  const lines = ["First name;Surname;E-Mail;Telephone;Date of birth;Remarks"];
  const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const add = (...cells: string[]) => lines.push(cells.map(cell).join(";"));
  for (let n = 0; n < CONTACTS; n++) {
    const seven = String(2_000_000 + n * 7);
    const national = `415${seven}`;
    const phone = [`+1 415 ${seven}`, `(415) ${seven.slice(0, 3)}-${seven.slice(3)}`, `001${national}`, ""][
      n % 4
    ];
    const day = `${two(1 + (n % 28))}/${two(1 + (n % 12))}/${1940 + (n % 60)}`;
    const remark = n % 5 === 0 ? `Prefers "yellow" gold;\nring size ${n % 30}` : "";
    const email = n % 3 === 0 ? ` ${emailOf(n).toUpperCase()} ` : emailOf(n);
    add(FIRST[n % 10] ?? "", `${LAST[n % 9]} ${lettersOf(n)}`, email, phone ?? "", n % 2 ? day : "", remark);
    if (n % 1000 === 999) lines.push("", ";;;;;");
  }
  for (let n = 0; n < DOUBTFUL; n++) {
    if (n % 2) add("Ida", "Twice", emailOf(n), "", "", "");
    else add("Walter", "Odd", `odd.${n}@example,com`, "", "31/02/1980", "");
  }
  for (const { firstName, lastName, email } of known) {
    add(firstName, lastName, email, "", "24/12/1988", "Known for years");
  }
  const text = lines.join("\r\n").replaceAll("’", "\u0092");
  return {
    name: "customers.csv",
    content: Buffer.from(text, "latin1"),
    reading: {
      kind: "contacts",
      columns: ["firstName", "lastName", "email", "phoneNumber", "birthday", "note"],
      dates: "dayFirst",
      countryCode: "+1",
      known: "fill",
    },
  };
}

/** Like Excel's "Unicode text": UTF-16, tabs, decimal commas. */
function salesFile(): File {
  const lines = ["Date\tReceipt number\tCustomer email\tItem\tTotal\tRemarks"];
  const items = ["Rings", "Watches", "Chaînes", "Pärlor", "Repairs", "Żółte złoto"];
  for (let n = 0; n < SALES; n++) {
    const date = `${two(1 + (n % 28))}.${two(1 + (n % 12))}.${2016 + (n % 10)} ${two(9 + (n % 9))}:${two(n % 60)}`;
    const cents = two(n % 100);
    const total = n % 7 === 0 ? `1.${String(100 + (n % 900))},${cents}` : `${20 + (n % 900)},${cents}`;
    lines.push(
      `${date}\tR-${n}\t${emailOf(n % CONTACTS)}\t${items[n % 6]}\t${total}\t${n % 9 ? "" : "Gift wrap"}`,
    );
  }
  return {
    name: "till.txt",
    content: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines.join("\r\n"), "utf16le")]),
    reading: {
      kind: "sales",
      columns: ["date", "invoiceNumber", "email", "category", "cost", null],
      dates: "dayFirst",
      numbers: "comma",
    },
  };
}
