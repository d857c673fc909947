import { understood } from "#server/testing/understood.ts";

const reasons = (file: string) => understood(file).doubts.map(({ field, reason }) => `${field}: ${reason}`);

test("reads Square's time zones", () => {
  const head = "Date,Time,Time Zone,Item,Net Sales,Transaction ID";
  const { rows } = understood(
    `${head}\n2026-11-04,22:30:00,Pacific Time (US & Canada),Chain,$300.00,T2\n2026-11-04,22:30:00,Eastern Time (US & Canada),Ring,$30.00,T3\n`,
  );
  expect(rows.map(({ values }) => values.date)).toEqual([
    "2026-11-05T06:30:00.000Z",
    "2026-11-05T03:30:00.000Z",
  ]);
});

test.each(["Moscow Time", "China Time", "Egypt Time"])("reads no American time zone from %s", (zone) => {
  const [sale] = understood(
    `Date,Time,Time Zone,Item,Total\n2026-11-04,22:30:00,${zone},Chain,300.00\n`,
  ).rows;
  expect(sale?.values.date).toBe("2026-11-05T03:30:00.000Z");
});

test.each([
  ["authorization", "status: Marked “authorization”"],
  ["refund", "refunded: Marked “refund”, without an amount"],
  ["void", "status: Marked “void”"],
  ["change", "status: Marked “change”"],
])("asks about Shopify's %s", (kind, reason) => {
  const rows = ["sale", kind].map((one, i) => `5001,${one},2026-11-03,success,${80 - i}.00\n`);
  const file = `Order,Kind,Created At,Status,Amount\n${rows.join("")}`;
  expect(reasons(file)).toEqual([reason]);
  expect(understood(file).rows).toHaveLength(2);
});

test("recognizes Lightspeed's and Stripe's sales", () => {
  const till = understood(
    "Sale ID,Completed On,Status,Type,Customer,Customer Phone,Total\n881,11/03/2026 10:14 am,Completed,Sale,Ada Finch,617-555-0150,106.25\n",
  );
  expect([till.kind, till.holds("date"), till.doubts]).toEqual(["sales", ["Completed On"], []]);
  const head =
    "Customer Name,Customer Email,Number,Status,Date (UTC),Total,Amount Due,Amount Paid,Amount Remaining,Post-payment credit notes amount";
  const stripe = understood(
    `${head}\nAda Finch,a@example.com,INV-1,paid,2026-11-03 23:30,106.25,106.25,106.25,0.00,20.00\nBo Li,b@example.com,INV-2,uncollectible,2026-11-03 23:30,60.00,60.00,0.00,60.00,0.00\n`,
  );
  expect(stripe.kind).toBe("sales");
  expect(stripe.rows[0]?.values).toMatchObject({ cost: "106.25", refunded: "20.00", payments: null });
  expect(stripe.doubts).toMatchObject([{ field: "status", reason: "Marked “uncollectible”" }]);
});

test("ignores an associate's email and asks about preferences", () => {
  const head = "First Name,Last Name,Email,Associate Email,Communication Preference";
  const { rows, doubts } = understood(
    `${head}\nCy,Oak,cy@example.com,kim@shop.example,Do not text\nBo,Li,bo@example.com,kim@shop.example,Text\n`,
  );
  expect(rows.map(({ values }) => values.addresses)).toEqual([[], []]);
  expect(doubts.map(({ field }) => field)).toEqual(["texts"]);
});

test.each([
  ["Email only", ["texts: no"]],
  ["Email or SMS only", []],
  ["SMS only", ["consent: no"]],
  ["Phone only", ["consent: no", "texts: no"]],
  ["Mail only", ["consent: undefined", "texts: no"]],
  ["No emails", ["consent: no"]],
  ["Do not text", ["texts: no"]],
  ["No calls", []],
  ["No mail", ["consent: undefined"]],
  ["Text only, no calls", ["consent: no"]],
  ["Don’t email, text only", ["consent: no"]],
  ["Do not contact", ["consent: no", "texts: no"]],
  ["No preference", []],
  ["Not specified", []],
])("asks only about the channels that %j may refuse", (preference, asked) => {
  const file = `Name,Email,Communication Preference\nCy Oak,cy@example.com,"${preference}"\n`;
  expect(understood(file).doubts.map(({ field, suggestion }) => `${field}: ${suggestion}`)).toEqual(asked);
});

test("reads Jewel360's tickets", () => {
  const head = "Ticket #,Ticket Type,Date,Customer,Item Total,Ticket Total,Amount Paid,Payment Status";
  const { rows, doubts } = understood(
    `${head}\nT-1,Sale,11/14/2026,"Lind, Bo","3,000.00","2,656.25","1,000.00",Partially Paid\nT-2,Quote,11/18/2026,"Ray, Flo",700.00,743.75,0.00,Unpaid\n`,
  );
  expect(rows[0]?.values).toMatchObject({ cost: "2656.25", payments: [{ amount: "1000.00" }] });
  expect(doubts).toMatchObject([{ field: "status", reason: "Marked “Quote”" }]);
});

test("leaves The Edge's empty dates empty", () => {
  expect(reasons("LNAME,FNAME,EMAIL,BDATE\nCruz,Juan,j@example.com,/ /\n")).toEqual([]);
});

test("asks about HubSpot's deals", () => {
  const file =
    "Deal Name,Deal Stage,Close Date,Amount,Associated Contact\nRing,Closed Lost,2026-11-04,30.00,Bo Lind\n";
  expect(reasons(file)).toEqual(["firstName: A deal?"]);
});

test("keeps faxes and pagers as notes", () => {
  const head = "First Name,Last Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value";
  const custom = "Custom Field 1 - Label,Custom Field 1 - Value";
  const google = understood(
    `${head},${custom}\nAda,Finch,Work Fax,+1 617-555-0170,Mobile,+1 617-555-0150,Text consent,No\n`,
  );
  expect(google.rows[0]?.values).toMatchObject({
    ...{ phoneNumber: "+1 617 555 0150", addresses: [], texts: "refused" },
    content: "Work Fax: +1 617-555-0170\nText consent: No",
  });
  const card = (lines: string) => `BEGIN:VCARD\nVERSION:4.0\n${lines}\nEND:VCARD\n`;
  const apple = understood(
    card("FN:Bo Lind\nN:Lind;Bo;;;\nTEL;TYPE=pager:617-555-0171") +
      card("KIND:group\nFN:Best customers\nMEMBER:urn:uuid:1"),
  );
  expect(apple.rows.map(({ values }) => [values.firstName, values.phoneNumber])).toEqual([["Bo", ""]]);
});

test("reads Fresha's and Calendly's appointments", () => {
  const fresha = understood(
    'Appt. ref.,Client,Service,Scheduled on,Duration,Status\n#1,Ada Finch,Cleaning,"3 Nov 2026, 10:00am",1h 15min,Completed\n',
  );
  expect([fresha.kind, fresha.doubts]).toEqual(["appointments", []]);
  expect(fresha.rows[0]?.values).toMatchObject({ date: "2026-11-03T15:00:00.000Z", minutes: 75 });
  const calendly =
    "Event Type Name,Start Date & Time,End Date & Time,Invitee Name,Rescheduled\nAppraisal,2026-11-26 02:00 pm,2026-11-26 03:00 pm,Di Elm,true\n";
  expect(reasons(calendly)).toEqual(["status: Marked “Rescheduled: true”"]);
});

test("asks about Vagaro's refunds and debts", () => {
  const head = "Transaction Date,Transaction ID,Customer,Purchase Type,Price,Disc,Amount Paid,IOU";
  const line = (id: number, type: string, rest: string) => `11/14/2026,${id},Bo Lind,${type},${rest}\n`;
  const file = [
    head,
    line(1, "Product", "$300.00,$30.00,$288.75,$100.00"),
    line(2, "Refund", "$150.00,$0.00,$150.00,$0.00"),
    line(3, "IOU Payment", "$100.00,$0.00,$100.00,$0.00"),
  ].join("\n");
  expect(reasons(file)).toEqual([
    "open: Paid and open add up to 388.75, not 300.00",
    "cost: 300.00 before or after the discount of $30.00?",
    "refunded: Marked “Refund”, without an amount",
    "status: Marked “IOU Payment”",
  ]);
});
