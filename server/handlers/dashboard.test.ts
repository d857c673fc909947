/** @jest-environment node */
import { testHost } from "../testing.ts";
import { recordsOf } from "../testing-records.ts";

const host = testHost();
const make = recordsOf(host);

async function storeInTokyo() {
  const shop = await host.shop();
  await host.call("organization.setTimezone", shop.owner, { body: { timezone: "Asia/Tokyo" } });
  return shop;
}

test("sums are exact and count the organization's days", async () => {
  const { user } = await storeInTokyo();
  const form = await make.saleForm(user);
  // In Tokyo: the last moment of 14 November, the first and the last of the week, and the first after it.
  for (const [cost, createdAt] of [
    ["1000.00", "2026-11-14T14:59:59.999Z"],
    ["0.10", "2026-11-14T15:00:00.000Z"],
    ["0.20", "2026-11-21T14:59:59.999Z"],
    ["5000.00", "2026-11-21T15:00:00.000Z"],
  ]) {
    await make.sale(user, { ...form, cost, createdAt });
  }
  const query = { start_date: "2026-11-15", end_date: "2026-11-21" };
  const { status, body } = await host.call("dashboard.summary", user, { query });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    totalRevenue: "0.30",
    revenuePercentageChange: -99.97,
    recentPurchases: [{ cost: "0.20" }, { cost: "0.10" }],
    topContacts: [{ contact: { id: form.contact.id }, cost: "0.20" }],
  });
  const { revenueByDay } = body as { revenueByDay: { day: string; amount: string }[] };
  expect(revenueByDay).toHaveLength(7);
  expect(revenueByDay[0]).toEqual({ day: "2026-11-15", amount: "0.10" });
  expect(revenueByDay[1]).toEqual({ day: "2026-11-16", amount: "0" });
  expect(revenueByDay[6]).toEqual({ day: "2026-11-21", amount: "0.20" });
});

test("all time has everything, nothing to compare with and no picture of days", async () => {
  const { user } = await host.shop();
  await make.sale(user, await make.saleForm(user, { cost: "12.34" }));
  const query = { start_date: "0001-01-01", end_date: "2999-12-31" };
  const { body } = await host.call("dashboard.summary", user, { query });
  expect(body).toMatchObject({
    totalContactsCount: 1,
    contactsPercentageChange: null,
    totalRevenue: "12.34",
    revenuePercentageChange: null,
  });
  expect(body).not.toHaveProperty("revenueByDay");
});

test("another organization's sales count nowhere", async () => {
  const { user } = await host.shop();
  await make.sale(user, await make.saleForm(user));
  const other = await host.shop();
  const { body } = await host.call("dashboard.summary", other.user);
  expect(body).toMatchObject({
    totalContactsCount: 0,
    totalRevenue: "0",
    recentPurchases: [],
    topContacts: [],
  });
});

test.each([
  { start_date: "2026-11-22", end_date: "2026-11-21" },
  { start_date: "yesterday" },
  { end_date: "2026-02-30" },
  { start_date: "2026-11-21T00:00:00Z" },
])("%j is refused", async (query) => {
  const { user } = await host.shop();
  expect((await host.call("dashboard.summary", user, { query })).status).toBe(400);
});
