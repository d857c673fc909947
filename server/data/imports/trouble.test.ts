import { eq } from "drizzle-orm";
import { PART_BYTES, WRONG } from "#lib/contract/import-terms.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { importParts, importRows, imports } from "#server/platform/db/schema-import.ts";
import { testHost } from "#server/testing/host.ts";
import { importsOf, turnOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";
import { checkSome } from "./check-step.ts";
import { lockUnchanged } from "./stored.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, send, upload, get, rows, reread, start } = importsOf(host);

test("checks a file cut within an emoji", async () => {
  const { user } = await host.shop();
  const long = (most: number) => `${"x".repeat(most - 1)}😀`;
  const header = long(200);
  const file = `Date,Total,Item,${header}\n${long(80)},${long(60)},${long(100)},${long(80)}\n`;
  const params = await upload(user, file);
  expect(await get(user, params)).toMatchObject({ state: "checked", counts: { doubt: 1 } });
});

test("gives up a failing import, and continues with others", async () => {
  const { user, id: organizationId } = await host.shop();
  const database = await host.database();
  const stuck = Array.from({ length: 24 }, () => newId());
  const values = stuck.map((id, i) => ({
    ...{ organizationId, id, name: "bad.csv", bytes: 1 },
    state: i === 0 ? ("running" as const) : ("checking" as const),
  }));
  await database.system((db) => db.insert(imports).values(values));
  await database.system((db) =>
    db.insert(importRows).values(
      stuck.map((importId) => ({
        organizationId,
        importId,
        number: 2,
        cells: ["a"],
        state: "new" as const,
      })),
    ),
  );
  const { user: another } = await host.shop();
  const params = await send(another, "First name,Email\nIda,ida@example.com\n");
  const turn = turnOf(await host.host());
  for (let turns = 0; turns < 40; turns++) await turn().catch(() => {});
  expect(await get(another, params)).toMatchObject({ state: "checked", counts: { new: 1 } });
  for (const [i, id] of stuck.entries()) {
    const { state } = await get(user, { id });
    expect([i, state]).toEqual([i, i === 0 ? "stopped" : "failed"]);
  }
});

test("continues a check on another host", async () => {
  const { user, id: organizationId } = await host.shop();
  const { id } = await send(
    user,
    [
      "First name,Email",
      "Ann,twin@example.com",
      ...Array.from({ length: 298 }, (_, i) => `Ben,p${i}@example.com`),
      "Cleo,twin@example.com",
    ].join("\n"),
  );
  const one = await host.host();
  const database = await host.database();
  const [found] = await database.system((db) => db.select().from(imports).where(eq(imports.id, id)));
  if (!found) throw new Error("no import");
  const turn = turnOf(one);
  const stateOf = async () => (await get(user, { id })).state;
  while ((await stateOf()) !== "checked") await turn();
  await database.system((db) =>
    db.update(imports).set({ state: "checking", mark: 0, done: 0, turn: 1 }).where(eq(imports.id, id)),
  );
  const other = (await import(String("./check-step.ts?another"))) as { checkSome: typeof checkSome };
  const marks: number[] = [];
  for (const check of [checkSome, other.checkSome, other.checkSome]) {
    await database.tenant(organizationId, async (db) => {
      const now = await lockUnchanged(db, { ...found, state: "checking", turn: 1 });
      if (now) await check(db, now, one.secret, one.clock());
    });
    const [after] = await database.system((db) => db.select().from(imports).where(eq(imports.id, id)));
    marks.push(after?.mark ?? -1);
  }
  expect(marks).toEqual([251, 301, 0]);
  expect(await get(user, { id })).toMatchObject({ state: "checked", counts: { new: 299, doubt: 1 } });
  expect(await rows(user, { id }, "doubt")).toMatchObject([
    { number: 301, doubts: [{ kind: "twin", reason: "Row 2 has it too" }] },
  ]);
});

test("downloads whole rows and ignores its own column", async () => {
  const { user } = await host.shop();
  const text = "é".repeat(9_000);
  const lines = Array.from({ length: 60 }, (_, i) => `p${i}@example.com,${`${text},`.repeat(9)}`);
  const params = await upload(user, ["Email,A,B,C,D,E,F,G,H,I", ...lines].join("\n"));
  const sizes: number[] = [];
  for (let after = 0; ; ) {
    const page = await ask("imports.rows", user, { params, query: { show: "all", after, cells: "whole" } });
    const last = page.at(-1);
    if (!last) break;
    expect(page[0]?.cells[1]).toBe(text);
    sizes.push(page.length);
    after = last.number;
  }
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(60);
  const [row] = await rows(user, params);
  expect(row?.cells[1]).toHaveLength(301);

  const again = await upload(user, `${WRONG},Email,First name,Hobby\nNo name,a@example.com,Ida,Chess\n`);
  expect((await get(user, again)).reading?.columns).toEqual([null, "email", "firstName", "note"]);
});

test("sends a long text in full where it is corrected", async () => {
  const { user } = await host.shop();
  await make.contact(user);
  const params = await upload(user, `Email,Note\nzoe@example.com,${"x".repeat(11_000)}\n`);
  const [row] = await rows(user, params, "doubt");
  expect(row?.values.content).toHaveLength(11_000);
});

test("deletes unreadable files' contents and ignores stopped uploads", async () => {
  const { user, id: organizationId } = await host.shop();
  const database = await host.database();
  const params = await upload(user, "Name,Email\n");
  expect(await get(user, params)).toMatchObject({ state: "failed" });
  expect(await database.system((db) => countRows(db, importParts, eq(importParts.importId, params.id)))).toBe(
    0,
  );
  const broken = Array.from({ length: 20 }, () => newId());
  await database.system((db) =>
    db.insert(imports).values(broken.map((id) => ({ organizationId, id, name: "a.csv", bytes: 3 }))),
  );
  const body = { name: "b.csv", bytes: 3 };
  expect((await host.call("imports.create", user, { body })).status).toBe(422);
  await database.system((db) =>
    db
      .update(imports)
      .set({ updatedAt: new Date(Date.now() - 61 * 60_000) })
      .where(eq(imports.state, "uploading")),
  );
  await ask("imports.create", user, { body });
});

test("accepts a repeated last part in any state", async () => {
  const { user } = await host.shop();
  const content = `First name,Email,Note\nIda,ida@example.com,${"x".repeat(PART_BYTES)}\n`;
  const params = await upload(user, content);
  const data = Buffer.from(content).subarray(PART_BYTES).toString("base64");
  await ask("imports.upload", user, { params, body: { part: 1, data } });
  expect((await host.call("imports.upload", user, { params, body: { part: 0, data } })).status).toBe(409);
  expect(await get(user, params)).toMatchObject({ state: "checked" });
});

test("recognizes a sale after its buyer was changed", async () => {
  const { user } = await host.shop();
  const database = await host.database();
  const file = "Date,Total,Email,Item\n2024-03-01,12.00,zoe@example.com,Rings\n";
  await make.contact(user);
  await start(user, await upload(user, file));
  await database.system((db) => db.delete(contacts).where(eq(contacts.email, "zoe@example.com")));
  await make.contact(user);
  const params = await upload(user, file);
  expect(await get(user, params)).toMatchObject({ counts: { new: 0, same: 1 } });
});

test("replaces all rows when the encoding changes", async () => {
  const { user } = await host.shop();
  const params = await upload(user, Buffer.from("First name,Email\nJosé,jose@example.com\n", "latin1"));
  expect((await rows(user, params))[0]?.cells[0]).toBe("José");
  await reread(user, params, { encoding: "utf-8" });
  expect((await rows(user, params))[0]?.cells[0]).toBe("Jos\uFFFD");
});
