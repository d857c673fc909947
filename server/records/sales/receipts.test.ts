import { randomUUID } from "node:crypto";
import { newId } from "#server/platform/db/id.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";
import { mailTests } from "#server/testing/mail.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const tests = mailTests();
const make = recordsOf(tests);
const EVIL = `<b>http://evil.example</b> {{receipt}}`;

async function shopWithMail() {
  const shop = await tests.mailShop();
  await shop.store.account();
  return { ...shop, ...(await tests.withSink()) };
}

test("emails the receipt once, with items, payments and store", async () => {
  const { id: shop, user, owner, host, sink } = await shopWithMail();
  const receiptText = "Returns within 30 days. <i>http://evil.example</i>";
  for (const [text, status] of [
    ["x".repeat(201), 400],
    [receiptText, 200],
  ] as const) {
    const body = { receiptText: text };
    expect((await tests.call("organization.setBrand", owner, { body })).status).toBe(status);
  }
  const methods = { Card: "EC-Karte", Cash: "", Check: "", "Bank transfer": "", Other: "" };
  await tests.call("organization.setBrand", owner, { body: { methods } });
  const form = await make.saleForm(user);
  const { productCategory } = form;
  const items = [
    {
      productCategory,
      description: EVIL,
      quantity: 2,
      price: "245",
      discount: { kind: "percent", value: 10 },
    },
  ];
  const payments = [{ method: "Card", amount: "200" }];
  const id = await make.sale(user, { ...form, cost: "441.00", items, payments });
  const headers = {
    ...{ authorization: `Bearer ${user.token}`, "content-type": "application/json" },
    "idempotency-key": randomUUID(),
  };
  const mailed = () => tests.send("POST", `/purchases/${id}/receipts`, { headers, body: "{}" });
  const answers = [...(await Promise.all([mailed(), mailed()])), await mailed()];
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  await tests.sendAll(host);
  await tests.sendAll(host);
  expect(sink.taken.map(({ to }) => to)).toEqual([person.email]);
  const { subject, text, html } = sink.taken[0]?.mail ?? {};
  expect(subject).toBe("Your receipt");
  expect(text).toContain(`${EVIL} 2 × $245.00: $490.00\nDiscount 10%: −$49.00`);
  expect(text).toContain("Total: $441.00\nPaid by EC-Karte, Nov 20, 2026: $200.00\nBalance due: $241.00");
  expect(text).toContain(`$241.00\n\n${receiptText}\n\n-- \nShop ${shop}`);
  expect(html).toContain("Returns within 30 days. &lt;i&gt;");
  expect(html).toContain("&lt;b&gt;http://evil.example&lt;/b&gt; {{receipt}} 2 × $245.00");
  expect(html).not.toContain('href="http://evil');
  expect((await tests.call("mails.list", user, { query: {} })).body).toMatchObject([
    { kind: "receipt", state: "sent", contact: { id: form.contact.id } },
  ]);
});

test("goes to a typed address only without a contact", async () => {
  const { id: here, user, host, sink } = await shopWithMail();
  const mail = (id: string, body: object = {}) =>
    tests.call("receipts.create", user, { params: { id }, body });
  const named = await make.sale(user, await make.saleForm(user));
  const form = await make.saleForm(user, { contact: null });
  const nobodys = await make.sale(user, form);
  const address = "amara@example.com";
  expect((await mail(named, { address })).status).toBe(400);
  for (const body of [
    {},
    { address: "amara" },
    { address: `${"a".repeat(300_000)}@example.com` },
    { address: `${address}\r\nBcc: x@example.com` },
  ])
    expect((await mail(nobodys, body)).status).toBe(400);
  expect(await mail(nobodys, { address })).toMatchObject({ status: 200, body: { address } });
  await tests.sendAll(host);
  expect(sink.taken.map(({ to }) => to)).toEqual([address]);
  const there = await tests.mailShop();
  await there.store.account();
  for (const id of ["x", newId(), nobodys])
    expect(
      (await tests.call("receipts.create", there.user, { params: { id }, body: { address } })).status,
    ).toBe(404);
  expect((await tests.call("sales.get", there.user, { params: { id: nobodys } })).status).toBe(404);
  expect((await tests.call("sales.get", user, { params: { id: nobodys } })).body).toMatchObject({
    id: nobodys,
  });
  const { database } = await tests.host();
  await database.tenant(here, (db) =>
    db.insert(suppressions).values({ organizationId: here, id: newId(), address, reason: "bounced" }),
  );
  expect(await mail(nobodys, { address })).toMatchObject({
    ...{ status: 409, body: { message: "An earlier mail to this address came back" } },
  });
});

test("needs an email account", async () => {
  const { user } = await tests.mailShop();
  const id = await make.sale(user, await make.saleForm(user));
  expect(await tests.call("receipts.create", user, { params: { id }, body: {} })).toMatchObject({
    ...{ status: 409, body: { message: "Connect an email account in Settings first" } },
  });
});
