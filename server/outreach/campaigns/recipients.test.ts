import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { newId } from "#server/platform/db/id.ts";
import { campaignsOf, EVERYBODY, runCampaigns } from "#server/testing/campaigns.ts";
import type { Person } from "#server/testing/host.ts";
import { mailTests } from "#server/testing/mail.ts";

const tests = mailTests();
const { template, act, get, report, outlook, mailsOf } = campaignsOf(tests);

async function bulk(user: Person, what: object, ids: string[], work?: string) {
  const answer = await tests.call("contacts.bulk", user, {
    body: { what, whom: { ids }, ...(work && { work }) },
  });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body as Answer<"contacts.bulk">;
}
const undo = (user: Person, work: string) => tests.call("contacts.undoBulk", user, { body: { work } });

test("sends only to chosen contacts", async () => {
  const { owner, store } = await tests.mailShop();
  const ids: string[] = [];
  for (const name of ["Ada", "Bo", "Cy", "Dora"]) ids.push(await store.contact(`${name}@example.com`, name));
  const [ada = "", bo = "", cy = "", dora = ""] = ids;
  const what = { do: "newCampaign", name: "Pearls" };
  const first = await bulk(owner, what, [ada]);
  const second = await bulk(owner, what, [bo, "x", newId()], first.work);
  expect([first, second]).toMatchObject([{ done: 1, left: 0 }, { done: 1 }]);
  const id = second.campaignId ?? "";
  expect(first.campaignId).toBe(id);
  expect(await get(owner, id)).toMatchObject({ name: "Pearls", state: "draft", chosen: 2, where: EVERYBODY });
  const more = await bulk(owner, { do: "addToCampaign", campaignId: id }, [bo, cy, dora]);
  expect(more).toMatchObject({ done: 3, left: 0, campaignId: null });
  await bulk(owner, { do: "removeFromCampaign", campaignId: id }, [dora]);
  expect(await get(owner, id)).toMatchObject({ chosen: 3 });
  expect(await outlook(owner, { campaignId: id })).toMatchObject({ total: 3, reached: 3 });
  await undo(owner, more.work);
  expect(await get(owner, id)).toMatchObject({ chosen: 2 });
  expect((await tests.call("history.ofRecord", owner, { params: { id: ada } })).body).toMatchObject([
    { kind: "recipient", action: "created", name: "Pearls" },
    { kind: "contact", action: "created" },
  ]);

  const body = { name: "Pearls", templateId: await template(owner), where: EVERYBODY, version: 1 };
  expect((await tests.call("campaigns.update", owner, { params: { id }, body })).status).toBe(200);
  expect((await act("campaigns.schedule", owner, id)).status).toBe(200);
  expect(await get(owner, id)).toMatchObject({ chosen: 2 });
  const { host, sink } = await tests.withSink();
  await runCampaigns(host);
  await tests.sendAll(host);
  await runCampaigns(host);
  expect(sink.taken.map(({ to }) => to).sort()).toEqual(["Ada@example.com", "Bo@example.com"]);
  expect(await get(owner, id)).toMatchObject({ state: "done", audience: 2, chosen: 2 });
  expect((await report(owner, id)).counts).toEqual({ sent: 2 });
  const late = { what: { do: "addToCampaign", campaignId: id }, whom: { ids: [cy] } };
  expect(await tests.call("contacts.bulk", owner, { body: late })).toMatchObject({
    status: 409,
    body: { message: "This campaign has already started" },
  });
});

test("deletes a new campaign on undo unless others used it", async () => {
  const { owner, admin, store } = await tests.mailShop();
  const [ada, bo] = [await store.contact("a@example.com"), await store.contact("b@example.com")];
  const alone = await bulk(owner, { do: "newCampaign", name: "Pearls" }, [ada]);
  await undo(owner, alone.work);
  expect((await tests.call("campaigns.list", owner)).body).toEqual([]);
  const shared = await bulk(owner, { do: "newCampaign", name: "Pearls" }, [ada]);
  const id = shared.campaignId ?? "";
  await bulk(admin, { do: "addToCampaign", campaignId: id }, [bo]);
  expect((await undo(owner, shared.work)).body).toMatchObject({ isDone: true, kept: 1 });
  expect(await get(owner, id)).toMatchObject({ chosen: 1 });
  expect((await act("campaigns.delete", owner, id)).status).toBe(200);
  expect((await tests.call("trash.list", owner)).body).toMatchObject([
    { kind: "campaign", along: [{ kind: "recipient", count: 1 }] },
  ]);
  await tests.call("trash.restore", owner, { params: { id } });
  expect(await get(owner, id)).toMatchObject({ chosen: 1 });
});

test("drops deleted contacts, restores them, and follows merges", async () => {
  const { owner, store } = await tests.mailShop();
  const [ada, bo, cy] = [
    await store.contact("a@example.com", "Ada"),
    await store.contact("b@example.com", "Bo"),
    await store.contact("c@example.com", "Cy"),
  ];
  const { campaignId } = await bulk(owner, { do: "newCampaign", name: "Pearls" }, [bo, cy]);
  const id = campaignId ?? "";
  await tests.call("contacts.delete", owner, { params: { id: cy } });
  expect(await get(owner, id)).toMatchObject({ chosen: 1 });
  await tests.call("trash.restore", owner, { params: { id: cy } });
  expect(await get(owner, id)).toMatchObject({ chosen: 2 });
  await tests.call("contacts.delete", owner, { params: { id: cy } });
  const from = { name: ada, email: ada, phoneNumber: ada, birthday: ada, anniversary: ada };
  const cards = [ada, bo].map((one) => ({ id: one, version: 1 }));
  expect((await tests.call("contacts.merge", owner, { body: { cards, from } })).status).toBe(200);
  const { contacts: reached } = await outlook(owner, { campaignId: id });
  expect(reached.map((one) => one.id)).toEqual([ada]);
});

test("limits a campaign to ten thousand contacts", async () => {
  const { owner, user, id: organizationId, store } = await tests.mailShop();
  const other = await tests.mailShop();
  const [ada, bo] = [await store.contact("a@example.com"), await store.contact("b@example.com")];
  const { campaignId } = await bulk(owner, { do: "newCampaign", name: "Pearls" }, [ada]);
  const id = campaignId ?? "";
  const database = await tests.database();
  await database.system((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into campaign_contacts (organization_id, id, campaign_id, contact_id)
        select ${organizationId}::uuid, gen_random_uuid(), ${id}::uuid, gen_random_uuid() from generate_series(1, 9997)`);
    }),
  );
  const [cy, dora] = [await store.contact("c@example.com"), await store.contact("d@example.com")];
  const add = { do: "addToCampaign", campaignId: id };
  const both = await Promise.all([bulk(owner, add, [bo, cy]), bulk(owner, add, [cy, dora])]);
  expect(await get(owner, id)).toMatchObject({ chosen: 10_000 });
  expect(both.reduce((sum, { left }) => sum + (left ?? 0), 0)).toBe(1);

  const body = { name: "All", where: EVERYBODY };
  const all = (await tests.call("campaigns.create", owner, { body })).body as { id: string };
  const ask = (who: Person, what: object) =>
    tests.call("contacts.bulk", who, { body: { what, whom: { ids: [ada] } } });
  expect(await ask(owner, { do: "addToCampaign", campaignId: all.id })).toMatchObject({
    status: 409,
    body: { message: "This campaign goes to a segment. Choose another campaign." },
  });
  for (const what of [add, { do: "newCampaign", name: "Mine" }, { ...add, do: "removeFromCampaign" }])
    expect((await ask(user, what)).status).toBe(403);
  const theirs = await bulk(other.owner, { do: "newCampaign", name: "Theirs" }, [
    await other.store.contact("x@example.com"),
  ]);
  for (const campaignId of [theirs.campaignId, newId(), "x"]) {
    expect((await ask(owner, { ...add, campaignId })).status).toBe(404);
    expect((await tests.call("campaigns.outlook", owner, { query: { campaignId } })).body).toMatchObject(
      campaignId === "x" ? { message: "This record does not exist" } : { total: 0, contacts: [] },
    );
  }
});

test("sends both campaigns' email after a merge", async () => {
  const { owner, store } = await tests.mailShop();
  const [ada, bo] = [await store.contact("a@example.com", "Ada"), await store.contact("b@example.com", "Bo")];
  const ids: string[] = [];
  for (const one of [ada, bo]) {
    const { campaignId } = await bulk(owner, { do: "newCampaign", name: "Pearls" }, [one]);
    ids.push(campaignId ?? "");
    const body = { name: "Pearls", templateId: await template(owner), where: EVERYBODY };
    await tests.call("campaigns.update", owner, { params: { id: campaignId ?? "" }, body });
    await act("campaigns.schedule", owner, campaignId ?? "");
  }
  const { host, sink } = await tests.withSink();
  await runCampaigns(host);
  const from = { name: ada, email: ada, phoneNumber: ada, birthday: ada, anniversary: ada };
  const cards = [ada, bo].map((one) => ({ id: one, version: 1 }));
  expect((await tests.call("contacts.merge", owner, { body: { cards, from } })).status).toBe(200);
  await tests.sendAll(host);
  expect(sink.taken).toHaveLength(2);
  expect((await mailsOf(ids[1] ?? "")).map(({ state }) => state)).toEqual(["sent"]);
});
