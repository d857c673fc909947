import type { OwnKind } from "#lib/contract/field-terms.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { person, recordsOf, saleOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

async function withFields(shop: Shop, changes: object = {}) {
  const kinds: OwnKind[] = ["text", "number", "date", "money", "choice", "choices", "yesNo"];
  const body = { fields: kinds.map((kind) => fieldOf(`A ${kind}`, { kind, ...changes })) };
  const { ids } = (await host.call("fields.create", shop.owner, { body })).body as { ids: string[] };
  return Object.fromEntries(kinds.map((kind, i) => [kind, ids[i] ?? ""])) as Record<OwnKind, string>;
}

const get = async (shop: Shop, id: string) =>
  (await host.call("contacts.get", shop.user, { params: { id } })).body as {
    fields: object;
    version: number;
  };
const update = (shop: Shop, id: string, fields: unknown, version?: number) =>
  host.call("contacts.update", shop.user, { params: { id }, body: { ...person, fields, version } });

test("stores normalized values and clears with null", async () => {
  const shop = await host.shop();
  const of = await withFields(shop);
  const id = await make.contact(shop.user, {
    fields: {
      ...{ [of.text]: " Likes pearls\n", [of.number]: "016.50", [of.date]: "2026-11-20T12:00:00.000Z" },
      ...{ [of.money]: "4000", [of.choice]: "b", [of.choices]: ["b", "a"], [of.yesNo]: false },
    },
  });
  const stored = {
    ...{ [of.text]: "Likes pearls", [of.number]: "16.5", [of.date]: "2026-11-20", [of.money]: "4000" },
    ...{ [of.choice]: "b", [of.choices]: ["a", "b"], [of.yesNo]: false },
  };
  expect((await get(shop, id)).fields).toEqual(stored);
  const kept = await host.call("contacts.update", shop.user, { params: { id }, body: person });
  expect(kept.status).toBe(200);
  expect((await get(shop, id)).fields).toEqual(stored);
  await update(shop, id, { [of.number]: "-0.0", [of.choices]: [], [of.text]: null });
  const { [of.text]: _, [of.choices]: __, ...left } = stored;
  expect((await get(shop, id)).fields).toEqual({ ...left, [of.number]: "0" });
});

test.each<[string, OwnKind, unknown, string]>([
  ["10 kB of text", "text", "x".repeat(10_000), "At most 1,000 characters"],
  ["a word as a number", "number", "six", "A number: Must be a number"],
  ["an infinite number", "number", "1e999", "A number: Must be a number"],
  ["an impossible day", "date", "2026-02-30", "A date: Must be a date"],
  ["words as an amount", "money", "$5", "A money: Must be an amount"],
  ["an unknown option", "choice", "gold", "A choice: Please choose one of these"],
  ["several of one", "choice", ["a"], "A choice: Please choose one of these"],
  ["unknown options", "choices", ["a", "zinc"], "A choices: Please choose from the list"],
  ["a word as yes", "yesNo", "yes", "A yesNo: Must be yes or no"],
  ["true for text", "text", true, "A text: Must be text"],
])("rejects %s with a message and saves nothing", async (_, kind, value, message) => {
  const shop = await host.shop();
  const of = await withFields(shop);
  const id = await make.contact(shop.user);
  const refused = await update(shop, id, { [of[kind]]: value });
  expect([400, 422]).toContain(refused.status);
  expect((refused.body as { message: string }).message).toContain(message);
  expect(await get(shop, id)).toMatchObject({ fields: {}, version: 1 });
});

test("treats another store's field like an unknown one", async () => {
  const [shop, other] = [await host.shop(), await host.shop()];
  const theirs = await withFields(other);
  const id = await make.contact(shop.user);
  const foreign = await update(shop, id, { [theirs.text]: "Mine" });
  const missing = await update(shop, id, { "01890000-0000-7000-8000-000000000009": "Mine" });
  expect(foreign).toMatchObject({ status: 404, body: missing.body });
  expect((await update(shop, id, { nothing: "Mine" })).status).toBe(404);
  const many = Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`f${i}`, "x"]));
  expect((await update(shop, id, many)).status).toBe(400);
  const body = { ...person, fields: { [theirs.text]: "Mine" } };
  expect((await host.call("contacts.create", shop.user, { body })).status).toBe(404);
});

test("requires required fields only from callers that send fields", async () => {
  const shop = await host.shop();
  const of = await withFields(shop, { isRequired: true });
  const id = await make.contact(shop.user);
  const create = (fields: object) => host.call("contacts.create", shop.user, { body: { ...person, fields } });
  expect(await create({ [of.text]: "x" })).toMatchObject({ status: 422, body: { message: /: Required$/ } });
  expect(await update(shop, id, { [of.text]: " " })).toMatchObject({
    status: 422,
    body: { message: "A text: Required" },
  });
  expect((await update(shop, id, { [of.text]: "x" })).status).toBe(200);
});

test("shows the second editor the other's values", async () => {
  const shop = await host.shop();
  const of = await withFields(shop);
  const id = await make.contact(shop.user);
  expect((await update(shop, id, { [of.text]: "First" }, 1)).status).toBe(200);
  expect(await update(shop, id, { [of.number]: "7" }, 1)).toMatchObject({
    status: 409,
    body: { current: { fields: { [of.text]: "First" }, version: 2 } },
  });
  expect((await get(shop, id)).fields).toEqual({ [of.text]: "First" });
});

test("restores a deleted contact's values", async () => {
  const shop = await host.shop();
  const of = await withFields(shop);
  const id = await make.contact(shop.user, { fields: { [of.text]: "Likes pearls" } });
  const params = { id };
  await host.call("contacts.delete", shop.user, { params });
  expect((await host.call("trash.restore", shop.user, { params })).status).toBe(200);
  expect((await get(shop, id)).fields).toEqual({ [of.text]: "Likes pearls" });
  const writes = Array.from({ length: 5 }, () => update(shop, id, { [of.number]: "7" }));
  const deletion = host.call("fields.delete", shop.owner, { params: { id: of.number } });
  const answers = await Promise.all(writes);
  const { isArchived } = (await deletion).body as { isArchived: boolean };
  expect(answers.every(({ status }) => status === 200 || (status === 404 && !isArchived))).toBe(true);
  const has = of.number in (await get(shop, id)).fields;
  expect(has).toBe(isArchived);
});

test("merges by the chosen or newest value, with undo", async () => {
  const shop = await host.shop();
  const of = await withFields(shop);
  const old = await make.contact(shop.user, {
    fields: { [of.text]: "Old", [of.choices]: ["a"], [of.number]: "6" },
  });
  const young = await make.contact(shop.user, {
    fields: { [of.text]: "Young", [of.choice]: "b", [of.number]: "7" },
  });
  const cards = [old, young].map((id) => ({ id, version: 1 }));
  const chosen = { name: old, email: old, phoneNumber: old, birthday: old, anniversary: old };
  const merge = (fields: object) =>
    host.call("contacts.merge", shop.user, { body: { cards, from: { ...chosen, fields } } });
  expect((await merge({ [of.text]: (await host.shop()).user.id })).status).toBe(404);
  const { body, status } = await merge({ [of.text]: old });
  expect(status).toBe(200);
  const both = { [of.text]: "Old", [of.choices]: ["a"], [of.choice]: "b", [of.number]: "7" };
  expect((await get(shop, old)).fields).toEqual(both);
  const entries = (await host.call("history.ofRecord", shop.user, { params: { id: old } })).body as {
    changes: { label?: string; from: string | null; to: string | null }[];
  }[];
  expect(entries.flatMap(({ changes }) => changes.filter(({ label }) => label))).toEqual([
    { field: of.number, label: "A number", from: "6", to: "7" },
    { field: of.choice, label: "A choice", from: null, to: "Platinum" },
  ]);
  const params = { id: (body as { change: string }).change };
  expect((await host.call("contacts.unmerge", shop.user, { params })).status).toBe(200);
  expect((await get(shop, old)).fields).toEqual({ [of.text]: "Old", [of.choices]: ["a"], [of.number]: "6" });
  expect((await get(shop, young)).fields).toMatchObject({ [of.text]: "Young" });
});

test("searches fields that are searchable", async () => {
  const shop = await host.shop();
  const body = { fields: [fieldOf("Metal", { kind: "choices", isSearchable: true }), fieldOf("Wish")] };
  const { ids } = (await host.call("fields.create", shop.owner, { body })).body as { ids: string[] };
  const [metal = "", wish = ""] = ids;
  const id = await make.contact(shop.user, { fields: { [metal]: ["b"], [wish]: "An Édition\nring" } });
  const found = async (search: string) =>
    ((await host.call("contacts.list", shop.user, { query: { search } })).body as { id: string }[]).length;
  expect(await Promise.all(["platinum", "PLAT zoe", "gold", "edition"].map(found))).toEqual([1, 1, 0, 0]);
  const category = await make.category(shop.user);
  await make.sale(shop.user, saleOf(id, category));
  const sold = await host.call("sales.list", shop.user, { query: { search: "platinum" } });
  expect(sold.body).toEqual([]);
  await host.call("contacts.update", shop.user, { params: { id }, body: { ...person, lastName: "Winter" } });
  expect(await Promise.all(["platinum winter", "edition"].map(found))).toEqual([1, 0]);
  const change = (field: string, form: object) =>
    host.call("fields.update", shop.owner, { params: { id: field }, body: form });
  await change(wish, fieldOf("Wish", { isSearchable: true }));
  await change(metal, fieldOf("Metal", { isSearchable: true, options: [{ id: "b", text: "Palladium" }] }));
  expect(await Promise.all(["edition ring", "palladium", "platinum"].map(found))).toEqual([1, 1, 0]);
  await host.call("fields.delete", shop.owner, { params: { id: metal } });
  expect(await Promise.all(["edition", "palladium"].map(found))).toEqual([1, 0]);
  await update(shop, id, { [wish]: null });
  expect(await found("edition")).toBe(0);
  const entries = (await host.call("history.ofRecord", shop.user, { params: { id } })).body as object[];
  expect(entries).toHaveLength(3);
});
