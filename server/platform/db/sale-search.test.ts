import { eq, sql } from "drizzle-orm";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { emptyAsOf, migrateToLatest } from "#server/testing/database.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf, saleOf } from "#server/testing/records.ts";
import { newId } from "./id.ts";
import { contacts, purchases } from "./schema.ts";
import { ownLine, saleSearch, searchLine, searchText } from "./search.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, work, upload, start } = importsOf(host);

async function store() {
  const shop = await host.shop();
  const fields = await host.call("fields.create", shop.owner, {
    body: { fields: [fieldOf("Ring size", { isSearchable: true })] },
  });
  const [size] = (fields.body as { ids: string[] }).ids as [string];
  const ada = await make.contact(shop.owner, {
    ...{ firstName: "Ada", lastName: "Finch", email: "ada@example.com" },
    fields: { [size]: "size sixteen" },
  });
  const category = await make.category(shop.owner, "Pearls");
  const sale = await make.sale(shop.owner, { ...saleOf(ada, category), invoiceNumber: "INV-7" });
  return { shop, owner: shop.owner, size, ada, category, sale };
}

async function searches({ id }: Shop) {
  const database = await host.database();
  const rows = await database.read(id, (db) =>
    db
      .select({ sale: purchases, line: contacts.search })
      .from(purchases)
      .leftJoin(contacts, eq(contacts.id, purchases.contactId)),
  );
  return rows.map(({ sale, line }) => ({
    is: ownLine(sale.search),
    shouldBe: saleSearch(line ?? searchLine(sale.contactName), sale.productCategoryName, sale.invoiceNumber),
  }));
}

async function expectRebuilt(shop: Shop) {
  const found = await searches(shop);
  expect(found).not.toEqual([]);
  for (const { is, shouldBe } of found) expect(is).toBe(shouldBe);
}

async function restore(owner: Person, kind: string) {
  const { body } = await host.call("trash.list", owner, { query: { kind } });
  const [entry] = (body as { items: { id: string }[] }).items ?? body;
  await ask("trash.restore", owner, { params: { id: entry?.id } });
}

test("restoring contact and sale rebuilds the sale's search text", async () => {
  const { shop, owner, ada, sale } = await store();
  for (let round = 0; round < 2; round++) {
    await ask("contacts.delete", owner, { params: { id: ada } });
    await expectRebuilt(shop);
    await restore(owner, "contact");
    await expectRebuilt(shop);
    await ask("sales.delete", owner, { params: { id: sale } });
    await restore(owner, "sale");
    await expectRebuilt(shop);
  }
  expect(await make.sales(owner, { search: "ada pearls inv-7" })).toHaveLength(1);
});

test("bulk deletion and its undo rebuild the search text", async () => {
  const { shop, owner, ada } = await store();
  const body = { what: { do: "delete" }, whom: { ids: [ada] } };
  const { body: done } = await host.call("contacts.bulk", owner, { body });
  await expectRebuilt(shop);
  await ask("contacts.undoBulk", owner, { body: { work: (done as { work: string }).work } });
  await expectRebuilt(shop);
});

test("merging and undoing it rebuilds the search text", async () => {
  const { shop, owner, ada } = await store();
  const other = await make.contact(owner, { firstName: "Bea", email: "bea@example.com" });
  const cards = [ada, other].map((id) => ({ id, version: 1 }));
  const from = Object.fromEntries(mergedFields.map((field) => [field, other]));
  const { change } = await ask("contacts.merge", owner, { body: { cards, from } });
  await expectRebuilt(shop);
  await ask("contacts.unmerge", owner, { params: { id: change } });
  await expectRebuilt(shop);
});

test("an imported sale has a typed one's search text", async () => {
  const { shop, owner } = await store();
  const file = await upload(owner, "Date,Total,Email,Item\n2024-03-01,12.00,ada@example.com,Rings\n");
  await start(owner, file);
  expect(await searches(shop)).toHaveLength(2);
  await expectRebuilt(shop);
  await ask("imports.revert", owner, { params: file });
  await work();
  await expectRebuilt(shop);
});

test("the migration rebuilds only wrong search texts", async () => {
  const database = await host.database();
  const [store, ada] = [newId(), newId()];
  const search = `${searchText({ firstName: "Ada", lastName: "Finch", email: "a@b.co", phoneNumber: "" })}`;
  const whole = saleSearch(search, "Ωμέγα", "INV-8");
  const written = [
    `${search}\t size sixteen`,
    `${search}${search}\t size sixteen`,
    `${search}\t size sixteen\n perlen\n inv-7 7`,
    whole,
  ];
  const found = await database.system(async (db) => {
    await emptyAsOf(db, 1);
    await db.execute(sql`insert into organizations (id, name, timezone) values (${store}, 'Old', 'UTC')`);
    await db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      values (${store}, ${ada}, 'Ada', 'Finch', 'a@b.co', '', ${`${search}\t size sixteen`})`);
    for (const [n, line] of written.entries())
      await db.execute(sql`insert into purchases
        (organization_id, id, cost, invoice_number, contact_id, contact_name, product_category_name, search)
        values (${store}, ${newId()}, ${n}, 'INV-7', ${ada}, 'Ada Finch', 'Perlen', ${line})`);
    await migrateToLatest(db);
    const { rows } = await db.execute<{ search: string }>(sql`select search from purchases order by cost`);
    return rows.map((row) => row.search);
  });
  const right = saleSearch(search, "Perlen", "INV-7");
  expect(found).toEqual([right, right, right, whole]);
});
