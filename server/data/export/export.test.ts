import { sql } from "drizzle-orm";
import { plainCell, readCsv } from "#lib/csv.ts";
import { readFile } from "#server/data/imports/read-file.ts";
import { newOneTimeToken } from "#server/platform/auth/one-time-tokens.ts";
import { newId } from "#server/platform/db/id.ts";
import { schema, tables } from "#server/platform/db/tables.ts";
import { fillEveryTable } from "#server/testing/every-table.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { unzip } from "#server/testing/workbook.ts";
import { isoIn } from "./export.ts";
import { exported, HIDDEN, plainFile } from "./tables.ts";

const host = testHost();
const make = recordsOf(host);

async function filesOf(person: Person): Promise<Map<string, Buffer>> {
  const { status, body } = await host.call("data.export", person);
  expect([status, Buffer.isBuffer(body) ? "" : body]).toEqual([200, ""]);
  return unzip(body as Buffer);
}

const table = (files: Map<string, Buffer>, file: string) =>
  readCsv(files.get(`csv/${file}.csv`)?.toString() ?? "").rows.map((row) => row.map(plainCell));
const json = (files: Map<string, Buffer>, file: string) =>
  JSON.parse(files.get(`json/${file}.json`)?.toString() ?? "") as Record<string, unknown>[];

const person = {
  firstName: "Zoë",
  lastName: "Frost",
  email: "zoe@example.com",
  phoneNumber: "+1 415 555 0134",
};

test("exports each registered table, and no secrets", () => {
  const taken = new Set(exported.map(({ table }) => table));
  const wanted = tables.filter((one) => one.exported === true).map(({ name }) => name);
  expect([...taken].sort()).toEqual(wanted.sort());
  expect(tables.filter(({ whose, exported }) => whose !== "host" && exported === undefined)).toEqual([]);
  const secret = tables
    .filter(({ name }) => taken.has(name))
    .flatMap(({ columns }) => columns.map(({ name }) => name))
    .filter((name) => /hash|secret|token|password|key/.test(name) && !HIDDEN.includes(name));
  expect(secret).toEqual([]);
});

test("exports a table without a description", () => {
  const table = tables.find(({ name }) => name === "hours_exceptions");
  expect(table && plainFile(table)).toEqual({
    file: "hours-exceptions",
    what: "Days off",
    table: "hours_exceptions",
    fields: [
      ["From day", "t.from_day", "day"],
      ["To day", "t.to_day", "day"],
      ["Hours", "t.hours", "text"],
      ["Reason", "t.reason", "text"],
      ["Created by", "t.created_by", "text"],
      ["Created", "t.created_at", "moment"],
      ["ID", "t.id"],
    ],
  });
});

test("names each column once", () => {
  const headings = exported.map(({ fields = [] }) => fields.map(([heading]) => heading));
  for (const names of headings) expect(new Set(names).size).toBe(names.length);
  expect(headings).toContainEqual(expect.arrayContaining(["Number", "Deposit", "Deposit at"]));
  const notes = exported.find(({ file }) => file === "notes")?.fields;
  expect(notes).toContainEqual(["Repair ID", "t.repair_id"]);
});

test("exports one store's data without trash and secrets", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const database = await host.database();
  const id = newId();
  const gone = await make.contact(here.owner, {
    ...person,
    firstName: "Thrown",
    email: "thrown@example.com",
  });
  await make.note(here.owner, gone, "Lies in the trash");
  await database.tenant(here.id, (db) =>
    db.execute(sql`update contacts set email = 'before-trash@example.com' where id = ${gone}::uuid`),
  );
  await host.call("contacts.delete", here.owner, { params: { id: gone } });
  await database.tenant(here.id, (db) => fillEveryTable(db, here, id, person));
  const theirs = { ...person, lastName: "Elsewhere", email: "elsewhere@example.com" };
  await database.tenant(there.id, (db) => fillEveryTable(db, there, newId(), theirs));
  const link = `https://crm.example.com/book/manage/${"Ab3-_".repeat(12)}`;
  const { token } = await database.system(async (db) => {
    const mail = {
      organizationId: here.id,
      toAddress: "z@example.com",
      toName: "Zoë",
      state: "sent" as const,
    };
    const text = `See you. ${link}`;
    await db.insert(schema.mails).values([
      {
        ...mail,
        id: newId(),
        kind: "booking",
        text,
        html: `<a href="${link}">x</a>`,
        ics: "BEGIN:SECRETICS",
      },
      { ...mail, id: newId(), kind: "invitation", text: "Your way in: short-word" },
    ]);
    await db.execute(
      sql`update accounts set secrets = 'sealed-secret', external_id = ${`outside-${id}`} where id = ${id}::uuid`,
    );
    await db.execute(
      sql`update users set password_hash = '$argon2id$abc' where organization_id = ${here.id}::uuid`,
    );
    const token = await newOneTimeToken(db, "page", { organizationId: here.id, userId: here.owner.id });
    return { token };
  });

  const files = await filesOf(here.owner);
  expect([...files.keys()].at(0)).toBe("README.txt");
  expect([...files.keys()].at(-1)).toBe("manifest.json");
  const { rows } = JSON.parse(files.get("manifest.json")?.toString() ?? "");
  for (const { file, isWhole } of exported) {
    if (isWhole === false) continue;
    const records = json(files, file);
    expect([file, records.length]).toEqual([file, rows[`json/${file}.json`]]);
    expect([file, records.length > 0]).toEqual([file, true]);
  }
  const readme = files.get("README.txt")?.toString() ?? "";
  expect(readme).toContain("Europe/London");
  for (const { file } of exported) expect(readme).toContain(`  ${file} `);

  expect(table(files, "contacts")[1]?.slice(0, 4)).toEqual(Object.values(person));
  expect(table(files, "sales")[1]?.slice(0, 3)).toEqual(["Zoë Frost", "1.00", "Rings"]);
  expect(table(files, "sales")[1]?.slice(7, 9)).toEqual(["0.50", "0.50"]);
  expect(table(files, "refunds")[1]?.[1]).toBe("0.50");
  expect(json(files, "mails")).toContainEqual(
    expect.objectContaining({ kind: "booking", text: "See you. https://crm.example.com/book/manage/…" }),
  );
  expect(json(files, "history")).toContainEqual(
    expect.objectContaining({ action: "deleted", name: "Thrown Frost", was: null }),
  );
  const all = [...files]
    .flatMap(([name, content]) => (name.endsWith("xlsx") ? [...unzip(content).values()] : [content]))
    .join("\n");
  for (const other of [
    ...[there.id, "Elsewhere", "elsewhere@example.com", there.owner.email],
    ...["Lies in the trash", "thrown@example.com", "before-trash@example.com"],
    ...[
      "argon2id",
      "sealed-secret",
      `outside-${id}`,
      link,
      "short-word",
      "SECRETICS",
      token,
      here.owner.token,
    ],
  ]) {
    expect([other, all.includes(other)]).toEqual([other, false]);
  }

  const { body } = await host.call("data.exported", here.admin);
  expect(body).toEqual({ at: expect.any(String), by: "Ada OWNER" });
  const { body: history } = await host.call("history.list", here.owner, { query: { kind: "organization" } });
  expect(history).toMatchObject([
    { actor: { kind: "person", name: "Ada OWNER" }, changes: [{ field: "exported_at", from: null }] },
  ]);
});

test("writes hostile text unchanged", async () => {
  const { id: organizationId, owner } = await host.shop();
  const database = await host.database();
  const worst = [
    '=HYPERLINK("http://evil.example","x")',
    "@SUM(1)\ttab; and, 'all'",
    'said "hi"\r\nand went\n💍 Zoë',
    "-2+3",
    "x".repeat(10_000),
    "<b>&amp;</b> ]]> \u0001 _x0041_ _x005F_x0041_ _x000D_",
  ];
  const contact = await make.contact(owner);
  await database.tenant(organizationId, (db) =>
    db
      .insert(schema.notes)
      .values(worst.map((content) => ({ organizationId, id: newId(), contactId: contact, content }))),
  );
  worst.sort();
  const files = await filesOf(owner);
  expect(
    table(files, "notes")
      .slice(1, -1)
      .map((row) => row[3])
      .sort(),
  ).toEqual(worst);
  const raw = files.get("csv/notes.csv")?.toString() ?? "";
  expect([...raw][0]).toBe("\uFEFF");
  for (const row of readCsv(raw).rows) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  expect(
    json(files, "notes")
      .map(({ content }) => content)
      .sort(),
  ).toEqual(worst);
  const sheet = readFile(files.get("excel/notes.xlsx") ?? Buffer.alloc(0), null);
  expect(sheet.rows.map(({ cells }) => cells[3]).sort()).toEqual(
    // XML can't express that character, and spreadsheets use \n for lines.
    worst.map((text) => text.replace("\u0001", "").replace("\r\n", "\n")),
  );
});

test("allows managers ten exports per 15 minutes", async () => {
  const { owner, admin, user } = await host.shop();
  for (const name of ["data.export", "data.exported"] as const) {
    expect((await host.call(name, user)).status).toBe(403);
    expect((await host.call(name, null)).status).toBe(401);
  }
  expect((await host.call("data.exported", owner)).body).toEqual({ at: null, by: null });
  for (let time = 0; time < 3; time++) {
    const answer = await host.open("data.export", time % 2 ? owner : admin);
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  }
  const database = await host.database();
  await database.system((db) =>
    db.execute(sql`update attempts set count = 10 where door = 'export' and who = ${owner.organizationId}`),
  );
  const tooOften = await host.call("data.export", owner);
  expect([tooOften.status, tooOften.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
  const { rows } = await database.system((db) =>
    db.execute(
      sql`select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    ),
  );
  expect(rows).toHaveLength(0);
});

test("runs two exports at once and delays a third", async () => {
  const { owner, admin, user } = await host.shop();
  await make.contact(owner);
  const [one, other] = [await host.open("data.export", owner), await host.open("data.export", admin)];
  const third = await host.call("data.export", owner);
  expect([third.status, third.headers.get("retry-after")]).toEqual([503, "60"]);
  await make.contact(user, { firstName: "Later" });
  for (const answer of [one, other]) {
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    expect(table(files, "contacts").slice(1, -1)).toHaveLength(1);
  }
  expect(table(await filesOf(owner), "contacts").slice(1, -1)).toHaveLength(2);
});

test.each([
  ["America/New_York", "2026-11-20T14:30:00Z", "2026-11-20T09:30:00-05:00"],
  ["Asia/Kathmandu", "2026-11-20T14:30:00.250Z", "2026-11-20T20:15:00.250+05:45"],
  ["America/New_York", "1870-01-01T00:00:00Z", "1870-01-01T00:00:00.000Z"],
])("formats an instant in %s: %s is %s", (timezone, moment, written) => {
  expect(isoIn(timezone, Date.parse(moment))).toBe(written);
  expect(Date.parse(written)).toBe(Date.parse(moment));
});

test("lists an unsubscribed contact as declined until unblocked", async () => {
  const shop = await host.shop();
  const id = await make.contact(shop.owner, person);
  const database = await host.database();
  const body = { state: "given", said: "At the till" };
  await host.call("contacts.setConsent", shop.owner, { params: { id }, body });
  const suppress = sql`insert into suppressions (organization_id, address, reason, created_at)
    values (${shop.id}, 'zoe@example.com', 'unsubscribed', '2026-01-02T12:00:00Z')`;
  const said = async () => {
    const [head = [], row = []] = table(await filesOf(shop.owner), "contacts");
    const from = head.indexOf("Marketing Consent");
    return row.slice(from, from + 2).map((cell) => cell.slice(0, 10));
  };
  expect((await said())[0]).toBe("Yes");
  await database.tenant(shop.id, (db) => db.execute(suppress));
  expect(await said()).toEqual(["No", expect.stringMatching(/2026/)]);
  expect((await said())[1]).toMatch(/01.02|2026-01-02/);
  await database.tenant(shop.id, (db) => db.execute(sql`update suppressions set lifted_at = now()`));
  expect((await said())[0]).toBe("Yes");
});
