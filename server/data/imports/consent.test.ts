import { sql } from "drizzle-orm";
import { consentsIn, isAboutTexts, readConsent, refusesTexts } from "#lib/import/answers.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, upload, get, rows, reread, start } = importsOf(host);

const FILE = `First Name,Last Name,Email,Accepts Email Marketing,Accepts SMS Marketing
Ann,New,ann@example.com,yes,no
Bea,Newno,bea@example.com,unsubscribed,yes
Cy,Given,cy@example.com,no,yes
Di,Withdrawn,di@example.com,yes,yes
Ed,Unknown,ed@example.com,yes,yes
Flo,Suppressed,flo@example.com,TRUE,yes
Gil,Blank,gil@example.com,,yes
Hal,Odd,hal@example.com,perhaps,yes
Ivy,Gone,ivy@example.com,subscribed,yes
`;

async function store() {
  const shop = await host.shop();
  const { owner } = shop;
  const contact = (firstName: string, lastName: string) =>
    make.contact(owner, { firstName, lastName, email: `${firstName.toLowerCase()}@example.com` });
  const say = (id: string, state: string) =>
    host.call("contacts.setConsent", owner, { params: { id }, body: { state, said: "At the till" } });
  await say(await contact("Cy", "Given"), "given");
  await say(await contact("Di", "Withdrawn"), "withdrawn");
  await contact("Ed", "Unknown");
  const gone = await contact("Ivy", "Gone");
  await say(gone, "withdrawn");
  await host.call("contacts.erase", owner, { params: { id: gone }, body: { name: "Ivy Gone" } });
  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db.execute(sql`insert into suppressions (organization_id, address, reason)
      values (${shop.id}, 'flo@example.com', 'unsubscribed')`),
  );
  return shop;
}

async function consents(person: Person) {
  const found = await ask("contacts.list", person, { query: { page: 1, limit: 100 } });
  const whole = await Promise.all(found.map(({ id }) => ask("contacts.get", person, { params: { id } })));
  return Object.fromEntries(whole.map(({ firstName, consent }) => [firstName, consent]));
}

test("recognizes a consent column, and never overrides a refusal", async () => {
  const { owner } = await store();
  const params = await upload(owner, FILE, "mailchimp.csv");
  const found = await get(owner, params);
  expect(found).toMatchObject({
    reading: { columns: ["firstName", "lastName", "email", "consent", "texts"] },
    counts: { new: 4, update: 2, same: 1, doubt: 1, out: 1 },
    groups: [{ field: "consent", kind: "unreadable", count: 1 }],
  });
  const shown = (await rows(owner, params)).map(({ values }) => [values.firstName, values.consent]);
  expect(Object.fromEntries(shown)).toMatchObject({
    ...{ Ann: "Yes", Bea: "No", Cy: "No", Di: "Stays “no”", Ed: "Yes", Flo: "Stays “no”", Hal: "perhaps" },
  });
  const rules = [{ field: "consent", kind: "unreadable", how: "empty" }] as const;
  await reread(owner, params, { rules: [...rules] });
  await start(owner, params);
  const file = { at: expect.any(String), source: "import", by: "Ada OWNER", said: "mailchimp.csv" };
  const [unknown, no] = [{ state: "unknown" }, { state: "withdrawn" }];
  expect(await consents(owner)).toMatchObject({
    Ann: { state: "given", ...file },
    Bea: { ...no, ...file },
    Cy: { ...no, ...file },
    Di: { ...no, source: "staff", said: "At the till" },
    Ed: { state: "given", ...file },
    Flo: { ...no, source: "unsubscribe" },
    Gil: unknown,
    Hal: unknown,
  });
  expect(await get(owner, await upload(owner, FILE.replace(/Hal.*\n/, "")))).toMatchObject({
    counts: { new: 0, update: 0, same: 7 },
  });
  await ask("imports.revert", owner, { params });
  await importsOf(host).work();
  expect(await consents(owner)).toMatchObject({
    Cy: { state: "given", source: "staff" },
    Di: no,
    Ed: unknown,
  });
});

test("respects the refusal of a deleted contact", async () => {
  const { owner } = await host.shop();
  const gone = await make.contact(owner, {
    firstName: "Bin",
    email: "bin@example.com",
    phoneNumber: "+1 415 555 0177",
  });
  const body = { state: "withdrawn" as const, said: null };
  await ask("contacts.setConsent", owner, { params: { id: gone }, body });
  await ask("contacts.delete", owner, { params: { id: gone } });
  const file = `First Name,Last Name,Email,Phone Number,Accepts Email Marketing
Bin,Again,BIN@example.com,,yes
Num,Again,num@example.com,+14155550177,yes
New,Other,new@example.com,,yes
`;
  const params = await upload(owner, file);
  const shown = (await rows(owner, params)).map(({ values }) => values.consent);
  expect(shown).toEqual(["Stays “no”", "Stays “no”", "Yes"]);
  await start(owner, params);
  const [no, yes] = [{ state: "withdrawn" }, { state: "given" }];
  expect(await consents(owner)).toMatchObject({ Bin: no, Num: no, New: yes });
});

test("respects a deleted contact's refusal", async () => {
  const { owner, id: organizationId } = await host.shop();
  const binned = async (firstName: string, own: boolean) => {
    const email = `${firstName.toLowerCase()}@example.com`;
    const id = await make.contact(owner, { firstName, email, phoneNumber: "" });
    const body = { state: "withdrawn" as const, said: "At the till" };
    await ask("contacts.setConsent", owner, { params: { id }, body });
    if (own) {
      const database = await host.database();
      await database.tenant(organizationId, (db) =>
        db.execute(
          sql`update contacts set consent_source = 'unsubscribe', consent_by = null, consent_said = null`,
        ),
      );
    }
    await ask("contacts.delete", owner, { params: { id } });
  };
  await binned("Own", true);
  await binned("Told", false);
  const params = await upload(
    owner,
    "First Name,Last Name,Email\nOwn,Again,own@example.com\nTold,Again,TOLD@example.com\nNew,Other,new@example.com\n",
  );
  await start(owner, params);
  const no = { state: "withdrawn", source: "staff", by: "Ada OWNER", said: "At the till" };
  expect(await consents(owner)).toMatchObject({
    Own: { state: "withdrawn", source: "unsubscribe", by: null },
    ...{ Told: no, New: { state: "unknown" } },
  });
});

test("passes on a deleted contact's refusal with the address", async () => {
  const { owner } = await host.shop();
  const body = { state: "withdrawn" as const, said: "At the till" };
  for (const [firstName, email] of [
    ["Gone", "no@example.com"],
    ["Left", "also@example.com"],
  ] as const) {
    const id = await make.contact(owner, { firstName, lastName: "Frost", email, phoneNumber: "" });
    await ask("contacts.setConsent", owner, { params: { id }, body });
    if (firstName === "Gone") await ask("contacts.delete", owner, { params: { id } });
    else await ask("contacts.erase", owner, { params: { id }, body: { name: "Left Frost" } });
  }
  for (const firstName of ["Pia", "Tom", "Uma"])
    await make.contact(owner, { firstName, lastName: "Berg", email: `${firstName}@example.com` });
  const file = `First Name,Last Name,Email,Email 2
Pia,Berg,pia@example.com,NO@example.com
Tom,Berg,tom@example.com,also@example.com
Uma,Berg,uma@example.com,new@example.com
`;
  const params = await upload(owner, file);
  expect(await start(owner, params)).toMatchObject({ updated: 3 });
  const no = { state: "withdrawn" };
  expect(await consents(owner)).toMatchObject({ Pia: no, Tom: no, Uma: { state: "unknown" } });
});

test("keeps a deleted contact's refusal of texts", async () => {
  const { owner } = await host.shop();
  const gone = await make.contact(owner, { phoneNumber: "+1 617 555 0134" });
  await ask("contacts.setTexts", owner, { params: { id: gone }, body: { isRefused: true } });
  await ask("contacts.delete", owner, { params: { id: gone } });
  await make.contact(owner, { firstName: "Bo", email: "bo@example.com", phoneNumber: "" });
  const people = ["Al,al@example.com,+16175550134", "Bo,bo@example.com,+16175550134", "Cy,cy@example.com,"];
  await start(owner, await upload(owner, `First name,Email,Phone\n${people.join("\n")}\n`));
  expect(await noTexts(owner)).toEqual({ Al: "Ada OWNER", Bo: "Ada OWNER" });
});

async function noTexts(person: Person) {
  const found = await ask("contacts.list", person);
  const whole = await Promise.all(found.map(({ id }) => ask("contacts.get", person, { params: { id } })));
  return Object.fromEntries(whole.flatMap((one) => (one.noTexts ? [[one.firstName, one.noTexts.by]] : [])));
}

test("imports a refusal of texts, and never lifts one", async () => {
  const { owner, user } = await host.shop();
  for (const firstName of ["Bo", "Cy"])
    await make.contact(owner, { firstName, email: `${firstName}@example.com`, phoneNumber: "" });
  const [cy] = await ask("contacts.list", owner, { query: { search: "Cy@" } });
  await ask("contacts.setTexts", owner, { params: { id: cy?.id ?? "" }, body: { isRefused: true } });
  const file = `First name,Email,Text Opt In
Al,al@example.com,No
Bo,bo@example.com,No
Cy,cy@example.com,Yes
Di,di@example.com,maybe
Ed,ed@example.com,Yes
`;
  const params = await upload(user, file);
  expect(await get(user, params)).toMatchObject({
    counts: { new: 2, update: 1, same: 1, doubt: 1 },
    groups: [{ field: "texts", kind: "unreadable" }],
  });
  const [, bo] = await rows(user, params);
  expect([bo?.values.texts, bo?.effects.texts]).toEqual(["No", { does: "change", text: "" }]);
  expect(await start(user, params)).toMatchObject({ added: 2, updated: 1 });
  const before = { Cy: "Ada OWNER" };
  expect(await noTexts(owner)).toEqual({ ...before, Al: "Ada USER", Bo: "Ada USER" });
  await ask("imports.revert", user, { params });
  await importsOf(host).work();
  expect(await noTexts(owner)).toEqual(before);
});

test.each([
  ["SMS Opt Out", "yes", true],
  ["Do Not Text", "no", false],
  ["SMS Consent", "opted out", true],
  ["SMS Consent", "never subscribed", false],
  ["Accepts SMS Marketing", "no", false],
  ["Accepts SMS Marketing", "unsubscribed", true],
  ["SMS Consent", "Do not allow", true],
  ["SMS Consent", "Non", true],
  ["No texts", "yes", true],
  ["No SMS", "yes", true],
  ["SMS erlaubt", "vielleicht", undefined],
])("column %j with %j refuses texts: %s", (header, cell, isRefused) => {
  expect([isAboutTexts(header), refusesTexts(header, cell)]).toEqual([true, isRefused]);
});

test("takes lists and days of a subscription for no answer", () => {
  const headers = ["Subscribed to newsletter on", "Subscribed mailing lists", "Subscribed to promotions"];
  expect(consentsIn([...headers, "Subscribed to newsletter"])).toEqual([2, 3]);
});

test("skips consent with rows whose contact exists already", async () => {
  const { owner } = await store();
  const params = await upload(owner, FILE);
  await reread(owner, params, { known: "skip" });
  await start(owner, params);
  expect(await consents(owner)).toMatchObject({ Cy: { state: "given" }, Ed: { state: "unknown" } });
});

test("respects a refusal between check and import", async () => {
  const { owner } = await store();
  const params = await upload(owner, FILE);
  const [ed] = await ask("contacts.list", owner, { query: { search: "ed@example.com" } });
  const body = { state: "withdrawn" as const, said: null };
  await ask("contacts.setConsent", owner, { params: { id: ed?.id ?? "" }, body });
  await start(owner, params);
  expect(await consents(owner)).toMatchObject({ Ed: { state: "withdrawn", source: "staff" } });
});

test.each([
  ["given", "Yes y TRUE 1 x Ja oui SÍ subscribed Opted-in double_opt-in"],
  ["withdrawn", "No n FALSE 0 Nein unsubscribed not_subscribed opt-out cleaned"],
  [null, "unknown - none"],
  [undefined, "perhaps yes&no 12 yess"],
])("reads cells as %s", (meaning, cells) => {
  for (const cell of cells.split(" ")) {
    expect([cell, readConsent(` ${cell.replaceAll("_", " ")} `)]).toEqual([cell, meaning]);
  }
  expect(readConsent("")).toBeNull();
});
