import type { Answer, Name } from "#lib/contract/contract.ts";
import { newId } from "#server/platform/db/id.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

async function ask<N extends Name>(name: N, user: Person, input: object = {}) {
  const answer = await host.call(name, user, input);
  expect([name, answer.status, answer.body]).toEqual([name, 200, expect.anything()]);
  return answer.body as Answer<N>;
}
const add = (user: Person, id: string, name: string) =>
  ask("contacts.addTag", user, { params: { id }, body: { name } });
const tagsOf = async (user: Person, id: string) =>
  (await ask("contacts.get", user, { params: { id } })).tags?.map(({ name }) => name);
const list = async (user: Person) =>
  (await ask("tags.list", user)).map(({ name, count }) => `${name} ${count}`);

test("typing a tag creates it, ignoring case", async () => {
  const { user } = await host.shop();
  const amara = await make.contact(user, { firstName: "Amara", email: "a@example.com" });
  const tom = await make.contact(user, { firstName: "Tom", email: "t@example.com" });
  const vip = await add(user, amara, "  VIP ");
  expect(await add(user, tom, "vip")).toEqual(vip);
  expect(await add(user, tom, "VIP")).toEqual(vip);
  await add(user, amara, "Bridal 2026");
  expect(await list(user)).toEqual(["Bridal 2026 1", "VIP 2"]);
  expect(await tagsOf(user, amara)).toEqual(["Bridal 2026", "VIP"]);
  const params = { id: amara };
  await ask("contacts.removeTag", user, { params, body: { tagId: vip.id } });
  await ask("contacts.removeTag", user, { params, body: { tagId: vip.id } });
  expect(await tagsOf(user, amara)).toEqual(["Bridal 2026"]);
  const entries = await ask("history.ofRecord", user, { params });
  expect(entries.map(({ kind, action, name }) => `${kind} ${action} ${name}`)).toEqual([
    "tagging deleted VIP",
    "tagging created Bridal 2026",
    "tagging created VIP",
    expect.stringContaining("contact created Amara"),
  ]);
  expect(entries[0]?.changes).toEqual([
    { field: "contact_id", from: expect.stringContaining("Amara"), to: null },
  ]);
  for (const name of ["", "a,b", "x".repeat(41)]) {
    expect((await host.call("contacts.addTag", user, { params, body: { name } })).status).toBe(400);
  }
});

test("a list includes its contacts' tags on request", async () => {
  const { user } = await host.shop();
  const tom = await make.contact(user, { firstName: "Tom", email: "t@example.com" });
  const amara = await make.contact(user, { firstName: "Amara", email: "a@example.com" });
  for (const name of ["VIP", "Bridal"]) await add(user, amara, name);
  const bare = await ask("contacts.list", user);
  expect(bare.some((one) => "tags" in one)).toBe(false);
  const query = { with: "tags" };
  const where = JSON.stringify([[{ field: "tags" }]]);
  const expected = [
    { id: amara, tags: [{ name: "Bridal" }, { name: "VIP" }] },
    { id: tom, tags: [] },
  ];
  expect(await ask("contacts.list", user, { query })).toMatchObject(expected);
  expect(await ask("contacts.segment", user, { query: { ...query, where } })).toMatchObject([expected[0]]);
});

test("simultaneous additions create one tag, at most fifty", async () => {
  const { owner, user } = await host.shop();
  const id = await make.contact(user);
  const made = await Promise.all([owner, user, owner, user].map((who) => add(who, id, "VIP")));
  expect(new Set(made.map((tag) => tag.id)).size).toBe(1);
  expect(await list(user)).toEqual(["VIP 1"]);
  for (let n = 0; n < 48; n++) await add(user, id, `Tag ${n}`);
  const answers = await Promise.all(
    ["One more", "And one"].map((name) =>
      host.call("contacts.addTag", user, { params: { id }, body: { name } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("only the owner and admins change tags", async () => {
  const { owner, admin, user } = await host.shop();
  const id = await make.contact(user);
  const vip = await add(user, id, "VIP");
  const gold = await ask("tags.create", user, { body: { name: "Gold", color: 3 } });
  expect(await host.call("tags.create", user, { body: { name: "gold" } })).toMatchObject({ status: 409 });
  const params = { id: vip.id };
  for (const [name, body] of [
    ["tags.update", { name: "Mine", color: 1 }],
    ["tags.merge", { into: gold.id }],
    ["tags.delete", undefined],
  ] as const) {
    expect((await host.call(name, user, { params, body })).status).toBe(403);
  }
  const body = { name: "Very important", color: 5, version: 1 };
  await ask("tags.update", admin, { params, body });
  expect(await host.call("tags.update", owner, { params, body })).toMatchObject({
    status: 409,
    body: { current: { name: "Very important", version: 2 } },
  });
  expect(
    await host.call("tags.update", owner, { params, body: { ...body, name: "GOLD", version: 2 } }),
  ).toMatchObject({ status: 409, body: { message: expect.stringContaining("Merge") } });
  expect(await ask("contacts.get", user, { params: { id } })).toMatchObject({
    tags: [{ name: "Very important", color: 5 }],
  });
});

test("merging moves the tag's contacts, and restoring returns them", async () => {
  const { owner, user } = await host.shop();
  const [one, both] = [await make.contact(user), await make.contact(user, { email: "b@example.com" })];
  const [old, kept] = [await add(user, one, "Brides"), await add(user, both, "Bridal")];
  await add(user, both, "Brides");
  await ask("tags.merge", owner, { params: { id: old.id }, body: { into: kept.id } });
  expect(await list(user)).toEqual(["Bridal 2"]);
  expect(
    await host.call("tags.merge", owner, { params: { id: kept.id }, body: { into: kept.id } }),
  ).toMatchObject({
    status: 404,
  });
  expect(await ask("trash.list", owner)).toMatchObject([{ kind: "tag", name: "Brides" }]);
  await ask("trash.restore", owner, { params: { id: old.id } });
  expect(await list(user)).toEqual(["Bridal 1", "Brides 2"]);
  expect(await tagsOf(user, one)).toEqual(["Brides"]);
});

test("a merged tag's condition means the remaining tag", async () => {
  const { owner, user } = await host.shop();
  const people = [await make.contact(user), await make.contact(user), await make.contact(user)];
  const [a, b, c] = people as [string, string, string];
  const [one, two, three] = [
    await add(user, a, "One"),
    await add(user, b, "Two"),
    await add(user, c, "Three"),
  ];
  const having = async (...tagIds: string[]) => {
    const where = JSON.stringify([[{ field: "tags", tagIds }]]);
    const found = (await ask("contacts.segment", user, { query: { where } })).map(({ id }) =>
      people.indexOf(id),
    );
    const not = JSON.stringify([[{ field: "tags", not: true, tagIds }]]);
    expect(await ask("contacts.count", user, { query: { where: not } })).toMatchObject({
      count: 3 - found.length,
    });
    return found.sort();
  };
  const merge = (gone: string, into: string) =>
    ask("tags.merge", owner, { params: { id: gone }, body: { into } });
  const restore = (id: string) => ask("trash.restore", owner, { params: { id } });
  await merge(one.id, two.id);
  expect(await having(one.id)).toEqual([0, 1]);
  await merge(two.id, three.id);
  expect(await having(one.id)).toEqual([0, 1, 2]);
  expect((await ask("tags.list", user)).map(({ merged }) => merged.length)).toEqual([2]);
  await restore(two.id);
  expect([await having(one.id), await having(two.id), await having(three.id)]).toEqual([[0, 1], [0, 1], [2]]);
  await restore(one.id);
  expect([await having(one.id), await having(two.id), await having(three.id)]).toEqual([[0], [1], [2]]);
  await merge(one.id, two.id);
  await merge(two.id, three.id);
  await restore(one.id);
  expect([await having(one.id), await having(two.id)]).toEqual([[0], [0, 1, 2]]);
  await ask("tags.delete", owner, { params: { id: three.id } });
  expect([await having(two.id), await having(three.id, one.id)]).toEqual([[], [0]]);
});

test("deleted tags and contacts are restored with their connection", async () => {
  const { owner, user } = await host.shop();
  const id = await make.contact(user);
  const vip = await add(user, id, "VIP");
  await ask("tags.delete", owner, { params: { id: vip.id } });
  expect(await tagsOf(user, id)).toEqual([]);
  expect(await ask("trash.list", owner)).toMatchObject([
    { kind: "tag", name: "VIP", along: [{ kind: "tagging", count: 1 }] },
  ]);
  await ask("trash.restore", owner, { params: { id: vip.id } });
  expect(await tagsOf(user, id)).toEqual(["VIP"]);
  await host.call("contacts.delete", owner, { params: { id } });
  expect(await list(user)).toEqual(["VIP 0"]);
  await ask("trash.restore", owner, { params: { id } });
  expect(await tagsOf(user, id)).toEqual(["VIP"]);
  await ask("tags.delete", owner, { params: { id: vip.id } });
  await ask("tags.create", user, { body: { name: "vip" } });
  expect(await ask("trash.list", owner)).toMatchObject([{ name: "VIP", newName: "VIP 2" }]);
  expect(await ask("trash.restore", owner, { params: { id: vip.id } })).toMatchObject({ name: "VIP 2" });
  expect(await list(user)).toEqual(["vip 0", "VIP 2 1"]);
});

test("a merged contact has all tags until the undo", async () => {
  const { owner } = await host.shop();
  const [one, other] = [await make.contact(owner), await make.contact(owner)];
  await add(owner, one, "VIP");
  await add(owner, other, "VIP");
  await add(owner, other, "Bridal");
  const from = { name: one, email: one, phoneNumber: one, birthday: one, anniversary: one };
  const cards = [one, other].map((id) => ({ id, version: 1 }));
  const { change } = await ask("contacts.merge", owner, { body: { cards, from } });
  expect(await tagsOf(owner, one)).toEqual(["Bridal", "VIP"]);
  await ask("contacts.unmerge", owner, { params: { id: change } });
  expect([await tagsOf(owner, one), await tagsOf(owner, other)]).toEqual([["VIP"], ["Bridal", "VIP"]]);
});

test("can't use tags of another organization", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const [ours, theirs] = [await make.contact(here.owner), await make.contact(there.owner)];
  const [mine, foreign] = [await add(here.owner, ours, "VIP"), await add(there.owner, theirs, "VIP")];
  for (const id of [foreign.id, newId(), "x"]) {
    expect(
      (await host.call("tags.merge", here.owner, { params: { id: mine.id }, body: { into: id } })).status,
    ).toBe(404);
  }
  await host.call("contacts.removeTag", here.owner, { params: { id: ours }, body: { tagId: foreign.id } });
  expect(await tagsOf(there.owner, theirs)).toEqual(["VIP"]);
  expect(
    (await host.call("contacts.addTag", here.owner, { params: { id: theirs }, body: { name: "A" } })).status,
  ).toBe(404);
  expect(await list(here.owner)).toEqual(["VIP 1"]);
});
