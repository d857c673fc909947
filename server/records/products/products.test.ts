import { newId } from "#server/platform/db/id.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { sharedCategories } from "#server/platform/db/schema-auth.ts";
import { type Person, testHost } from "#server/testing/host.ts";

const host = testHost();
const sharedId = newId();

beforeAll(async () => {
  const database = await host.database();
  const createdAt = new Date("2020-01-01");
  await database.system((db) =>
    db.insert(sharedCategories).values({ id: sharedId, name: "Shared rings", createdAt }),
  );
});

type Category = { id: string; name: string; organizationId?: string };

const list = async (person: Person) => (await host.call("products.list", person)).body as Category[];

async function create(person: Person, name: string): Promise<string> {
  const { body } = await host.call("products.create", person, { body: { name, description: "" } });
  return (body as { id: string }).id;
}

test("lists own and shared categories newest first", async () => {
  const { id: organizationId, user } = await host.shop();
  await create(user, "Rings");
  await create(user, "Rings");
  const categories = await list(user);
  expect(categories.map(({ name }) => name)).toEqual(["Rings", "Rings", "Shared rings"]);
  expect(categories[0]).toMatchObject({
    organizationId,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(categories[2]).not.toHaveProperty("organizationId");
});

test("finds options by name, all or by page", async () => {
  const { user } = await host.shop();
  for (const name of ["Colliers", "Édition", "bracelets"]) await create(user, name);
  const options = async (query: object) =>
    ((await host.call("products.options", user, { query })).body as Category[]).map(({ name }) => name);
  expect(await options({})).toEqual(["bracelets", "Colliers", "Édition", "Shared rings"]);
  expect(await options({ page: 2, limit: 3 })).toEqual(["Shared rings"]);
  expect(await options({ page: 1, limit: 50, search: "EDI" })).toEqual(["Édition"]);
  expect(await options({ search: "ri" })).toEqual(["Shared rings"]);
  expect(await options({ search: "c" })).toEqual(["Colliers", "bracelets"]);
  expect(await options({ search: "%" })).toEqual([]);
});

test("renames a category in its sales, even after deletion", async () => {
  const { id: organizationId, user } = await host.shop();
  const id = await create(user, "Rings");
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.insert(purchases).values({
      organizationId,
      id: newId(),
      cost: "1",
      contactName: "Zoë",
      productCategoryId: id,
      productCategoryName: "Rings",
      search: " zoe\n rings\n",
    }),
  );
  const sale = async () => {
    const [found] = await database.read(organizationId, (db) => db.select().from(purchases));
    return [found?.productCategoryId, found?.productCategoryName];
  };
  const body = { id, name: "Fine rings" };
  expect((await host.call("products.update", user, { params: { id }, body })).status).toBe(200);
  expect(await sale()).toEqual([id, "Fine rings"]);
  expect((await host.call("products.delete", user, { params: { id } })).status).toBe(200);
  expect(await sale()).toEqual([null, "Fine rings"]);
  expect((await host.call("products.delete", user, { params: { id } })).status).toBe(404);
});

test("keeps an omitted description and clears an empty one", async () => {
  const { user } = await host.shop();
  const made = await host.call("products.create", user, { body: { name: "Rings", description: "Gold" } });
  const { id } = made.body as { id: string };
  for (const [changes, description] of [
    [{}, "Gold"],
    [{ description: "" }, null],
  ] as const) {
    await host.call("products.update", user, { params: { id }, body: { id, name: "Bands", ...changes } });
    const { body } = await host.call("products.list", user);
    expect(body).toContainEqual(expect.objectContaining({ id, name: "Bands", description }));
  }
});

test("refuses to change, delete or create shared categories", async () => {
  const { owner } = await host.shop();
  const params = { id: sharedId };
  const refused = { status: 403, body: { message: "Shared categories cannot be changed" } };
  expect(
    await host.call("products.update", owner, { params, body: { id: sharedId, name: "Mine" } }),
  ).toMatchObject(refused);
  expect(await host.call("products.delete", owner, { params })).toMatchObject(refused);
  await host.call("products.create", owner, { body: { name: "Everybody's", organizationId: null } });
  const database = await host.database();
  const shared = await database.system((db) => db.select().from(sharedCategories));
  expect(shared.map(({ name }) => name)).toEqual(["Shared rings"]);
});
