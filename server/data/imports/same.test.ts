import { contacts, purchases } from "#server/platform/db/schema.ts";
import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, work, upload, get, start, reread } = importsOf(host);

async function stored(organizationId: string) {
  const database = await host.database();
  return database.read(organizationId, async (db) => ({
    contacts: await db.select().from(contacts).orderBy(contacts.createdAt, contacts.id),
    sales: await db.select().from(purchases).orderBy(purchases.createdAt, purchases.id),
  }));
}

const sales = (...rows: string[]) => `Date,Invoice,Item,Total\n${rows.join("\n")}\n`;
const TWIN = { field: "invoiceNumber", kind: "twin" } as const;

test("asks about a known sale number with other values", async () => {
  const { user } = await host.shop();
  await start(user, await upload(user, sales("2023-03-01,R-0001,Rings,120.00")));
  const next = sales(
    "2024-03-01,R-0001,Rings,120.00",
    "2023-03-01,R-0001,Chains,80.00",
    "2023-03-01,R-0001,Rings,99.00",
    "2023-03-01,R-0001,Rings,120.00",
    "2023-03-01,R-0002,Rings,120.00",
  );
  const params = await upload(user, next);
  expect(await get(user, params)).toMatchObject({
    counts: { new: 1, same: 1, doubt: 3 },
    groups: [{ ...TWIN, count: 3 }],
  });
  const rows = await ask("imports.rows", user, { params, query: { show: "doubt" } });
  expect(rows.map(({ doubts }) => doubts[0]?.reason)).toEqual([
    "Here: Mar 1, 2023, 120.00, Rings. In the file: Mar 1, 2024, 120.00, Rings",
    "Here: Mar 1, 2023, 120.00, Rings. In the file: Mar 1, 2023, 80.00, Chains",
    "Here: Mar 1, 2023, 120.00, Rings. In the file: Mar 1, 2023, 99.00, Rings",
  ]);
  const answered = await reread(user, params, { rules: [{ ...TWIN, how: "new" }] });
  expect(answered.counts).toMatchObject({ new: 4, same: 1, doubt: 0 });
  expect(await start(user, params)).toMatchObject({ added: 4 });
});

test("asks whether rows with one invoice repeat its total", async () => {
  const { id, user } = await host.shop();
  const rows = [
    ...["2024-03-01,R-1,Ring,120.00", "2024-03-01,R-1,Chain,120.00", "2024-03-01,R-1,Box,120.00"],
    ...["2024-03-01,R-2,Ring,50.00", "2024-03-02,R-2,Chain,80.00", "2024-03-01,R-2,Clasp,80.00"],
    ...["2024-03-01,R-3,Ring,120.00", "2024-03-01,,Ring,120.00", "2024-03-01,,Ring,120.00"],
  ];
  const params = await upload(user, sales(...rows));
  const doubt = { field: "cost", kind: "repeated" } as const;
  expect(await get(user, params)).toMatchObject({
    counts: { new: 5, doubt: 4 },
    groups: [{ ...doubt, count: 4 }],
  });
  const shown = await ask("imports.rows", user, { params, query: { show: "doubt" } });
  expect(shown.map(({ doubts }) => doubts[0]?.reason)).toEqual([
    ...Array(2).fill("Row 2 has this invoice number and amount, too"),
    ...["Row 5 has this invoice number, too", "Row 6 has this invoice number and amount, too"],
  ]);
  const kept = await reread(user, params, { rules: [{ ...doubt, how: "kept" }] });
  expect(kept.counts).toMatchObject({ new: 9, doubt: 0 });
  const left = await reread(user, params, { rules: [{ ...doubt, how: "out" }] });
  expect(left.counts).toMatchObject({ new: 5, doubt: 0, out: 4 });
  expect(await start(user, params)).toMatchObject({ added: 5 });
  expect((await stored(id)).sales.filter(({ invoiceNumber }) => invoiceNumber === "R-1")).toHaveLength(1);
});

test("imports a receipt's items as one sale, once", async () => {
  const { id, user } = await host.shop();
  const file = sales(
    "2024-03-01,R-1,Ring,$400.00",
    "2024-03-01,R-1,Repair,$60.00",
    "2024-03-02,R-2,Chain,$9.00",
  );
  await start(user, await upload(user, file));
  const [sale, ...others] = (await stored(id)).sales;
  expect([sale?.cost, sale?.productCategoryName, sale?.hasItems, others.length]).toEqual([
    "460.00",
    "Ring",
    true,
    1,
  ]);
  expect((await get(user, await upload(user, file))).counts).toMatchObject({ new: 0, same: 2, doubt: 0 });
});

test("recognizes several lines of one order the next time", async () => {
  const { id, user } = await host.shop();
  const lines = Array.from({ length: 450 }, (_, n) => `2024-03-01,R-1,Item ${n % 9},${(n % 9) + 1}.00`);
  const params = await upload(user, sales(...lines));
  await reread(user, params, { rules: [{ field: "cost", kind: "repeated", how: "kept" }] });
  await start(user, params);
  expect((await stored(id)).sales).toHaveLength(450);
  const again = await upload(user, sales(...lines));
  expect((await get(user, again)).counts).toMatchObject({ new: 0, same: 450, doubt: 0 });
});

test("recognizes a sale that was entered by hand", async () => {
  const { user } = await host.shop();
  const category = await make.category(user, "Rings");
  const form = await make.saleForm(user, { cost: "120.00", createdAt: "2023-03-01", invoiceNumber: "R-1" });
  await make.sale(user, { ...form, productCategory: { id: category, name: "" } });
  const params = await upload(user, sales("2023-03-01,R-1,rings,120.00"));
  expect((await get(user, params)).counts).toMatchObject({ new: 0, same: 1 });
});

const SHARED = { field: "email", kind: "shared" } as const;

test("asks whether a known email with another name matches", async () => {
  const { id, user } = await host.shop();
  await make.contact(user, { ...person, firstName: "Anna", lastName: "Miller", email: "m@example.com" });
  await make.contact(user, { ...person, firstName: "Cleo", lastName: "Day", email: "c@example.com" });
  const file = "Name,Email,Birthday\nBen Miller,m@example.com,1980-01-02\nC. Day,c@example.com,\n";
  const params = await upload(user, file);
  expect(await get(user, params)).toMatchObject({ counts: { doubt: 1 }, groups: [{ ...SHARED, count: 1 }] });
  const [row] = await ask("imports.rows", user, { params, query: { show: "doubt" } });
  expect(row?.doubts).toMatchObject([{ ...SHARED, reason: "Anna Miller has this email" }]);
  const same = await reread(user, params, { rules: [{ ...SHARED, how: "known" }] });
  expect(same.counts).toMatchObject({ update: 1, doubt: 0 });
  await reread(user, params, { rules: [{ ...SHARED, how: "new" }] });
  expect(await start(user, params)).toMatchObject({ added: 1, updated: 0 });
  expect((await stored(id)).contacts).toMatchObject([
    { firstName: "Anna", birthday: null },
    { firstName: "Cleo" },
    { firstName: "Ben", birthday: "1980-01-02", email: "m@example.com" },
  ]);
});

test("creates no duplicates of contacts with only a name", async () => {
  const { id, user } = await host.shop();
  const file = "First name,Last name,Notes\nAda,Finch,Likes pearls\nBen,Ohm,\nCleo,Day,Tall\n";
  await start(user, await upload(user, file, "kunden.csv"));
  const again = await upload(user, file, "kunden (1).csv");
  expect(await get(user, again)).toMatchObject({
    counts: { new: 0, same: 3 },
    sameFile: { name: "kunden.csv" },
  });
  await start(user, again);
  expect((await stored(id)).contacts).toHaveLength(3);
});

test("asks about two people with one name", async () => {
  const { id, user } = await host.shop();
  const params = await upload(user, "First name,Notes\nMaria,Blonde\nMaria,Dark\n");
  expect((await get(user, params)).counts).toMatchObject({ new: 1, doubt: 1 });
  await reread(user, params, { rules: [{ field: "firstName", kind: "twin", how: "new" }] });
  expect(await start(user, params)).toMatchObject({ added: 2 });
  expect((await stored(id)).contacts).toHaveLength(2);
});

test("reverts an import that added nothing", async () => {
  const { user } = await host.shop();
  const file = "Name,Email\nAda Finch,ada@example.com\n";
  await start(user, await upload(user, file));
  const params = await upload(user, file);
  expect(await start(user, params)).toMatchObject({ added: 0, updated: 0 });
  await ask("imports.revert", user, { params });
  await work();
  expect(await get(user, params)).toMatchObject({ state: "reverted" });
});

test("previews a cell that will be left empty", async () => {
  const { user } = await host.shop();
  const params = await upload(user, "Name,Birthday\nAda,tomorrow?\n");
  await reread(user, params, { rules: [{ field: "birthday", kind: "unreadable", how: "empty" }] });
  const [row] = await ask("imports.rows", user, { params });
  expect(row).toMatchObject({ state: "new", doubts: [], values: { birthday: "" } });
});

test("prefers this file's notation over an earlier file's", async () => {
  const { id, user } = await host.shop();
  await start(user, await upload(user, "Date;Item;Total\n05/25/2023;Rings;1,240.50\n"));
  const params = await upload(user, "Date;Item;Total\n25/12/2023;Rings;1.240,50\n03/05/2024;Chains;12,50\n");
  expect(await get(user, params)).toMatchObject({
    reading: { dates: "dayFirst", numbers: "comma" },
    isRemembered: true,
  });
  await start(user, params);
  expect((await stored(id)).sales.slice(1)).toMatchObject([
    { cost: "1240.50", createdAt: new Date("2023-12-25T12:00:00Z") },
    { cost: "12.50", createdAt: new Date("2024-05-03T12:00:00Z") },
  ]);
});

test.each([
  ["without a year", ["25/12", "03/05"], "1604-05-03"],
  ["before a time", ['"25.12.1980, 00:00"', '"03.05.1981, 00:00"'], "1981-05-03"],
])("%s dates decide whether the day comes first", async (_, cells, day) => {
  const { id, user } = await host.shop();
  const lines = cells.map((cell, n) => `Person${"ab"[n]},${cell}`);
  const params = await upload(user, `First name,Birthday\n${lines.join("\n")}\n`);
  expect(await get(user, params)).toMatchObject({ reading: { dates: "dayFirst" }, counts: { new: 2 } });
  await start(user, params);
  expect((await stored(id)).contacts.map(({ birthday }) => birthday)).toContain(day);
});

test("prefers the notation of columns that the user assigned", async () => {
  const { id, user } = await host.shop();
  const file = "Vorname;Feier\nAda;25/12/1980\nBen;03/05/1981\n";
  const params = await upload(user, file);
  expect(await get(user, params)).toMatchObject({ reading: { columns: ["firstName", "note"] } });
  const found = await reread(user, params, { columns: ["firstName", "birthday"] });
  expect(found).toMatchObject({ reading: { dates: "dayFirst" }, dates: { sure: 1, isAsked: false } });
  expect((await reread(user, params, { dates: "monthFirst" })).reading?.dates).toBe("monthFirst");
  await reread(user, params, { dates: "dayFirst" });
  await start(user, params);
  expect((await stored(id)).contacts.map(({ birthday }) => birthday).sort()).toEqual([
    "1980-12-25",
    "1981-05-03",
  ]);
});

test("asks for the notation if dates contradict each other", async () => {
  const { user } = await host.shop();
  const file = sales("25/12/2023,R-1,Rings,1.00", "12/25/2023,R-2,Rings,1.00", "03/05/2024,R-3,Rings,1.00");
  expect(await get(user, await upload(user, file))).toMatchObject({ dates: { isAsked: true } });
});

test("imports two people who share an email", async () => {
  const { id, user } = await host.shop();
  const between = Array.from({ length: 450 }, (_, n) => `Person ${"abcdefghij"[n % 10]}x,p${n}@example.com`);
  const lines = ["Anna Miller,m@example.com", ...between, "Ben Miller,m@example.com"];
  const params = await upload(user, `Name,Email\n${lines.join("\n")}\n`);
  const found = await reread(user, params, { rules: [{ field: "email", kind: "twin", how: "new" }] });
  expect(found.counts).toMatchObject({ new: 452, doubt: 0 });
  expect(await start(user, params)).toMatchObject({ added: 452, leftOut: 0 });
  const names = (await stored(id)).contacts.filter(({ email }) => email === "m@example.com");
  expect(names.map(({ firstName }) => firstName).sort()).toEqual(["Anna", "Ben"]);
});

test("tells people with the same email apart by number and name", async () => {
  const { user } = await host.shop();
  await make.contact(user, { ...person, firstName: "Anna", lastName: "Miller", email: "m@example.com" });
  const ben = { firstName: "Ben", lastName: "Miller", email: "", phoneNumber: "+1 415 555 0199" };
  await make.contact(user, { ...person, ...ben });
  const params = await upload(user, "Name,Email,Phone\nBen Miller,m@example.com,+1 415 555 0199\n");
  expect((await get(user, params)).counts).toMatchObject({ update: 1, doubt: 0 });
});

test.each([
  ["email", "Email", "m@example.com", "Anna Miller has this email"],
  ["phoneNumber", "Phone", "+1 415 555 0199", "Anna Miller has this number"],
] as const)("asks about a sale with the %s of another contact", async (field, header, value, reason) => {
  const { id, user } = await host.shop();
  const anna = { firstName: "Anna", lastName: "Miller", email: "m@example.com" };
  const contact = await make.contact(user, { ...person, ...anna, phoneNumber: "+1 415 555 0199" });
  const rows = [
    `2024-03-01,1.00,Ben Miller,${value}`,
    `2024-03-02,2.00,A. Miller,${value}`,
    `2024-03-03,3.00,,${value}`,
  ];
  const params = await upload(user, `Date,Total,Customer name,${header}\n${rows.join("\n")}\n`);
  expect(await get(user, params)).toMatchObject({
    counts: { new: 2, doubt: 1 },
    groups: [{ field, kind: "shared", count: 1 }],
  });
  const [row] = await ask("imports.rows", user, { params, query: { show: "doubt" } });
  expect(row?.doubts).toMatchObject([{ reason }]);
  await reread(user, params, { rules: [{ field, kind: "shared", how: "name" }] });
  await start(user, params);
  expect((await stored(id)).sales.map(({ contactId, contactName }) => [contactId, contactName])).toEqual([
    [null, "Ben Miller"],
    [contact, "Anna Miller"],
    [contact, "Anna Miller"],
  ]);
});

test("assigns a sale with a shared email by name", async () => {
  const { id, user } = await host.shop();
  const miller = { lastName: "Miller", email: "m@example.com" };
  await make.contact(user, { ...person, ...miller, firstName: "Anna" });
  const ben = await make.contact(user, { ...person, ...miller, firstName: "Ben", phoneNumber: "" });
  const params = await upload(
    user,
    "Date,Total,Customer name,Email\n2024-03-01,1.00,Ben Miller,m@example.com\n2024-03-02,2.00,,m@example.com\n",
  );
  expect(await get(user, params)).toMatchObject({
    counts: { new: 1, doubt: 1 },
    groups: [{ field: "email", kind: "several" }],
  });
  await start(user, params);
  expect((await stored(id)).sales).toMatchObject([{ contactId: ben }]);
});

test("imports a later refund once and removes it with its import", async () => {
  const { id, user } = await host.shop();
  const file = (...refunded: string[]) =>
    `Date,Order number,Item,Total,Refunded amount\n${refunded.map((amount, n) => `2024-03-0${n + 1},R-${n},Ring,50.00,${amount}`).join("\n")}\n`;
  await start(user, await upload(user, file("0.00", "5.00")));
  const refunded = async () => (await stored(id)).sales.map(({ refunded }) => Number(refunded));
  const later = file("20.00", "12.50");
  const params = await upload(user, later);
  expect((await get(user, params)).counts).toMatchObject({ new: 0, update: 2, doubt: 0 });
  expect(await start(user, params)).toMatchObject({ added: 0, updated: 2 });
  expect(await refunded()).toEqual([20, 12.5]);
  const again = await upload(user, later);
  expect((await get(user, again)).counts).toMatchObject({ new: 0, update: 0, same: 2 });
  await ask("imports.revert", user, { params });
  await work();
  expect(await refunded()).toEqual([0, 5]);
});
