import { sql } from "drizzle-orm";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

const list = async (person: Person) => (await host.call("fields.list", person)).body as OwnField[];
async function create(person: Person, ...forms: object[]): Promise<string[]> {
  const { status, body } = await host.call("fields.create", person, { body: { fields: forms } });
  expect(status).toBe(200);
  return (body as { ids: string[] }).ids;
}
async function give(organizationId: string, contactId: string, values: object) {
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.execute(sql`update contacts set fields = ${JSON.stringify(values)}::jsonb
      where organization_id = ${organizationId} and id = ${contactId}`),
  );
}

test("managers change fields and staff see them", async () => {
  const { owner, admin, user } = await host.shop();
  const [ring, metal] = (await create(
    owner,
    fieldOf("Ring size", { kind: "number", suffix: "left hand" }),
    fieldOf("Metal", { kind: "choices", isSearchable: true }),
  )) as [string, string];
  expect(await list(user)).toMatchObject([
    {
      id: ring,
      label: "Ring size",
      kind: "number",
      suffix: "left hand",
      options: [],
      isSearchable: false,
      isArchived: false,
      version: 1,
    },
    { id: metal, kind: "choices", options: [{ id: "a", text: "Gold", isArchived: false }, { id: "b" }] },
  ]);
  const params = { id: ring };
  const body = { ...fieldOf("Ring"), version: 1 };
  expect((await host.call("fields.update", user, { params, body })).status).toBe(403);
  expect((await host.call("fields.create", user, { body: { fields: [fieldOf("Mine")] } })).status).toBe(403);
  expect((await host.call("fields.update", admin, { params, body })).status).toBe(200);
  expect(await host.call("fields.update", owner, { params, body })).toMatchObject({
    status: 409,
    body: { current: { label: "Ring", kind: "number", version: 2 } },
  });
  const order = [metal, ring].map((id) => ({ id, group: "Taste" }));
  expect((await host.call("fields.order", owner, { body: { fields: order } })).status).toBe(200);
  expect((await list(user)).map(({ id, group }) => [id, group])).toEqual([
    [metal, "Taste"],
    [ring, "Taste"],
  ]);
  const other = await host.shop();
  expect(await list(other.owner)).toEqual([]);
  await host.call("fields.order", other.owner, { body: { fields: [{ id: ring, group: "Theirs" }] } });
  expect((await list(user)).every(({ group }) => group === "Taste")).toBe(true);
  expect((await host.call("fields.delete", other.owner, { params })).status).toBe(404);
});

test("keeps a field's suffix where an update leaves it out", async () => {
  const { owner } = await host.shop();
  const [id = ""] = await create(owner, fieldOf("Ring size", { kind: "number", suffix: "mm" }));
  const body = fieldOf("Ring", { kind: "number" });
  const update = (more: object) =>
    host.call("fields.update", owner, { params: { id }, body: { ...body, ...more } });
  expect((await update({})).status).toBe(200);
  expect(await list(owner)).toMatchObject([{ label: "Ring", suffix: "mm" }]);
  expect((await update({ suffix: "" })).status).toBe(200);
  expect(await list(owner)).toMatchObject([{ suffix: "" }]);
});

test("archives, restores and deletes a field with values", async () => {
  const { id: organizationId, owner, user } = await host.shop();
  const [wrist, unused] = (await create(owner, fieldOf("Wrist"), fieldOf("Unused"))) as [string, string];
  const ada = await make.contact(user);
  await make.contact(user);
  await give(organizationId, ada, { [wrist]: "16.5 cm" });
  const params = { id: wrist };
  expect((await host.call("fields.usage", owner, { params })).body).toEqual({ count: 1 });
  const remove = (id: string) => host.call("fields.delete", owner, { params: { id } });
  expect((await remove(unused)).body).toEqual({ count: 0, isArchived: false });
  expect((await remove(wrist)).body).toEqual({ count: 1, isArchived: true });
  const [found] = await list(user);
  expect(found).toMatchObject({ id: wrist, isArchived: true, version: 2 });
  const back = { ...fieldOf("Wrist"), isArchived: false, version: 2 };
  expect((await host.call("fields.update", owner, { params, body: back })).status).toBe(200);
  expect(await list(user)).toMatchObject([{ isArchived: false }]);
  await remove(wrist);
  expect((await remove(wrist)).body).toEqual({ count: 1, isArchived: false });
  expect(await list(user)).toEqual([]);
  const database = await host.database();
  const { rows } = await database.read(organizationId, (db) =>
    db.execute(sql`select from contacts where fields <> '{}'`),
  );
  expect(rows).toEqual([]);
  const entries = (await host.call("history.list", owner, { query: { kind: "field" } })).body as {
    name: string;
  }[];
  expect(new Set(entries.map(({ name }) => name))).toEqual(new Set(["Wrist", "Unused"]));
});

test("keeps a removed option that is in use", async () => {
  const { id: organizationId, owner, user } = await host.shop();
  const [metal] = (await create(owner, fieldOf("Metal", { kind: "choices" }))) as [string];
  await give(organizationId, await make.contact(user), { [metal]: ["a"] });
  const change = (options: object[]) =>
    host.call("fields.update", owner, { params: { id: metal }, body: fieldOf("Metal", { options }) });
  expect((await change([{ id: "c", text: "Silver" }])).status).toBe(200);
  expect((await list(user))[0]?.options).toEqual([
    { id: "c", text: "Silver", isArchived: false },
    { id: "a", text: "Gold", isArchived: true },
  ]);
  expect(await change([])).toMatchObject({ status: 422, body: { message: "options: At least one option" } });
});

test.each([
  ["a blank name", fieldOf(" ")],
  ["no group", fieldOf("Ring", { group: "" })],
  ["an unknown kind", fieldOf("Ring", { kind: "formula" as never })],
  ["a choice without options", fieldOf("Metal", { kind: "choice", options: [] })],
  [
    "51 options",
    fieldOf("Metal", { options: Array.from({ length: 51 }, (_, i) => ({ id: `o${i}`, text: `${i}` })) }),
  ],
  [
    "an option twice",
    fieldOf("Metal", {
      options: [
        { id: "a", text: "Gold" },
        { id: "b", text: "gold" },
      ],
    }),
  ],
  ["10 kB of name", fieldOf("x".repeat(10_000))],
])("%s is refused", async (_, form) => {
  const { owner } = await host.shop();
  expect((await host.call("fields.create", owner, { body: { fields: [form] } })).status).toBe(400);
  expect(await list(owner)).toEqual([]);
});

test("allows 60 fields per store, also with concurrent requests", async () => {
  const { owner } = await host.shop();
  const some = (count: number) => Array.from({ length: count }, (_, i) => fieldOf(`Field ${i}`));
  await create(owner, ...some(59));
  expect(await host.call("fields.create", owner, { body: { fields: some(2) } })).toMatchObject({
    status: 422,
  });
  await create(owner, ...some(1));
  expect(await host.call("fields.create", owner, { body: { fields: some(1) } })).toMatchObject({
    status: 422,
  });
});
