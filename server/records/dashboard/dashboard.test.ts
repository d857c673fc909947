import { newId } from "#server/platform/db/id.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { CHANGES, clockIn, momentsAround } from "#server/testing/zones.ts";

const host = testHost({ clock: () => new Date("2026-11-21T20:00:00Z") });
const make = recordsOf(host);

async function storeInTokyo() {
  const shop = await host.shop();
  await host.call("organization.setTimezone", shop.owner, { body: { timezone: "Asia/Tokyo" } });
  return shop;
}

test("adds sales exactly, by the organization's days", async () => {
  const { user } = await storeInTokyo();
  const form = await make.saleForm(user);
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
  const { revenueByDay, customersByDay } = body as {
    revenueByDay: { day: string; amount: string }[];
    customersByDay: { day: string; amount: number }[];
  };
  expect(customersByDay.map(({ amount }) => amount)).toEqual([1, 0, 0, 0, 0, 0, 1]);
  expect(revenueByDay).toHaveLength(7);
  expect(revenueByDay[0]).toEqual({ day: "2026-11-15", amount: "0.10" });
  expect(revenueByDay[1]).toEqual({ day: "2026-11-16", amount: "0" });
  expect(revenueByDay[6]).toEqual({ day: "2026-11-21", amount: "0.20" });
});

test("counts a customer once per day, without deleted contacts", async () => {
  const { user } = await storeInTokyo();
  const form = await make.saleForm(user, { createdAt: "2026-11-20T15:00:00.000Z" });
  await make.sale(user, form);
  await make.sale(user, form);
  const other = await make.saleForm(user, { createdAt: "2026-11-20T16:00:00.000Z" });
  await make.sale(user, other);
  const query = { start_date: "2026-11-21", end_date: "2026-11-21" };
  const day = () => host.call("dashboard.summary", user, { query });
  expect((await day()).body).toMatchObject({ customersByDay: [{ day: "2026-11-21", amount: 2 }] });
  await host.call("contacts.delete", user, { params: { id: other.contact.id } });
  expect((await day()).body).toMatchObject({ customersByDay: [{ day: "2026-11-21", amount: 1 }] });
});

test("compares emails and appointments with the previous period", async () => {
  const { id, user } = await storeInTokyo();
  const database = await host.database();
  const mail = (sentAt: string | null) => ({
    organizationId: id,
    id: newId(),
    kind: "automation" as const,
    toAddress: "a@example.com",
    toName: "Ada",
    ...(sentAt && { state: "sent" as const, sentAt: new Date(sentAt) }),
  });
  const booking = (createdAt: string, status: "CONFIRMED" | "CANCELLED", hour: number) => ({
    organizationId: id,
    id: newId(),
    title: "Fitting",
    name: "Ada",
    email: "a@example.com",
    timezone: "UTC",
    requestKey: newId(),
    startsAt: new Date(Date.UTC(2026, 11, 1, hour)),
    endsAt: new Date(Date.UTC(2026, 11, 1, hour + 1)),
    createdAt: new Date(createdAt),
    status,
  });
  const [before, first, last] = ["2026-11-14T14:59:59Z", "2026-11-14T15:00:00Z", "2026-11-21T14:59:59Z"];
  await database.tenant(id, async (db) => {
    await db.insert(mails).values([before, before, first, first, last, null].map(mail));
    await db
      .insert(bookings)
      .values([
        booking(before, "CONFIRMED", 1),
        booking(before, "CONFIRMED", 2),
        booking(last, "CONFIRMED", 3),
        booking(last, "CANCELLED", 4),
      ]);
  });
  const query = { start_date: "2026-11-15", end_date: "2026-11-21" };
  expect((await host.call("dashboard.summary", user, { query })).body).toMatchObject({
    emailsSent: 3,
    emailsSentPercentageChange: 50,
    appointmentsBooked: 1,
    appointmentsBookedPercentageChange: -50,
  });
});

test("has no previous period before the beginning of Postgres' calendar", async () => {
  const { user } = await host.shop();
  const query = { start_date: "0001-01-01", end_date: "9999-12-31" };
  const { status, body } = await host.call("dashboard.summary", user, { query });
  expect(status).toBe(200);
  expect(body).toMatchObject({ totalRevenue: "0", revenuePercentageChange: null });
});

test("returns all time without a comparison or daily figures", async () => {
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

test("ends at the organization's today if the period has no end", async () => {
  const { user } = await storeInTokyo();
  const form = await make.saleForm(user);
  for (const [cost, createdAt] of [
    ["1.00", "2026-11-21T15:00:00Z"],
    ["20.00", "2026-11-22T14:59:59Z"],
    ["300.00", "2026-11-22T15:00:00Z"],
  ]) {
    await make.sale(user, { ...form, cost, createdAt });
  }
  const query = { start_date: "2026-11-22" };
  expect((await host.call("dashboard.summary", user, { query })).body).toMatchObject({
    totalRevenue: "21.00",
    revenueByDay: [{ day: "2026-11-22", amount: "21.00" }],
  });
});

test.each(CHANGES)("counts every sale on its day, also $kind in $zone", async ({ zone, change }) => {
  const { id: organizationId, owner, user } = await host.shop();
  await host.call("organization.setTimezone", owner, { body: { timezone: zone } });
  const moments = momentsAround({ change });
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.insert(purchases).values(
      moments.map((at) => ({
        ...{ organizationId, id: newId(), cost: "1", createdAt: new Date(at) },
        ...{ contactName: "Zoë", productCategoryName: "Rings", search: "" },
      })),
    ),
  );
  const perDay = new Map<string, number>();
  for (const at of moments) {
    const { day } = clockIn(zone, at);
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
  }
  const [first = "", last = ""] = [...perDay.keys()].filter((_, i, all) => i === 0 || i === all.length - 1);
  const query = { start_date: first, end_date: last };
  const { body } = await host.call("dashboard.summary", user, { query });
  const { revenueByDay, totalRevenue } = body as {
    revenueByDay: { day: string; amount: string }[];
    totalRevenue: string;
  };
  expect(Number(totalRevenue)).toBe(moments.length);
  const sold = revenueByDay.filter(({ amount }) => Number(amount) > 0);
  expect(sold.map(({ day, amount }) => [day, Number(amount)])).toEqual([...perDay]);
  for (const { day, amount } of revenueByDay) {
    const query = { start_date: day, end_date: day };
    const { body } = await host.call("dashboard.summary", user, { query });
    const alone = body as typeof body & { totalRevenue: string };
    expect([day, Number(alone.totalRevenue)]).toEqual([day, Number(amount)]);
  }
});

test("ignores another organization's sales", async () => {
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
