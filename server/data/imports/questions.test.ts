import { purchases } from "#server/platform/db/schema.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { understood } from "#server/testing/understood.ts";

const host = testHost();
const { ask, get, reread, rows, send, start, upload, work } = importsOf(host);

async function paidSales(user: Person) {
  const database = await host.database();
  const found = await database.read(user.organizationId, (db) =>
    db.select().from(purchases).orderBy(purchases.createdAt),
  );
  return found.map(({ cost, paid, isPaidAtOnce }) => [isPaidAtOnce ? cost : paid, isPaidAtOnce]);
}

const PRICED = "Date,Item,Qty,Price,Discount\n2026-03-03,Ring,2,80.00,10%\n2026-03-03,Chain,1,90.00,0.00\n";

test.each([
  ["suggestion", "suggestion", "144.00"],
  ["suggestion", "kept", "160.00"],
  ["kept", "suggestion", "72.00"],
  ["kept", "kept", "80.00"],
] as const)("asks for the pieces (%s) and the discount (%s) of a price", async (each, before, cost) => {
  const { user } = await host.shop();
  const params = await upload(user, PRICED);
  const asked = async () => (await get(user, params)).groups.map(({ kind, suggested }) => [kind, suggested]);
  const discount = { field: "cost" as const, kind: "discount" as const, how: before };
  expect(await asked()).toEqual([
    ["discount", 0],
    ["pieces", 0],
  ]);
  await reread(user, params, { rules: [discount] });
  expect(await asked()).toEqual([["pieces", 1]]);
  await reread(user, params, { rules: [discount, { ...discount, kind: "pieces", how: each }] });
  expect((await rows(user, params)).map(({ values }) => values.cost)).toEqual([cost, "90.00"]);
  expect(await asked()).toEqual([]);
});

test("asks about a discount beside a price, but not beside a total", () => {
  const asked = (headers: string, cells: string) =>
    understood(`Date,Item,${headers}\n2026-03-03,Ring,${cells}\n`).doubts.map(({ kind, suggestion }) => [
      kind,
      suggestion,
    ]);
  expect(asked("Price,Discount", "500.00,50.00")).toEqual([["discount", "450.00"]]);
  expect(asked("Amount,Discount %", "500.00,10")).toEqual([["discount", "450.00"]]);
  expect(asked("Price,Discount", "500.00,some 9")).toEqual([["discount", undefined]]);
  expect(asked("Price,Discount", "500.00,0.00")).toEqual([]);
  expect(asked("Total,Discount", "500.00,50.00")).toEqual([]);
  expect(asked("Retail,Discount,Sold Price", "500.00,50.00,450.00")).toEqual([]);
});

const LEDGER = "Date,Item,Total,Balance\n2026-03-03,Ring,540.00,140.00\n2026-03-04,Chain,90.00,0.00\n";

test.each([
  [
    "suggestion",
    [
      ["400.00", false],
      ["90.00", true],
    ],
  ],
  [
    "kept",
    [
      ["540.00", true],
      ["90.00", true],
    ],
  ],
] as const)("asks whose a balance is (%s)", async (how, paid) => {
  const { user } = await host.shop();
  const params = await upload(user, LEDGER);
  expect((await get(user, params)).groups).toMatchObject([{ field: "open", kind: "balance", suggested: 1 }]);
  await reread(user, params, { rules: [{ field: "open", kind: "balance", how }] });
  await start(user, params);
  expect(await paidSales(user)).toEqual(paid);
  const known = LEDGER.replace("Balance", "Balance,Paid").replace(/(\d0\.00)$/gm, "$1,400.00");
  expect(understood(known).doubts.map(({ kind }) => kind)).not.toContain("balance");
});

test("a saved import asks whose a balance is, and remembers the answer", async () => {
  const { user } = await host.shop();
  const first = await upload(user, LEDGER.replaceAll("140.00", "0.00"));
  await start(user, first);
  const made = await ask("savedImports.create", user, { body: { importId: first.id, name: "Till" } });
  const run = async (day: string) => {
    const params = await send(user, LEDGER.replaceAll("2026-03", day), "next.csv", {
      savedId: made?.id ?? "",
    });
    await work();
    return params;
  };
  const params = await run("2026-04");
  expect(await get(user, params)).toMatchObject({
    ...{ state: "checked", stop: { why: "doubts", what: "1 of 2" } },
    groups: [{ field: "open", kind: "balance" }],
  });
  await reread(user, params, { rules: [{ field: "open", kind: "balance", how: "suggestion" }] });
  expect(await start(user, params)).toMatchObject({ state: "done", added: 2 });
  expect(await get(user, await run("2026-05"))).toMatchObject({ state: "done", added: 2, stop: null });
});

test("asks about payments among sales, and about a customer who didn't come", async () => {
  const { user } = await host.shop();
  const params = await upload(user, "Date,Item,Total\n2026-03-03,Ring,540.00\n2026-03-05,Payment,140.00\n");
  const { counts, groups } = await get(user, params);
  expect(counts).toMatchObject({ new: 1, doubt: 1 });
  expect(groups).toMatchObject([{ field: "cost", kind: "other", reason: "A payment?" }]);
  const visits = "Client,Service,Date,Time,Status\nAda Finch,Fitting,2026-12-01,10:00,No-show\n";
  expect(understood(visits).doubts).toMatchObject([{ field: "status", kind: "cancelled" }]);
});
