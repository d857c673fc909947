import { newId } from "#server/platform/db/id.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

const host = testHost({ clock: () => new Date("2026-11-21T10:00:00Z") });
const make = recordsOf(host);

async function next(user: Person) {
  const { status, body } = await host.call("sales.nextInvoice", user);
  expect(status).toBe(200);
  return (body as { next: string | null }).next;
}

async function sell(user: Person, invoiceNumber: string, day = "2026-11-20") {
  await make.sale(user, await make.saleForm(user, { invoiceNumber, createdAt: `${day}T15:00:00.000Z` }));
}

async function handing(user: Person) {
  const contact = await make.contact(user);
  const { body } = await host.call("repairs.create", user, { body: repairOf(contact) });
  const { productCategory } = await make.saleForm(user);
  return (invoiceNumber: string | null, isNextInvoice: boolean, contactsOwn = (body as { id: string }).id) =>
    host.call("repairs.handOver", user, {
      params: { id: contactsOwn },
      body: {
        ...{ from: "IN", to: null, reason: null, isNextInvoice },
        sale: { cost: "85", productCategory, invoiceNumber },
      },
    });
}

test("continues the numbers of the latest sales", async () => {
  const { user } = await host.shop();
  expect(await next(user)).toBeNull();
  await sell(user, "Counter");
  expect(await next(user)).toBeNull();
  await sell(user, "POS 17/A-0998", "2026-11-01");
  await sell(user, "INV-2026-0009", "2026-11-02");
  expect(await next(user)).toBe("INV-2026-0010");
  await sell(user, "INV-2026-0011", "2026-01-01");
  await sell(user, "INV-2026-0099", "2026-11-03");
  await sell(user, "INV-2026-0098", "2026-11-04");
  await sell(user, "INV-2026-0100", "2026-11-05");
  expect(await next(user)).toBe("INV-2026-0101");
  await sell(user, "99999999999999999999", "2026-11-06");
  expect(await next(user)).toMatch(/^\d{21,}$/);
  expect(await next((await host.shop()).user)).toBeNull();
});

test("ignores future and imported numbers", async () => {
  const { user } = await host.shop();
  await sell(user, "inv-7", "2026-11-19");
  await sell(user, "INV-5");
  await sell(user, "DEPOSIT-70", "2026-12-24");
  const database = await host.database();
  const category = (await make.saleForm(user)).productCategory.id;
  await database.tenant(user.organizationId, (db) =>
    db.insert(purchases).values({
      ...{ organizationId: user.organizationId, id: newId(), cost: "12", contactName: "Walk-in" },
      ...{ productCategoryId: category, productCategoryName: "Rings", search: "", invoiceNumber: "POS-9" },
      ...{ externalNumber: "pos 9", createdAt: new Date("2026-11-21T09:00:00Z") },
    }),
  );
  expect(await next(user)).toBe("INV-8");
  const handOver = await handing(user);
  expect((await handOver(" Inv-7 ", false)).body).toMatchObject({
    message: "Inv-7 is already used by another sale. The next number is INV-8.",
  });
});

test("skips numbers that older sales use", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user, { invoiceNumber: "A-8", createdAt: "2020-01-01" });
  await make.sale(user, form);
  for (let i = 0; i < 200; i++)
    await make.sale(user, { ...form, invoiceNumber: null, createdAt: "2021-01-01" });
  await make.sale(user, { ...form, invoiceNumber: "A-7", createdAt: "2022-01-01" });
  expect(await next(user)).toBe("A-9");
});

test("gives the next number to one of two handovers at once", async () => {
  const { user } = await host.shop();
  await sell(user, "INV-7");
  const both = await Promise.all([handing(user), handing(user)]);
  const answers = await Promise.all(both.map((handOver) => handOver("INV-8", true)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message: "INV-8 is already used by another sale. The next number is INV-9.",
  });
  const [first, second] = both;
  const again = answers[0]?.status === 409 ? first : second;
  expect((await again?.("INV-9", true))?.status).toBe(200);
  const numbers = (await make.sales(user)).map(({ invoiceNumber }) => invoiceNumber);
  expect(numbers.toSorted()).toEqual(["INV-7", "INV-8", "INV-9"]);
});

test("shares a typed number only among one customer's sales", async () => {
  const { user } = await host.shop();
  const [one, other] = [await handing(user), await handing(user)];
  expect((await one("R 5", false)).status).toBe(200);
  expect((await other("R 5", false)).status).toBe(409);
  const [{ contact } = { contact: null }] = await make.sales(user);
  const { body } = await host.call("repairs.create", user, { body: repairOf(contact?.id ?? "") });
  const { id } = body as { id: string };
  expect((await one("R 5", true, id)).status).toBe(409);
  expect((await one("R 5", false, id)).status).toBe(200);
  expect((await other(null, false)).status).toBe(200);
});
