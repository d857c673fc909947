import { understood } from "#server/testing/understood.ts";

function file(headers: string[], ...rows: Record<string, string>[]): string {
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join();
  return [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ""))].map(line).join("\n");
}

const address = (of: string) =>
  ["Name", "Street", "Address1", "Address2", "Company", "City", "Zip", "Province", "Country", "Phone"].map(
    (part) => `${of} ${part}`,
  );
const SHOPIFY_ORDERS = [
  ...["Name", "Email", "Financial Status", "Paid at", "Fulfillment Status", "Fulfilled at"],
  ...["Accepts Marketing", "Currency", "Subtotal", "Shipping", "Taxes", "Total", "Discount Code"],
  ...["Discount Amount", "Shipping Method", "Created at", "Lineitem quantity", "Lineitem name"],
  ...["Lineitem price", "Lineitem compare at price", "Lineitem sku", "Lineitem requires shipping"],
  ...["Lineitem taxable", "Lineitem fulfillment status", ...address("Billing"), ...address("Shipping")],
  ...["Notes", "Note Attributes", "Cancelled at", "Payment Method", "Payment Reference", "Refunded Amount"],
  ...["Vendor", "Outstanding Balance", "Employee", "Location", "Device ID", "Id", "Tags", "Risk Level"],
  ...["Source", "Lineitem discount", "Tax 1 Name", "Tax 1 Value", "Phone", "Receipt Number", "Duties"],
  ...["Billing Province Name", "Shipping Province Name", "Payment ID", "Payment Terms Name"],
];

test("keeps Shopify's order numbers and asks about cancelled ones", () => {
  const date = { "Created at": "2024-03-01 10:00:00 -0500", "Lineitem quantity": "1" };
  const { kind, rows, doubts } = understood(
    file(
      SHOPIFY_ORDERS,
      {
        ...{ ...date, Name: "#1001", Email: "zoe@example.com", "Financial Status": "paid", Currency: "USD" },
        ...{ Subtotal: "100.00", Total: "140.50", "Lineitem name": "Ring", "Billing Name": "Zoë Finch" },
        ...{ "Billing Phone": "'+442071838750", "Refunded Amount": "20.50", "Shipping Name": "Max Frost" },
      },
      {
        ...date,
        Name: "#1001",
        Email: "zoe@example.com",
        "Lineitem name": "Chain",
        "Lineitem price": "15.00",
      },
      { ...date, Name: "#1002", "Financial Status": "voided", Total: "10.00", "Lineitem name": "Pearl" },
      {
        ...{ ...date, Name: "#1003", "Financial Status": "paid", Total: "10.00", "Lineitem name": "Pearl" },
        "Cancelled at": "2024-03-02 10:00:00 -0500",
      },
    ),
  );
  expect(kind).toBe("sales");
  expect(rows.map(({ values }) => values)).toMatchObject([
    {
      ...{ invoiceNumber: "#1001", cost: "140.50", refunded: "20.50", category: "Ring", lastName: "Finch" },
      ...{ phoneNumber: "+44 20 7183 8750", content: "Items of the order: Ring; Chain" },
    },
    { invoiceNumber: "#1002" },
    { invoiceNumber: "#1003" },
  ]);
  expect(doubts).toMatchObject([
    { field: "status", kind: "cancelled", reason: "Marked “voided”" },
    { field: "status", kind: "cancelled", reason: "Marked “cancelled”" },
  ]);
});

test("imports Shopify's customers as contacts", () => {
  const home = ["Company", "Address1", "Address2", "City", "Province Code", "Country Code", "Zip", "Phone"];
  const headers = [
    ...["Customer ID", "First Name", "Last Name", "Email", "Accepts Email Marketing"],
    ...home.map((part) => `Default Address ${part}`),
    ...["Phone", "Accepts SMS Marketing", "Total Spent", "Total Orders", "Note", "Tax Exempt", "Tags"],
  ];
  const { kind, rows, doubts } = understood(
    file(headers, {
      ...{
        "Customer ID": "'7210448301122",
        "First Name": "Teo",
        "Last Name": "Hill",
        Email: "t@example.com",
      },
      ...{ "Accepts Email Marketing": "no", Phone: "'+17755550199", "Accepts SMS Marketing": "yes" },
      ...{ "Total Spent": "7790.44", "Tax Exempt": "yes", Tags: "retail, vip", Note: "Likes pearls" },
    }),
  );
  expect([kind, doubts]).toEqual(["contacts", []]);
  expect(rows[0]?.values).toMatchObject({
    ...{ phoneNumber: "+1 775 555 0199", consent: "withdrawn", tags: ["retail", "vip"] },
    content: "Total Spent: 7790.44\nLikes pearls\nTax Exempt: yes",
  });
});

const SQUARE = [
  ...["Date", "Time", "Time Zone", "Gross Sales", "Discounts", "Service Charges", "Net Sales"],
  ...["Gift Card Sales", "Tax", "Tip", "Partial Refunds", "Total Collected", "Source", "Card"],
  ...["Card Entry Methods", "Cash", "Square Gift Card", "Other Tender", "Fees", "Net Total"],
  ...["Transaction ID", "Payment ID", "Card Brand", "PAN Suffix", "Device Name", "Staff Name", "Staff ID"],
  ...["Details", "Description", "Event Type", "Location", "Dining Option", "Customer ID", "Customer Name"],
];

test("assigns Square's transactions to the customer", () => {
  const moment = { Date: "2024-09-13", Time: "10:02:11", "Staff Name": "Ada Lovelace" };
  const sale = { ...moment, "Gross Sales": "$30.00", "Net Sales": "$27.00", "Partial Refunds": "-$5.00" };
  const { rows, doubts } = understood(
    file(
      SQUARE,
      {
        ...{ ...sale, "Total Collected": "$31.16", "Transaction ID": "SQA1", "Customer Name": "Dee Day" },
        Description: "Mug, blue x 1, Plate x 2",
      },
      { ...sale, "Total Collected": "$12.00", "Transaction ID": "SQA2", Description: "Mug x 1" },
    ),
  );
  expect(doubts).toEqual([]);
  expect(rows.map(({ values }) => values)).toMatchObject([
    {
      ...{ firstName: "Dee", cost: "31.16", refunded: "5.00", category: "Mug, blue" },
      content: "Items of the order: Mug, blue x 1, Plate x 2",
    },
    { firstName: "", category: "Mug", content: "" },
  ]);
});

test("uses the paid amount for Square's items", () => {
  const { rows, doubts, holds } =
    understood(`Date,Time,Category,Item,Qty,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Notes,Event Type,Customer Name,Employee
2026-06-01,10:15:00,Ceramics,Mug,2,$45.00,-$5.00,$40.00,$3.20,JUN1,,Payment,Zoë Finch,Linh
`);
  expect(doubts).toEqual([]);
  expect(holds("cost")).toEqual(["Net Sales"]);
  expect(rows[0]?.values).toMatchObject({ cost: "40.00", category: "Ceramics", firstName: "Zoë" });
});

test("imports Lightspeed's customers, whose email refusal overrides consent", () => {
  const headers = [
    ...["customer_code", "company_name", "first_name", "last_name", "email", "phone", "mobile", "fax"],
    ...["do_not_email", "date_of_birth", "gender", "customer_group", "note", "physical_address1"],
    ...["physical_city", "loyalty_balance", "year_to_date", "total_spent", "balance", "created_at"],
    ...["enable_loyalty", "accepts_marketing"],
  ];
  const zoe = { first_name: "Zoë", last_name: "Finch", email: "zoe@example.com", mobile: "4155550134" };
  const { kind, rows, doubts } = understood(
    file(headers, {
      ...{ ...zoe, customer_code: "Zoe-1", date_of_birth: "1968-03-14", total_spent: "100.00" },
      ...{ created_at: "2020-01-02 10:00:00", do_not_email: "1", accepts_marketing: "1", note: "Tall" },
    }),
  );
  expect([kind, doubts]).toEqual(["contacts", []]);
  expect(rows[0]?.values).toMatchObject({
    ...{ email: "zoe@example.com", phoneNumber: "+1 415 555 0134", consent: "withdrawn" },
    content: "customer_code: Zoe-1\nTall\ntotal_spent: 100.00",
  });
});

test("counts each Lightspeed sale once", () => {
  const { kind, rows, doubts } =
    understood(`Date,Receipt Number,Line Type,Customer Code,Customer Name,Note,Quantity,Subtotal,Sales Tax,Discount,Loyalty,Total,Paid,Details,Register,User,Status,Sku
2024-03-01 15:22:10,17,Sale,Zoe-1,Zoë Finch,,3,86.96,13.04,0.00,0,100.00,100.00,2 X T-shirt + 1 X Ring,Main,admin,CLOSED,
,17,Sale Line,,,,2,43.48,6.52,0.00,0,50.00,,T-shirt,,,,shirt
,17,Sale Line,,,,1,43.48,6.52,0.00,0,50.00,,Ring,,,,ring
,17,Payment,,,,,,,,,,100.00,Cash,,,,
2024-03-02 11:22:10,18,Sale,,,,1,43.48,6.52,0.00,0,50.00,0.00,1 X T-shirt,Main,admin,VOIDED,
`);
  expect(kind).toBe("sales");
  expect(rows.map(({ values }) => values)).toMatchObject([
    {
      ...{ invoiceNumber: "17", cost: "100.00", category: "T-shirt", firstName: "Zoë" },
      content: "Items of the order: T-shirt × 2; Ring",
    },
    { invoiceNumber: "18", cost: "50.00", category: "T-shirt" },
  ]);
  expect(doubts).toMatchObject([{ field: "status", kind: "cancelled" }]);
});

test("imports HubSpot's contacts without sales", () => {
  const headers = [
    ...["Record ID", "First Name", "Last Name", "Email", "Phone Number", "Contact owner"],
    ...["Associated Company", "Last Activity Date", "Lead Status", "Marketing contact status", "Create Date"],
    ...["Mobile Phone Number", "Date of birth", "Unsubscribed from all email", "Total Revenue"],
  ];
  const { kind, rows, doubts } = understood(
    file(headers, {
      ...{ "First Name": "Zoë", "Last Name": "Finch", Email: "zoe@example.com", "Record ID": "101" },
      ...{ "Mobile Phone Number": "+1 415 555 0199", "Create Date": "2023-01-02 09:30" },
      ...{ "Total Revenue": "$1,200.00", "Unsubscribed from all email": "true", "Contact owner": "Ada" },
    }),
  );
  expect([kind, doubts]).toEqual(["contacts", []]);
  expect(rows[0]?.values).toMatchObject({
    ...{ phoneNumber: "+1 415 555 0199", consent: "withdrawn" },
    content: "Contact owner: Ada\nTotal Revenue: $1,200.00",
  });
});

test("keeps Google's labels and names companies", () => {
  const where = ["Label", "Formatted", "Street", "City", "PO Box", "Region", "Postal Code", "Country"];
  const headers = [
    ...["First Name", "Middle Name", "Last Name", "Phonetic First Name", "Phonetic Last Name", "Nickname"],
    ...["File As", "Organization Name", "Organization Title", "Birthday", "Notes", "Photo", "Labels"],
    ...["E-mail 1 - Label", "E-mail 1 - Value", "Phone 1 - Label", "Phone 1 - Value"],
    ...where.map((part) => `Address 1 - ${part}`),
    ...["Relation 1 - Label", "Relation 1 - Value", "Website 1 - Label", "Website 1 - Value"],
    ...["Event 1 - Label", "Event 1 - Value", "Event 2 - Label", "Event 2 - Value"],
    ...["Custom Field 1 - Label", "Custom Field 1 - Value"],
  ];
  const { rows, doubts } = understood(
    file(
      headers,
      {
        ...{ "First Name": "Zoë", "Last Name": "Finch", "Phonetic First Name": "Zoey", Photo: "https://x.y" },
        ...{ "Phone 1 - Label": "Mobile", "Phone 1 - Value": "+1 415 555 0134", Labels: "* myContacts" },
        ...{
          "Address 1 - Label": "Home",
          "Address 1 - Formatted": "1 High St\nElko",
          "Address 1 - City": "Elko",
        },
        ...{
          "Relation 1 - Label": "Spouse",
          "Relation 1 - Value": "Max",
          "Website 1 - Value": "https://f.example",
        },
        ...{ "Event 1 - Label": "First date", "Event 1 - Value": "1993-05-01" },
        ...{ "Event 2 - Label": "Anniversary", "Event 2 - Value": "1995-06-10" },
        ...{ "Custom Field 1 - Label": "Ring size", "Custom Field 1 - Value": "54" },
      },
      { "Organization Name": "Pearls & Co", "E-mail 1 - Value": "info@pearls.example" },
      { "E-mail 1 - Value": "max.frost@example.com" },
    ),
  );
  expect(rows[0]?.values).toMatchObject({
    ...{ phoneNumber: "+1 415 555 0134", anniversary: expect.stringMatching(/^1995-06-10/), tags: [] },
    content: [
      ...["Phonetic First Name: Zoey", "Address: 1 High St, Elko", "Spouse: Max"],
      ...["Website: https://f.example", "First date: 1993-05-01", "Ring size: 54"],
    ].join("\n"),
  });
  expect(doubts).toMatchObject([
    { field: "firstName", kind: "missing", suggestion: "Pearls and Co" },
    { field: "firstName", kind: "missing", suggestion: "Max Frost" },
  ]);
});

const OUTLOOK = [
  ...["Title", "First Name", "Middle Name", "Last Name", "Suffix", "Company", "Job Title", "Home Street"],
  ...["Home City", "Home Country/Region", "Assistant's Phone", "Business Fax", "Business Phone", "Callback"],
  ...["Car Phone", "Company Main Phone", "Home Phone", "ISDN", "Mobile Phone", "Pager", "Primary Phone"],
  ...["Radio Phone", "TTY/TDD Phone", "Telex", "Account", "Anniversary", "Assistant's Name", "Birthday"],
  ...["Categories", "Directory Server", "E-mail Address", "E-mail Type", "E-mail Display Name"],
  ...["E-mail 2 Address", "E-mail 2 Type", "E-mail 2 Display Name", "Gender", "Hobby", "Initials"],
  ...["Internet Free Busy", "Keywords", "Language", "Mileage", "Notes", "Priority", "Private"],
  ...["Sensitivity", "Spouse", "User 1", "Web Page"],
];

test("finds Outlook's phone number, without technical columns", () => {
  const { rows, doubts } = understood(
    file(OUTLOOK, {
      ...{ "First Name": "Zoë", "Last Name": "Finch", "Assistant's Phone": "+1 415 555 0000" },
      ...{ "Mobile Phone": "+1 415 555 0134", Anniversary: "0/0/00", Birthday: "3/14/1968" },
      ...{ "E-mail Address": "zoe@example.com", "E-mail Type": "SMTP", Gender: "Unspecified" },
      ...{ "E-mail Display Name": "Zoë Finch (zoe@example.com)", Initials: "Z.F.", Priority: "Normal" },
      ...{ Private: "False", Sensitivity: "Normal", Spouse: "Max", Notes: "Tall" },
    }),
  );
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{ phoneNumber: "+1 415 555 0134", email: "zoe@example.com", anniversary: null },
    content: "Assistant's Phone: +1 415 555 0000\nTall\nSpouse: Max",
  });
});

const MAILCHIMP = [
  ...["MEMBER_RATING", "OPTIN_TIME", "OPTIN_IP", "CONFIRM_TIME", "CONFIRM_IP", "LATITUDE", "LONGITUDE"],
  ...["GMTOFF", "DSTOFF", "TIMEZONE", "CC", "REGION", "LAST_CHANGED", "LEID", "EUID", "NOTES", "TAGS"],
];

test("drops Mailchimp's measurements, and cleaned members get no email", () => {
  const zoe = { "Email Address": "zoe@example.com", "First Name": "Zoë", MEMBER_RATING: "2", GMTOFF: "-5" };
  const { rows, doubts } = understood(
    file(["Email Address", "First Name", "Birthday", "CLEAN_TIME", "CLEAN_CAMPAIGN_ID", ...MAILCHIMP], {
      ...{ ...zoe, Birthday: "03/14", CLEAN_TIME: "2024-03-01 10:00:00", CONFIRM_IP: "1.2.3.4", LEID: "12" },
      ...{ NOTES: "Likes pearls", TAGS: '"VIP","Ring size 6"' },
    }),
  );
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{ consent: "withdrawn", tags: ["VIP", "Ring size 6"], content: "Likes pearls" },
    birthday: expect.stringMatching(/^1604-03-14/),
  });
});

test("reads Brevo's blacklist as a refusal", () => {
  const { rows } = understood(
    "EMAIL;LASTNAME;FIRSTNAME;EMAIL_BLACKLISTED;SMS_BLACKLISTED\nzoe@example.com;Finch;Zoë;Yes;No\n",
  );
  expect(rows[0]?.values).toMatchObject({ consent: "withdrawn", texts: null, content: "" });
});

test("reads an iPhone card's names, labels and dates", () => {
  const { rows, doubts, table } = understood(`BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iPhone OS 17.0//EN
N:Finch;Zoë;Marie;Dr.;
FN:Dr. Zoë Marie Finch
TEL;type=HOME;type=FAX;type=pref:+1 415 555 0104
TEL;type=CELL;type=VOICE:+1 415 555 0101
item1.EMAIL;type=INTERNET;type=pref:zoe@example.com
item1.X-ABLabel:_$!<Other>!$_
item2.TEL:+1 415 555 0102
item2.X-ABLabel:Workshop
item4.URL:https\\://example.com
item4.X-ABLabel:_$!<HomePage>!$_
item3.ADR;type=HOME;type=pref:;;1 Loop;Elko;NV;89801;US
item3.X-ABADR:us
item5.X-ABDATE;type=pref:2004-06-06
item5.X-ABLabel:_$!<Anniversary>!$_
item9.X-ABDATE:2001-02-03
item9.X-ABLabel:First visit
item6.X-ABRELATEDNAMES;type=pref:Max Finch
item6.X-ABLabel:_$!<Spouse>!$_
BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-12
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD
END:VCARD
`);
  expect(doubts).toEqual([]);
  expect(rows[0]?.values).toMatchObject({
    ...{ firstName: "Zoë", lastName: "Finch", phoneNumber: "+1 415 555 0101" },
    addresses: [{ address: "+1 415 555 0102" }],
    birthday: expect.stringMatching(/^1604-03-12/),
    anniversary: expect.stringMatching(/^2004-06-06/),
  });
  expect(rows[0]?.values.content.split("\n")).toEqual(
    expect.arrayContaining([
      ...["Middle name: Marie", "Title: Dr.", "First visit: 2001-02-03", "Spouse: Max Finch"],
      ...["Workshop: +1 415 555 0102", "HomePage: https://example.com", "Fax: +1 415 555 0104"],
    ]),
  );
  expect(table.headers).toContain("Photo");
});
