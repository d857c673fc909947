import { eq, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { suppressions as table } from "#server/platform/db/schema-mail.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import type { Person } from "#server/testing/host.ts";
import { mailTests, zoe } from "#server/testing/mail.ts";
import { recordsOf } from "#server/testing/records.ts";

const tests = mailTests();
const { clock, mailbox, mailShop, notice, sendAll } = tests;
const SAID = "There is no such mailbox: 550 5.1.1 User unknown";
const ASKED = "Zoë asked at the counter";

type Listed = {
  id: string;
  address: string;
  reason: string;
  liftedAt: string | null;
  liftedBy: string | null;
};

async function list(person: Person, query: object = {}): Promise<Listed[]> {
  const answer = await tests.call("suppressions.list", person, { query });
  expect(answer.status).toBe(200);
  return answer.body as Listed[];
}

const lift = (person: Person, id: string, body: object = {}) =>
  tests.call("suppressions.lift", person, { params: { id }, body });

const works = mailbox(async () => {});
const bounces = mailbox(async () => {
  throw new ProviderError("bounced", SAID);
});

type Reason = (typeof table.$inferInsert)["reason"];

async function suppress(organizationId: string, address: string, reason: Reason, more: object = {}) {
  const database = await tests.database();
  const id = newId();
  await database.tenant(organizationId, (db) =>
    db.insert(table).values({ organizationId, id, address, reason, ...more }),
  );
  return id;
}

async function zoesShop() {
  const shop = await mailShop();
  await shop.store.account("imap");
  const contact = await shop.store.contact(zoe.address);
  const send = async (out: typeof works, key: string, changes: object = {}) => {
    clock.now += 2_000;
    const id = await notice(shop.id, { key, contactId: contact, ...changes });
    await sendAll(undefined, out);
    return id;
  };
  return { ...shop, contact, send };
}

test("emails a bounced address again once it is unblocked", async () => {
  const { user, admin, store, contact, send } = await zoesShop();
  const mail = await send(bounces, "one");
  const held = await send(works, "two");
  expect(await store.mail(held)).toMatchObject({ state: "skipped" });
  const [row] = await list(user);
  expect(row).toEqual({
    id: expect.any(String),
    address: zoe.address,
    reason: "bounced",
    said: SAID,
    createdAt: expect.stringMatching(/Z$/),
    contact: { id: contact, name: "Zoë Frost" },
    mail: { id: mail, name: "Hello" },
    liftedAt: null,
    liftedBy: null,
    liftedBecause: null,
  });
  const profile = () => tests.call("contacts.get", user, { params: { id: contact } });
  const { id, address, reason, createdAt } = row as Listed & { createdAt: string };
  expect((await profile()).body).toMatchObject({
    suppressions: [{ id, address, reason, said: SAID, createdAt }],
  });

  const at = new Date(clock.now).toISOString();
  expect((await lift(admin, id)).status).toBe(200);
  expect(await list(user)).toMatchObject([{ id, liftedAt: at, liftedBy: "Ada ADMIN", liftedBecause: null }]);
  expect((await profile()).body).toMatchObject({ suppressions: [] });
  expect(await store.mail(await send(works, "three"))).toMatchObject({ state: "sent" });

  await send(bounces, "four");
  expect((await list(user)).map(({ liftedAt }) => liftedAt)).toEqual([null, at]);
  expect(await store.mail(await send(works, "five"))).toMatchObject({ state: "skipped" });
});

test("an unsubscribe can only be lifted with a reason", async () => {
  const { id: organizationId, owner, store, contact, send } = await zoesShop();
  const automation = await store.automation();
  const greet = async (occurrence: string) => {
    const id = await store.queue(automation, contact, { occurrence });
    clock.now += 2_000;
    await sendAll(undefined, works);
    return store.mail(id);
  };
  const mail = await send(works, "one");
  const { secret } = await tests.host();
  const token = recordToken(secret, "unsubscribe", { organizationId, id: mail });
  const unsubscribe = () => tests.call("mails.unsubscribe", null, { params: { token } });
  expect((await unsubscribe()).status).toBe(200);
  expect(await greet("a")).toMatchObject({ state: "skipped", reason: "Unsubscribed" });

  const [{ id } = { id: "" }] = await list(owner);
  for (const body of [
    {},
    { liftedBecause: null },
    { liftedBecause: "  " },
    { liftedBecause: "x".repeat(1e5) },
  ]) {
    expect((await lift(owner, id, body)).status).toBe(400);
  }
  expect(await list(owner)).toMatchObject([{ liftedAt: null }]);
  expect((await lift(owner, id, { liftedBecause: ASKED })).status).toBe(200);
  expect(await list(owner)).toMatchObject([{ id, liftedBy: "Ada OWNER", liftedBecause: ASKED }]);
  expect(await greet("b")).toMatchObject({ state: "sent" });

  expect((await unsubscribe()).status).toBe(200);
  expect(await greet("c")).toMatchObject({ state: "skipped", reason: "Unsubscribed" });
  expect((await lift(owner, id, { liftedBecause: ASKED })).status).toBe(200);
  expect(await greet("d")).toMatchObject({ state: "skipped" });
});

test("records the first of two concurrent lifts", async () => {
  const { id: organizationId, owner, admin, user } = await mailShop();
  const id = await suppress(organizationId, "a@example.com", "bounced");
  const answers = await Promise.all([lift(owner, id), lift(admin, id), lift(owner, id), lift(admin, id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const first = await list(user);
  expect(first[0]?.liftedBy).toMatch(/^Ada (OWNER|ADMIN)$/);
  clock.now += 60_000;
  expect((await lift(first[0]?.liftedBy === "Ada OWNER" ? admin : owner, id)).status).toBe(200);
  expect(await list(user)).toEqual(first);
});

test("everyone sees suppressions, only managers lift them", async () => {
  const { id: organizationId, owner, user } = await mailShop();
  const other = await mailShop();
  const id = await suppress(organizationId, "a@example.com", "bounced");
  expect((await lift(user, id)).status).toBe(403);
  expect((await lift(other.owner, id)).status).toBe(404);
  expect((await lift(owner, newId())).status).toBe(404);
  expect((await lift(owner, "x")).status).toBe(404);
  expect(await list(other.user)).toEqual([]);
  expect(await list(user)).toMatchObject([{ id, liftedAt: null }]);
  const gone = await suppress(organizationId, "b@example.com", "erased");
  expect((await lift(owner, gone)).status).toBe(409);
});

test("lists active suppressions first", async () => {
  const { id: organizationId, user } = await mailShop();
  await recordsOf(tests).contact(user, { lastName: "Frost", email: "Zoe@Example.com" });
  const at = (minute: number) => ({ createdAt: new Date(clock.now + minute * 60_000) });
  await suppress(organizationId, "old@example.com", "bounced", at(1));
  await suppress(organizationId, "zoe@example.com", "unsubscribed", at(2));
  await suppress(organizationId, "new@shop.test", "bounced", at(3));
  await suppress(organizationId, "back@shop.test", "bounced", { ...at(4), liftedAt: new Date(clock.now) });
  const addresses = async (query: object) => (await list(user, query)).map(({ address }) => address);
  const all = ["new@shop.test", "zoe@example.com", "old@example.com", "back@shop.test"];
  expect(await addresses({})).toEqual(all);
  expect(await addresses({ limit: 3 })).toEqual(all.slice(0, 3));
  expect(await addresses({ limit: 3, page: 2 })).toEqual(all.slice(3));
  expect(await addresses({ sort: "createdAt:asc", limit: 1 })).toEqual(["old@example.com"]);
  expect(await addresses({ search: "SHOP.test" })).toEqual(["new@shop.test", "back@shop.test"]);
  expect(await addresses({ search: "Frost" })).toEqual(["zoe@example.com"]);
  for (const search of ["%", "_", "\\", "nobody"]) expect(await addresses({ search })).toEqual([]);
  for (const query of [{ page: 0 }, { limit: 101 }, { search: "x".repeat(100_000) }]) {
    expect((await tests.call("suppressions.list", user, { query })).status).toBe(400);
  }
});

test("a page of the list reads its index in order", async () => {
  const { id } = await mailShop();
  const database = await tests.database();
  const plan = await database.system(async (db) => {
    await db.execute(sql`set enable_seqscan = off`);
    await db.execute(sql`set enable_sort = off`);
    const page = db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.organizationId, id))
      .orderBy(sql`(${table.liftedAt} is null) desc`, sql`${table.createdAt} desc`, sql`${table.id} desc`)
      .limit(50);
    const explained = await db.execute(sql`explain ${page}`);
    await db.execute(sql`reset enable_seqscan`);
    await db.execute(sql`reset enable_sort`);
    return explained.rows.map((row) => String(row["QUERY PLAN"])).join("\n");
  });
  expect(plan).toMatch(/Index Scan Backward using suppressions_listed/);
  expect(plan).not.toMatch(/Sort/);
});
