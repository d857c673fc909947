import { eq, sql } from "drizzle-orm";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { contactOfVisitor } from "#server/booking/visitor-contact.ts";
import { matchMails, newAddresses } from "#server/connections/inbox/match.ts";
import { refusalOfContact } from "#server/connections/mail/may-email.ts";
import type { Envelope } from "#server/connections/providers/received.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

const add = (who: Person, contactId: string, address: string, kind = "WORK") =>
  host.call("addresses.create", who, { body: { contactId, kind, address } });
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const read = async (who: Person, id: string) =>
  (await host.call("contacts.get", who, { params: { id } })).body as Contact;
const all = async (who: Person, id: string) =>
  (await read(who, id)).addresses?.map(({ kind, address }) => `${kind} ${address}`);
const found = async (who: Person, search: string) =>
  (
    (await host.call("contacts.list", who, { query: { page: 1, limit: 9, search } })).body as { id: string }[]
  ).map(({ id }) => id);

async function amara(changes: object = {}) {
  const shop = await host.shop();
  const id = await make.contact(shop.user, {
    ...{ firstName: "Amara", lastName: "Okafor", email: "amara@example.com", phoneNumber: "+1 415 555 0134" },
    ...changes,
  });
  return { ...shop, store: shop.id, id };
}

test("stores, finds and forgets further emails and numbers", async () => {
  const { user, id } = await amara();
  const work = await add(user, id, " Amara@Work.example ");
  await add(user, id, "(212) 555-0199", "MOBILE");
  expect(await all(user, id)).toEqual(["WORK Amara@Work.example", "MOBILE (212) 555-0199"]);
  expect(await found(user, "amara@work.example")).toEqual([id]);
  expect(await found(user, "2125550199")).toEqual([id]);
  const listed = await host.call("contacts.list", user, { query: { with: "all", page: 1, limit: 9 } });
  const two = [{ address: "Amara@Work.example" }, { address: "(212) 555-0199" }];
  expect(listed.body).toMatchObject([{ id, addresses: two }]);
  const { version } = await read(user, id);
  const form = { firstName: "Amara", lastName: "Obi", email: "amara@example.com", phoneNumber: "" };
  const body = { ...form, birthday: null, anniversary: null, version };
  expect(await host.call("contacts.update", user, { params: { id }, body })).toMatchObject({ status: 200 });
  expect(await found(user, "obi 2125550199")).toEqual([id]);
  const params = { id: idOf(work) };
  const edited = { kind: "HOME", address: "amara@home.example", version: 1 };
  expect((await host.call("addresses.update", user, { params, body: edited })).status).toBe(200);
  expect((await host.call("addresses.update", user, { params, body: edited })).status).toBe(409);
  expect(await found(user, "amara@work.example")).toEqual([]);
  expect((await host.call("addresses.delete", user, { params })).status).toBe(200);
  expect(await found(user, "amara@home.example")).toEqual([]);
  expect((await host.call("trash.restore", user, { params })).status).toBe(200);
  expect(await found(user, "amara@home.example")).toEqual([id]);
});

test("adds some with the contact, and all or nothing", async () => {
  const { user } = await host.shop();
  const form = { firstName: "Bo", lastName: "Lind", email: "bo@example.com", phoneNumber: "" };
  const person = { ...form, birthday: null, anniversary: null };
  const work = { kind: "WORK", address: "bo@work.example" };
  const create = (addresses: object[]) =>
    host.call("contacts.create", user, { body: { ...person, addresses } });
  expect((await create([work, { kind: "HOME", address: "BO@example.com" }])).status).toBe(409);
  expect((await create([{ kind: "HOME", address: "" }])).status).toBe(400);
  expect((await create(Array.from({ length: 21 }, () => work))).status).toBe(400);
  expect(await found(user, "bo@")).toEqual([]);
  const id = idOf(await create([work]));
  const { version } = await read(user, id);
  const home = { kind: "HOME", address: "+1 212 555 0199" };
  const body = { ...person, addresses: [home], version };
  const twice = await Promise.all(
    [1, 2].map(() => host.call("contacts.update", user, { params: { id }, body })),
  );
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await all(user, id)).toEqual(["WORK bo@work.example"]);
  expect(await read(user, id)).toMatchObject({ phoneNumber: "+1 212 555 0199" });
});

test("rejects invalid, repeated, foreign and more than twenty addresses", async () => {
  const { user, id } = await amara();
  for (const wrong of [
    "",
    "x",
    "a@b",
    "12345",
    "1".repeat(40),
    `${"a".repeat(1e5)}@example.com`,
    "a\0@b.example",
  ])
    expect([wrong.length, (await add(user, id, wrong)).status]).toEqual([wrong.length, 400]);
  expect((await add(user, id, "amara@example.com", "FAX")).status).toBe(400);
  expect((await add(user, id, "AMARA@example.com")).status).toBe(409);
  expect((await add(user, id, "+1 (415) 555-0134")).status).toBe(409);
  const twice = await Promise.all([add(user, id, "a1@example.com"), add(user, id, "A1@example.com")]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  const there = await host.shop();
  expect((await add(there.user, id, "b@example.com")).status).toBe(404);
  const params = { id: idOf(twice.find(({ status }) => status === 200) ?? { body: {} }) };
  expect((await host.call("addresses.makeFirst", there.user, { params })).status).toBe(404);
  for (let n = 2; n <= 20; n++) await add(user, id, `a${n}@example.com`);
  expect((await add(user, id, "a21@example.com")).status).toBe(422);
});

test("makes another one the first, for any host", async () => {
  const { user, id } = await amara();
  const work = { id: idOf(await add(user, id, "amara@work.example")) };
  expect((await host.call("addresses.makeFirst", user, { params: work })).status).toBe(200);
  expect(await read(user, id)).toMatchObject({ email: "amara@work.example" });
  expect(await all(user, id)).toEqual(["WORK amara@example.com"]);
  expect(await found(user, "amara@example.com")).toEqual([id]);
});

test("a contact's only email or number is its first one", async () => {
  const { user, id } = await amara({ email: "", phoneNumber: "+1 415 555 0134" });
  await add(user, id, "+1 212 555 0199", "MOBILE");
  await add(user, id, "amara@work.example");
  await add(user, id, "amara@home.example");
  const before = await read(user, id);
  expect(before).toMatchObject({ email: "amara@work.example", phoneNumber: "+1 415 555 0134" });
  const form = { firstName: "Amara", lastName: "Okafor", email: "", phoneNumber: "", birthday: null };
  const body = { ...form, email: before.email, anniversary: null, version: before.version };
  expect((await host.call("contacts.update", user, { params: { id }, body })).status).toBe(200);
  expect(await read(user, id)).toMatchObject({ email: "amara@work.example", phoneNumber: "+1 212 555 0199" });
  expect(await all(user, id)).toEqual(["WORK amara@home.example"]);
  const trash = async () => (await host.call("trash.list", user, { query: {} })).body;
  expect(await trash()).toEqual([]);
  const [{ id: home = "" } = {}] = (await read(user, id)).addresses ?? [];
  expect((await host.call("addresses.delete", user, { params: { id: home } })).status).toBe(200);
  expect(await trash()).toMatchObject([{ id: home, kind: "address" }]);
});

test("matches received email by any address, also one added later", async () => {
  const { user, store, id } = await amara();
  await add(user, id, "Amara@Work.example");
  await add(user, id, "+1 212 555 0199");
  const from = { address: "amara@work.example", name: "Amara" };
  const envelope = { ...{ messageId: "<1@work.example>", from, to: [], cc: [] }, subject: "Ring" };
  const rest = { at: new Date(), refs: [], inReplyTo: null } as unknown as Envelope;
  const database = await host.database();
  const own = { organizationId: store, userId: user.id, address: "store@example.com" };
  const [matches, { added }] = await database.tenant(store, async (db) => [
    await matchMails(db, own, [{ ...rest, ...envelope }], false),
    await newAddresses(db, new Date(0), 100),
  ]);
  expect(matches).toMatchObject([{ contactId: id, address: "amara@work.example", direction: "in" }]);
  expect(added.toSorted()).toEqual(["amara@example.com", "amara@work.example"]);
});

test("keeps merged addresses once, and separates them", async () => {
  const { user, owner, id } = await amara();
  const other = await make.contact(user, {
    ...{ firstName: "A.", lastName: "Okafor", email: "ao@example.com", phoneNumber: "+1 212 555 0199" },
  });
  await add(user, id, "shared@example.com");
  await add(user, id, "+1 212 555 0199", "HOME");
  await add(user, other, "Shared@example.com", "HOME");
  await add(user, other, "amara@example.com", "HOME");
  const cards = [id, other].map((one) => ({ id: one, version: 1 }));
  const from = Object.fromEntries(mergedFields.map((field) => [field, id]));
  const merged = await host.call("contacts.merge", owner, { body: { cards, from } });
  expect(merged).toMatchObject({ status: 200 });
  expect(await all(user, id)).toEqual([
    "WORK shared@example.com",
    "HOME +1 212 555 0199",
    "OTHER ao@example.com",
  ]);
  expect(await found(user, "ao@example.com")).toEqual([id]);
  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  expect((await all(user, id))?.toSorted()).toEqual(["HOME +1 212 555 0199", "WORK shared@example.com"]);
  expect((await all(user, other))?.toSorted()).toEqual(["HOME Shared@example.com", "HOME amara@example.com"]);
  expect(await found(user, "ao@example.com")).toEqual([other]);
});

test("pairs contacts by a further address", async () => {
  const { user, store, id } = await amara();
  const pairs = async () => {
    const { body } = await host.call("duplicates.list", user);
    return (body as Answer<"duplicates.list">).pairs.map(({ cards, same }) => [cards.map((c) => c.id), same]);
  };
  const other = await make.contact(user, {
    ...{ firstName: "Bo", lastName: "Lind", email: "bo@example.com", phoneNumber: "+1 212 555 0199" },
  });
  expect(await pairs()).toEqual([]);
  const mobile = idOf(await add(user, id, "(1) 212-555-0199", "MOBILE"));
  expect(await pairs()).toEqual([[[id, other], ["phone"]]]);
  expect((await host.call("addresses.delete", user, { params: { id: mobile } })).status).toBe(200);
  await add(user, id, "BO@example.com");
  expect(await pairs()).toEqual([[[id, other], ["email"]]]);
  await add(user, id, "amara@work.example");
  const { database, secret } = await host.host();
  const booked = (organizationId: string, email: string) =>
    database.tenant(organizationId, (db) =>
      contactOfVisitor(db, secret, { name: "A. Okafor", email, phoneNumber: null }),
    );
  expect(await booked(store, "Amara@WORK.example")).toBe(id);
  expect(await booked(store, "bo@example.com")).toBe(other);
  expect(await booked((await host.shop()).id, "amara@work.example")).not.toBe(id);
});

test("segments know further emails and numbers", async () => {
  const { user, id } = await amara({ phoneNumber: "" });
  await add(user, id, "zed0199@work.example");
  await make.contact(user, { firstName: "Bo", email: "bo@example.com", phoneNumber: "" });
  const fitting = async (condition: object) => {
    const where = JSON.stringify([[condition]]);
    const { body } = await host.call("contacts.segment", user, { query: { where } });
    return (body as { id: string }[]).map((row) => row.id);
  };
  expect(await fitting({ field: "email", contains: "@work." })).toEqual([id]);
  expect(await fitting({ field: "phoneNumber", contains: "0199" })).toEqual([]);
  expect(await fitting({ field: "phoneNumber" })).toEqual([]);
  await add(user, id, "+1 212 555 0199", "MOBILE");
  expect(await fitting({ field: "phoneNumber", contains: "555-0199" })).toEqual([id]);
  expect(await fitting({ field: "phoneNumber" })).toEqual([id]);
});

test("an unsubscribed or bounced further address gets no email", async () => {
  const { owner, user, store, id } = await amara();
  const address = "amara@work.example";
  const work = { id: idOf(await add(user, id, "Amara@Work.example")) };
  const database = await host.database();
  const reason = () =>
    database.tenant(store, async (db) => {
      const [row] = await db.select({ reason: refusalOfContact }).from(contacts).where(eq(contacts.id, id));
      return row?.reason;
    });
  const mailId = newId();
  await database.tenant(store, (db) =>
    db.insert(mails).values({
      ...{
        id: mailId,
        kind: "automation",
        toName: "",
        toAddress: "Amara@Work.example",
        subject: "",
        text: "",
      },
    } as never),
  );
  const { secret } = await host.host();
  const token = recordToken(secret, "unsubscribe", { organizationId: store, id: mailId });
  expect((await host.call("mails.unsubscribe", null, { params: { token } })).status).toBe(200);
  expect((await read(user, id)).addresses).toMatchObject([{ blocked: "unsubscribed" }]);
  expect((await read(user, id)).consent).toMatchObject({ state: "withdrawn", source: "unsubscribe" });
  expect(await reason()).toBe("Said no to marketing emails");
  const listed = await host.call("suppressions.list", user);
  expect(listed.body).toMatchObject([{ address, contact: { id } }]);
  const { id: suppression } = (listed.body as { id: string }[])[0] ?? { id: "" };
  const params = { id: suppression };
  const body = { liftedBecause: "Amara asked at the counter" };
  expect((await host.call("suppressions.lift", owner, { params, body })).status).toBe(200);
  expect((await read(user, id)).consent).toMatchObject({ state: "withdrawn", source: "unsubscribe" });
  const yes = { state: "given", said: body.liftedBecause };
  await host.call("contacts.setConsent", owner, { params: { id }, body: yes });
  await database.tenant(store, (db) =>
    db.insert(suppressions).values({ id: newId(), address, reason: "bounced" } as never),
  );
  expect(await reason()).toBe(null);
  expect((await host.call("addresses.makeFirst", user, { params: work })).status).toBe(200);
  expect(await reason()).toBe("An earlier mail to this address came back");
});

test("erasing a contact removes all of them", async () => {
  const { owner, user, store, id } = await amara();
  await add(user, id, "amara@work.example");
  const removed = { id: idOf(await add(user, id, "gone@example.com")) };
  await host.call("addresses.delete", user, { params: removed });
  const own = await host.call("contacts.everything", owner, { params: { id } });
  expect(JSON.stringify(own.body)).toContain("amara@work.example");
  const body = { name: "Amara Okafor" };
  expect(await host.call("contacts.erase", owner, { params: { id }, body })).toMatchObject({ status: 200 });
  const database = await host.database();
  const { rows } = await database.tenant(store, (db) =>
    db.execute(sql`select concat_ws(' ', name, was::text, now::text) as line from journal`),
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const secret of ["amara@work.example", "gone@example.com"])
    expect(JSON.stringify(rows)).not.toContain(secret);
  expect(await found(user, "amara@work.example")).toEqual([]);
});
