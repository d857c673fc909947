import { writeCsv } from "#lib/csv.ts";
import { AMERICAN, understood } from "#server/testing/understood.ts";
import { workbook } from "#server/testing/workbook.ts";
import { readFile } from "./read-file.ts";
import { propose } from "./understand.ts";

const asked = {
  encoding: null,
  wanted: null,
  chosen: null,
  earlier: {},
  countryCode: "+1",
  usual: AMERICAN,
  saved: null,
};

test("combines a Shopify order's lines into one sale", () => {
  const { kind, rows, doubts } =
    understood(`Name,Email,Financial Status,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Billing Name,Refunded Amount
#1001,zoe@example.com,paid,USD,130.00,140.50,2024-03-01 10:00:00 -0500,1,Silver ring,100.00,Zoë Finch,20.50
#1001,zoe@example.com,,,,,2024-03-01 10:00:00 -0500,2,Chain,15.00,,
#1002,max@example.com,paid,EUR,10.00,10.00,2024-03-02 10:00:00 -0500,1,Pearl,10.00,Max Frost,0.00
`);
  expect(kind).toBe("sales");
  expect(rows.map(({ values }) => values)).toMatchObject([
    {
      ...{ invoiceNumber: "#1001", cost: "140.50", refunded: "20.50", category: "Silver ring" },
      ...{ date: "2024-03-01T15:00:00.000Z", email: "zoe@example.com", firstName: "Zoë", lastName: "Finch" },
      content: "Items of the order: Silver ring; Chain × 2",
    },
    { invoiceNumber: "#1002", cost: null, category: "Pearl" },
  ]);
  expect(doubts).toMatchObject([{ field: "cost", kind: "currency" }]);
});

const RECEIPT = "Receipt,Date,Customer,Category,Item,Qty,Net Sales";
test.each([
  [["1,2024-09-13,Dee Day,Rings,Band,1,$400.00", "1,2024-09-13,,Chains,Curb,2,60.00"], ["$ 460.00"]],
  [
    ['1,13.09.2024,Dee Day,Rings,Band,1,"1.400,00 €"', '1,13.09.2024,Dee Day,Chains,,3,"10,00 €"'],
    ["€ 1410,00"],
  ],
  [["1,2024-09-13,Dee Day,Rings,Band,1,400.00", "1,2024-09-14,Dee Day,Chains,Curb,1,60.00"], null],
  [["1,2024-09-13,Dee Day,Rings,Band,1,400.00", "1,2024-09-13,Bo Lind,Chains,Curb,1,60.00"], null],
  [["1,2024-09-13,Dee Day,Rings,Band,1,400.00", "1,2024-09-13,Dee Day,Chains,Curb,1,-60.00"], null],
  [["1,2024-09-13,Dee Day,Rings,Band,1,60.00", "1,2024-09-13,Dee Day,Chains,Curb,1,60.00"], null],
  [["1,2024-09-13,Dee Day,Rings,Band,1,400.00", "1,2024-09-13,Dee Day,Total,,1,460.00"], null],
  [["1,2024-09-13,Dee Day,Rings,Band,1,$400.00", "1,2024-09-13,Dee Day,Chains,Curb,1,€60.00"], null],
  [
    [
      "1,2024-09-13,Dee Day,,,1,460.00",
      "1,2024-09-13,Dee Day,Rings,Band,1,400.00",
      "1,2024-09-13,Dee Day,Chains,,1,60.00",
    ],
    null,
  ],
  [["1,2024-09-13,Dee Day,Rings,Band,1,1.400", "1,2024-09-13,Dee Day,Chains,Curb,1,60"], null],
])("joins the items of a receipt unless they may be something else: %j", (lines, cost) => {
  const { table, rows } = understood([RECEIPT, ...lines].join("\n"));
  expect(table.rows.map(({ cells }) => cells[6])).toEqual(cost ?? lines.map((line) => line.split(",")[6]));
  if (cost?.[0] !== "$ 460.00") return;
  expect(rows[0]?.values).toMatchObject({ cost: "460.00", category: "Rings", firstName: "Dee" });
  expect(rows[0]?.values.items?.items).toMatchObject([
    { category: "Rings", description: "Band", quantity: 1, price: "400.00" },
    { category: "Chains", description: "Curb", quantity: 2, price: "30.00" },
  ]);
});

test.each([
  ["Type", "Product", "Service", 1],
  ["Sale Type", "Sale", "Refund", 2],
  ["Sale Type", "", "Void", 2],
  ["State", "MA", "", 1],
])("reads a receipt’s lines with %s %j and %j as %d sales", (header, first, second, sales) => {
  const rows = [
    `Receipt,Date,Status,Item,${header},Total`,
    `1,2024-09-13,Completed,Band,${first},60.00`,
    `1,2024-09-13,Completed,Curb,${second},40.00`,
  ];
  expect(understood(rows.join("\n")).rows).toHaveLength(sales);
});

test("asks about receipts whose rows repeat the payment", () => {
  const rows = ["Receipt,Date,Item,Total,Paid", "1,2024-09-13,Band,60.00,50", "1,2024-09-13,Curb,40.00,50"];
  const { table, doubts } = understood(rows.join("\n"));
  expect(table.rows.map(({ cells }) => cells[4])).toEqual(["50; 50"]);
  expect(doubts).toMatchObject([{ field: "paid" }]);
});

test.each(["2,00", "2 Stk.", "2 x", "1.5"])("doesn't join prices of one piece with %s pieces", (count) => {
  const rows = [
    "Receipt;Date;Item;Qty;Price",
    `1;2024-09-13;Band;${count};400.00`,
    "1;2024-09-13;Curb;1;60.00",
  ];
  expect(understood(rows.join("\n")).rows).toHaveLength(2);
});

test("imports Square's transactions as sales with date and time", () => {
  const { kind, rows, doubts } =
    understood(`Date,Time,Time Zone,Gross Sales,Discounts,Net Sales,Tax,Tip,Total Collected,Transaction ID,Customer Name
03/01/24,15:22:10,Eastern Time (US & Canada),$100.00,$0.00,$100.00,$8.00,$0.00,$108.00,aBc1,Zoë Finch
`);
  expect([kind, doubts]).toEqual(["sales", []]);
  expect(rows[0]?.values).toMatchObject({
    ...{ cost: "108.00", date: "2024-03-01T20:22:00.000Z", invoiceNumber: "aBc1", firstName: "Zoë" },
  });
});

test("imports Square's customers with their subscription", () => {
  const { kind, rows, doubts } =
    understood(`Reference ID,First Name,Surname,Email Address,Phone Number,Birthday,Memo,Email Subscription Status
1,Zoë,Finch,zoe@example.com,'+14155550134,1968-03-14,Likes pearls,unsubscribed
`);
  expect([kind, doubts]).toEqual(["contacts", []]);
  expect(rows[0]?.values).toMatchObject({
    ...{ firstName: "Zoë", lastName: "Finch", phoneNumber: "+1 415 555 0134", consent: "withdrawn" },
    content: "Likes pearls",
  });
});

test("imports Lightspeed's customers with their refusal of email", () => {
  const { rows, doubts } =
    understood(`customer_code,first_name,last_name,email,phone,mobile,date_of_birth,do_not_email,note
Z-1,Zoë,Finch,zoe@example.com,,4155550134,1968-03-14,1,Likes pearls
M-2,Max,Frost,max@example.com,4155550199,,,0,
`);
  expect(doubts).toEqual([]);
  expect(rows.map(({ values }) => values)).toMatchObject([
    { phoneNumber: "+1 415 555 0134", birthday: expect.stringMatching(/^1968-03-14/), consent: "withdrawn" },
    { phoneNumber: "+1 415 555 0199", consent: null },
  ]);
});

test("imports HubSpot's contacts with both numbers and their unsubscriptions", () => {
  const { rows, doubts } =
    understood(`Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Unsubscribed from all email,Company name
1,Zoë,Finch,zoe@example.com,+1 415 555 0134,+1 415 555 0199,true,Finch & Co
`);
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{ phoneNumber: "+1 415 555 0134", consent: "withdrawn" },
    addresses: [{ kind: "MOBILE", address: "+1 415 555 0199" }],
    content: "Company name: Finch & Co",
  });
});

test("splits Google's cells and finds labels and anniversary", () => {
  const { rows, doubts } =
    understood(`First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Birthday,Event 1 - Label,Event 1 - Value
Zoë,Finch,VIP ::: Pearls ::: * myContacts,* Home,zoe@example.com ::: z@example.org,Mobile,+1 415 555 0134 ::: +1 415 555 0199,1968-03-14,Anniversary,1995-06-10
`);
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{ email: "zoe@example.com", phoneNumber: "+1 415 555 0134", tags: ["VIP", "Pearls"] },
    anniversary: expect.stringMatching(/^1995-06-10/),
    addresses: [
      { kind: "HOME", address: "z@example.org" },
      { kind: "MOBILE", address: "+1 415 555 0199" },
    ],
  });
});

test("imports Outlook's contacts without the date 0/0/00", () => {
  const { rows, doubts } =
    understood(`First Name,Last Name,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Business Phone,Mobile Phone,Birthday,Anniversary,Categories,Notes
Zoë,Finch,zoe@example.com,SMTP,Zoë Finch (zoe@example.com),z@example.org,,+1 415 555 0134,0/0/00,6/10/1995,VIP;Pearls,Tall
`);
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{ email: "zoe@example.com", phoneNumber: "+1 415 555 0134", birthday: null, tags: ["VIP", "Pearls"] },
    anniversary: expect.stringMatching(/^1995-06-10/),
  });
});

test("reads Mailchimp's quoted tags and unsubscription date", () => {
  const { rows, doubts } =
    understood(`Email Address,First Name,Last Name,Phone Number,MEMBER_RATING,OPTIN_TIME,UNSUB_TIME,TAGS
zoe@example.com,Zoë,Finch,,2,2020-01-02 10:00:00,2024-03-01 10:00:00,"""VIP"",""Ring size 6"",""Gold, silver"""
`);
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    consent: "withdrawn",
    tags: ["VIP", "Ring size 6", "Gold silver"],
  });
});

test("prefers an iPhone card's preferred email and number", () => {
  const { rows, doubts } = understood(`BEGIN:VCARD
VERSION:3.0
N:Finch;Zoë;;;
FN:Zoë Finch
EMAIL;type=INTERNET;type=HOME:z@example.org
EMAIL;type=INTERNET;type=WORK;type=pref:zoe@example.com
TEL;type=HOME;type=VOICE:+1 415 555 0199
TEL;type=CELL;type=VOICE:+1 415 555 0134
TEL;type=WORK;type=FAX:+1 415 555 0100
item1.X-ABDATE;type=pref:1995-06-10
item1.X-ABLabel:_$!<Anniversary>!$_
BDAY:1968-03-14
CATEGORIES:VIP,Pearls\\, white
URL:https\\://example.com
END:VCARD
`);
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{
      firstName: "Zoë",
      email: "zoe@example.com",
      phoneNumber: "+1 415 555 0134",
      tags: ["VIP", "Pearls white"],
    },
    anniversary: expect.stringMatching(/^1995-06-10/),
  });
  expect(rows[0]?.values.addresses).toEqual([
    { kind: "HOME", address: "z@example.org" },
    { kind: "HOME", address: "+1 415 555 0199" },
  ]);
  for (const said of ["Fax: +1 415 555 0100", "url: https://example.com"])
    expect(rows[0]?.values.content).toContain(said);
});

test("finds column names below a title", () => {
  const { table, kind, holds } = understood(
    "Customer list 2024,,\n,,\nFirst name,Last name,Email\nZoë,Finch,zoe@example.com\n",
  );
  expect([kind, table.above, table.headers]).toEqual([
    "contacts",
    ["Customer list 2024"],
    ["First name", "Last name", "Email"],
  ]);
  expect(table.rows).toEqual([{ number: 4, cells: ["Zoë", "Finch", "zoe@example.com"] }]);
  expect(holds("email")).toEqual(["Email"]);
});

test("finds unknown column names below a title by their count", () => {
  const { table } = understood("Export of the till,,,\nA,B,C,D\n1,2,3,4\n5,6,7,8\n");
  expect([table.above, table.headers]).toEqual([["Export of the till"], ["A", "B", "C", "D"]]);
});

test("finds a file's only column below a title", () => {
  const { table, rows } = understood("My people\nCustomer\nAnn Lee\nBo Li\n");
  expect([table.above, rows.map(({ values }) => values.lastName)]).toEqual([["My people"], ["Lee", "Li"]]);
});

test.each([
  ["Marketing permission", "Denied", "withdrawn"],
  ["Consent to marketing", "n", "withdrawn"],
  ["Email allowed", "No", "withdrawn"],
  ["Kontakt erlaubt", "nein", "withdrawn"],
  ["Email marketing consent date", "2024-03-01", null],
  ["Accepts SMS marketing", "no", null],
  ["Contact accepted terms", "yes", null],
])("a column %s with %s means consent %s", (header, cell, meant) => {
  const { rows, doubts } = understood(`Name,Email,${header}\nAnn Lee,ann@example.com,${cell}\n`);
  expect([rows[0]?.values.consent, doubts]).toEqual([meant, []]);
});

test("copies the value of a merged range into each row", () => {
  const bytes = workbook(
    [
      ["Customer", "Date", "Total"],
      ["Zoë Finch", "2024-03-01", 10],
      [null, "2024-03-02", 20],
      [null, "2024-03-03", 30],
      ["Max Frost", "2024-03-04", 40],
    ],
    { merges: ["A2:A4"] },
  );
  const { rows } = understood(bytes);
  expect(rows.map(({ values }) => values.firstName)).toEqual(["Zoë", "Zoë", "Zoë", "Max"]);
});

test("counts an amount once if it spans merged rows", async () => {
  const bytes = workbook(
    [
      ["Customer", "Date", "Item", "Total"],
      ["Zoë Finch", "2024-03-01", "Ring", 100],
      [null, null, "Chain", null],
      ["Max Frost", "2024-03-04", "Pearl", 40],
    ],
    { merges: ["A2:A3", "B2:B3", "D2:D3"] },
  );
  const table = readFile(bytes, null);
  await propose(table, { ...asked, fields: [] });
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ["Zoë Finch", "2024-03-01", "Ring", "100"],
    ["Zoë Finch", "2024-03-01", "Chain", ""],
    ["Max Frost", "2024-03-04", "Pearl", "40"],
  ]);
});

test("takes the lower of two header rows", () => {
  const { table, holds } = understood(
    "Customer,Email,Birthday,,\nTitle,First name,Last name,Email,Birthday\nMs,Zoë,Finch,zoe@example.com,1968-03-14\n",
  );
  expect(table.above).toEqual(["Customer Email Birthday"]);
  expect(holds("firstName")).toEqual(["First name"]);
});

test("makes a note of a column filled far down", () => {
  const lines = Array.from(
    { length: 800 },
    (_, i) => `Zoë,z${i}@example.com,${i === 700 ? "Likes pearls" : ""}`,
  );
  expect(understood(`First name,Email,Preferences\n${lines.join("\n")}\n`).holds("note")).toEqual([
    "Preferences",
  ]);
});

test("restores a column name that was escaped on export", () => {
  expect(readFile(Buffer.from("Email,'=Ring\na@b.co,'=1+1\n"), null).headers).toEqual(["Email", "=Ring"]);
});

test("restores cells that were escaped on export", () => {
  const cells = ["a@b.co", "=1+1", "'=quoted", "-5,00", "--05-12", "+1 415 555 0188"];
  const csv = writeCsv([["Email", "Words", "Quoted", "Total", "Day", "Reach"], cells]);
  const { table, holds } = understood(csv);
  expect(table.rows).toEqual([{ number: 2, cells }]);
  expect(holds("phoneNumber")).toEqual(["Reach"]);
});
