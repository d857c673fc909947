import { eq } from "drizzle-orm";
import { contacts, notes, productCategories, purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, upload, get, rows, reread, start } = importsOf(host);

async function all(user: Person) {
  const database = await host.database();
  const of = user.organizationId;
  return database.read(of, async (db) => ({
    contacts: await db.select().from(contacts).orderBy(contacts.firstName, contacts.email),
    sales: await db.select().from(purchases).orderBy(purchases.createdAt, purchases.externalNumber),
    notes: await db.select().from(notes).orderBy(notes.content),
    categories: await db.select().from(productCategories).where(eq(productCategories.organizationId, of)),
    bookings: await db.select().from(bookings),
    mails: await db.select().from(mails),
  }));
}

test.each([
  ["suggestion", ["First National Bank", ""]],
  ["kept", ["First", "National Bank"]],
] as const)("imports a name that may be a company’s as answered: %s", async (how, name) => {
  const { user } = await host.shop();
  const params = await upload(user, "Name,Email\nFirst National Bank,fnb@example.com\n");
  expect((await get(user, params)).groups).toMatchObject([{ field: "firstName", kind: "company" }]);
  await reread(user, params, { rules: [{ field: "firstName", kind: "company", how }] });
  await start(user, params);
  const [made] = (await all(user)).contacts;
  expect([made?.firstName, made?.lastName]).toEqual(name);
});

const PEOPLE = `Vorname;Nachname;E-Mail;Telefon;Geb.;Loyalty no.;Fax
José;Peña;jose.pena@example,com;+1 415 555 0188;14/03/1968;L-1;
Ida;Baumann;ida.b@example.de;555 01429;24/12/1990;;1
Elena;Wójcik;elena.w@example.pl;+48 600 555 019;29/02/1981;;
Walter;Ohm;walter@example.org;+1 212 555 0109;02/11/1971;;
Walter;Ohm;walter@example.org;+1 212 555 0109;02/11/1971;;
=HYPERLINK("x");Carter;carters@example.com;+1 617 555 0171;09/06/1975;;
;;;;;;x
`;

test("reads contacts, explains doubts, and imports corrections", async () => {
  const { user } = await host.shop();
  const params = await upload(user, PEOPLE, "kunden.csv");
  let found = await get(user, params);
  expect(found).toMatchObject({
    state: "checked",
    kind: "contacts",
    total: 7,
    reading: {
      encoding: "utf-8",
      columns: ["firstName", "lastName", "email", "phoneNumber", "birthday", "note", null],
      dates: "dayFirst",
    },
    letters: { row: 2, reads: "José", not: "JosÃ©" },
    counts: { new: 1, doubt: 6 },
    dates: { isAsked: false, sure: 3 },
  });
  const doubtful = await rows(user, params, "doubt");
  expect(
    doubtful.map(({ number, doubts }) => [
      number,
      doubts[0]?.field,
      doubts[0]?.reason,
      doubts[0]?.suggestion,
    ]),
  ).toEqual([
    [2, "email", "No email address", "jose.pena@example.com"],
    [3, "phoneNumber", "No country, 8 digits", undefined],
    [4, "birthday", "1981 had no Feb 29", undefined],
    [6, "email", "Row 5 has it too", undefined],
    [7, "firstName", "A name can’t contain “=”", "HYPERLINK"],
    [8, "firstName", "No name", undefined],
  ]);
  const country = { field: "phoneNumber", kind: "country", count: 1, suggested: 0 };
  expect(found.groups).toContainEqual({ ...country, reason: "No country, 8 digits" });

  const mended = await ask("imports.mend", user, {
    params,
    body: { cells: [{ row: 2, field: "email", text: "jose.pena@example.com" }], leaveOut: [7] },
  });
  expect(mended.rows.map(({ state, mended }) => [state, mended])).toEqual([
    ["new", ["email"]],
    ["out", []],
  ]);
  found = await reread(user, params, {
    rules: [
      { field: "birthday", kind: "unreadable", how: "empty" },
      { field: "firstName", kind: "missing", how: "out" },
      { field: "phoneNumber", kind: "country", how: "empty" },
    ],
  });
  expect(found.counts).toEqual({ new: 4, update: 0, same: 0, doubt: 1, out: 2 });
  found = await start(user, params);
  expect(found).toMatchObject({
    state: "done",
    added: 4,
    updated: 0,
    notes: 1,
    leftOut: 3,
    total: 4,
    done: 4,
  });
  const made = await all(user);
  expect(made.contacts).toMatchObject([
    { firstName: "Elena", birthday: null },
    { firstName: "Ida", phoneNumber: "", birthday: "1990-12-24" },
    { firstName: "José", email: "jose.pena@example.com", birthday: "1968-03-14" },
    { firstName: "Walter", phoneNumber: "+1 212 555 0109" },
  ]);
  expect(made.notes).toMatchObject([{ content: "Loyalty no.: L-1", createdBy: "Ada USER" }]);

  const again = await upload(user, PEOPLE.replace("example,com", "example.com"), "kunden.csv");
  found = await get(user, again);
  expect(found).toMatchObject({ isRemembered: true, counts: { new: 0, update: 0, same: 3, doubt: 4 } });
  expect((await all(user)).contacts).toHaveLength(4);
});

test("finds contacts by email, number and name, or birthday", async () => {
  const { user } = await host.shop();
  await make.contact(user, {
    ...person,
    firstName: "Anna",
    lastName: "Lind",
    email: "anna@example.com",
    phoneNumber: "",
  });
  await make.contact(user, {
    ...person,
    firstName: "Ben",
    lastName: "Ohm",
    email: "",
    phoneNumber: "+1 212 555 0109",
  });
  await make.contact(user, {
    ...person,
    firstName: "Cleo",
    lastName: "Day",
    email: "cleo@example.com",
    phoneNumber: "",
    birthday: "1990-12-24",
  });
  const file = `First name,Last name,Email,Phone,Birthday
Ann,Lind,ANNA@example.com,+1 415 555 0188,1980-01-02
Ben,Ohm,ben@example.com,(212) 555-0109,
Cleo,Day,,+1 617 555 0171,1990-12-24
Dora,Ohm,,+1 212 555 0109,
`;
  const params = await upload(user, file);
  await reread(user, params, { countryCode: "+1" });
  for (const [known, counts] of [
    ["skip", { new: 1, update: 0, same: 3 }],
    ["fill", { new: 1, update: 3, same: 0 }],
    ["update", { new: 1, update: 3, same: 0 }],
  ] as const) {
    expect((await reread(user, params, { known })).counts).toMatchObject(counts);
  }
  await reread(user, params, { known: "fill" });
  expect(await start(user, params)).toMatchObject({ added: 1, updated: 3 });
  expect((await all(user)).contacts).toMatchObject([
    {
      firstName: "Anna",
      email: "anna@example.com",
      phoneNumber: "+1 415 555 0188",
      birthday: "1980-01-02",
      version: 2,
    },
    { firstName: "Ben", email: "ben@example.com" },
    { firstName: "Cleo", email: "cleo@example.com", phoneNumber: "+1 617 555 0171" },
    { firstName: "Dora" },
  ]);
});

const SALES = `Date,Receipt number,Customer email,Customer name,Item,Total
11/20/2024 3:22 PM,1001,zoe@example.com,Zoë,Rings,"$1,240.50"
11/20/2024 3:22 PM,1001,zoe@example.com,Zoë,Chains,80.00
11/21/2024,1002,,Max Frost,rings,12.00
11/22/2024,1003,nobody@example.com,No Body,Pearls,10.00
11/23/2024,,,,Pearls,5.00
11/24/2024,1004,zoe@example.com,Zoë,Pearls,-5.00
`;

test("finds contacts and categories of sales again", async () => {
  const { user, owner } = await host.shop();
  await make.contact(user);
  await make.contact(user, { firstName: "Max", lastName: "Frost", email: "max@example.com" });
  await make.category(user, "Rings");
  const template = await ask("templates.create", owner, {
    body: { name: "Hi", subject: "Hi", content: "Hi" },
  });
  await ask("automations.create", owner, {
    body: {
      name: "Thanks",
      trigger: { type: "EVENT_BASED" },
      condition: [{ type: "NUMERIC", field: "Purchase.cost", operation: "GREATER_THAN", value: 1 }],
      action: { type: "SEND_EMAIL", templateId: (template as unknown as { data: { id: string } }).data.id },
    },
  });
  const params = await upload(user, SALES, "sales.csv");
  let found = await get(user, params);
  expect(found).toMatchObject({
    kind: "sales",
    reading: {
      columns: ["date", "invoiceNumber", "email", "name", "category", "cost", "items"],
      dates: "monthFirst",
      numbers: "point",
    },
    counts: { new: 3, doubt: 2 },
    newCategories: { count: 2 },
  });
  found = await reread(user, params, { rules: [{ field: "email", kind: "nobody", how: "name" }] });
  expect(found.counts).toMatchObject({ new: 4, doubt: 1 });
  expect(await start(user, params)).toMatchObject({ state: "done", added: 4, leftOut: 1 });
  const made = await all(user);
  expect(made.sales).toMatchObject([
    {
      cost: "1320.50",
      contactName: "Zoë O’Brien-Nguyễn",
      productCategoryName: "Rings",
      invoiceNumber: "1001",
    },
    { contactName: "Max Frost", productCategoryName: "Rings", createdAt: new Date("2024-11-21T12:00:00Z") },
    { contactId: null, contactName: "No Body", productCategoryName: "Pearls" },
    { contactId: null, contactName: "Walk-in" },
  ]);
  expect(made.sales[0]?.createdAt).toEqual(new Date("2024-11-20T15:22:00Z"));
  expect(made.categories.map(({ name }) => name).sort()).toEqual(["Chains", "Pearls", "Rings"]);
  expect(made.mails).toEqual([]);
  const again = await upload(user, SALES, "sales.csv");
  found = await reread(user, again, { rules: [{ field: "email", kind: "nobody", how: "name" }] });
  expect(found.counts).toMatchObject({ new: 0, update: 0, same: 4 });
  expect(await start(user, again)).toMatchObject({ state: "done", added: 0 });
});

test("imports notes, categories and appointments", async () => {
  const { user } = await host.shop();
  await make.contact(user);
  const files = {
    notes:
      "Email,Date,Note\nzoe@example.com,2024-03-01,Likes pearls\nzoe@example.com,,Two lines\nx@example.com,,Whose?\n",
    categories: "Category,Description\nRings,All rings\nChains,\n",
    appointments: "Email,Date,Time,Duration,Service\nzoe@example.com,2024-03-01,2:30 PM,45,Fitting\n",
  };
  for (const [kind, content] of Object.entries(files)) {
    const params = await upload(user, content, `${kind}.csv`);
    expect(await get(user, params)).toMatchObject({ kind, counts: { doubt: kind === "notes" ? 1 : 0 } });
    expect(await start(user, params)).toMatchObject({
      state: "done",
      added: kind === "appointments" ? 1 : 2,
    });
    const again = await upload(user, content, `${kind}.csv`);
    expect(await get(user, again)).toMatchObject({ counts: { new: 0, update: 0 } });
  }
  const made = await all(user);
  expect(made.notes).toMatchObject([
    { content: "Likes pearls", createdAt: new Date("2024-03-01T12:00:00Z") },
    { content: "Two lines" },
  ]);
  expect(made.bookings).toMatchObject([
    {
      title: "Fitting",
      userId: null,
      startsAt: new Date("2024-03-01T14:30:00Z"),
      endsAt: new Date("2024-03-01T15:15:00Z"),
      calendarState: "written",
    },
  ]);
  expect(made.mails).toEqual([]);
});

test("doesn't import more categories than a store can have", async () => {
  const { user } = await host.shop();
  const letters = (n: number) => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const lines = Array.from({ length: 505 }, (_, i) => `2024-03-01,5.00,Kind ${letters(i)}`);
  const params = await upload(user, ["Date,Total,Category", ...lines].join("\n"));
  expect(await get(user, params)).toMatchObject({
    counts: { new: 500, doubt: 5 },
    newCategories: { count: 500 },
  });
  expect(await start(user, params)).toMatchObject({ added: 500, leftOut: 5 });
  expect((await all(user)).categories).toHaveLength(500);
});
