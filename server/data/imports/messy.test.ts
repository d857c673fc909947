import { understood } from "#server/testing/understood.ts";

const HEAD = "Order,Date,Customer,Product,Total,Status";
const sold = (status: string) => understood(`${HEAD}\n1,2025-04-01,Zoe Finch,Ring,500,${status}\n`);
const asked = ({ doubts }: ReturnType<typeof understood>) =>
  doubts.map(({ field, kind, suggestion }) => [field, kind, suggestion]);

test.each([
  ["Partially paid", [["paid", "missing", undefined]]],
  ["Pending", [["paid", "missing", "0"]]],
  ["Layaway", [["paid", "missing", "0"]]],
  ["Refunded", [["refunded", "missing", "500.00"]]],
  ["Partially refunded", [["refunded", "missing", undefined]]],
  ["Quote", [["status", "cancelled", undefined]]],
  ["Paid", []],
  ["Unpaid", []],
])("asks what a sale marked %j means", (status, doubts) => {
  const file = sold(status);
  expect(asked(file)).toEqual(doubts);
  if (status === "Unpaid") expect(file.rows[0]?.values.payments).toEqual([]);
  if (status === "Paid") expect(file.rows[0]?.values.payments).toBeNull();
});

test("asks whether a price is for one piece", () => {
  const file = understood("Date,Product,Qty,Price\n2025-04-01,Earrings,2 pcs,50\n2025-04-01,Chain,1,80\n");
  expect(asked(file)).toEqual([["cost", "pieces", "100.00"]]);
  expect(asked(understood("Date,Product,Qty,Total\n2025-04-01,Earrings,2,50\n"))).toEqual([]);
});

test.each(["Total", "Subtotal:", "Summe", "Tagessumme", "GRAND TOTAL"])(
  "asks about a row that %j marks as a sum",
  (word) => {
    const file = understood(`Date,Product,Customer,Amount\n2025-04-01,Ring,,500\n2025-04-01,${word},,500\n`);
    expect(asked(file)).toEqual([["cost", "sum", undefined]]);
  },
);

test("asks about 1.200 and 1,200 in a currency with cents", () => {
  const file = understood("Date,Product,Total\n2025-04-01,Ring,1.200\n2025-04-01,Ring,12.50\n");
  expect(asked(file)).toEqual([["cost", "unreadable", "1200"]]);
});

test("doesn't take cents as an amount", () => {
  expect(
    understood("date,product,amount_cents,sale total\n2025-04-01,Ring,124050,1240.50\n").holds("cost"),
  ).toEqual(["sale total"]);
});

test("reads Name beside Vorname as last name", () => {
  const names = (content: string) =>
    understood(content).rows.map(({ values }) => [values.firstName, values.lastName]);
  expect(names("Name,Vorname,Telefon\nWeiß,Lena,+49 341 998877\n")).toEqual([["Lena", "Weiß"]]);
  expect(names("Name,Vorname,Telefon\nLena Weiß,Lena,+49 341 998877\n")).toEqual([["Lena", "Weiß"]]);
});

test.each([
  ["Sale Date,Item,Cost,Retail,Sold For\n2025-04-01,Ring,200.00,600.00,540.00", "cost", "Sold For"],
  ["Date,Item,Total,Amount Owed\n2025-04-01,Ring,540.00,40.00", "open", "Amount Owed"],
  ["Date,Item,Total,Balance\n2025-04-01,Ring,540.00,40.00\n2025-04-01,Ring,40.00,", "open", undefined],
  ["Date,Item,Retail,Sold Price\n2025-04-01,Ring,600.00,540.00", "cost", "Sold Price"],
  ["Date,Item,Total,State\n2025-04-01,Ring,540.00,Refunded", "status", "State"],
  ["Date,Item,Total,State\n2025-04-01,Ring,540.00,MA", "status", undefined],
  ["Name,Home,Notes\nAda Finch,617 555 0134,x", "phoneNumber", "Home"],
  ["Name,Home,Notes\nAda Finch,Boston,x", "phoneNumber", undefined],
] as const)("takes a column by its name and its cells: %j is %s", (content, field, header) => {
  expect(understood(content).holds(field)).toEqual(header ? [header] : []);
});

test("takes a first row with a phone number for a record", () => {
  expect(understood("Ada Finch,617 555 0134\nZoe Finch,617 555 0135\n").rows).toHaveLength(2);
  expect(understood("Name,Total Spent,Last Visit\nAda Finch,5.00,2024-05-01\n").kind).toBe("contacts");
});

test("reads whole numbers in Excel's notation", () => {
  const { rows, doubts } = understood("Name,Phone\nA B,1.4155550123E+10\nC D,1.41556E+10\n");
  expect(rows[0]?.values.phoneNumber).toBe("+1 415 555 0123");
  expect(doubts).toEqual([{ field: "phoneNumber", kind: "unreadable", reason: "Excel cut off its digits" }]);
});

test.each(["Spouse Birthday", "Wife's DOB birthday", "Geburtstag Ehefrau", "Birthday gift sent"])(
  "doesn't take %j as the contact's birthday",
  (header) => {
    const { kind, rows } = understood(`Name,${header},Ring size\nAda Finch,5/6/1980,6\n`);
    expect([kind, rows[0]?.values.birthday]).toEqual(["contacts", null]);
    expect(rows[0]?.values.content).toBe(`${header}: 5/6/1980\nRing size: 6`);
  },
);

test("takes a yearless birthday from one column", () => {
  const { rows } = understood("Vorname,Birthday (month/day)\nAda,5/6\n");
  expect(rows[0]?.values.birthday).toBe("1604-05-06T12:00:00.000Z");
});

test.each(["N/A", "n.a.", "-", "--", "none", "Unknown", "NULL"])("reads %j as an empty cell", (cell) => {
  const { rows, doubts } = understood(`Name,Email,Phone,Birthday\nAda Null,${cell},${cell},${cell}\n`);
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({ lastName: "Null", email: "", phoneNumber: "", birthday: null });
});

test("asks about a birthday more than 120 years ago", () => {
  const { doubts } = understood("Name,Birthday\nAda Finch,5/6/1900\nZoe Finch,2/29\n");
  expect(doubts).toEqual([{ field: "birthday", kind: "unreadable", reason: "More than 120 years ago" }]);
});

test.each(["ACME Inc.", "Stone, Baker LLC", "Huber GmbH"])("keeps the company name %j whole", (name) => {
  const { rows } = understood(`Name,Email\n"${name}",a@example.com\n`);
  expect(rows[0]?.values).toMatchObject({ firstName: name, lastName: "" });
});

test("reads a length from its end, and asks about a cancellation", () => {
  const { kind, rows } = understood(
    [
      "Client,Service,Start,End,Status",
      "Ada Finch,Ring fitting,2026-12-01 10:00 AM,2026-12-01 10:45 AM,Confirmed",
      "Zoe Finch,Repair,12/2/2026 14:30,15:00,Cancelled",
      "Cy Finch,Repair,12/3/2026 14:30,14:00,",
      "Di Finch,Repair,12/3/2026 14:30,,",
    ].join("\n"),
  );
  expect(kind).toBe("appointments");
  expect(
    rows.map(({ values, doubts }) => [values.minutes, doubts.map((one) => [one.field, one.kind])]),
  ).toEqual([
    ...[
      [45, []],
      [30, [["status", "cancelled"]]],
      [30, [["ends", "unreadable"]]],
    ],
    [30, []],
  ]);
});

test("reads Outlook's calendar with start and end", () => {
  const { rows, doubts } = understood(
    "Subject,Start Date,Start Time,End Date,End Time\nRing,12/01/2026,10:00:00 AM,12/01/2026,10:20:00 AM\n",
  );
  expect([rows[0]?.values.date, rows[0]?.values.minutes, doubts]).toEqual([
    "2026-12-01T15:00:00.000Z",
    20,
    [],
  ]);
});

test("finds total and number among a till's columns", () => {
  const { holds } = understood(
    "Sale #,Sold On,Last Name,Description,Unit Price,Ext Price,Total Due,Amt Paid\n1001,11/3/25,Finch,Ring,5,10,11,11\n",
  );
  expect(["cost", "paid", "invoiceNumber"].map((field) => holds(field as "cost"))).toEqual([
    ...[["Total Due"], ["Amt Paid"], ["Sale #"]],
  ]);
});

test("reads Excel's text formulas and abbreviated columns", () => {
  const { rows, doubts } = understood('Guest Name,Cell #,BDAY\n"=""Ada Finch""","=""2075550123""",5/12/85\n');
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{ firstName: "Ada", lastName: "Finch", phoneNumber: "+1 207 555 0123" },
    birthday: "1985-05-12T12:00:00.000Z",
  });
});

test.each(["Item #", "Store #", "Register #"])("doesn't take %j as the sale's number", (header) => {
  expect(
    understood(`Date,${header},Product,Total\n2025-04-01,55,Ring,500.00\n`).holds("invoiceNumber"),
  ).toEqual([]);
});

test("reads “keine” as a refusal", () => {
  const { rows } = understood("Vorname,Nachname,Newsletter\nAda,Finch,ja\nZoe,Finch,keine\n");
  expect(rows.map(({ values }) => values.consent)).toEqual(["given", "withdrawn"]);
});

test.each(["1/1/1900", "01.01.1900", "1900-01-01", "1/0/1900", "1/1/1900 12:00:00 AM", "0000-00-00"])(
  "reads %j as no date",
  (cell) => {
    const { rows, doubts } = understood(`Name,Birthday\nAda Finch,${cell}\nZoe Finch,2/29/1988\n`);
    expect([rows[0]?.values.birthday, doubts]).toEqual([null, []]);
    expect(asked(understood(`Date,Product,Total\n${cell},Ring,500.00\n`))).toEqual([
      ["date", "missing", undefined],
    ]);
  },
);

const VISITS = "Client,Event Type Name,Start,End";
test.each([
  ["Date,Product,Total,Voided\n2026-03-03,Ring,9.00,TRUE\n2026-03-03,Chain,9.00,FALSE\n", "Voided: TRUE"],
  ["Date,Product,Total,Cancelled at\n2026-03-03,Ring,9.00,3/4/2026\n", "Cancelled at: 3/4/2026"],
  [`${VISITS},Canceled\nAda Finch,Fitting,2026-12-01 10:00,10:30,true\n`, "Canceled: true"],
  [`${VISITS},Marked as No-Show\nAda Finch,Fitting,2026-12-01 10:00,10:30,Yes\n`, "Marked as No-Show: Yes"],
])("asks about a record that a column of its own cancels: %j", (file, mark) => {
  expect(understood(file).doubts).toEqual([
    { field: "status", kind: "cancelled", reason: `Marked “${mark}”` },
  ]);
});

test("ignores dates and a no in columns of amounts", () => {
  const { holds, rows, doubts } = understood(
    "Order #,Opened,Product,Total,Paid,Refunded\n7,11/13/26 9:14 AM,Ring,22.66,11/13/26 9:15 AM,false\n",
  );
  expect([holds("paid"), doubts]).toEqual([[], []]);
  expect(rows[0]?.values).toMatchObject({ cost: "22.66", payments: null, refunded: null });
});

test("uses a whole name in rows without its parts", () => {
  const head = "Invitee Name,Invitee First Name,Invitee Last Name,Email";
  const names = (lines: string) =>
    understood(`${head}\n${lines}\n`).rows.map(({ values }) => [values.firstName, values.lastName]);
  expect(names("Ada Finch,,,a@example.com\nBo Lind,Bo,Lind,b@example.com")).toEqual([
    ["Ada", "Finch"],
    ["Bo", "Lind"],
  ]);
  const nickname = understood(`${head}\nGems Ltd,,,g@example.com\nBobby,Bo,Lind,b@example.com\n`);
  expect(asked(nickname)).toEqual([["firstName", "missing", "Gems Ltd"]]);
});

test("asks about several emails if one becomes the first", () => {
  const head = "Name,Email,Additional email addresses";
  expect(asked(understood(`${head}\nAda Finch,a@example.com,b@example.org;c@example.net\n`))).toEqual([]);
  expect(asked(understood(`${head}\nAda Finch,,b@example.org;c@example.net\n`))).toEqual([
    ["email", "values", undefined],
  ]);
});

test.each(["none@none.com", "no-email@example.com", "xxx@example.com"])(
  "asks about the email %j",
  (email) => {
    expect(asked(understood(`Name,Email\nAda Finch,${email}\nNa Yu,na@example.com\n`))).toEqual([
      ["email", "unreadable", undefined],
    ]);
  },
);

test("ignores assistants' numbers, and reads subscriptions", () => {
  const { rows, doubts } = understood(
    "Name,Phone,Asst Phone,Subscribed to Emails,Subscribed to Texts,Unsubscribed Mode\nAda Finch,617 555 0134,617 555 0199,FALSE,FALSE,Manual\n",
  );
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({ addresses: [], consent: "withdrawn", texts: "refused" });
  const all = understood(
    "Name,Email,Do Not Contact\nAda Finch,a@example.com,Yes\nBo Lind,b@example.com,No\nCy Oak,c@example.com,perhaps\n",
  );
  expect(all.rows.map(({ values }) => [values.consent, values.texts])).toEqual([
    ["withdrawn", "refused"],
    [null, null],
    [null, null],
  ]);
  expect(asked(all)).toEqual([["consent", "unreadable", undefined]]);
});

test("asks whose a balance is, except PayPal’s own", () => {
  const ledger = (...balances: string[]) =>
    asked(
      understood(
        `Date,Item,Total,Balance\n${balances.map((one) => `2026-03-03,Ring,80.00,${one}\n`).join("")}`,
      ),
    );
  expect(ledger("40.00", "0.00")).toEqual([["open", "balance", "40.00"]]);
  expect(ledger("80.00", "160.00")).toEqual([
    ["open", "balance", "80.00"],
    ["open", "balance", undefined],
  ]);
  expect(ledger("80.00", "-5.00")).toHaveLength(2);
  const paypal = "Date,Name,Gross,Fee,Net,Balance\n2026-03-03,Ada Finch,80.00,-2.00,78.00,978.00\n";
  expect(asked(understood(paypal))).toEqual([]);
});

test("asks about a discount unless the amount includes it", () => {
  const row = (amount: string) =>
    asked(understood(`Date,Item,Qty,Unit Price,Discount,Amount\n2026-03-03,Ring,2,50.00,10%,${amount}\n`));
  expect(row("90.00")).toEqual([]);
  expect(row("100.00")).toEqual([["cost", "discount", "90.00"]]);
});

test("reads a note without its HTML", () => {
  const { rows } = understood(
    'Email,Date,Note\na@example.com,3/3/2026,"<p>Wants the <b>opal</b> ring &amp; box.</p><p>Call<br/>first</p>"\nb@example.com,3/3/2026,Size 6 < 7 & more\nc@example.com,3/3/2026,Ring <p 5 and > x\n',
  );
  expect(rows.map(({ values }) => values.content)).toEqual([
    "Wants the opal ring & box.\nCall\nfirst",
    "Size 6 < 7 & more",
    "Ring <p 5 and > x",
  ]);
});

test("asks about a list of repairs in other words", () => {
  const head = "Envelope,Received,Customer,Piece,Work,State,Ready";
  expect(understood(`${head}\n41,11/3/2026,Ada Finch,Ring,Resize,At Hans,11/14\n`).doubts).toMatchObject([
    { kind: "other", reason: "A repair?" },
  ]);
});

test("reads rows that end in different ways", () => {
  const { rows, doubts } = understood(
    'Name,Phone,Notes\r\nAda Finch,,first\nBo Lind,,"two\r\nlines"\r\nCy Oak,,x\rDi Elm,,\r',
  );
  expect(doubts).toEqual([]);
  expect(rows.map(({ values }) => [values.lastName, values.content])).toEqual([
    ["Finch", "first"],
    ["Lind", "two\nlines"],
    ["Oak", "x"],
    ["Elm", ""],
  ]);
});

test("reads a sale's time in the file's time zone", () => {
  const { rows } = understood(
    "Date,Time,TimeZone,Item,Total\n11/3/2026,22:30:00,PST,Ring,9.00\n6/3/2026,22:30:00,PDT,Ring,9.00\n6/3/2026,22:30,,Ring,8.00\n6/3/2026,22:30,EST,Ring,7.00\n",
  );
  expect(rows.map(({ values }) => values.date)).toEqual([
    "2026-11-04T06:30:00.000Z",
    "2026-06-04T05:30:00.000Z",
    "2026-06-04T02:30:00.000Z",
    "2026-06-04T03:30:00.000Z",
  ]);
});

test("recognizes appointments with a price", () => {
  const { kind, holds } = understood(
    "Invitee Email,Text Reminder Number,Event Type Name,Start Date & Time,End Date & Time,Event Price\na@example.com,,Fitting,2026-12-03 10:00 am,2026-12-03 10:45 am,\n",
  );
  expect([kind, holds("title"), holds("ends")]).toEqual([
    "appointments",
    ["Event Type Name"],
    ["End Date & Time"],
  ]);
});

test("asks whether a row with one cell is a heading", () => {
  const { doubts } = understood("Customer,Full name,Phone,Email\nA,Ada Finch,,a@example.com\nNov 28,,,\n");
  expect(doubts).toEqual([{ field: "firstName", kind: "sum", reason: "A heading or a total?" }]);
});

test("finds a wedding day, and answers to “Werbung”", () => {
  const { rows, doubts } = understood(
    "Name,Mail,Wedding,Wedding band size,Werbung\nAda Finch,,6/20/2010,6.5,N\nBo Lind,,,,J\n",
  );
  expect(doubts).toEqual([]);
  expect(rows.map(({ values }) => [values.anniversary?.slice(0, 10), values.consent])).toEqual([
    ["2010-06-20", "withdrawn"],
    [undefined, "given"],
  ]);
  expect(understood("Name,Mail,Wedding planner\nAda Finch,,Joe\n").rows[0]?.values).toMatchObject({
    ...{ anniversary: null, content: "Wedding planner: Joe" },
  });
  expect(understood("Name,Mail,Marketing\nAda Finch,,Google\n").holds("consent")).toEqual([]);
});

test("asks about several pieces at retail, and rescheduled visits", () => {
  expect(asked(understood("Date,Item,Retail,Qty Sold,Revenue\n2026-03-03,Ring,250,2,500\n"))).toEqual([
    ["cost", "pieces", "500.00"],
  ]);
  const visit = "Client,Service,Date,Time,Status\nAda Finch,Fitting,2026-12-01,10:00,Rescheduled\n";
  expect(asked(understood(visit))).toEqual([["status", "cancelled", undefined]]);
});

test("takes the gross total, and reads an email's status", () => {
  const totals = (headers: string) => understood(`Date,Item,${headers}\n2026-03-03,Ring,100.00,126.00\n`);
  expect(totals("Net Total,Gross Total").holds("cost")).toEqual(["Gross Total"]);
  expect(totals("Net Total,VAT").holds("cost")).toEqual(["Net Total"]);
  const { rows, doubts } = understood(
    "Name,Mail,Email Status,Subscribed,Unsubscribed\nAda Finch,,Opened,,\nBo Lind,,Hard Bounce,,\nCy Oak,,,2024-01-02,2025-01-02\n",
  );
  expect([rows.map(({ values }) => values.consent), doubts]).toEqual([[null, "withdrawn", "withdrawn"], []]);
});

test.each([
  ["Net,VAT,Invoice total\n100.00,19.00,119.00", "Invoice total"],
  ["Netto,MwSt,Summe brutto\n100.00,19.00,119.00", "Summe brutto"],
  ["Net,VAT,Amount Paid\n100.00,19.00,119.00", "Amount Paid"],
  ["Net,VAT\n100.00,19.00", "Net"],
  ["Net Sales (USD),Tax\n100.00,8.00", "Net Sales (USD)"],
])("takes the amount of %j from %s", (file, header) => {
  const [head, cells] = file.split("\n");
  const { kind, holds } = understood(`Date,Item,${head}\n2026-03-03,Ring,${cells}\n`);
  expect([kind, holds("cost")]).toEqual(["sales", [header]]);
});

test.each([
  ["Order number,Date,Item,Total,Start date,End", "sales"],
  ["Order number,Date,Service,Total,Start date,End", "sales"],
  ["Name,Email,Phone,Start,End", "contacts"],
  ["Client,Service,Start,End", "appointments"],
])("reads %j as %s", (head, kind) => {
  expect(understood(`${head}\n1,2,3,2026-03-03,2026-03-04\n`).kind).toBe(kind);
});
