import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost({ clock: () => new Date("2026-11-21T20:00:00Z") });
const make = recordsOf(host);
type Person = Awaited<ReturnType<typeof host.shop>>["user"];
type Refund = { id: string; amount: string };

const give = (person: Person, id: string, body: object) =>
  host.call("refunds.create", person, { params: { id }, body });
const given = async (person: Person, id: string) =>
  (await host.call("refunds.ofSale", person, { params: { id } })).body as Refund[];
const revenue = async (person: Person) => {
  const query = { start_date: "2026-11-19", end_date: "2026-11-21" };
  const { body } = await host.call("dashboard.summary", person, { query });
  const { totalRevenue, revenueByDay } = body as { totalRevenue: string; revenueByDay: { amount: string }[] };
  return [totalRevenue, ...revenueByDay.map(({ amount }) => amount)];
};
const TODAY = "2026-11-21";

test("lowers its day's revenue until deleted", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user, { cost: "100", createdAt: "2026-11-19T12:00:00Z" });
  const id = await make.sale(user, form);
  const answer = await give(user, id, { amount: "30.10", createdAt: TODAY, reason: " Too small " });
  expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  expect(await revenue(user)).toEqual(["69.90", "100.00", "0", "-30.10"]);
  const refunds = [{ amount: "30.10", createdAt: "2026-11-21T12:00:00.000Z" }];
  expect(await given(user, id)).toMatchObject([
    { ...refunds[0], reason: "Too small", createdBy: "Ada USER" },
  ]);
  expect(await make.sales(user)).toMatchObject([{ cost: "100.00", refunded: "30.10" }]);
  const ofContact = await host.call("sales.ofContact", user, { params: { id: form.contact.id } });
  expect(ofContact.body).toMatchObject([{ refunded: "30.10", refunds }]);

  const [{ id: refund } = { id: "" }] = await given(user, id);
  expect((await host.call("refunds.delete", user, { params: { id: refund } })).status).toBe(200);
  expect((await host.call("refunds.delete", user, { params: { id: refund } })).status).toBe(404);
  expect(await make.sales(user)).toMatchObject([{ refunded: "0" }]);
  expect(await revenue(user)).toEqual(["100.00", "100.00", "0", "0"]);
});

test("rejects a refund or cost beyond the amount left", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user, { cost: "100" });
  const id = await make.sale(user, form);
  expect((await give(user, id, { amount: 60, createdAt: TODAY })).status).toBe(200);
  expect(await give(user, id, { amount: "40.01", createdAt: TODAY })).toMatchObject({
    status: 400,
    body: { message: "amount: The refund can't be larger than the amount left" },
  });
  for (const amount of [0, "-1", "", "much", 1e12, null, undefined]) {
    expect((await give(user, id, { amount, createdAt: TODAY })).status).toBe(400);
  }
  expect((await give(user, id, { amount: 1, createdAt: "2026-02-30" })).status).toBe(400);
  const update = (cost: string) =>
    host.call("sales.update", user, { params: { id }, body: { ...form, cost } });
  expect(await update("59.99")).toMatchObject({
    status: 400,
    body: { message: "cost: The amount can't be lower than what was already refunded" },
  });
  expect((await update("60")).status).toBe(200);
  expect(await make.sales(user)).toMatchObject([{ cost: "60.00", refunded: "60.00" }]);
});

test("refunds at most the amount paid, also concurrently", async () => {
  const { user } = await host.shop();
  const id = await make.sale(user, await make.saleForm(user, { cost: "100" }));
  const body = { amount: 30, createdAt: TODAY };
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(user, id, body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(17).fill(400)]);

  const headers = {
    authorization: `Bearer ${user.token}`,
    "content-type": "application/json",
    "idempotency-key": "refund-0001",
  };
  const request = { headers, body: JSON.stringify({ amount: 5, createdAt: TODAY }) };
  const send = () => host.send("POST", `/purchases/${id}/refunds`, request);
  const twice = await Promise.all([send(), send()]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await make.sales(user)).toMatchObject([{ refunded: "95.00" }]);
  expect(await given(user, id)).toHaveLength(4);

  const undone = await Promise.all(
    (await given(user, id)).map((refund) => host.call("refunds.delete", user, { params: refund })),
  );
  expect(undone.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await make.sales(user)).toMatchObject([{ refunded: "0" }]);
});

test("excludes a deleted sale's refunds from the revenue", async () => {
  const { user } = await host.shop();
  const id = await make.sale(user, await make.saleForm(user, { cost: "100", createdAt: TODAY }));
  await give(user, id, { amount: 30, createdAt: TODAY });
  expect((await revenue(user))[0]).toBe("70.00");
  await host.call("sales.delete", user, { params: { id } });
  expect((await revenue(user))[0]).toBe("0.00");
});
