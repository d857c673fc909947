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
] as const)(
  "asks whether a price is for one piece (%s) and before the discount (%s)",
  async (each, before, cost) => {
    const { user } = await host.shop();
    const params = await upload(user, PRICED);
    const asked = async () =>
      (await get(user, params)).groups.map(({ kind, suggested }) => [kind, suggested]);
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
  },
);

test("asks about a discount beside a price", () => {
  const asked = (headers: string, cells: string) =>
    understood(`Date,Item,${headers}\n2026-03-03,Ring,${cells}\n`).doubts.map(({ kind, suggestion }) => [
      kind,
      suggestion,
    ]);
  expect(asked("Price,Discount", "500.00,50.00")).toEqual([["discount", "450.00"]]);
  expect(asked("Amount,Discount %", "500.00,10")).toEqual([["discount", "450.00"]]);
  expect(asked("Price,Discount", "500.00,some 9")).toEqual([["discount", undefined]]);
  expect(asked("Price,Discount", "500.00,$50")).toEqual([["discount", "450.00"]]);
  expect(asked("Price,Discount", "500.00,10percent")).toEqual([["discount", "450.00"]]);
  expect(asked("Price,Discount", "500.00,15EUROS")).toEqual([["discount", "485.00"]]);
  expect(asked("Price,Discount", "500.00,SAVE10")).toEqual([]);
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
  const due = LEDGER.replace("Balance", "Balance Due");
  expect(understood(due).doubts.map(({ kind }) => kind)).toEqual(["balance"]);
  const known = LEDGER.replace("Balance", "Balance,Paid").replace(/(\d0\.00)$/gm, "$1,400.00");
  expect(understood(known).doubts.map(({ kind }) => kind)).not.toContain("balance");
});

test("asks whose a balance is, and remembers the answer", async () => {
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
  expect(groups).toMatchObject([{ field: "category", kind: "other", reason: "A payment?" }]);
  const visits = "Client,Service,Date,Time,Status\nAda Finch,Fitting,2026-12-01,10:00,No-show\n";
  expect(understood(visits).doubts).toMatchObject([{ field: "status", kind: "cancelled" }]);
});

test.each([
  [
    "contacts",
    "A gift card?",
    "GAN,State,Balance,Customer Name,Customer Phone\n77,ACTIVE,5.00,Ada Finch,617 555 0134\n",
  ],
  ["contacts", "A gift card?", "Gutschein-Nr;Käufer;Wert\nG-1;Lena Weiß;50,00\n"],
  ["contacts", "A supplier?", "Supplier Name,Contact,Email\nGems Inc,Ann Lee,ann@example.com\n"],
  ["contacts", "A product?", "SKU,Item,Wholesale,Retail\nR-1,Ring,450.00,1200.00\n"],
  ["categories", "A product?", "Name,Description,Quantity on Hand,Price\nGold chain,14k,12,240.00\n"],
  ["sales", "A product?", "Date,Item,Price,In Stock\n2026-03-03,Ring,80.00,2\n"],
])("asks about a file read as %s: %s", (kind, reason, content) => {
  const file = understood(content);
  expect([file.kind, file.doubts]).toEqual([kind, [expect.objectContaining({ kind: "other", reason })]]);
});

test.each([
  "Name,Phone,Gift Card Balance\nAda Finch,+16175550134,5.00\n",
  "Date,Invoice,Stock #,Item,Amount\n2026-03-03,7,100-22,Ring,80.00\n",
  "Name,Description\nRings,Gold and silver\n",
  "Date,Receipt,Customer,Item,Amount,Cash,Gift Card\n2026-03-03,7,Ada Finch,Ring,80.00,80.00,\n",
  "First name,Last name,Email,Voucher code,Lifetime value\nAda,Finch,a@example.com,,80.00\n",
  "Name,Phone,Drop-off,Pick-up\nAda Finch,+16175550134,08:00,16:30\n",
  "Name,Email,Customer,Supplier\nAda Finch,a@example.com,Yes,No\n",
  "Name,Email\nPaul Kelly,a@example.com\nZoe Finch,b@example.com\n",
  "Name,Email\nSunil Thomas,a@example.com\nDeniz Kaya,b@example.com\n",
])("doesn't ask what the rows of %j are", (content) => {
  expect(understood(content).doubts).toEqual([]);
});

test("asks about the rows of a file of another kind", async () => {
  const { user } = await host.shop();
  const params = await upload(
    user,
    "Supplier Name,Contact,Email\nGems Inc,Ann Lee,ann@example.com\nRio,Bob Ray,bob\n",
  );
  const kindsOf = async () => (await get(user, params)).groups.map(({ kind, count }) => [kind, count]);
  expect(await kindsOf()).toEqual([["other", 2]]);
  await reread(user, params, { rules: [{ field: "firstName", kind: "other", how: "kept" }] });
  expect(await kindsOf()).toEqual([["unreadable", 1]]);
});

test("asks about a repeated heading and a total", () => {
  const head = "Date,Number,Customer,Item,Total\n";
  const { doubts } = understood(`${head}2026-03-03,7,Ada Finch,Ring,80.00\n\uFEFF${head},,,Total,80.00\n`);
  const sum = { field: "cost", kind: "sum", reason: "A heading or a total?" };
  expect(doubts).toEqual([sum, sum]);
});

test("reads appointments that list their prices", () => {
  const file =
    "Client,Service,Created Date,Scheduled Date,Duration,Net sales\nAda Finch,Fitting,3 Nov 2026,1 Dec 2026 10:00,45min,5.00\n";
  const { kind, rows } = understood(file);
  expect([kind, rows[0]?.values.date, rows[0]?.values.minutes]).toEqual([
    "appointments",
    "2026-12-01T15:00:00.000Z",
    45,
  ]);
});

test.each([
  ["suggestion", ["Anna|Miller", "Hans Peter|Müller", "Bogdan|Kowal"]],
  ["kept", ["Miller|Anna", "Müller|Hans Peter", "Kowal|Bogdan"]],
] as const)("asks once whether last names come first (%s)", async (how, names) => {
  const { user } = await host.shop();
  const params = await upload(
    user,
    "Name,Email\nMiller Anna,a@example.com\nMüller Hans Peter,b@example.com\nKowal Bogdan,c@example.com\n",
  );
  expect((await get(user, params)).groups).toMatchObject([
    { field: "name", kind: "order", count: 3, suggested: 3 },
  ]);
  await reread(user, params, { rules: [{ field: "name", kind: "order", how }] });
  const read = (await rows(user, params)).map(({ values }) => `${values.firstName}|${values.lastName}`);
  expect(read).toEqual(names);
});

test("asks where the first name begins", async () => {
  const { user } = await host.shop();
  const params = await upload(
    user,
    "Name,Email\nMiller Anna,a@example.com\nKowal Nowak Bogdan,b@example.com\n",
  );
  await reread(user, params, { rules: [{ field: "name", kind: "order", how: "suggestion" }] });
  expect((await get(user, params)).groups).toMatchObject([
    { field: "firstName", kind: "unreadable", count: 1 },
  ]);
});

test.each(["Anna Miller", "Miller", "Thomas James", "Miller, Anna", "Kowal Bogdan"])(
  "doesn't ask about the order of %j",
  (name) => {
    const { doubts } = understood(`Name,Email\n"${name}",a@example.com\nZoe Finch,b@example.com\n`);
    expect(doubts).toEqual([]);
  },
);

test("asks about a row that an unquoted comma has split", async () => {
  const { user } = await host.shop();
  const head = "Date,Customer,Item,Amount\n2026-03-03,,Ring,540.00\n2026-03-03,,Chain,9.00\n";
  const params = await upload(user, `${head}2026-03-04,,Watch,$1,200.00\n`);
  expect((await get(user, params)).groups).toMatchObject([
    { field: "cost", kind: "wide", count: 1, suggested: 1 },
  ]);
  await reread(user, params, { rules: [{ field: "cost", kind: "wide", how: "suggestion" }] });
  expect((await rows(user, params)).at(-1)).toMatchObject({ state: "new", values: { cost: "1200.00" } });
  expect(understood("Name,Email\nAda Finch,a@example.com,VIP\nZoe Finch,z@example.com,VIP\n").doubts).toEqual(
    [],
  );
});

test("asks what a person opted out of", () => {
  const consentsOf = (status: string) =>
    understood(`Name,Phone,Email,Opt-In Status\nAda Finch,,a@example.com,${status}\n`).doubts;
  const doubt = { kind: "unreadable", suggestion: "no" };
  expect(consentsOf("opted out")).toEqual([
    { ...doubt, field: "consent", reason: "Does “opted out” mean no emails?" },
    { ...doubt, field: "texts", reason: "Does “opted out” mean no texts?" },
  ]);
  expect([consentsOf("Double opt-in"), consentsOf("pending")]).toEqual([[], []]);
});

test("stores an opt-out of emails and texts", async () => {
  const { user } = await host.shop();
  const params = await upload(
    user,
    "Name,Email,Opt-in status\nAda Finch,a@example.com,opted out\nBo Li,b@example.com,\n",
  );
  const rules = (["consent", "texts"] as const).map(
    (field) => ({ field, kind: "unreadable", how: "suggestion" }) as const,
  );
  await reread(user, params, { rules });
  await start(user, params);
  const found = await ask("contacts.list", user, { query: { page: 1, limit: 10 } });
  const id = found.find(({ firstName }) => firstName === "Ada")?.id ?? "";
  const ada = await ask("contacts.get", user, { params: { id } });
  expect(ada).toMatchObject({
    firstName: "Ada",
    consent: { state: "withdrawn" },
    noTexts: { by: "Ada USER" },
  });
});

test.each([
  ["Date,Receipt,Type,Total\n3/14/2026,R1,Exchange,100.00\n", "status", "An exchange?"],
  ["Date,Item,Total\n3/14/2026,Exchange,100.00\n", "status", "An exchange?"],
  ["Date,Receipt,Status,Type,Total\n3/14/2026,R1,Completed,Exchange,100.00\n", "status", "An exchange?"],
  ["Date,Receipt,Type,Total\n3/14/2026,R1,Store Credit,100.00\n", "refunded", "A store credit?"],
  [
    "Date,Receipt,Status,Type,Total\n3/14/2026,R1,Completed,Refund,100.00\n",
    "refunded",
    "Marked “Refund”, without an amount",
  ],
  [
    "Date,Receipt,Status,Payment Status,Total\n3/14/2026,R1,Completed,Partially paid,100.00\n",
    "paid",
    "Marked “Partially paid”. How much was paid?",
  ],
])("asks about %j", (file, field, reason) => {
  expect(understood(file).doubts).toMatchObject([{ field, reason }]);
  const { doubts } = understood("Date,Total,Payment method\n3/14/2026,80.00,Store credit\n");
  expect(doubts).toEqual([]);
});

test.each([
  ["Order Status", "Open", []],
  ["Invoice Status", "Overdue", []],
  ["Order Status", "Cancelled", ["Marked “Cancelled”"]],
  ["Type", "Refund", ["Marked “Refund”, without an amount"]],
])("takes a paid sale with %s %j for paid", (header, status, asked) => {
  const head = `Date,Order,${header},Financial Status,Total`;
  const { rows, doubts } = understood(`${head}\n3/14/2026,R1,${status},Paid,80.00\n`);
  expect([rows[0]?.values.payments, doubts.map(({ reason }) => reason)]).toEqual([null, asked]);
});

test.each([
  ["Open", "Paid", null, []],
  ["Open", "", null, ["Marked “Open”. How much was paid?"]],
  ["Open", "Pending", null, ["Marked “Open”. How much was paid?"]],
  ["Unpaid", "Paid", [], []],
  ["Cancelled", "Paid", null, ["Marked “Cancelled”"]],
])("reads status %j beside payment status %j", (status, paid, payments, asked) => {
  const { rows, doubts } = understood(
    `Date,Order,Status,Payment Status,Total\n3/14/2026,R1,${status},${paid},80.00\n`,
  );
  expect([rows[0]?.values.payments, doubts.map(({ reason }) => reason)]).toEqual([payments, asked]);
});

test("asks whether two words before “Bank” are a company", async () => {
  const { user } = await host.shop();
  const card = (name: string, tel: string) =>
    `BEGIN:VCARD\nVERSION:3.0\nN:${name};;;\nTEL:${tel}\nEND:VCARD\n`;
  const params = await upload(
    user,
    card("Bank;First National", "+16175550134") + card("Bank;Tom", "+16175550135"),
  );
  expect((await get(user, params)).groups).toMatchObject([{ field: "firstName", kind: "company", count: 1 }]);
  await reread(user, params, { rules: [{ field: "firstName", kind: "company", how: "suggestion" }] });
  expect(
    (await rows(user, params)).map(({ values: { firstName, lastName } }) => [firstName, lastName]),
  ).toEqual([
    ["First National Bank", ""],
    ["Tom", "Bank"],
  ]);
});

test("asks about a balance due above the amount", async () => {
  const taxed = "Date,Customer,Item,Price,Tax,Balance Due\n2026-03-03,Ada Finch,Ring,100.00,8.25,108.25\n";
  expect(understood(taxed).doubts).toMatchObject([{ field: "open", kind: "balance" }]);
  const { user } = await host.shop();
  const kinds = async (params: { id: string }) => (await get(user, params)).groups.map(({ kind }) => kind);
  const head = "Date,Item,Price,Total with tax,Balance";
  const moved = await upload(user, `${head}\n2026-03-03,Ring,100.00,108.25,108.25\n`);
  expect(await kinds(moved)).toEqual(["balance"]);
  await reread(user, moved, { columns: ["date", "category", null, "cost", null] });
  expect(await kinds(moved)).toEqual(["balance"]);
  const visits = "Client,Service,Date,Time,Fee,Balance\nAda Finch,Fitting,2026-03-03,10:00,80.00,40.00\n";
  const billed = await upload(user, visits);
  await reread(user, billed, { kind: "sales", columns: [null, "category", "date", "time", "cost", null] });
  expect(await kinds(billed)).toEqual(["balance"]);
});

test("asks whether a negative quantity is a refund", async () => {
  const { user } = await host.shop();
  const params = await upload(user, "Date,Item,Qty,Total\n2026-03-03,Ring,-1,80.00\n");
  expect((await get(user, params)).groups).toMatchObject([{ field: "refunded", kind: "other" }]);
  await reread(user, params, { rules: [{ field: "refunded", kind: "other", how: "kept" }] });
  expect(await rows(user, params)).toMatchObject([{ state: "new", values: { cost: "80.00" } }]);
});

test("reads whole names beside a card with only a first name", () => {
  const card = (lines: string) => `BEGIN:VCARD\nVERSION:3.0\n${lines}\nEND:VCARD\n`;
  const { rows } = understood(card("FN:Ada Finch") + card("FN:Cher\nN:;Cher;;;"));
  expect(rows.map(({ values: { firstName, lastName } }) => [firstName, lastName])).toEqual([
    ["Ada", "Finch"],
    ["Cher", ""],
  ]);
});

test("keeps the last name if the first is corrected", async () => {
  const { user } = await host.shop();
  const params = await upload(
    user,
    "First Name,Last Name,Name,Email\nAda,Finch,Ada Finch,a@example.com\n,,Bo2 Miller,b@example.com\n",
  );
  await reread(user, params, { rules: [{ field: "firstName", kind: "unreadable", how: "suggestion" }] });
  expect((await rows(user, params))[1]?.values).toMatchObject({ firstName: "Bo", lastName: "Miller" });
});

test.each(["bob.miller@example.com,,,", ",+1 617 555 0134,,"])("doesn't take %j for a heading", (cells) => {
  const head = cells.startsWith(",") ? "Phone" : "Email";
  const alone = cells.replace(/^,/, "");
  const { doubts } = understood(`${head},First name,Last name,Notes\n${alone}\n+16175550135,Ada,Finch,x\n`);
  expect(doubts[0]).toMatchObject({ field: "firstName", kind: "missing", reason: "No name" });
});
