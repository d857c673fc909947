import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const walkIn = { contactId: null, contact: { id: null, name: "Walk-in" } };

test("adds the customer of a walk-in later", async () => {
  const { user } = await host.shop();
  const { contact, ...form } = await make.saleForm(user);
  expect((await host.call("sales.create", user, { body: form })).status).toBe(400);
  const id = await make.sale(user, { ...form, contact: null });
  expect(await make.sales(user, { search: "walk-in pearls" })).toMatchObject([{ id, ...walkIn }]);
  const update = async (contact: object | null) =>
    host.call("sales.update", user, { params: { id }, body: { ...form, contact } });
  expect((await update({ id: "walk-in", name: "Walk-in" })).status).toBe(200);
  expect((await update({ id: "walk-in", name: "Ann" })).status).toBe(404);
  expect((await update({ id: await make.contact((await host.shop()).user), name: "Walk-in" })).status).toBe(
    200,
  );
  expect(await make.sales(user)).toMatchObject([{ ...walkIn }]);

  expect((await update(contact)).status).toBe(200);
  const named = { contactId: contact.id, contact: { name: "Zoë O’Brien-Nguyễn" } };
  expect(await make.sales(user, { search: "zoe" })).toMatchObject([named]);
  expect(await make.sales(user, { search: "walk-in" })).toEqual([]);
  const [last] = (await host.call("history.ofRecord", user, { params: { id } })).body as { id: string }[];
  expect(last).toMatchObject({ changes: [{ field: "contact_id", from: null, to: "Zoë O’Brien-Nguyễn" }] });
  expect((await update(null)).status).toBe(200);
  expect(await make.sales(user, { search: "walk-in" })).toMatchObject([walkIn]);
  expect(
    (
      await host.call("refunds.create", user, {
        params: { id },
        body: { amount: 1, createdAt: "2026-11-21" },
      })
    ).status,
  ).toBe(200);
  expect((await host.call("sales.delete", user, { params: { id } })).status).toBe(200);
  const { body } = await host.call("trash.list", user, { query: {} });
  expect(body).toMatchObject([{ kind: "sale", of: "Walk-in" }]);
});

test("counts a walk-in in revenue, not as customer", async () => {
  const { owner } = await host.shop();
  const form = await make.saleForm(owner, { contact: null, createdAt: "2026-11-20", cost: 85 });
  await make.sale(owner, form);
  const period = { start_date: "2026-11-01", end_date: "2026-11-30" };
  expect((await host.call("dashboard.summary", owner, { query: period })).body).toMatchObject({
    ...{ totalRevenue: "85.00", topContacts: [], recentPurchases: [walkIn] },
  });
  const query = { from: "2026-11-01", to: "2026-11-30" };
  expect((await host.call("dashboard.report", owner, { query })).body).toMatchObject({
    total: { sales: 1, revenue: "85.00", customers: 0 },
    best: [],
    sources: [{ source: null, revenue: "85.00" }],
  });
});

test("raises no event for a walk-in sale", async () => {
  const { owner } = await host.shop();
  const form = await make.saleForm(owner, { contact: null });
  const template = { name: "Thanks", subject: "Thanks", content: "Thanks" };
  const { body } = await host.call("templates.create", owner, { body: template });
  const templateId = (body as { data: { id: string } }).data.id;
  const rule = { name: "Hi", condition: [], action: { type: "SEND_EMAIL", templateId } };
  const trigger = { type: "EVENT_BASED" };
  expect((await host.call("automations.create", owner, { body: { ...rule, trigger } })).status).toBe(200);
  await make.sale(owner, form);
  expect((await host.call("mails.list", owner, { query: {} })).body).toEqual([]);
});
