import { asc, eq, inArray } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts, notes, organizations, productCategories, purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { saleItems, salePayments } from "#server/platform/db/schema-records.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";
import { unzip } from "#server/testing/workbook.ts";

const host = testHost();
const make = recordsOf(host);
const files = importsOf(host);

async function filled(): Promise<Shop> {
  const shop = await host.shop();
  const { owner } = shop;
  const rings = await make.category(owner, 'Rings; and, "other" things');
  const pearls = await make.category(owner, "=Pearls");
  const people: string[] = [];
  for (let i = 0; i < 12; i++) {
    people.push(
      await make.contact(owner, {
        firstName: ["Zoë", "José María", "O’Brien"][i % 3],
        lastName: `Person ${"abcdefghijkl"[i]}`,
        email: `person${i}@example.com`,
        phoneNumber: i % 3 ? `+1 415 555 01${10 + i}` : "",
        birthday: i % 2 ? "1968-03-04" : undefined,
        anniversary: i === 5 ? "2001-12-11" : i === 6 ? "1604-02-29" : undefined,
      }),
    );
  }
  for (let i = 0; i < 40; i++) {
    const sale = await make.sale(owner, {
      cost: `${i * 7}.${10 + i}`,
      createdAt: `2026-0${1 + (i % 9)}-1${i % 10}T0${i % 10}:30:15.${100 + i}Z`,
      invoiceNumber: i % 3 ? `${i % 2 ? "INV" : ""}-${i}` : "",
      contact: { id: people[i % 12], name: "" },
      productCategory: { id: i % 2 ? rings : pearls, name: "" },
    });
    if (i === 30) {
      const body = { amount: "5.00", createdAt: "2026-10-01" };
      expect((await host.call("refunds.create", owner, { params: { id: sale }, body })).status).toBe(200);
    }
  }
  await itemized(shop, people[2] ?? "", { rings, pearls });
  for (let i = 0; i < 9; i++) await make.note(owner, people[i] ?? "", `Likes "pearls",\nand; 💍 =${i}`);
  for (const formula of ["=1+1", "-5% off", "@home", "+1 ring"])
    await make.note(owner, people[0] ?? "", formula);
  const database = await host.database();
  const called = [people[4] ?? "", people[7] ?? ""];
  await database.tenant(shop.id, (db) =>
    db.update(contacts).set({ email: "" }).where(inArray(contacts.id, called)),
  );
  await host.call("contacts.setConsent", owner, {
    params: { id: people[0] ?? "" },
    body: { state: "given", said: "At the till" },
  });
  await host.call("contacts.setConsent", owner, {
    params: { id: people[1] ?? "" },
    body: { state: "withdrawn" },
  });
  await host.call("contacts.delete", owner, { params: { id: people[11] } });
  await database.tenant(shop.id, async (db) => {
    await db.insert(purchases).values({
      ...{ organizationId: shop.id, id: newId(), cost: "12.30", contactName: "Walk-in" },
      ...{ productCategoryId: pearls, productCategoryName: "=Pearls", search: "walk-in" },
    });
    await db.insert(bookings).values(
      [0, 1, 2].map((i) => ({
        ...{ organizationId: shop.id, id: newId(), title: "Fitting", contactId: people[i] ?? null },
        ...{ name: "As booked", email: `person${i}@example.com`, note: i ? "Left hand" : null },
        ...{
          timezone: "Europe/London",
          requestKey: newId(),
          status: i === 2 ? ("CANCELLED" as const) : ("CONFIRMED" as const),
        },
        startsAt: new Date(`2026-07-0${i + 1}T09:15:00Z`),
        endsAt: new Date(`2026-07-0${i + 1}T10:00:00Z`),
      })),
    );
  });
  return shop;
}

async function itemized({ id, owner }: Shop, contact: string, categories: { rings: string; pearls: string }) {
  const database = await host.database();
  const item = (category: string, price: string, more: object = {}) => ({
    productCategory: { id: category, name: "" },
    ...{ price, ...more },
  });
  const { rings, pearls } = categories;
  const sale = (cost: string, more: object) =>
    make.sale(owner, {
      ...{ cost, createdAt: "2026-03-04T10:00:00.000Z", contact: { id: contact, name: "" } },
      ...{ productCategory: { id: rings, name: "" }, ...more },
    });
  const ofStore = eq(organizations.id, id);
  await database.tenant(id, (db) =>
    db.update(organizations).set({ taxRate: "8.25", taxIsIncluded: false }).where(ofStore),
  );
  const off = { kind: "percent", value: "10" };
  await sale("143.97", {
    invoiceNumber: "I-1",
    items: [
      item(rings, "90.00", { description: "Band | 18k \\ =1+1", discount: off }),
      item(pearls, "33.00", { quantity: 2, discount: { kind: "amount", value: "4.00" } }),
    ],
    discount: { kind: "amount", value: "10.00" },
    payments: [{ amount: "50.00", method: "Card" }],
  });
  await sale("10.83", { invoiceNumber: "I-2", items: [item(rings, "10.00")], payments: [] });
  await database.tenant(id, (db) => db.update(organizations).set({ taxIsIncluded: true }).where(ofStore));
  const open = await sale("10.00", {
    ...{ invoiceNumber: "I-3", payments: [{ amount: "4.00", method: "Cash" }], soldBy: null },
  });
  const later = { amount: "1.50", method: "Gift | card", createdAt: "2026-04-05T08:30:15.123Z" };
  const paid = await host.call("payments.create", owner, { params: { id: open }, body: later });
  expect(paid.status).toBe(200);
  await sale("20.00", { invoiceNumber: "I-4", payments: [{ method: "Bank transfer" }] });
}

async function recordsIn({ id }: Shop, cut: (moment: Date) => number) {
  const database = await host.database();
  return database.read(id, async (db) => {
    const people = await db.select().from(contacts).orderBy(asc(contacts.lastName));
    const names = new Map(people.map((one) => [one.id, `${one.firstName} ${one.lastName}`]));
    const sales = await db.select().from(purchases);
    const written = await db.select().from(notes);
    const items = await db.select().from(saleItems).orderBy(asc(saleItems.position));
    const payments = await db.select().from(salePayments).orderBy(asc(salePayments.createdAt));
    const categories = await db
      .select()
      .from(productCategories)
      .where(eq(productCategories.organizationId, id));
    const booked = await db.select().from(bookings).where(eq(bookings.status, "CONFIRMED"));
    return {
      people: people.map(({ firstName, lastName, email, phoneNumber, birthday, anniversary, consent }) => [
        ...[firstName, lastName, email, phoneNumber, birthday, anniversary, consent],
      ]),
      sales: sales
        .map((one) => [
          ...[
            one.cost,
            cut(one.createdAt),
            one.invoiceNumber ?? "",
            one.contactName,
            one.productCategoryName,
          ],
          one.contactId && names.get(one.contactId),
          ...[one.hasItems, one.percentOff, one.amountOff, one.taxRate, one.taxIsIncluded, one.tax],
          ...[one.isPaidAtOnce, one.paid, one.method, one.soldBy, one.refunded],
          ...items
            .filter(({ purchaseId }) => purchaseId === one.id)
            .flatMap(
              ({ productCategoryName, description, quantity, price, percentOff, amountOff, total }) => [
                ...[productCategoryName, description, quantity, price, percentOff, amountOff, total],
              ],
            ),
          ...payments
            .filter(({ purchaseId }) => purchaseId === one.id)
            .flatMap(({ amount, method, createdAt }) => [amount, method, createdAt.toISOString()]),
        ])
        .map(String)
        .sort(),
      sum: sales.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 100), 0),
      notes: written
        .map((one) => [one.content, cut(one.createdAt), names.get(one.contactId)].map(String))
        .sort(),
      categories: categories.map(({ name }) => name).sort(),
      bookings: booked
        .map((one) => [
          one.title,
          cut(one.startsAt),
          cut(one.endsAt),
          names.get(one.contactId ?? ""),
          one.note,
        ])
        .map(String)
        .sort(),
    };
  });
}

const minute = (moment: Date) => Math.round(moment.getTime() / 60_000);

test.each([
  ["csv", "csv", (moment: Date) => moment.getTime()],
  ["excel", "xlsx", minute],
])("imports an export as %s into another store unchanged", async (folder, ending, cut) => {
  const [from, to] = [await filled(), await host.shop()];
  const methods = { Card: "EC | Karte", Cash: "", Check: "", "Bank transfer": "Giro", Other: "" };
  for (const { owner } of [from, to])
    expect((await host.call("organization.setBrand", owner, { body: { methods } })).status).toBe(200);
  const { body } = await host.call("data.export", from.owner);
  const archive = unzip(body as Buffer);
  for (const kind of ["categories", "contacts", "sales", "notes", "appointments"] as const) {
    const content = archive.get(`${folder}/${kind}.${ending}`) ?? Buffer.alloc(0);
    const params = await files.upload(to.owner, content, `${kind}.${ending}`);
    let found: Answer<"imports.get"> = await files.get(to.owner, params);
    expect(found).toMatchObject({ kind, state: "checked" });
    if (kind === "sales") {
      expect(found.counts).toMatchObject({ doubt: 3, new: 42 });
      found = await files.reread(to.owner, params, {
        rules: [{ field: "name", kind: "nobody", how: "name" }],
      });
    }
    expect([kind, found.counts.doubt, found.counts.out]).toEqual([kind, 0, 0]);
    expect(await files.start(to.owner, params)).toMatchObject({ state: "done" });
  }
  expect(await recordsIn(to, cut)).toEqual(await recordsIn(from, cut));
});
