import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
type Person = Awaited<ReturnType<typeof host.shop>>["user"];

const set = (person: Person, currency: unknown, notation: unknown = "en-US") =>
  host.call("organization.update", person, { body: { name: "Gems & Co", currency, notation } });
const money = async (person: Person) =>
  ((await host.call("users.me", person)).body as { money: object }).money;

test("stores currency and number format per store", async () => {
  const [{ admin, user }, other] = [await host.shop(), await host.shop()];
  expect(await money(user)).toEqual({ currency: "USD", notation: "en-US" });
  expect((await set(admin, "EUR", "de-DE")).status).toBe(200);
  expect(await money(user)).toEqual({ currency: "EUR", notation: "de-DE" });
  expect(await money(other.user)).toEqual({ currency: "USD", notation: "en-US" });
  expect((await set(user, "GBP")).status).toBe(403);
  for (const wrong of ["XYZ", "usd", "", "CLF", "EUR ", null, "E".repeat(100_000)]) {
    expect((await set(admin, wrong)).status).toBe(400);
  }
  for (const wrong of ["xx-XX", "", null, "en".repeat(50_000)])
    expect((await set(admin, "EUR", wrong)).status).toBe(400);
  expect(await money(user)).toEqual({ currency: "EUR", notation: "de-DE" });
});

test("stores the order of dates and the first weekday", async () => {
  const [{ admin, user }, other] = [await host.shop(), await host.shop()];
  const change = (person: Person, dates: object) =>
    host.call("organization.update", person, {
      body: { name: "Gems", currency: "USD", notation: "en-US", ...dates },
    });
  const dates = async (person: Person) =>
    ((await host.call("users.me", person)).body as { dates: object }).dates;
  const american = { dayFirst: false, weekStart: 0 };
  expect(await dates(user)).toEqual(american);
  const both = [change(admin, { dayFirst: true }), change(admin, { weekStart: 1 })];
  for (const { status } of await Promise.all(both)) expect(status).toBe(200);
  expect((await change(admin, {})).status).toBe(200);
  expect(await dates(user)).toEqual({ dayFirst: true, weekStart: 1 });
  expect(await dates(other.user)).toEqual(american);
  expect((await change(user, { weekStart: 6 })).status).toBe(403);
  for (const weekStart of [3, 7, -1, 0.5, "1", 10 ** 12])
    expect((await change(admin, { weekStart })).status).toBe(400);
  expect((await change(admin, { dayFirst: "yes".repeat(50_000) })).status).toBe(400);
  expect(await dates(user)).toEqual({ dayFirst: true, weekStart: 1 });
});

test("stores the country", async () => {
  const [{ admin, user }, other] = [await host.shop(), await host.shop()];
  const change = async (person: Person, country: unknown) => {
    const body = { name: "Gems", currency: "USD", notation: "en-US", country };
    return (await host.call("organization.update", person, { body })).status;
  };
  const country = async (person: Person) =>
    ((await host.call("users.me", person)).body as { country: string }).country;
  expect(await country(user)).toBe("");
  expect(await Promise.all([change(admin, "CA"), change(admin, "CA")])).toEqual([200, 200]);
  expect(await change(admin, undefined)).toBe(200);
  expect([await country(user), await country(other.user)]).toEqual(["CA", ""]);
  expect(await change(user, "DE")).toBe(403);
  for (const wrong of ["de", "DEU", "", null, 7, "D".repeat(100_000)])
    expect(await change(admin, wrong)).toBe(400);
  expect(await country(user)).toBe("CA");
});

test.each([
  ["JPY", "1200", "1200"],
  ["JPY", 1200.4, "1200"],
  ["KWD", "1.2345", "1.235"],
  ["KWD", "1.25", "1.250"],
  ["GBP", 0.1 + 0.2, "0.30"],
])("rounds an amount in %s to its smallest unit: %j becomes %s", async (currency, cost, stored) => {
  const { owner } = await host.shop();
  await set(owner, currency);
  await make.sale(owner, await make.saleForm(owner, { cost }));
  expect(await make.sales(owner)).toMatchObject([{ cost: stored }]);
  const { body } = await host.call("dashboard.summary", owner);
  expect(body).toMatchObject({ totalRevenue: stored });
});

test("refuses a currency without the decimals of existing sales", async () => {
  const { owner } = await host.shop();
  const form = await make.saleForm(owner, { cost: "19" });
  const discount = { kind: "percent", value: "5" };
  const one = { productCategory: form.productCategory, price: "10", discount };
  await make.sale(owner, { ...form, items: [one, one] });
  expect((await set(owner, "JPY")).status).toBe(409);
});

test("refuses a currency without decimals while sales have some", async () => {
  const { owner } = await host.shop();
  const form = await make.saleForm(owner, { cost: "12.50" });
  const params = { id: await make.sale(owner, form) };
  expect(await set(owner, "JPY")).toMatchObject({
    status: 409,
    body: { message: "Some sales have more decimals than this currency: JPY has none" },
  });
  await host.call("sales.update", owner, { params, body: { ...form, cost: "12.00" } });
  const refund = await host.call("refunds.create", owner, {
    params,
    body: { amount: "0.50", createdAt: "2026-11-21" },
  });
  expect((await set(owner, "JPY")).status).toBe(409);
  await host.call("refunds.delete", owner, { params: refund.body as { id: string } });
  expect((await set(owner, "JPY")).status).toBe(200);
  expect(await make.sales(owner)).toMatchObject([{ cost: "12.00" }]);
});

test("rounds a sale to a currency that changes simultaneously", async () => {
  const { owner } = await host.shop();
  const form = await make.saleForm(owner, { cost: "12.50" });
  const [changed] = await Promise.all([
    set(owner, "JPY"),
    ...Array.from({ length: 8 }, () => make.sale(owner, form)),
  ]);
  const costs = (await make.sales(owner)).map(({ cost }) => Number(cost));
  const isWhole = costs.every(Number.isInteger);
  expect(isWhole).toBe(changed.status === 200);
});
