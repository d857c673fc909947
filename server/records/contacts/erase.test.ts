import { sql } from "drizzle-orm";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { contactOfVisitor } from "#server/booking/visitor-contact.ts";
import { newId } from "#server/platform/db/id.ts";
import { accounts, mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const files = importsOf(host);

const ann = { firstName: "Ann", lastName: "Hall", email: "ann@x.com", phoneNumber: "+44 20 7946 0777" };
const joanne = {
  firstName: "Joanne",
  lastName: "Marshall",
  email: "joann@x.com",
  phoneNumber: "+44 20 7946 0778",
};

const erase = async (who: Person, id: string, name = "Ann Hall") =>
  expect(await host.call("contacts.erase", who, { params: { id }, body: { name } })).toMatchObject({
    status: 200,
  });
const consentOf = async (who: Person, id: string) => {
  const { body } = await host.call("contacts.get", who, { params: { id } });
  return (body as { consent: { state: string; source: string | null } }).consent;
};
const insert = async ({ id }: Shop, ...rows: object[]) => {
  const database = await host.database();
  await database.tenant(id, (db) =>
    db.insert(mails).values(
      rows.map((row, n) => ({
        ...{ id: `00000000-0000-7000-8000-00000000000${n}`, organizationId: id },
        ...{ kind: "notice" as const, state: "sent" as const },
        ...{ toAddress: "shop@x.com", toName: "Store", subject: "Told", ...row },
      })),
    ),
  );
};
const mailsOf = async ({ id }: Shop) => {
  const database = await host.database();
  return database.read(id, (db) => db.select().from(mails).orderBy(mails.id));
};

test.each([
  ["write to ann@x.com.", ["ann@x.com"], true],
  ['{"note": "to\\nann@x.com"}', ["ann@x.com"], true],
  ["<ann@x.com>, or", ["else", "ann@x.com"], true],
  ["joann@x.com", ["ann@x.com"], false],
  ["mary.ann@x.com and mary-ann@x.com", ["ann@x.com"], false],
  ["ann@x.com.au", ["ann@x.com"], false],
  ["ann@xxcom", ["ann@x.com"], false],
  ["call +44 20 7946 0777, please", ["+44 20 7946 0777"], true],
  ["call +44 20 7946 07771", ["+44 20 7946 0777"], false],
  ["(415) 555", ["(415) 555"], true],
  ["joann hallmark, mary-ann hall", ["ann hall"], false],
  ["for ann hall's ring", ["ann hall's"], true],
  ["анна", ["анн"], false],
  ["a (b", ["", "(b"], true],
  ["nothing", [], false],
])("%s contains one of %j as a word: %s", async (written, words, expected) => {
  const database = await host.database();
  const { rows } = await database.system((db) =>
    db.execute(sql`select has_word(${written},
      array(select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb))) as found`),
  );
  expect(rows).toEqual([{ found: expected }]);
});

test("finds a word quickly in long texts of any script", async () => {
  const database = await host.database();
  const { rows } = await database.system((db) =>
    db.execute(sql`select has_word(repeat('.', 200000) || 'ann@x.com' || repeat('.-', 100000) || 'a',
      array['ann@x.com']) as dots, has_word(repeat('ann@x.coma', 100000), array['ann@x.com']) as words`),
  );
  expect(rows).toEqual([{ dots: false, words: false }]);
});

test("keeps emails to others and deletes notices about the person", async () => {
  const shop = await host.shop();
  const [one, other] = [await make.contact(shop.owner, ann), await make.contact(shop.owner, joanne)];
  const toOther = { kind: "automation", contactId: other, toAddress: joanne.email, toName: "Joanne" };
  const stays = [
    { ...toOther, text: "Ann Hall (ann@x.com) brought you to us" },
    { ...toOther, state: "queued", text: "Bring ann@x.com along" },
    { text: "Ann asks for the keys of the hall" },
    { text: "Joann Hallmark called: joann@x.com" },
  ];
  const goes = [
    { text: "Ann  Hall called" },
    { subject: "Waits", text: "ann@x.com" },
    { state: "queued", text: "Call +44 20 7946 0777" },
    { kind: "automation", contactId: one, toAddress: ann.email, toName: "Ann", state: "held" },
  ];
  await insert(shop, ...stays, ...goes);
  const before = await mailsOf(shop);
  await erase(shop.owner, one);
  const after = await mailsOf(shop);
  expect(after.slice(0, stays.length)).toEqual(before.slice(0, stays.length));
  const empty = { subject: null, text: null, reason: "The contact was erased" };
  expect(after.slice(stays.length)).toMatchObject([
    { ...empty, state: "sent", toAddress: "shop@x.com" },
    { ...empty, state: "sent", toAddress: "shop@x.com" },
    { ...empty, state: "skipped", toAddress: "shop@x.com" },
    { ...empty, state: "skipped", toAddress: "", contactId: null },
  ]);
});

test("keeps another contact's email at the same address", async () => {
  const shop = await host.shop();
  const [one, other] = [await make.contact(shop.owner, ann), await make.contact(shop.owner, joanne)];
  await insert(shop, { kind: "automation", contactId: other, toAddress: ann.email, toName: "Joanne" });
  await erase(shop.owner, one);
  expect(await mailsOf(shop)).toMatchObject([{ contactId: other, toAddress: "", text: null }]);
});

test("keeps emails and numbers that another contact has", async () => {
  const { owner } = await host.shop();
  const [one, other] = [await make.contact(owner, ann), await make.contact(owner, joanne)];
  const address = "+44 (20) 7946-0777";
  const body = { contactId: other, kind: "HOME", address };
  expect((await host.call("addresses.create", owner, { body })).status).toBe(200);
  await make.note(owner, other, `Call Ann at ${ann.phoneNumber}`);
  const deleted = await make.note(owner, other, ann.phoneNumber);
  await host.call("notes.delete", owner, { params: { id: deleted } });
  await erase(owner, one);
  const { body: trash } = await host.call("trash.list", owner);
  expect(JSON.stringify(trash)).toContain(ann.phoneNumber);
  expect((await host.call("contacts.isErased", owner, { body: { ...ann, email: "" } })).body).toEqual({
    isErased: false,
  });
});

test("keeps the store's address and ignores single names", async () => {
  const shop = await host.shop();
  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db.insert(accounts).values({
      ...{ organizationId: shop.id, id: newId(), isStores: true, provider: "local" },
      address: "Shop@x.com",
    }),
  );
  await make.contact(shop.owner, joanne);
  const { rows } = await database.tenant(shop.id, (db) =>
    db.execute<{
      id: string;
    }>(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      values (${shop.id}, gen_random_uuid(), 'Ann', '', 'shop@x.com', '', ' ann shop@x.com ') returning id`),
  );
  await insert(shop, { text: "Ann Miller called, and wrote to shop@x.com" });
  const before = await mailsOf(shop);
  await erase(shop.owner, rows[0]?.id ?? "", "Ann");
  expect(await mailsOf(shop)).toEqual(before);
});

test("samples of an import contain no erased person", async () => {
  const shop = await host.shop();
  const file = await files.upload(
    shop.owner,
    "Our clients,,,,\nFirst name,Last name,Email,Birthday,Notes\nAnn,Hall,ann@x.com,13/05/1980,Allergic to nickel\n",
  );
  await files.start(shop.owner, file);
  const { body } = await host.call("contacts.list", shop.owner);
  const [one] = body as { id: string }[];
  const stored = async () => JSON.stringify(await files.get(shop.owner, file));
  const theirs = ["Ann", "Hall", "ann@x.com", "13/05/1980", "nickel"];
  const before = await stored();
  expect(theirs.filter((text) => before.includes(text))).toEqual(theirs);
  await erase(shop.owner, one?.id ?? "");
  const left = await stored();
  expect(theirs.filter((text) => left.includes(text))).toEqual([]);
});

test("files keep people with a similar name", async () => {
  const shop = await host.shop();
  const one = await make.contact(shop.owner, ann);
  const heads = "First name,Last name,Email,Phone,City";
  const near = `${heads}\nJoanne,Marshall,joann@x.com,,Hall\nAnn,Miller,a.miller@x.com,,Hall Green\n`;
  const [kept, gone] = [
    await files.upload(shop.owner, near),
    await files.upload(shop.owner, `${near}Bo,Lee,bo@x.com,,Hall\nHall,Ann,,,Leeds\n`),
  ];
  const before = await files.rows(shop.owner, kept);
  await erase(shop.owner, one);
  expect(await files.rows(shop.owner, kept)).toEqual(before);
  expect((await host.call("imports.get", shop.owner, { params: gone })).status).toBe(404);
});

test("an erased contact's refusal returns with them", async () => {
  const shop = await host.shop();
  const { secret } = await host.host();
  const database = await host.database();
  const visit = (visitor: { name: string; email: string; phoneNumber: string | null }) =>
    database.tenant(shop.id, (db) => contactOfVisitor(db, secret, { ...visitor }));
  const again = async (id: string, expected: object) => {
    expect(await consentOf(shop.owner, id)).toMatchObject(expected);
    await erase(shop.owner, id);
  };

  const first = await make.contact(shop.owner, ann);
  await database.tenant(shop.id, (db) =>
    db.insert(suppressions).values({
      organizationId: shop.id,
      address: ann.email,
      reason: "unsubscribed",
    }),
  );
  await erase(shop.owner, first);
  const no = { state: "withdrawn", source: "unsubscribe" };
  await again(await make.contact(shop.owner, { ...ann, email: "ANN@x.com", phoneNumber: "" }), no);
  await again(await visit({ ...ann, name: "Ann Hall" }), no);
  const other = await make.contact(shop.owner, joanne);
  expect(await consentOf(shop.owner, other)).toMatchObject({ state: "unknown" });

  const given = await make.contact(shop.owner, ann);
  await host.call("contacts.setConsent", shop.owner, {
    params: { id: given },
    body: { state: "given", said: "By phone" },
  });
  await erase(shop.owner, given);
  await again(await make.contact(shop.owner, ann), { state: "unknown" });
  const withdrawn = await visit({ ...ann, name: "Ann Hall" });
  await host.call("contacts.setConsent", shop.owner, {
    params: { id: withdrawn },
    body: { state: "withdrawn" },
  });
  await erase(shop.owner, withdrawn);
  expect(await consentOf(shop.owner, await make.contact(shop.owner, ann))).toMatchObject({
    state: "withdrawn",
    source: "staff",
  });
});

test("a contact takes over an address with its refusal", async () => {
  const { owner } = await host.shop();
  const card = await make.contact(owner, ann);
  await host.call("contacts.setConsent", owner, { params: { id: card }, body: { state: "withdrawn" } });
  await host.call("contacts.delete", owner, { params: { id: card } });
  const id = await make.contact(owner, joanne);
  const update = async (changes: object) => {
    const { body } = await host.call("contacts.get", owner, { params: { id } });
    const { version } = body as { version: number };
    const form = { ...joanne, birthday: null, anniversary: null, ...changes, version };
    expect((await host.call("contacts.update", owner, { params: { id }, body: form })).status).toBe(200);
    return (await consentOf(owner, id)).state;
  };
  expect(await update({ firstName: "Jo" })).toBe("unknown");
  expect(await update({ email: "Ann@X.com" })).toBe("withdrawn");
  await host.call("contacts.setConsent", owner, { params: { id }, body: { state: "given", said: "Yes" } });
  expect(await update({ email: ann.email, firstName: "Joanne" })).toBe("given");
});

test("a refusal in the trash applies until it is restored", async () => {
  const shop = await host.shop();
  const { secret } = await host.host();
  const database = await host.database();
  const card = await make.contact(shop.owner, ann);
  const body = { state: "withdrawn", said: "At the till" };
  await host.call("contacts.setConsent", shop.owner, { params: { id: card }, body });
  await host.call("contacts.delete", shop.owner, { params: { id: card } });
  const visitor = { organizationId: shop.id, name: "Ann Hall", email: "new@x.com" };
  const { phoneNumber } = ann;
  const ids = [
    await make.contact(shop.owner, { ...ann, email: "ANN@x.com", phoneNumber: "" }),
    await database.tenant(shop.id, (db) => contactOfVisitor(db, secret, { ...visitor, phoneNumber })),
  ];
  const no = { state: "withdrawn", source: "staff", by: "Ada OWNER", said: "At the till" };
  for (const id of ids) expect(await consentOf(shop.owner, id)).toMatchObject(no);
  await host.call("trash.restore", shop.owner, { params: { id: card } });
  const other = await make.contact(shop.owner, { ...ann, firstName: "Anna" });
  expect(await consentOf(shop.owner, other)).toMatchObject({ state: "unknown" });
});

async function merge(owner: Person, [kept, gone]: [string, string], from = kept) {
  const asked = await host.call("duplicates.cards", owner, { query: { ids: `${kept},${gone}` } });
  const cards = asked.body as { id: string; version: number; isUnsubscribed: boolean }[];
  const merged = await host.call("contacts.merge", owner, {
    body: {
      cards: cards.map(({ id, version }) => ({ id, version })),
      from: Object.fromEntries(mergedFields.map((field) => [field, from])),
    },
  });
  const { change } = merged.body as { change: string };
  const undo = async () =>
    expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  return { cards, undo };
}

test("a contact whose merge was undone is another person", async () => {
  const { owner } = await host.shop();
  const [one, other] = [await make.contact(owner, ann), await make.contact(owner, joanne)];
  await host.call("contacts.setConsent", owner, { params: { id: other }, body: { state: "withdrawn" } });
  const { cards, undo } = await merge(owner, [one, other]);
  await undo();
  expect(cards.map((card) => [card.id, card.isUnsubscribed])).toEqual([
    [one, false],
    [other, true],
  ]);
  await host.call("contacts.delete", owner, { params: { id: other } });
  await erase(owner, one);
  expect(await host.call("trash.restore", owner, { params: { id: other } })).toMatchObject({
    status: 200,
    body: { name: "Joanne Marshall" },
  });
});

test("erases a person from the contacts they were merged into", async () => {
  const shop = await host.shop();
  const { owner } = shop;
  const [first, kept, gone] = [
    await make.contact(owner, { firstName: "May", lastName: "Lee", email: "may@x.com" }),
    await make.contact(owner, ann),
    await make.contact(owner, { ...joanne, birthday: "1990-05-06" }),
  ];
  const productCategory = { id: await make.category(owner), name: "" };
  const sell = (id: string, invoiceNumber: string | null) =>
    make.sale(owner, {
      ...{ cost: "10.00", createdAt: "2026-11-20T15:00:00.000Z", invoiceNumber, productCategory },
      contact: { id, name: "" },
    });
  const sale = await sell(kept, "INV-1");
  const merged = await merge(owner, [kept, gone], gone);
  const between = await sell(kept, null);
  await host.call("sales.delete", owner, { params: { id: between } });
  await (await merge(owner, [first, kept], kept)).undo();
  await merged.undo();
  const database = await host.database();
  const journal = () =>
    database.read(shop.id, async (db) => {
      const { rows } = await db.execute<{ id: string; name: string; row: string }>(
        sql`select record_id as id, name, journal::text as row from journal order by journal.id`,
      );
      return rows;
    });
  const trace = /joanne|marshall|1990-05-06|joann@/i;
  const namesOf = (entries: { id: string; name: string }[], id: string) =>
    new Set(entries.filter((entry) => entry.id === id).map(({ name }) => name));
  const before = await journal();
  expect(namesOf(before, first)).toEqual(new Set(["May Lee", "Joanne Marshall"]));
  await erase(owner, gone, "Joanne Marshall");
  const after = await journal();
  expect(after.filter(({ row }) => trace.test(row))).toEqual([]);
  expect(after.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(namesOf(after, first)).toEqual(new Set(["May Lee"]));
  expect(namesOf(after, kept)).toEqual(new Set(["Ann Hall"]));
  expect(namesOf(after, sale)).toEqual(new Set(["INV-1 · Ann Hall"]));
  expect(await host.call("trash.restore", owner, { params: { id: between } })).toMatchObject({ status: 200 });
  expect((await make.sales(owner)).map(({ contact }) => contact.name)).toEqual(["Ann Hall", "Ann Hall"]);
});

test("a later merge can be undone after an earlier person's erasure", async () => {
  const { owner } = await host.shop();
  const may = { firstName: "May", lastName: "Lee", email: "may@x.com", phoneNumber: "+44 20 7946 0779" };
  const [kept, gone, third] = [
    await make.contact(owner, ann),
    await make.contact(owner, joanne),
    await make.contact(owner, may),
  ];
  const first = await merge(owner, [kept, gone], gone);
  const second = await merge(owner, [kept, third], third);
  await first.undo();
  await erase(owner, gone, "Joanne Marshall");
  await second.undo();
  const bodyOf = async (id: string) => (await host.call("contacts.get", owner, { params: { id } })).body;
  expect([await bodyOf(kept), await bodyOf(third)]).toMatchObject([ann, may]);
});
