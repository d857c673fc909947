import { sql } from "drizzle-orm";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { saleOfPiece } from "#lib/contract/sales.ts";
import { newId } from "#server/platform/db/id.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { sharedCategories } from "#server/platform/db/schema-auth.ts";
import { testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

test("creates, lists, edits and deletes a sale", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const id = await make.sale(user, form);
  const { contact, productCategory } = form;
  const listed = {
    id,
    cost: "1240.50",
    refunded: "0",
    open: "0",
    paid: "1240.50",
    method: null,
    createdAt: "2026-11-20T15:00:00.000Z",
    invoiceNumber: "INV-2026-0001",
    contactId: contact.id,
    contact: { id: contact.id, name: "Zoë O’Brien-Nguyễn" },
    productCategory: { id: productCategory.id, name: "Pearls" },
    item: "Pearls",
    createdBy: "Ada USER",
    soldBy: { id: user.id, name: "Ada USER" },
    version: 1,
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  };
  expect(await make.sales(user)).toEqual([listed]);
  const body = { ...form, cost: 80, invoiceNumber: "", createdAt: "2026-11-19" };
  expect((await host.call("sales.update", user, { params: { id }, body })).status).toBe(200);
  expect((await host.call("sales.ofContact", user, { params: { id: contact.id } })).body).toEqual([
    {
      ...listed,
      refunds: [],
      cost: "80.00",
      paid: "80.00",
      invoiceNumber: null,
      createdAt: "2026-11-19T12:00:00.000Z",
      version: 2,
    },
  ]);
  expect((await host.call("sales.delete", user, { params: { id } })).status).toBe(200);
  expect(await make.sales(user)).toEqual([]);
  const missing = {
    status: 404,
    body: { message: "This record does not exist" },
  };
  expect(await host.call("sales.update", user, { params: { id }, body })).toMatchObject(missing);
  expect(await host.call("sales.delete", user, { params: { id } })).toMatchObject(missing);
});

test("keeps an omitted invoice number and clears an empty one", async () => {
  const { user } = await host.shop();
  const { invoiceNumber, ...form } = await make.saleForm(user);
  const id = await make.sale(user, { ...form, invoiceNumber });
  const update = async (changes: object) => {
    const body = { ...form, ...changes };
    expect((await host.call("sales.update", user, { params: { id }, body })).status).toBe(200);
    return make.sales(user, { search: invoiceNumber });
  };
  expect(await update({ cost: "5" })).toMatchObject([{ cost: "5.00", invoiceNumber }]);
  expect(await update({ invoiceNumber: "" })).toEqual([]);
  expect(await make.sales(user)).toMatchObject([{ invoiceNumber: null }]);
});

test("stores and finds each plain field of a sale", async () => {
  for (const { key } of plainSaleFields) {
    const { user } = await host.shop();
    const form = await make.saleForm(user, { [key]: "GIA 77" });
    const id = await make.sale(user, form);
    expect(await make.sales(user, { search: "gia 77" })).toMatchObject([{ [key]: "GIA 77" }]);
    const body = { ...form, [key]: "GIA 78" };
    await host.call("sales.update", user, { params: { id }, body });
    expect(await make.sales(user)).toMatchObject([{ [key]: "GIA 78" }]);
    expect(saleOfPiece.parse(body)).toHaveProperty(key, "GIA 78");
  }
});

test("defaults to the recorder and keeps former sellers", async () => {
  const { owner, admin, user } = await host.shop();
  const form = await make.saleForm(user);
  const id = await make.sale(user, form);
  const update = (soldBy?: object | null) =>
    host.call("sales.update", user, { params: { id }, body: { ...form, soldBy } });
  const seller = async () => (await make.sales(user)).map((sale) => Reflect.get(sale, "soldBy"));
  const other = { id: admin.id, name: "as sent" };
  const theirs = { id: admin.id, name: "Ada ADMIN" };
  expect((await update(other)).status).toBe(200);
  expect(await seller()).toEqual([theirs]);
  await update();
  expect(await seller()).toEqual([theirs]);
  await host.call("team.remove", owner, { body: { id: admin.id } });
  expect((await update(theirs)).status).toBe(200);
  expect(await seller()).toEqual([theirs]);
  const stranger = (await host.shop()).user;
  for (const { id } of [stranger, { id: "x" }]) expect((await update({ id, name: "" })).status).toBe(404);
  await update(null);
  expect(await seller()).toEqual([null]);
});

test.each([
  ["0", "0.00"],
  [0.1, "0.10"],
  ["$1,240.5", "1240.50"],
  ["9999999999.99", "9999999999.99"],
  [9_999_999_999.99, "9999999999.99"],
  ["1.005", "1.01"],
  ["0.004", "0.00"],
  [1e-7, "0.00"],
])("returns a cost of %j as %s", async (cost, answered) => {
  const { user } = await host.shop();
  await make.sale(user, await make.saleForm(user, { cost }));
  expect(await make.sales(user)).toMatchObject([{ cost: answered }]);
});

test("adds costs exactly", async () => {
  const { id, user } = await host.shop();
  const form = await make.saleForm(user, { cost: "0.10" });
  await Promise.all(
    ["0.10", "0.20", "0.30", 0.1, "9999999999.99"].map((cost) => make.sale(user, { ...form, cost })),
  );
  const database = await host.database();
  const sum = await database.read(id, (db) =>
    db.select({ sum: sql`sum(${purchases.cost})` }).from(purchases),
  );
  expect(sum).toEqual([{ sum: "10000000000.69" }]);
});

test.each([
  ["2026-11-19", "2026-11-19T12:00:00.000Z"],
  ["2026-11-19T23:30:00-05:00", "2026-11-20T04:30:00.000Z"],
  ["2026-11-19T08:00", "2026-11-19T08:00:00.000Z"],
  ["2024-02-29", "2024-02-29T12:00:00.000Z"],
  ["0001-01-01", "0001-01-01T12:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
])("returns a sale date of %s as %s", async (createdAt, answered) => {
  const { user } = await host.shop();
  await make.sale(user, await make.saleForm(user, { createdAt }));
  expect(await make.sales(user)).toMatchObject([{ createdAt: answered }]);
});

const REFUSED: object[] = [
  ...[
    "NaN",
    "1e400",
    "1e3",
    "-1",
    -1,
    "",
    " ",
    null,
    true,
    {},
    [],
    "9999999999.995",
    "10000000000",
    1e10,
    1e300,
  ]
    .concat("9".repeat(10_000), "0x10", "12,40", "1\0")
    .map((cost) => ({ cost })),
  ...["", "tomorrow", "2026-02-30", "2026-13-01", "2026-1-1", "10000-01-01", "0000-01-01", 0, null]
    .concat("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-11-20T25:00", "2026-11-20\0")
    .map((createdAt) => ({ createdAt })),
  ...["x".repeat(101), "a\0b", 5].map((invoiceNumber) => ({ invoiceNumber })),
  ...[undefined, "Zoë", {}, { id: "" }, { id: null, name: "Zoë" }, { name: "Zoë" }, []].map((contact) => ({
    contact,
  })),
  { productCategory: null },
  { productCategory: { id: [], name: "" } },
];

test("rejects an invalid form and saves nothing", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  for (const change of REFUSED) {
    const answer = await host.call("sales.create", user, { body: { ...form, ...change } });
    expect([change, answer.status]).toEqual([change, 400]);
    expect((answer.body as { message: string }).message).not.toBe("");
  }
  expect(await make.sales(user)).toEqual([]);
  const bare = await host.send("POST", "/purchases/createPurchase", {
    headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
    body: JSON.stringify(form).replace('"1240.50"', "1e400"),
  });
  expect(bare.status).toBe(400);
});

test.each(["x", "0", "../1", "a\0b", "9".repeat(70), 7, "01a1fe63-0000-7000-8000-000000000000"])(
  "rejects a contact or category with the unknown id %j",
  async (id) => {
    const { user } = await host.shop();
    const form = await make.saleForm(user);
    for (const change of [{ contact: { id, name: "Zoë" } }, { productCategory: { id, name: "Pearls" } }]) {
      const answer = await host.call("sales.create", user, { body: { ...form, ...change } });
      expect(answer).toMatchObject({
        status: 404,
        body: { message: "This record does not exist" },
      });
    }
  },
);

test("accepts a shared category", async () => {
  const { user } = await host.shop();
  const shared = { id: newId(), name: "Watches" };
  const database = await host.database();
  await database.system((db) => db.insert(sharedCategories).values(shared));
  await make.sale(user, await make.saleForm(user, { productCategory: { id: shared.id, name: "" } }));
  expect(await make.sales(user)).toMatchObject([{ productCategory: { id: shared.id, name: "Watches" } }]);
});

test("keeps the names of a deleted contact and category", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const id = await make.sale(user, form);
  await host.call("contacts.update", user, {
    params: { id: form.contact.id },
    body: { ...person, firstName: "Zora" },
  });
  await host.call("products.update", user, {
    params: { id: form.productCategory.id },
    body: { id: form.productCategory.id, name: "Fine pearls" },
  });
  const renamed = { contact: { name: "Zora O’Brien-Nguyễn" }, productCategory: { name: "Fine pearls" } };
  expect(await make.sales(user)).toMatchObject([{ ...renamed, version: 1 }]);

  await host.call("contacts.delete", user, { params: { id: form.contact.id } });
  await host.call("products.delete", user, { params: { id: form.productCategory.id } });
  const kept = {
    contactId: null,
    contact: { id: null, name: "Zora O’Brien-Nguyễn" },
    productCategory: { id: null, name: "Fine pearls" },
    createdBy: "Ada USER",
    version: 1,
  };
  expect(await make.sales(user)).toMatchObject([kept]);

  const update = (changes: object) =>
    host.call("sales.update", user, { params: { id }, body: { ...form, ...changes } });
  const contact = { id: form.contact.id, name: "Zora O’Brien-Nguyễn" };
  const productCategory = { id: form.productCategory.id, name: "Fine pearls" };
  expect((await update({ contact, productCategory, cost: 5 })).status).toBe(200);
  expect(await make.sales(user, { search: "zora pearls" })).toMatchObject([
    { ...kept, cost: "5.00", version: 2 },
  ]);
  expect((await update({ contact: { ...contact, name: "Somebody" }, productCategory })).status).toBe(404);
  expect((await update({ contact, productCategory: { ...productCategory, name: "Gold" } })).status).toBe(404);
  expect(
    (await host.call("sales.create", user, { body: { ...form, contact, productCategory } })).status,
  ).toBe(404);
});

test("uses names that changed during a save", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const id = await make.sale(user, form);
  const contact = { params: { id: form.contact.id } };
  const category = { params: { id: form.productCategory.id } };
  const answers = await Promise.all(
    Array.from("ABCDEF").flatMap((letter) => [
      host.call("sales.create", user, { body: form }),
      host.call("contacts.update", user, { ...contact, body: { ...person, lastName: letter } }),
      host.call("sales.update", user, { params: { id }, body: form }),
      host.call("products.update", user, {
        ...category,
        body: { id: form.productCategory.id, name: letter },
      }),
      host.call("sales.create", user, { body: form }),
    ]),
  );
  // Two renames may deadlock; Postgres ends one, and its caller gets a 503.
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  const { lastName } = (await host.call("contacts.get", user, contact)).body as { lastName: string };
  const [{ name } = { name: "" }] = (await host.call("products.list", user)).body as { name: string }[];
  const names = (await make.sales(user)).map((sale) => `${sale.contact.name} ${sale.productCategory.name}`);
  expect(new Set(names)).toEqual(new Set([`Zoë ${lastName} ${name}`]));
  expect(await make.sales(user, { search: `zoe ${lastName}` })).toHaveLength(names.length);
});

test("a contact's recent sale is the latest recorded", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const recent = async () =>
    ((await host.call("contacts.list", user)).body as { recentSale: { cost: string } | null }[])[0]
      ?.recentSale;
  expect(await recent()).toBeNull();
  await make.sale(user, { ...form, createdAt: "2026-11-20", cost: 1 });
  const id = await make.sale(user, { ...form, createdAt: "2026-11-20", cost: 2 });
  await make.sale(user, { ...form, createdAt: "2026-11-19", cost: 3 });
  expect(await recent()).toEqual({ cost: "2.00", createdAt: "2026-11-20T12:00:00.000Z" });
  await host.call("sales.delete", user, { params: { id } });
  expect(await recent()).toMatchObject({ cost: "1.00" });
});

test("ignores unknown fields", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const id = newId();
  const form = await make.saleForm(here.user, {
    organizationId: there.id,
    id,
    search: "x",
    version: 9,
    item: "x",
  });
  expect(await make.sale(here.user, form)).not.toBe(id);
  expect(await make.sales(there.user)).toEqual([]);
  expect(await make.sales(here.user)).toMatchObject([{ version: 1, item: "Pearls" }]);
});
