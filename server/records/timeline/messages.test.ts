import type { Answer } from "#lib/contract/contract.ts";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { insertMessage } from "#server/testing/inbox.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost({ clock: () => new Date("2026-11-21T12:00:00Z") });
const make = recordsOf(host);

type Entry = Answer<"timeline.ofContact">[number];

async function letters(person: Person, id: string, query: object = {}): Promise<Entry[]> {
  const { status, body } = await host.call("timeline.ofContact", person, {
    params: { id },
    query: { kind: "mail", ...query },
  });
  expect(status).toBe(200);
  return (body as Entry[]).filter(({ letter }) => letter);
}

async function mailCount(person: Person, id: string) {
  const { body } = await host.call("timeline.head", person, { params: { id } });
  return (body as Answer<"timeline.head">).counts.find(({ kind }) => kind === "mail")?.count;
}

test("shows a message to its owner, or to all if shared", async () => {
  const shop = await host.shop();
  const contact = await make.contact(shop.owner);
  const at = new Date("2026-11-20T09:12:00Z");
  const id = await insertMessage(host, shop.user, contact, { at, attachments: ["ring.jpg"] });
  const [entry] = await letters(shop.user, contact);
  expect(entry).toMatchObject({
    id,
    kind: "letter",
    at: "2026-11-20T09:12:00.000000Z",
    letter: {
      direction: "in",
      person: { id: shop.user.id },
      isMine: true,
      from: { name: "Zoë Frost" },
      subject: "The sapphire ring",
      preview: "It is lovely.",
      attachments: ["ring.jpg"],
      shared: null,
      state: null,
    },
  });
  expect(await mailCount(shop.user, contact)).toBe(1);
  for (const search of ["sapphire", "lovely", "zoe"])
    expect(await letters(shop.user, contact, { search })).toHaveLength(1);
  expect(await letters(shop.user, contact, { search: "emerald" })).toEqual([]);
  const other = await host.shop();
  for (const person of [shop.owner, shop.admin]) {
    expect(await letters(person, contact)).toEqual([]);
    expect(await letters(person, contact, { search: "sapphire" })).toEqual([]);
    expect(await mailCount(person, contact)).toBe(0);
  }
  expect(
    (await host.call("letters.share", shop.user, { params: { id }, body: { isShared: true } })).status,
  ).toBe(200);
  for (const person of [shop.owner, shop.admin]) {
    expect(await letters(person, contact)).toMatchObject([
      { letter: { isMine: false, shared: { by: expect.any(String), all: false } } },
    ]);
    expect(await mailCount(person, contact)).toBe(1);
  }
  expect((await host.call("timeline.ofContact", other.owner, { params: { id: contact } })).status).toBe(404);
  expect((await host.call("letters.get", other.owner, { params: { id } })).status).toBe(404);
});

test("shows the visible messages of a thread in order", async () => {
  const shop = await host.shop();
  const contact = await make.contact(shop.owner);
  const [first, second] = [
    await insertMessage(host, shop.user, contact, { thread: "t", subject: "One", at: new Date(1e12) }),
    await insertMessage(host, shop.user, contact, {
      thread: "t",
      subject: "Two",
      at: new Date(2e12 - 1e12 / 2),
    }),
  ];
  await insertMessage(host, shop.admin, contact, { thread: "t", subject: "Not for them" });
  const { body } = await host.call("letters.get", shop.user, { params: { id: second } });
  expect((body as Answer<"letters.get">).others).toMatchObject([{ id: first, subject: "One" }]);
});

test("pages through messages with the same time", async () => {
  const shop = await host.shop();
  const [kept, gone] = [await make.contact(shop.owner), await make.contact(shop.owner)];
  const at = new Date("2026-11-19T10:00:00Z");
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) ids.push(await insertMessage(host, shop.user, kept, { at }));
  await insertMessage(host, shop.user, kept, { at, hash: "both" });
  await insertMessage(host, shop.user, gone, { at, hash: "both" });
  await insertMessage(host, shop.user, gone, { at });
  const all = async () => {
    const found: Entry[] = [];
    for (let before: string | undefined; ; ) {
      const page = await letters(shop.user, kept, before ? { before } : {});
      found.push(...page);
      if (page.length < 50) return found.map(({ id }) => id);
      const last = page.at(-1);
      before = `${last?.at}~${last?.id}`;
    }
  };
  expect(new Set(await all()).size).toBe(61);
  const cards = await Promise.all(
    [kept, gone].map(async (id) => {
      const { body } = await host.call("contacts.get", shop.owner, { params: { id } });
      return { id, version: (body as { version: number }).version };
    }),
  );
  const from = Object.fromEntries(mergedFields.map((field) => [field, kept]));
  const merged = await host.call("contacts.merge", shop.owner, { body: { cards, from } });
  expect(merged).toMatchObject({ status: 200 });
  const after = await all();
  expect(after).toHaveLength(62);
  expect(new Set(after).size).toBe(62);
  expect(after).toEqual(expect.arrayContaining(ids));
  expect(await mailCount(shop.user, kept)).toBe(62);

  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.unmerge", shop.owner, { params: { id: change } })).status).toBe(200);
  expect(await all()).toHaveLength(61);
  expect(await letters(shop.user, gone)).toHaveLength(2);
});
