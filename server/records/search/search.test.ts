import { sql } from "drizzle-orm";
import type { FoundRecords } from "#lib/contract/search.ts";
import { newId } from "#server/platform/db/id.ts";
import { notes } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { searchLine } from "#server/platform/db/search.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";
import { excerptOf } from "./search.ts";

const host = testHost();
const make = recordsOf(host);

async function find(person: Person, search: string): Promise<FoundRecords> {
  const answer = await host.call("search.records", person, { query: { search } });
  expect(answer.status).toBe(200);
  return answer.body as FoundRecords;
}

async function mailTo(person: Person, subject: string | null) {
  const database = await host.database();
  const { organizationId } = person;
  const to = { toAddress: "Zoe@Example.com", toName: "Zoë Frost" };
  await database.tenant(organizationId, (db) =>
    db.insert(mails).values({ organizationId, id: newId(), kind: "test", ...to, subject, state: "sent" }),
  );
}

const NOTHING = { repairs: [], sales: [], notes: [], mails: [], tasks: [], campaigns: [] };

test("finds sales, notes and emails, newest first", async () => {
  const { owner, user } = await host.shop();
  const contactId = await make.contact(user);
  const form = await make.saleForm(user, { invoiceNumber: "INV-2026-0417" });
  await make.sale(user, { ...form, contact: { id: contactId, name: "" } });
  await make.note(user, contactId, "Old: likes emeralds");
  await make.note(user, contactId, `${"Before it. ".repeat(20)}Wants the ÉMERAUDE in\nplatinum.`);
  await mailTo(user, "Your émeraude is ready");

  const contact = { id: contactId, name: "Zoë O’Brien-Nguyễn" };
  const sale = { contact, invoiceNumber: "INV-2026-0417", cost: "1240.50" };
  expect(await find(user, "0417")).toMatchObject({ ...NOTHING, sales: [sale] });
  expect(await find(user, "inv-2026")).toMatchObject({ ...NOTHING, sales: [sale] });
  expect(await find(user, "emeraude")).toMatchObject({
    sales: [],
    notes: [{ contact, excerpt: expect.stringMatching(/^….*Wants the ÉMERAUDE in platinum\.$/) }],
    mails: [{ toName: "Zoë Frost", subject: "Your émeraude is ready", state: "sent" }],
  });
  expect((await find(user, "EMER")).notes).toHaveLength(2);
  expect((await find(user, "ready zoe@example")).mails).toHaveLength(1);
  const campaign = { name: "Pérles of spring", where: "[]" };
  const { id } = (await host.call("campaigns.create", owner, { body: campaign })).body as { id: string };
  expect(await find(user, "perles of")).toEqual({
    ...NOTHING,
    campaigns: [{ id, name: "Pérles of spring", state: "draft" }],
  });
  expect((await find(user, "nguyen")).sales).toEqual([]);
  expect(await find(user, "emeraude nowhere")).toEqual(NOTHING);
});

test("finds edited text, and only contacts for short terms", async () => {
  const { user } = await host.shop();
  const contactId = await make.contact(user);
  const id = await make.note(user, contactId, "Sapphire");
  await host.call("notes.update", user, { params: { id }, body: { id, contactId, content: "Ruby" } });
  expect(await find(user, "sapphire")).toEqual(NOTHING);
  expect((await find(user, "ruby")).notes).toMatchObject([{ id, excerpt: "Ruby" }]);
  for (const short of ["r", "ru", "r u", "%", "_", "-", "\\"])
    expect(await find(user, short)).toEqual(NOTHING);
});

test("finds at most five of a kind in its store", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const contactId = await make.contact(there.user);
  for (let n = 0; n < 7; n++) await make.note(there.user, contactId, `Garnet ${n}`);
  await mailTo(there.user, "Garnet");
  expect(await find(here.owner, "garnet")).toEqual(NOTHING);
  const { notes } = await find(there.user, "garnet");
  expect(notes.map(({ excerpt }) => excerpt)).toEqual([6, 5, 4, 3, 2].map((n) => `Garnet ${n}`));
});

test.each([
  ["", "search is missing"],
  ["   ", "search is missing"],
  ["a\0b", "Invalid input"],
])("%j is refused", async (search, message) => {
  const { user } = await host.shop();
  const answer = await host.call("search.records", user, { query: { search } });
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
});

test("answers hostile search terms", async () => {
  const { user } = await host.shop();
  const contactId = await make.contact(user);
  await make.note(user, contactId, "ab ".repeat(3_333));
  await find(user, "ab ".repeat(66).trim());
  await find(user, `abc${"%_".repeat(98)}`);
  expect(excerptOf(`${"Before it. ".repeat(20)}An (emerald) ring`, "(ring, emerald)")).toMatch(
    /^….*An \(emerald\) ring$/,
  );
  expect(excerptOf("a".repeat(10_000), "b".repeat(200))).toHaveLength(141);
});

test("uses the index for notes and emails", async () => {
  const { id: organizationId, user } = await host.shop();
  const contactId = await make.contact(user);
  const database = await host.database();
  await database.tenant(organizationId, async (db) => {
    const content = (n: number) => `Note ${n} about ${n % 2 ? "rings" : "watches"} and what else there is`;
    const rows = Array.from({ length: 20 }, (_, n) => ({
      ...{ organizationId, id: newId(), contactId, content: content(n) },
      search: searchLine(content(n)),
    }));
    await db.insert(notes).values(rows);
    const to = { toAddress: "zoe@example.com", toName: "Zoë" };
    await db.insert(mails).values(
      rows.map(({ content }) => ({
        organizationId,
        id: newId(),
        kind: "test" as const,
        ...to,
        subject: content,
      })),
    );
  });
  for (const table of ["notes", "mails"]) {
    const plan = await database.system(async (db) => {
      await db.execute(sql`set enable_seqscan = off`);
      const explained = await db.execute(
        sql.raw(`explain select id from ${table} where search like '%note 12%'`),
      );
      await db.execute(sql`reset enable_seqscan`);
      return explained.rows.map((row) => String(row["QUERY PLAN"])).join("\n");
    });
    expect(plan).toMatch(new RegExp(`${table}_search[^]*Index Cond: .*search ~~ '%note 12%'`));
  }
});

test("finds repairs by number and piece, newest first", async () => {
  const [{ user }, there] = [await host.shop(), await host.shop()];
  const contact = await make.contact(user, { firstName: "Mei", lastName: "Tran" });
  const take = async (name: string) =>
    (await host.call("repairs.create", user, { body: repairOf(contact, { name }) })).body as { id: string };
  const done = await take("Pearl strand");
  const open = await take("Pearl studs");
  const move = { from: "IN", state: "HANDED_OVER" };
  await host.call("repairs.move", user, { params: { id: done.id }, body: move });
  const numbers = async (search: string) => (await find(user, search)).repairs.map(({ number }) => number);
  expect(await numbers("pearl")).toEqual([1002, 1001]);
  for (const search of ["R-1001", "r1001", "1001"]) expect(await numbers(search)).toEqual([1001]);
  expect((await find(user, "1002")).repairs).toEqual([
    {
      id: open.id,
      prefix: "R",
      number: 1002,
      name: "Pearl studs",
      contact: { id: contact, name: "Mei Tran" },
      state: "IN",
    },
  ]);
  expect((await find(there.user, "pearl")).repairs).toEqual([]);
});

test("finds tasks by their text, open ones first", async () => {
  const [{ user }, there] = [await host.shop(), await host.shop()];
  const contactId = await make.contact(user, { firstName: "Mei" });
  const done = await make.task(user, { what: "Polish the brooch", dueDay: "2026-11-01" });
  await host.call("tasks.setDone", user, { params: { id: done }, body: { done: true } });
  const contact = { id: contactId, name: "" };
  const open = await make.task(user, {
    what: "Appraise",
    detail: "The brôoch",
    dueDay: "2026-12-01",
    contact,
  });
  await make.task(there.user, { what: "Their brooch" });
  const { tasks } = await find(user, "brooch");
  expect(tasks).toMatchObject([
    { id: open, what: "Appraise", isDone: false, dueDay: "2026-12-01", contact: { id: contactId } },
    { id: done, what: "Polish the brooch", isDone: true, contact: null },
  ]);
  expect((await find(user, "brooch polish")).tasks).toHaveLength(1);
  const read = await host.call("tasks.get", user, { params: { id: open } });
  expect(read).toMatchObject({ status: 200, body: { id: open, what: "Appraise" } });
});
