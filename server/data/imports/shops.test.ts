import { understood } from "#server/testing/understood.ts";

function values(file: string, ...fields: string[]) {
  const { rows } = understood(file);
  return rows.map((row) => fields.map((field) => (row.values as Record<string, unknown>)[field]));
}
const asked = (file: string) =>
  understood(file).rows.map(({ doubts }) => doubts.map(({ field, reason }) => `${field}: ${reason}`));

test("takes QuickBooks' customer from the row above", () => {
  const file = `Sales by Customer Detail,,,,
,Date,Transaction Type,Num,Amount
Amara Okafor,,,,
,03/14/2025,Invoice,1001,"1,200.00"
,03/15/2025,Credit Memo,1002,100.00
Total for Amara Okafor,,,,"$1,100.00"
Bo Lind,,,,
,04/21/2025,Invoice,1003,99.00
TOTAL,,,,"$1,199.00"
"Monday, Dec 1, 2025 - Accrual Basis",,,,
`;
  expect(values(file, "firstName", "invoiceNumber", "cost").filter((_, i) => i !== 2 && i < 4)).toEqual([
    ["Amara", "1001", "1200.00"],
    ["Amara", "1002", "100.00"],
    ["Bo", "1003", "99.00"],
  ]);
  expect(asked(file).map((doubts) => doubts[0])).toEqual([
    undefined,
    "refunded: Marked “Credit Memo”, without an amount",
    "cost: A heading or a total?",
    undefined,
    "cost: A heading or a total?",
    "cost: No amount",
  ]);
});

test("asks about headings and sums in a handmade list", () => {
  const file = `Customers 2025,,,
Name,Tel,E-Mail,Remarks
Mr & Mrs Smith,415 555 0134,smith@example.com,3rd of May
Lapsed customers,,,
Bo Lind,,bo@example.com,
Name,Tel,E-Mail,Remarks
Cy Doe,,cy@example.com,
TOTAL,,,3 people
`;
  const heading = ["firstName: A heading or a total?"];
  expect(asked(file)).toEqual([[], heading, [], heading, [], heading]);
  expect(asked("Name,City,Street,Zip\nName,City,Street,Zip\nBo Lind,Reno,,\n")).toEqual([heading, []]);
});

test("reads Polish, Dutch and Italian lists", () => {
  const name = ["firstName", "lastName", "birthday", "consent"];
  expect(
    values(
      "Imię;Nazwisko;Data urodzenia;Zgoda marketingowa\nŁukasz;Żak;3 maja 1980;tak\nEwa;Nowak;24 grudnia 1975 r.;nie\n",
      ...name,
    ),
  ).toEqual([
    ["Łukasz", "Żak", "1980-05-03T12:00:00.000Z", "given"],
    ["Ewa", "Nowak", "1975-12-24T12:00:00.000Z", "withdrawn"],
  ]);
  expect(
    values("Voornaam;Achternaam;Geboortedatum;Newsletter\nJan;de Vries;3 mei 1980;nee\n", ...name),
  ).toEqual([["Jan", "de Vries", "1980-05-03T12:00:00.000Z", "withdrawn"]]);
  expect(
    values("Nome;Cognome;Data di nascita;Consenso marketing\nMaria;Rossi;3 maggio 1980;sì\n", ...name),
  ).toEqual([["Maria", "Rossi", "1980-05-03T12:00:00.000Z", "given"]]);
  for (const [file, cost] of [
    [
      "Nr faktury;Data sprzedaży;Klient;Produkt;Kwota brutto\nFV/1;14.04.2025;Ewa Nowak;Obrączka;99.50\n",
      "99.50",
    ],
    ["Factuurnummer;Datum;Klant;Product;Bedrag\nF1;2025-04-14;Jan Smit;Ring;99.50\n", "99.50"],
    ["Fattura;Data;Cliente;Prodotto;Importo\nF1;2025-04-14;Maria Rossi;Anello;99.50\n", "99.50"],
  ] as const)
    expect([understood(file).kind, ...values(file, "cost").flat()]).toEqual(["sales", cost]);
});

test.each([
  // Constant Contact
  ["Name,Birthday month,Birthday day\nAnn Lee,3,14\nBo Lind,May,3\n", ["1604-03-14", "1604-05-03"]],
  ["Name,Birth Month,Birth Day,Birth Year\nAnn Lee,3,14,1968\nBo Lind,,,\n", ["1968-03-14", undefined]],
  ["Name,Birthday,Birth Month\nAnn Lee,3/14/1968,3\n", ["1968-03-14"]],
  ["Name,Birth Month,Birth Day,Birth Year\nAnn Lee,3,14,0\nBo Li,0,0,0\n", ["1604-03-14", undefined]],
  ["Name,Birth Month,Birth Day,Birth Year\nAnn Lee,3,14,1968?\n", [undefined]],
])("joins a birthday's month, day and year: %j", (file, days) => {
  const found = values(file, "birthday").map(([day]) => (day as string | null)?.slice(0, 10));
  expect(found).toEqual(days);
});

test("joins the parts of an anniversary", () => {
  for (const word of ["Wedding", "Anniv"]) {
    const file = `Name,Birth Month,Birth Day,${word} Month,${word} Day\nAnn Lee,3,14,6,21\n`;
    const found = values(file, "birthday", "anniversary");
    expect(found).toEqual([["1604-03-14T12:00:00.000Z", "1604-06-21T12:00:00.000Z"]]);
  }
});

test.each([
  ["Name,DOB\nAnn Lee,1/13/26\n", ["birthday: 2026, or 1926?"]],
  ["Name,DOB\nAnn Lee,1/13/2026\n", []],
  ["Name,DOB\nAnn Lee,3/14/68\n", []],
  ["Date,Receipt,Type,Total\n3/14/2025,R1,Refund,100.00\n", ["refunded: Marked “Refund”, without an amount"]],
  [
    "Customer,Phone Numbers\nAnn Lee,Phone: (415) 555-0134  Mobile: (415) 555-0150\n",
    ["phoneNumber: Phone: (415) 555-0134 and Mobile: (415) 555-0150"],
  ],
  ["Name,Email\nFirst National Bank,a@example.com\n", ["firstName: A company, or a person?"]],
  ["Name,Email\nMaria of Kent Jones,a@example.com\n", ["firstName: A company, or a person?"]],
  ["Name,Email\nThe Anh Nguyen,a@example.com\n", ["firstName: A company, or a person?"]],
  [
    "Nom et prénom,Courriel\nGarcía López María,a@example.com\n",
    ["firstName: Where does the first name begin?"],
  ],
  ["Job No,Date In,Customer,Promise Date\n1,11/3/2024,Ann Lee,11/9/2024\n", ["firstName: A repair?"]],
  ["Ticket,Date,Customer,Work to do,Price\n1,11/3/2024,Ann Lee,Resize,45.00\n", ["cost: A repair?"]],
  ["Quote #,Date,Customer,Item,Amount\n1,2024-01-02,Ann Lee,Ring,5.00\n", ["cost: A quote?"]],
  ["Date,Supplier,Item,Qty,Amount\n2024-01-02,Gems Inc,Ring,1,1200.00\n", ["cost: An expense?"]],
  ["Date,Payee,Category,Amount\n2024-01-02,Landlord,Rent,1200.00\n", ["cost: An expense?"]],
])("asks about what can mean two things: %s", (file, doubts) => {
  expect(asked(file)).toEqual([doubts]);
});

test("understands columns of The Edge, Jewel360, Square, Constant Contact and PayPal", () => {
  const edge = understood("LASTNAME,FIRSTNAME,HOMEPH,CELLPH,SPBDAY\nSmith,Jo,7755550101,7755550102,05/06\n");
  expect([edge.holds("phoneNumber"), edge.holds("birthday")]).toEqual([["HOMEPH", "CELLPH"], []]);
  const orders =
    "Order #,Order Date,Customer First,Customer Last,Total\nJ-1,2025-11-02,Amara,Okafor,108.00\n";
  expect(values(orders, "firstName", "lastName")).toEqual([["Amara", "Okafor"]]);
  const square =
    "First Name,Email,Email Subscription Status,Blocked from Instant Profile\nBo,b@example.com,subscribed,Yes\n";
  expect(values(square, "consent")).toEqual([["given"]]);
  const lists =
    "Email address,First name,Email Lists,Email status\na@example.com,Amy,General,Unsubscribed\nb@example.com,Bo,General,Active\n";
  expect(understood(lists).holds("email")).toEqual(["Email address"]);
  expect(values(lists, "consent")).toEqual([["withdrawn"], [null]]);
  const paid =
    "Date,Name,Gross,From Email Address,To Email Address,Transaction ID\n3/14/2025,Amy Ray,120.50,a@example.com,shop@example.com,T1\n";
  expect(understood(paid).holds("email")).toEqual(["From Email Address"]);
  const couple = "Name,Birthday,Partner birthday,Email\nAnn Lee,1/20/1980,5/20/1970,a@example.com\n";
  expect(understood(couple).holds("phoneNumber")).toEqual([]);
  const visits = "Date,Start,End,Client,Service\n11/14/2025,9:00,9:45,Ann Lee,Fitting\n";
  expect(values(visits, "date", "minutes")).toEqual([["2025-11-14T14:00:00.000Z", 45]]);
});

test("takes names, emails and notes", () => {
  const file = 'Name,Email,Notes\nJ. R. Smith,"Jo Smith <jo@example.com>",Likes pearls\n';
  const { kind, rows, doubts } = understood(file);
  expect([kind, rows[0]?.values.firstName, rows[0]?.values.lastName]).toEqual(["contacts", "J. R.", "Smith"]);
  expect(doubts).toMatchObject([{ field: "email", suggestion: "jo@example.com" }]);
});

test.each(["<html><table><tr><td>Name</td></tr></table></html>", "%PDF-1.7\nx"])(
  "refuses another kind of file: %s",
  (file) => {
    expect(() => understood(file)).toThrow("This isn't a CSV, Excel (.xlsx) or vCard file.");
  },
);

test("says how to use a calendar file, and refuses a second table", () => {
  expect(() => understood("BEGIN:VCALENDAR\nEND:VCALENDAR\n")).toThrow("This is a calendar. Connect it");
  const customers = "Name,Email,Phone\nBo Lind,bo@example.com,\n";
  const apart = "A second table begins in row 4 (Company, Contact, Phone). Save each table in its own file.";
  expect(() => understood(`${customers}\nCompany,Contact,Phone\nGems Inc,,555 0100\n`)).toThrow(apart);
  expect(() => understood(`${customers}Suppliers,,\nCompany,Contact,Phone\nGems Inc,,555 0100\n`)).toThrow(
    apart,
  );
  expect(() => understood(`${customers}\nName,Email,Phone\nCy Doe,cy@example.com,\n`)).not.toThrow();
  expect(() => understood(`${customers}\nCompany,Contact,2025\n`)).not.toThrow();
});

test.each([
  ["Name,Phone,Email,,Name,Phone\nAnn Lee,,a@example.com,,Bo Li,\n", "5 (Name, Phone)"],
  ["Name,Phone,,Company,Phone\nAnn Lee,1,,,\nBo Li,2,,Gems Inc,3\n", "4 (Company, Phone)"],
  ["Name,Phone,Name,Phone\nAnn Lee,1,Bo Li,2\n", "3 (Name, Phone)"],
  ["Name,Phone,,Notes,Tags\nAnn Lee,1,,a,b\n", ""],
  ["Name,Phone,Phone,Email\nAnn Lee,1,2,a@example.com\n", ""],
  ["Name,Phone,,Company,Phone\nAnn Lee,1,x,Gems Inc,3\n", ""],
])("refuses a table beside another: %j", (file, begin) => {
  if (begin) expect(() => understood(file)).toThrow(`A second table begins in column ${begin}.`);
  else expect(understood(file).rows).toHaveLength(1);
});

test("doesn't take a Vendor column for an expense", () => {
  expect(asked("Date,Item,Vendor,Qty,Amount\n2024-01-02,Ring,Gems Inc,1,1200.00\n")).toEqual([[]]);
});

test("reads “2023-2024” as a column name", () => {
  expect(understood("Name,2023-2024\nAnn Lee,3\n").table.headers).toEqual(["Name", "2023-2024"]);
});

test("asks about payments and failed charges among QuickBooks’ and Clover’s sales", () => {
  const books = `Type,Date,Num,Name,Amount
Payment,03/14/2025,501,Amara Okafor,90.00
Invoice,03/14/2025,1001,Amara Okafor,90.00
Transfer,03/16/2025,,,90.00
`;
  expect(asked(books)).toEqual([["status: Marked “Payment”"], [], ["status: Marked “Transfer”"]]);
  const clover = `Order ID,Order Date,Tender,Result,Amount
A1,14-Mar-2025 02:20 PM EDT,Cash,SUCCESS,129.60
A2,15-Mar-2025 09:58 AM EDT,Cash,FAIL,99.00
`;
  expect(asked(clover)).toEqual([[], ["status: Marked “FAIL”"]]);
  const orders = `Order ID,Order Date,Order Total,Payments Total,Order Payment State
A1,14-Mar-2025,1080.00,200.00,Partially Paid
A2,14-Mar-2025,50.00,50.00,Paid
`;
  expect(values(orders, "payments").flat()).toMatchObject([[{ amount: "200.00" }], null]);
});

test.each([
  "The Gold Shop",
  "Smith Jewelers",
  "St. Mary's Church",
  "Rolex Service Center",
  "Juwelier Weiß",
  "van der Berg Jan",
])("doesn’t split “%s” into first and last name", (name) => {
  expect(values(`Name,Email\n${name},a@example.com\n`, "firstName", "lastName")).toEqual([[name, ""]]);
  const card = `BEGIN:VCARD\nVERSION:3.0\nN:;;;;\nFN:${name}\nORG:${name};\nEND:VCARD\n`;
  expect(values(card, "firstName", "lastName")).toEqual([[name, ""]]);
});

test("asks about the order of a card's only name", () => {
  const card = (names: string) => `BEGIN:VCARD\nVERSION:3.0\n${names}\nTEL:+34 600 111 222\nEND:VCARD\n`;
  const { rows, doubts } = understood(
    [card("FN:García López María"), card("N:Ruiz;Ana;;;\nFN:Ana Ruiz\nTEL:tel:+34-600-111-223;ext=12")].join(
      "",
    ),
  );
  expect(doubts).toMatchObject([{ field: "name", kind: "order" }]);
  expect(rows[1]?.values).toMatchObject({
    ...{ firstName: "Ana", lastName: "Ruiz", content: "ext=12" },
    addresses: [{ address: "+34 600 11 12 22" }],
  });
});

test("splits names that begin like a shop's", () => {
  const file =
    'Name,Email\nTheo Gold,a@example.com\nStella Church,b@example.com\n"van Dijk, Jan",c@example.com\n';
  expect(values(file, "firstName", "lastName")).toEqual([
    ["Theo", "Gold"],
    ["Stella", "Church"],
    ["Jan", "van Dijk"],
  ]);
});

test.each([
  ["Surname First Name", "Lee Ann", ["Ann", "Lee"]],
  ["Nom et prénom", "Dupont Hélène", ["Hélène", "Dupont"]],
  ["Name und Vorname", "Weiß, Anna Lena", ["Anna Lena", "Weiß"]],
])("takes the last name first in a column %j", (header, name, names) => {
  expect(values(`${header};Tel\n${name};\n`, "firstName", "lastName")).toEqual([names]);
});

test.each(["Home Postal Code", "Code postal", "Spouse Email", "Wife’s E-mail"])(
  "doesn't take the contact's email from a column %j",
  (header) => {
    const file = `Name,Phone,${header}\nAnn Lee,,${/mail/.test(header.toLowerCase()) ? "b@example.com" : "02116"}\n`;
    expect(understood(file).holds("email")).toEqual([]);
  },
);

test("reads an address with a separator behind it", () => {
  const file = 'Name,Email,Phone\nAnn Lee,ann@example.com ;,"617 555 0134,"\n';
  expect(asked(file)).toEqual([[]]);
  expect(values(file, "email", "phoneNumber")).toEqual([["ann@example.com", "+1 617 555 0134"]]);
});

test("takes first names from our own export", () => {
  const rest = "Tags,Marketing Consent,More emails and numbers";
  const file = `First name,Last name,Email,Phone number,${rest}\nCher,,,,,,\n`;
  expect(asked(file)).toEqual([[]]);
  expect(asked(file.replace(`,${rest}`, ""))).toEqual([["firstName: A heading or a total?"]]);
});

test("reads Vagaro’s appointments, Stripe’s UTC times and a loyalty list", () => {
  const visits = `Appointment Date,Start Time,End Time,Service Provider,Customer,Service,Duration,Price,Status
3/14/2026,1:00 PM,1:45 PM,Maya Chen,Bo Lind,Appraisal,45,$50.00,Accepted
`;
  expect([understood(visits).kind, ...values(visits, "date", "title", "minutes").flat()]).toEqual([
    "appointments",
    "2026-03-14T17:00:00.000Z",
    "Appraisal",
    45,
  ]);
  const charges = "Created date (UTC),Amount,Description,Status\n2025-03-14 14:22:10,9.00,Ring,Paid\n";
  expect(values(charges, "date", "cost")).toEqual([["2025-03-14T14:22:00.000Z", "9.00"]]);
  const acuity =
    "Start Time,End Time,First Name,Email,Type\n3/14/2026 1:00 PM,3/14/2026 1:45 PM,Bo,b@example.com,Appraisal\n";
  expect(values(acuity, "date", "title", "minutes")).toEqual([["2026-03-14T17:00:00.000Z", "Appraisal", 45]]);
  const loyalty = "Card No,Customer Name,DOB (MM/DD/YYYY),Opted In\n1,Bo Lind,12/24/1975,N\n";
  expect(values(loyalty, "birthday", "consent")).toEqual([["1975-12-24T12:00:00.000Z", "withdrawn"]]);
});

test("reads Turkish lists and a French refusal", () => {
  expect(
    values(
      "Ad;Soyad;E-posta;Doğum tarihi;İzin\nIşık;Çelik;i@example.com;3/5/1980;hayır\n",
      "firstName",
      "lastName",
      "consent",
    ),
  ).toEqual([["Işık", "Çelik", "withdrawn"]]);
  const sales = "Tarih;Fatura no;Müşteri;Ürün;Tutar\n2025-05-03;1;Ayşe Yılmaz;Yüzük;99.50\n";
  expect([understood(sales).kind, ...values(sales, "cost", "category").flat()]).toEqual([
    "sales",
    "99.50",
    "Yüzük",
  ]);
  expect(values("Nom;Prénom;Accord marketing\nMartin;Luc;non\n", "consent")).toEqual([["withdrawn"]]);
});
