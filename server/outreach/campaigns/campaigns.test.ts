import { eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { organizations, purchases } from "#server/platform/db/schema.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";
import { campaignsOf, EVERYBODY, runCampaigns } from "#server/testing/campaigns.ts";
import { MINUTE, mailTests, NINE } from "#server/testing/mail.ts";
import { recordsOf } from "#server/testing/records.ts";

const tests = mailTests();
const { template, created, act, get, report, outlook, mailsOf } = campaignsOf(tests);
const make = recordsOf(tests);
const DAY = 24 * 60 * MINUTE;

test("sends to exactly the previewed recipients", async () => {
  const { owner, user, store, id: organizationId } = await tests.mailShop();
  const database = await tests.database();
  const ada = await store.contact("ada@example.com", "Ada");
  await store.contact("ADA@example.com", "Ada again");
  await store.contact("", "Bo");
  await store.contact("cy", "Cy");
  await store.contact("dora@example.com", "Dora", { consent: "withdrawn" });
  for (const reason of ["unsubscribed", "bounced", "erased"] as const) {
    await store.contact(`${reason}@example.com`, reason);
    const address = `${reason}@example.com`;
    await database.tenant(organizationId, (db) =>
      db.insert(suppressions).values({ organizationId, address, reason }),
    );
  }
  const reasons = [
    "An earlier mail to this address came back",
    "Another contact with this address gets this email",
    "No email address",
    "Not a valid email address",
    "Said no to marketing emails",
    "The address was erased",
    "Unsubscribed",
  ];
  const skipped = reasons.map((reason) => ({ reason, count: 1 }));
  const seen = await outlook(user);
  expect(seen).toMatchObject({ total: 8, reached: 1, skipped, perDay: null });
  expect(seen.contacts).toHaveLength(8);
  expect((await outlook(user, { show: "reached" })).contacts).toEqual([
    { id: ada, name: "Ada Frost", email: "ada@example.com", skipped: null },
  ]);
  const out = (await outlook(user, { show: "skipped" })).contacts.map((one) => one.skipped);
  expect(out.sort()).toEqual(reasons);
  expect((await outlook(user, { show: "skipped", page: 2 })).contacts).toEqual([]);

  const id = await created(owner);
  expect((await act("campaigns.schedule", owner, id)).status).toBe(200);
  const { host, sink } = await tests.withSink();
  await runCampaigns(host);
  expect(await get(user, id)).toMatchObject({ state: "running", audience: 8, template: null });
  await tests.sendAll(host);
  await runCampaigns(host);
  expect(sink.taken.map(({ to }) => to)).toEqual(["ada@example.com"]);
  expect(await report(user, id)).toMatchObject({ counts: { sent: 1, skipped: 7 }, skipped });
  expect(await get(user, id)).toMatchObject({ state: "done", subject: "For {{firstName}}" });
  const [taken] = sink.taken;
  expect(taken?.mail.subject).toBe("For Ada");
  const headers = Object.fromEntries(taken?.mail.headers.map(({ key, value }) => [key, value]) ?? []);
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const { body } = await tests.call("mails.list", user, { query: { contactId: ada } });
  expect(body).toMatchObject([{ kind: "campaign", campaign: { id, name: "Spring" }, state: "sent" }]);
});

test("keeps an omitted template and removes a null one", async () => {
  const { owner } = await tests.mailShop();
  const id = await created(owner);
  const update = async (changes: object) => {
    const body = { name: "Summer", where: EVERYBODY, ...changes };
    expect((await tests.call("campaigns.update", owner, { params: { id }, body })).status).toBe(200);
    return get(owner, id);
  };
  expect(await update({})).toMatchObject({ name: "Summer", template: { id: expect.any(String) } });
  expect(await update({ templateId: null })).toMatchObject({ template: null });
});

test("sends only with consent if the store requires it", async () => {
  const { owner, store, id: organizationId } = await tests.mailShop();
  const database = await tests.database();
  await database.system((db) =>
    db.update(organizations).set({ onlyConsented: true }).where(eq(organizations.id, organizationId)),
  );
  await store.contact("a@example.com", "Ada", { consent: "given" });
  await store.contact("b@example.com", "Bo");
  expect(await outlook(owner)).toMatchObject({
    reached: 1,
    skipped: [{ reason: "Has not said yes to marketing emails", count: 1 }],
  });
});

test("starts at a local time across clock changes", async () => {
  const { owner, store } = await tests.mailShop();
  await store.contact("a@example.com");
  await tests.call("organization.setTimezone", owner, { body: { timezone: "America/New_York" } });
  const id = await created(owner);
  for (const [address, status] of [
    ["", 409],
    ["1 High Street", 400],
  ] as const) {
    await tests.call("organization.setBrand", owner, { body: { address } });
    expect((await act("campaigns.schedule", owner, id, { at: "2026-07-01T03:59" })).status).toBe(status);
  }
  for (const at of ["2026-02-30T09:00", "2026-07-02", "2026-07-01T03:59", "x"]) {
    expect((await act("campaigns.schedule", owner, id, { at })).status).toBe(400);
  }
  expect((await act("campaigns.schedule", owner, id, { at: "2027-03-14T02:30" })).status).toBe(200);
  expect(await get(owner, id)).toMatchObject({ state: "scheduled", startsAt: "2027-03-14T07:00:00.000Z" });
  const changed = await tests.call("campaigns.update", owner, {
    params: { id },
    body: { name: "Autumn", where: EVERYBODY },
  });
  expect(changed.status).toBe(409);
  await act("campaigns.stop", owner, id);
  expect(await get(owner, id)).toMatchObject({ state: "draft", wall: null, startsAt: null });

  await act("campaigns.schedule", owner, id, { at: "2026-07-01T09:00" });
  await tests.call("organization.setTimezone", owner, { body: { timezone: "America/Los_Angeles" } });
  expect(await get(owner, id)).toMatchObject({ startsAt: "2026-07-01T16:00:00.000Z" });
  const host = await tests.host();
  tests.clock.now = Date.parse("2026-07-01T15:59:00Z");
  await runCampaigns(host);
  expect(await mailsOf(id)).toEqual([]);
  tests.clock.now += MINUTE;
  await runCampaigns(host);
  expect(await mailsOf(id)).toHaveLength(1);
});

test("lets managers send and everyone read", async () => {
  const { owner, user, store } = await tests.mailShop();
  const other = await tests.mailShop();
  await other.store.contact("theirs@example.com");
  await store.contact("ours@example.com");
  const theirs = await template(other.owner);
  const body = { name: "Spring", templateId: theirs, where: EVERYBODY };
  expect((await tests.call("campaigns.create", owner, { body })).status).toBe(404);
  expect((await tests.call("campaigns.create", user, { body })).status).toBe(403);
  const where = JSON.stringify([[{ field: "sales", is: "atLeast", count: 0, categoryId: newId() }]]);
  expect((await outlook(user, { where })).contacts.map(({ email }) => email)).toEqual(["ours@example.com"]);
  expect((await tests.call("campaigns.outlook", user, { query: { where: "{" } })).status).toBe(400);
  const id = await created(owner, { templateId: null });
  expect(await act("campaigns.schedule", owner, id)).toMatchObject({
    status: 400,
    body: { message: "Choose a template first" },
  });
  expect((await act("campaigns.schedule", user, id)).status).toBe(403);
  expect((await act("campaigns.schedule", other.owner, id)).status).toBe(404);
  expect((await tests.call("campaigns.list", user)).body).toMatchObject([{ id, state: "draft" }]);
  const params = { id };
  const update = { name: "Autumn", where: EVERYBODY, version: 1 };
  expect((await tests.call("campaigns.update", owner, { params, body: update })).status).toBe(200);
  expect(await tests.call("campaigns.update", owner, { params, body: update })).toMatchObject({
    status: 409,
    body: { message: "Changed by someone else", current: { name: "Autumn", version: 2 } },
  });
  expect((await act("campaigns.delete", owner, id)).status).toBe(200);
  expect((await tests.call("trash.restore", owner, { params })).body).toMatchObject({ kind: "campaign", id });
  expect(await get(owner, id)).toMatchObject({ name: "Autumn", state: "draft" });
});

test("reports unsubscriptions and sales within 30 days", async () => {
  const { owner, user, store, id: organizationId } = await tests.mailShop();
  const ada = await store.contact("ada@example.com", "Ada");
  const bo = await store.contact("bo@example.com", "Bo");
  const id = await created(owner);
  await act("campaigns.schedule", owner, id);
  const { host } = await tests.withSink();
  await runCampaigns(host);
  await tests.sendAll(host);
  const database = await tests.database();
  const [mail] = (await mailsOf(id)).filter(({ contactId }) => contactId === bo);
  const category = await make.category(user);
  await database.tenant(organizationId, async (db) => {
    const of = { organizationId, reason: "unsubscribed" as const, address: "bo@example.com" };
    await db.insert(suppressions).values({ ...of, mailId: mail?.id });
    const sale = {
      organizationId,
      contactName: "",
      productCategoryId: category,
      productCategoryName: "Rings",
    };
    const sales: [contact: string, cost: string, days: number][] = [
      [ada, "100.50", 1],
      [ada, "20", 30],
      [ada, "1000", 31],
      [bo, "500", -1],
    ];
    for (const [contactId, cost, days] of sales) {
      const createdAt = new Date(NINE + days * DAY);
      const row = { ...sale, id: newId(), contactId, cost, createdAt, search: "" };
      await db.insert(purchases).values(row);
    }
  });
  expect(await report(user, id)).toMatchObject({
    counts: { sent: 2 },
    unsubscribed: 1,
    cameBack: { contacts: 1, spent: expect.stringMatching(/^120\.50?$/) },
  });
});
