import { sql } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

test("pages by date both ways without gaps", async () => {
  const { id: organizationId, user } = await host.shop();
  const database = await host.database();
  const rows = Array.from({ length: 123 }, () => ({
    organizationId,
    id: newId(),
    cost: "1",
    contactName: "Zoë",
    productCategoryName: "Pearls",
    search: " zoe\n pearls\n",
    createdAt: new Date("2026-01-01T12:00:00Z"),
  }));
  await database.tenant(organizationId, (db) => db.insert(purchases).values(rows));
  const newest = rows
    .map(({ id }) => id)
    .sort()
    .reverse();
  const ids = async (query: object) => (await make.sales(user, query)).map(({ id }) => id);
  expect(await ids({})).toEqual(newest.slice(0, 50));
  expect(await ids({ page: 2, limit: 50, sort: "createdAt:desc" })).toEqual(newest.slice(50, 100));
  expect(await ids({ page: 3 })).toEqual(newest.slice(100));
  expect(await ids({ page: 4 })).toEqual([]);
  expect(await ids({ page: 2, limit: 100, search: "zoe" })).toEqual(newest.slice(100));
  expect(await ids({ page: 1, limit: 3, sort: "createdAt:asc" })).toEqual(newest.slice(-3).reverse());
  expect(await ids({ page: 1, limit: 3, sort: "createdAt:asc", search: "zoe" })).toEqual(
    newest.slice(-3).reverse(),
  );
  expect(await ids({ page: 1_000_000, limit: 100 })).toEqual([]);
});

test("skips no row if sales are recorded between pages", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const days = ["2026-11-01", "2026-11-05", "2026-11-05", "2026-11-09", "2026-11-09", "2026-11-09"];
  const before = [];
  for (const createdAt of days) before.push(await make.sale(user, { ...form, createdAt }));
  const page = async (page: number) => (await make.sales(user, { page, limit: 3 })).map(({ id }) => id);
  const first = await page(1);
  await make.sale(user, { ...form, createdAt: "2026-11-09" });
  await make.sale(user, { ...form, createdAt: "2026-11-20" });
  const seen = [...first, ...(await page(2)), ...(await page(3))];
  expect([...new Set(seen)]).toEqual(before.reverse());
  expect(seen).toHaveLength(8);
});

test.each([
  { page: 0 },
  { page: -1 },
  { page: "x" },
  { limit: 101 },
  { limit: 0 },
  { limit: 1.5 },
  { sort: "cost:desc" },
  { search: "x".repeat(201) },
  { search: "a\0" },
])("%j is refused", async (query) => {
  const { user } = await host.shop();
  expect((await host.call("sales.list", user, { query })).status).toBe(400);
});

const FOUND = [
  "zoe",
  "ZOË",
  "Nguyễn",
  "obrien-ng",
  "o'brien zoe",
  "zoe@example.com",
  "example.com",
  "+44 (0)20 7946 0018",
  "020 7946 0018",
  "7946",
  "7946-0018",
  "colliers d’ete",
  "ÉTÉ",
  "inv-2026",
  "INV-2026-0047",
  "2026-0047",
  "0047",
  "zoe colliers 0047",
  "zo",
];

const NOT_FOUND = [
  "nobody",
  "oe",
  "%",
  "_",
  "\\",
  "zoe frost",
  "0048",
  "2026-0074",
  "zoe\\",
  "'; drop table x; --",
];

test("finds sales by contact, category and invoice number", async () => {
  const { user } = await host.shop();
  const productCategory = { id: await make.category(user, "Colliers d’Été"), name: "" };
  const id = await make.sale(
    user,
    await make.saleForm(user, { productCategory, invoiceNumber: "INV-2026-0047" }),
  );
  const other = {
    id: await make.contact(user, { firstName: "Max", lastName: "Frost", email: "m@frost.test" }),
    name: "",
  };
  const max = { contact: other, invoiceNumber: "" };
  await host.call("contacts.update", user, {
    params: { id: other.id },
    body: {
      ...person,
      firstName: "Max",
      lastName: "Frost",
      email: "m@frost.test",
      phoneNumber: "(415) 555-0132",
    },
  });
  await make.sale(user, await make.saleForm(user, max));
  const found = async (search: string) => (await make.sales(user, { search })).map((sale) => sale.id);
  for (const term of FOUND) expect([term, await found(term)]).toEqual([term, [id]]);
  for (const term of NOT_FOUND) expect([term, await found(term)]).toEqual([term, []]);
  expect(await found("  ")).toHaveLength(2);
});

test("updates the search with its contact and category", async () => {
  const { id: organizationId, user } = await host.shop();
  const form = await make.saleForm(user);
  await make.sale(user, form);
  const found = async (search: string) => (await make.sales(user, { search })).length;
  const contact = { params: { id: form.contact.id } };
  const category = { params: { id: form.productCategory.id } };

  const body = { ...person, email: "new@example.net", phoneNumber: "+1 415 555 0132" };
  await host.call("contacts.update", user, { ...contact, body });
  expect([await found("new@example.net"), await found("4155550132"), await found("7946")]).toEqual([1, 1, 0]);
  await host.call("contacts.update", user, { ...contact, body: { ...body, firstName: "Renée" } });
  await host.call("products.update", user, {
    ...category,
    body: { id: form.productCategory.id, name: "Açaí 😀\nbeads" },
  });
  const terms = ["renee", "acai beads", "inv-2026-0001"];
  for (const term of terms) expect([term, await found(term)]).toEqual([term, 1]);
  expect([await found("zoe"), await found("pearls")]).toEqual([0, 0]);

  await host.call("contacts.delete", user, contact);
  await host.call("products.delete", user, category);
  for (const term of terms) expect([term, await found(term)]).toEqual([term, 1]);
  const database = await host.database();
  const kept = await database.read(organizationId, (db) =>
    db.select({ search: sql`search` }).from(purchases),
  );
  expect(kept).toEqual([{ search: " renee obrien-nguyen\n acai 😀 beads\n inv-2026-0001 20260001" }]);
});

test("returns options in pages of 50, also for a search", async () => {
  const { user } = await host.shop();
  const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 10), 97 + (n % 10));
  for (let n = 0; n < 53; n++) {
    await make.contact(user, { firstName: "Zoë", lastName: letters(n) });
    await make.category(user, `Perle ${letters(n)}`);
  }
  for (const [name, search] of [
    ["contacts.options", "zoe"],
    ["products.options", "PÉRLE"],
  ] as const) {
    const names = async (page: number) =>
      ((await host.call(name, user, { query: { page, limit: 50, search } })).body as { name: string }[]).map(
        (option) => option.name,
      );
    const [first, second] = [await names(1), await names(2)];
    expect([first.length, second.length]).toEqual([50, 3]);
    expect([...first, ...second]).toEqual([...first, ...second].sort());
    expect(await names(3)).toEqual([]);
  }
});
