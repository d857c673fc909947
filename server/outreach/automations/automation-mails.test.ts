import { and, eq } from "drizzle-orm";
import type { History, Recipients } from "#lib/contract/automations.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { searchText } from "#server/platform/db/search.ts";
import { birthdayIsToday, condition, rulesOf } from "#server/testing/automations.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";

let now = new Date("2026-11-21T08:59:00Z");
const host = testHost({ clock: () => now });
const make = recordsOf(host);
const rules = rulesOf(host);

beforeEach(() => {
  now = new Date("2026-11-21T08:59:00Z");
});

async function recipients(user: Person, id: string, query: object = {}): Promise<Recipients> {
  const answer = await host.call("automations.recipients", user, { params: { id }, query });
  expect(answer.status).toBe(200);
  return answer.body as Recipients;
}

async function history(user: Person, id: string, query: object = {}): Promise<History> {
  const answer = await host.call("automations.mails", user, { params: { id }, query });
  expect(answer.status).toBe(200);
  return answer.body as History;
}

async function crowd({ id: organizationId }: Shop, count: number) {
  const database = await host.database();
  const people = Array.from({ length: count }, (_, i) => {
    const own = { ...person, firstName: `A${String(i).padStart(3, "0")}`, email: `a${i}@example.com` };
    return { ...own, organizationId, id: newId(), birthday: "1990-11-21", search: searchText(own) };
  });
  await database.tenant(organizationId, (db) => db.insert(contacts).values(people));
}

test("lists who would receive it, and why others wouldn't", async () => {
  const shop = await host.shop();
  const { user } = shop;
  const id = await rules.create(user);
  expect(await recipients(user, id)).toEqual({
    nextRunAt: "2026-11-21T09:00:00.000Z",
    total: 0,
    reached: 0,
    contacts: [],
  });
  const birthday = "1990-11-21";
  const added = (firstName: string, email = `${firstName}@Example.com`) =>
    make.contact(user, { firstName, lastName: "Frost", email, birthday });
  const ids = {
    Ada: await added("Ada"),
    Bo: await added("Bo"),
    Cy: await added("Cy"),
    Di: await added("Di"),
  };
  await make.contact(user, { firstName: "Ed", birthday: "1990-11-22" });
  const other = await host.shop();
  await make.contact(other.user, { birthday });
  const database = await host.database();
  await database.tenant(shop.id, async (db) => {
    const of = { organizationId: shop.id };
    await db.insert(suppressions).values([
      { ...of, address: "ada@example.com", reason: "unsubscribed" },
      { ...of, address: "bo@example.com", reason: "bounced" },
    ]);
    await db.update(contacts).set({ email: "" }).where(eq(contacts.id, ids.Cy));
  });
  const row = (name: keyof typeof ids, skipped: string | null, email = `${name}@Example.com`) => ({
    id: ids[name],
    name: `${name} Frost`,
    email,
    skipped,
  });
  const skipped = [
    row("Ada", "Unsubscribed"),
    row("Bo", "An earlier mail to this address came back"),
    row("Cy", "No email address", ""),
  ];
  expect(await recipients(user, id)).toMatchObject({
    total: 4,
    reached: 1,
    contacts: [...skipped, row("Di", null)],
  });
  now = new Date("2026-11-21T09:00:00Z");
  await rules.run();
  expect(await recipients(user, id)).toEqual({
    nextRunAt: "2026-11-22T09:00:00.000Z",
    total: 4,
    reached: 0,
    contacts: [...skipped, row("Di", "Has already received it")],
  });
});

test("names the first fifty of many", async () => {
  const shop = await host.shop();
  await crowd(shop, 60);
  const { total, reached, contacts } = await recipients(shop.user, await rules.create(shop.user));
  expect([total, reached, contacts.length, contacts[0]?.name, contacts[49]?.name]).toEqual([
    60,
    60,
    50,
    "A000 O’Brien-Nguyễn",
    "A049 O’Brien-Nguyễn",
  ]);
});

test("lists a paused rule's recipients and sends nothing", async () => {
  const shop = await host.shop();
  const { user } = shop;
  await rules.setTimezone(shop, "America/New_York");
  now = new Date("2026-11-20T15:00:00Z");
  await crowd(shop, 58);
  await make.contact(user, { firstName: "Ed", birthday: "1990-11-20" });
  const couple = { birthday: "1990-11-21", email: "Home@Example.com" };
  await make.contact(user, { ...couple, firstName: "Zoe" });
  await make.contact(user, { ...couple, firstName: "Zoe", email: "home@example.com" });
  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db
      .insert(suppressions)
      .values({ organizationId: shop.id, address: "a57@example.com", reason: "unsubscribed" }),
  );
  const id = await rules.create(user, { start: false });
  const rule = async () => (await host.call("automations.get", user, { params: { id } })).body;
  expect(await rule()).toMatchObject({ isActive: false, pausedReason: null, nextRunAt: null });
  const first = { nextRunAt: "2026-11-21T14:00:00.000Z", total: 60, reached: 58 };
  expect(await recipients(user, id, { at: "next" })).toMatchObject(first);
  expect(await recipients(user, id)).toMatchObject({
    nextRunAt: null,
    total: 1,
    contacts: [{ name: expect.stringMatching(/^Ed/) }],
  });
  expect(
    (await host.call("automations.recipients", user, { params: { id }, query: { at: "once" } })).status,
  ).toBe(400);

  now = new Date("2026-11-21T13:59:00Z");
  await rules.run();
  expect(await rules.mails(user, id)).toEqual([]);
  await host.call("automations.setActive", user, { params: { id }, body: { active: true } });
  expect(await recipients(user, id, { at: "next" })).toMatchObject(first);
  now = new Date("2026-11-21T14:00:00Z");
  await rules.run();
  const sent = (await rules.mails(user, id)).filter(({ state }) => state === "queued");
  expect(sent).toHaveLength(first.reached + 1);
});

test.each([undefined, true])(
  "with start: %s, as sent by section 7 clients, runs immediately",
  async (start) => {
    const { user } = await host.shop();
    const id = await rules.create(user, { start });
    const { body } = await host.call("automations.get", user, { params: { id } });
    expect(body).toMatchObject({ isActive: true, nextRunAt: "2026-11-21T09:00:00.000Z" });
  },
);

test("lists an event rule's recipients as if it happened", async () => {
  const { user } = await host.shop();
  await make.sale(user, await make.saleForm(user, { cost: "2000" }));
  await make.contact(user, { firstName: "Ada" });
  const trigger = { type: "EVENT_BASED" };
  const id = await rules.create(user, {
    trigger,
    condition: [condition("Purchase.cost", "GREATER_THAN", 1000)],
  });
  expect(await recipients(user, id)).toMatchObject({
    nextRunAt: null,
    total: 1,
    contacts: [{ skipped: null }],
  });
});

test("counts its history by state and pages it", async () => {
  const shop = await host.shop();
  const { user } = shop;
  await crowd(shop, 60);
  const id = await rules.create(user);
  expect(await history(user, id)).toEqual({ counts: {}, mails: [] });
  now = new Date("2026-11-21T09:00:00Z");
  await rules.run();
  const first = await history(user, id);
  expect(first.counts).toEqual({ queued: 60 });
  expect(first.mails).toHaveLength(50);
  expect(first.mails[0]).toEqual({
    id: expect.any(String),
    kind: "automation",
    toAddress: expect.stringMatching(/^a\d+@example\.com$/),
    toName: expect.stringMatching(/^A\d\d\d O’Brien-Nguyễn$/),
    campaign: null,
    contact: { id: expect.any(String), name: first.mails[0]?.toName },
    subject: "Hello …",
    state: "queued",
    reason: null,
    createdAt: expect.stringMatching(/Z$/),
    dueAt: "2026-11-21T09:00:00.000Z",
    sentAt: null,
  });
  const last = first.mails[49]?.id ?? "";
  const second = await history(user, id, { before: last });
  expect(second.mails).toHaveLength(10);
  expect(new Set([...first.mails, ...second.mails].map((mail) => mail.id)).size).toBe(60);

  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db.update(mails).set({ state: "failed", reason: "No such mailbox" }).where(eq(mails.id, last)),
  );
  expect(await history(user, id, { state: "failed" })).toMatchObject({
    counts: { queued: 59, failed: 1 },
    mails: [{ id: last, reason: "No such mailbox" }],
  });
  expect((await history(user, id, { before: newId() })).mails).toEqual([]);
  for (const query of [{ state: "lost" }, { before: "x".repeat(65) }]) {
    expect((await host.call("automations.mails", user, { params: { id }, query })).status).toBe(400);
  }
  const odd = { params: { id }, query: { before: "x" } };
  expect((await host.call("automations.mails", user, odd)).status).toBe(404);
});

test("skips queued email of a deleted rule", async () => {
  const shop = await host.shop();
  await crowd(shop, 2);
  const id = await rules.create(shop.user, { condition: [birthdayIsToday] });
  now = new Date("2026-11-21T09:00:00Z");
  await rules.run();
  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db.update(mails).set({ state: "sent", sentAt: now }).where(eq(mails.toAddress, "a0@example.com")),
  );
  expect((await host.call("automations.delete", shop.user, { params: { id } })).status).toBe(200);
  const left = await database.read(shop.id, (db) =>
    db
      .select({ automationId: mails.automationId, state: mails.state, reason: mails.reason })
      .from(mails)
      .where(and(eq(mails.organizationId, shop.id), eq(mails.kind, "automation")))
      .orderBy(mails.toAddress),
  );
  expect(left).toEqual([
    { automationId: null, state: "sent", reason: null },
    { automationId: null, state: "skipped", reason: "The automation was deleted" },
  ]);
});
