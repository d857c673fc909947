import { eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { campaignsOf, runCampaigns } from "#server/testing/campaigns.ts";
import { MINUTE, mailTests, NINE } from "#server/testing/mail.ts";

const tests = mailTests();
const { template, created, act, get, report, mailsOf } = campaignsOf(tests);
const DAY = 24 * 60 * MINUTE;

test("sends the template's text as of the start", async () => {
  const { owner, user, store } = await tests.mailShop();
  await store.contact("a@example.com", "Ada");
  const templateId = await template(owner);
  const id = await created(owner, { templateId });
  const inUse = await tests.call("templates.delete", user, { params: { id: templateId } });
  expect(inUse).toMatchObject({
    status: 409,
    body: { message: "The campaign “Spring” sends this template. Give it another one first." },
  });
  await act("campaigns.schedule", owner, id);
  const edited = { name: "Spring", subject: "Edited", content: "Edited" };
  await tests.call("templates.update", user, { params: { id: templateId }, body: edited });
  expect((await tests.call("templates.delete", user, { params: { id: templateId } })).status).toBe(200);
  const { host, sink } = await tests.withSink();
  await runCampaigns(host);
  await tests.sendAll(host);
  expect(sink.taken.map(({ mail }) => mail.subject)).toEqual(["For Ada"]);
});

test("sends nothing while paused or stopped", async () => {
  const { owner, store } = await tests.mailShop();
  await store.account("imap");
  for (let i = 0; i < 5; i++) await store.contact(`a${i}@example.com`);
  const id = await created(owner);
  await act("campaigns.schedule", owner, id);
  const taken: string[] = [];
  let failure: Error | null = null;
  const mailbox = tests.mailbox(async ({ to }) => {
    if (failure) throw failure;
    taken.push(to.address);
  });
  const host = await tests.host();
  const turn = async () => {
    await runCampaigns(host);
    await tests.sendAll(host, mailbox);
    tests.clock.now += MINUTE;
  };
  await turn();
  expect(taken).toHaveLength(1);
  expect((await act("campaigns.pause", owner, id)).status).toBe(200);
  await turn();
  expect(taken).toHaveLength(1);
  expect(await get(owner, id)).toMatchObject({ state: "paused", audience: 5 });
  expect((await report(owner, id)).counts).toEqual({ sent: 1, held: 4 });

  await act("campaigns.resume", owner, id);
  await turn();
  expect(taken).toHaveLength(2);
  const [queued] = (await mailsOf(id)).filter(({ state }) => state === "queued");
  await act("campaigns.pause", owner, id);
  const database = await tests.database();
  await database.system((db) =>
    db
      .update(mails)
      .set({ state: "queued" })
      .where(eq(mails.id, queued?.id ?? "")),
  );
  await turn();
  expect(taken).toHaveLength(2);
  expect((await report(owner, id)).counts).toEqual({ sent: 2, held: 3 });

  await act("campaigns.resume", owner, id);
  await runCampaigns(host);
  expect((await act("campaigns.stop", owner, id)).status).toBe(200);
  failure = new Error("451 Try again later");
  await turn();
  expect(await report(owner, id)).toMatchObject({
    counts: { sent: 2, skipped: 3 },
    skipped: [{ reason: "The campaign was stopped", count: 3 }],
  });
  for (const name of ["campaigns.pause", "campaigns.resume", "campaigns.schedule"] as const) {
    expect((await act(name, owner, id)).status).toBe(409);
  }
});

test("sends 400 emails a day, and the rest later", async () => {
  const { owner, user, store, id: organizationId } = await tests.mailShop();
  await store.account("imap");
  await store.contact("a@example.com");
  const database = await tests.database();
  const earlier = Array.from({ length: 400 }, (_, i) => ({
    ...{
      organizationId,
      id: newId(),
      kind: "automation" as const,
      toName: "",
      toAddress: `e${i}@example.com`,
    },
    ...{ state: "sent" as const, sentAt: new Date(NINE) },
  }));
  await database.tenant(organizationId, (db) => db.insert(mails).values(earlier));
  const id = await created(owner);
  await act("campaigns.schedule", owner, id);
  const host = await tests.host();
  const taken: string[] = [];
  const mailbox = tests.mailbox(async ({ to }) => void taken.push(to.address));
  const turn = async () => {
    await runCampaigns(host);
    await tests.sendAll(host, mailbox);
  };
  await turn();
  expect(taken).toEqual([]);
  expect((await mailsOf(id))[0]).toMatchObject({
    state: "queued",
    reason: "The mailbox sent its 400 emails of today. This one follows tomorrow",
  });
  await runCampaigns(host);
  const looksAgain = database.system((db) => db.select({ at: campaigns.dueAt }).from(campaigns));
  expect(await looksAgain).toEqual([{ at: new Date(tests.clock.now + 15 * MINUTE) }]);
  tests.clock.now += DAY;
  await turn();
  await turn();
  expect(taken).toEqual(["a@example.com"]);
  expect(await get(user, id)).toMatchObject({ state: "done" });
});

test("starts and collects recipients once, also with several hosts", async () => {
  const { owner, admin, store } = await tests.mailShop();
  for (let i = 0; i < 20; i++) await store.contact(`a${i}@example.com`);
  const id = await created(owner);
  const answers = await Promise.all([owner, admin].map((one) => act("campaigns.schedule", one, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const host = await tests.host();
  await Promise.all([runCampaigns(host), runCampaigns(host), runCampaigns(host)]);
  await runCampaigns(host);
  expect(await mailsOf(id)).toHaveLength(20);
  const { version } = await get(owner, id);
  expect((await act("campaigns.schedule", owner, id, { version: version ?? 0 })).status).toBe(409);
  expect(await get(owner, id)).toMatchObject({ audience: 20, state: "running" });
});

test("collects recipients in steps, ignoring later contacts", async () => {
  const { owner, id: organizationId } = await tests.mailShop();
  const database = await tests.database();
  const people = Array.from({ length: 2_100 }, (_, i) => ({
    ...{ organizationId, id: newId(), firstName: "A", lastName: "B", phoneNumber: "", search: "" },
    ...{ email: `a${i % 2_000}@example.com`, createdAt: new Date(NINE - DAY + i) },
  }));
  await database.tenant(organizationId, (db) => db.insert(contacts).values(people));
  const id = await created(owner);
  await act("campaigns.schedule", owner, id);
  await runCampaigns(await tests.host());
  const late = { ...people[0], id: newId(), email: "late@example.com", createdAt: new Date(NINE + DAY) };
  await database.tenant(organizationId, (db) => db.insert(contacts).values(late as (typeof people)[0]));
  await runCampaigns(await tests.host());
  expect(await get(owner, id)).toMatchObject({ audience: 2_100 });
  expect((await report(owner, id)).counts).toEqual({ queued: 500, held: 1_500, skipped: 100 });
});
