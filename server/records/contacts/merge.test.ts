import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { newId } from "#server/platform/db/id.ts";
import { bookings, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { campaignContacts, campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { contactAddresses } from "#server/platform/db/schema-records.ts";
import { rulesOf } from "#server/testing/automations.ts";
import { dump } from "#server/testing/dump.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { relateBothWays } from "#server/testing/relations.ts";
import { repairOf } from "#server/testing/repairs.ts";

const host = testHost();
const make = recordsOf(host);
const rules = rulesOf(host);

async function compare(user: Person, ids: string[]) {
  const { status, body } = await host.call("duplicates.cards", user, { query: { ids: ids.join(",") } });
  expect(status).toBe(200);
  return body as Answer<"duplicates.cards">;
}

async function bodyOf(user: Person, ids: string[], from: Partial<Record<string, string>> = {}) {
  const cards = (await compare(user, ids)).map(({ id, version }) => ({ id, version }));
  return { cards, from: { ...Object.fromEntries(mergedFields.map((field) => [field, ids[0]])), ...from } };
}

async function merge(user: Person, ids: string[], from = {}) {
  return host.call("contacts.merge", user, { body: await bodyOf(user, ids, from) });
}

const QUIET = new Set(["version", "updated_at"]);
const undo = (user: Person, id: string) => host.call("contacts.unmerge", user, { params: { id } });

async function twoCards(owner: Person) {
  const kept = await make.contact(owner, { firstName: "Amara", lastName: "Okafor", email: "a@example.com" });
  const other = await make.contact(owner, {
    firstName: "Amara",
    lastName: "Okafor-Bell",
    email: "b@example.com",
  });
  return [kept, other] as const;
}

async function hangEverythingOn(organizationId: string, owner: Person, contact: string, n: number) {
  const category = await make.category(owner);
  const sale = await make.sale(owner, {
    ...{ cost: "10", createdAt: "2026-11-20", invoiceNumber: `INV-${n}` },
    contact: { id: contact, name: "" },
    productCategory: { id: category, name: "" },
  });
  await make.note(owner, contact, "Likes pearls");
  await make.task(owner, { contact: { id: contact, name: "" } });
  expect((await host.call("repairs.create", owner, { body: repairOf(contact) })).status).toBe(200);
  await relateBothWays(host, owner, contact, await make.contact(owner, { email: `friend-${n}@example.com` }));
  await host.call("contacts.addTag", owner, { params: { id: contact }, body: { name: `Tag ${n}` } });
  const type = { name: `Fitting ${n}`, defaultMeetingLength: 30, daysInAdvance: 30 };
  const { id: appointmentTypeId } = (await host.call("appointmentTypes.create", owner, { body: type }))
    .body as {
    id: string;
  };
  const database = await host.database();
  const rule = await rules.create(owner);
  await database.tenant(organizationId, async (db) => {
    const visitor = { name: "Amara", email: "a@example.com", timezone: "UTC" };
    const times = { startsAt: new Date(n * 3_600_000), endsAt: new Date(n * 3_600_000 + 60_000) };
    const keys = () => ({ organizationId, id: newId(), requestKey: newId(), contactId: contact });
    await db.insert(bookings).values({ ...keys(), ...visitor, ...times, title: "Fitting" });
    const days = { fromDay: "2026-12-24", toDay: "2026-12-24", rank: n };
    await db.insert(waitlistEntries).values({ ...keys(), ...visitor, ...days, appointmentTypeId });
    const to = { toAddress: "a@example.com", toName: "Amara" };
    await db.insert(mails).values({
      ...keys(),
      ...to,
      kind: "automation",
      automationId: rule,
      occurrence: "birthday:2026",
      state: "sent",
    });
    await db.insert(mails).values({ ...keys(), ...to, kind: "booking" });
    const campaign = { organizationId, id: newId(), name: `Campaign ${n}`, conditions: [], isChosen: true };
    await db.insert(campaigns).values(campaign);
    await db.insert(contactAddresses).values({ ...keys(), contactId: contact, address: `${n}@work.example` });
    await db.insert(campaignContacts).values({ ...keys(), campaignId: campaign.id });
  });
  return { sale, rule };
}

test("every table's records move along, and undo restores them", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const [kept, other] = await twoCards(owner);
  const third = await make.contact(owner, { firstName: "A", email: "" });
  for (const [n, contact] of [kept, other, third].entries()) await hangEverythingOn(id, owner, contact, n);
  await database.tenant(id, (db) =>
    db.insert(suppressions).values({ organizationId: id, address: "b@example.com", reason: "unsubscribed" }),
  );
  const stranger = await make.contact(owner, { email: "s@example.com" });
  await host.call("duplicates.dismiss", owner, { body: { ids: [stranger, other] } });
  expect(await compare(owner, [kept, other, third])).toMatchObject(
    [kept, other, third].map((one) => ({
      ...{ id: one, sales: 1, notes: 1, bookings: 1, mails: 2, wishes: 1 },
      isUnsubscribed: one === other,
    })),
  );

  const before = await dump(database, id);
  const merged = await merge(owner, [kept, other, third], { name: other });
  expect(merged).toMatchObject({ status: 200, body: { id: kept } });
  const { rows: linked } = await database.system((db) =>
    db.execute<{ table: string; column: string }>(sql`
      select conrelid::regclass::text as table, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[array_length(conkey, 1)]
      where contype = 'f' and confrelid = 'contacts'::regclass order by 1`),
  );
  expect(linked.map(({ table }) => table)).toEqual([
    ...["bookings", "campaign_contacts", "contact_addresses", "contact_tags", "mails", "notes", "purchases"],
    ...["relations", "relations", "repairs", "tasks", "wishes"],
  ]);
  for (const { table, column } of linked) {
    const { rows } = await database.read(id, (db) =>
      db.execute(sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${kept}`),
    );
    const expected = { mails: 6, contact_addresses: 4 }[table] ?? 3;
    expect([table, rows.length]).toEqual([table, expected]);
  }
  expect(await make.sales(owner, { search: "okafor-bell a@example.com" })).toHaveLength(3);
  expect((await make.sales(owner))[0]?.contact).toEqual({ id: kept, name: "Amara Okafor-Bell" });
  expect(await host.call("contacts.get", owner, { params: { id: kept } })).toMatchObject({
    body: {
      email: "a@example.com",
      suppressions: [{ reason: "unsubscribed", said: "Unsubscribed as b@example.com" }],
    },
  });
  expect((await host.call("contacts.get", owner, { params: { id: other } })).body).toMatchObject({
    id: kept,
  });
  expect((await host.call("trash.list", owner)).body).toEqual([]);
  expect((await host.call("duplicates.list", owner)).body).not.toMatchObject({
    pairs: [{ cards: [{ id: stranger }] }],
  });
  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.merges", owner)).body).toMatchObject([
    {
      id: change,
      contact: { id: kept, name: "Amara Okafor-Bell" },
      cards: expect.arrayContaining(["Amara Okafor-Bell"]),
    },
  ]);
  const history = await host.call("history.ofRecord", owner, { params: { id: kept } });
  const entries = history.body as Answer<"history.ofRecord">;
  const own = entries.filter(({ kind }) => kind !== "relation" && kind !== "recipient");
  expect(own.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
    ...["tagging created", "tagging created", "contact changed", "tagging created", "contact created"],
  ]);
  expect(entries.filter(({ kind }) => kind === "contact")).toMatchObject([
    {
      reason: "merge",
      action: "changed",
      changes: expect.arrayContaining([expect.objectContaining({ field: "merged" })]),
    },
    { action: "created" },
  ]);

  expect(await undo(owner, change)).toMatchObject({ status: 200, body: { id: kept, kept: [] } });
  expect(await dump(database, id)).toEqual(before);
  expect((await undo(owner, change)).status).toBe(409);
  expect((await host.call("contacts.merges", owner)).body).toEqual([]);
});

test("undo keeps edited records and lists them", async () => {
  const { id, owner } = await host.shop();
  const [kept, other] = await twoCards(owner);
  const { sale } = await hangEverythingOn(id, owner, other, 1);
  const { change } = (await merge(owner, [kept, other], { email: other })).body as { change: string };
  const mine = {
    firstName: "Amara",
    lastName: "Okafor",
    email: "new@example.com",
    phoneNumber: "+44 20 7946 0018",
  };
  expect((await host.call("contacts.update", owner, { params: { id: kept }, body: mine })).status).toBe(200);
  const somebody = await make.contact(owner, { firstName: "Sam" });
  const [sold] = await make.sales(owner);
  const moved = { ...sold, contact: { id: somebody, name: "" }, invoiceNumber: "INV-7" };
  expect((await host.call("sales.update", owner, { params: { id: sale }, body: moved })).status).toBe(200);
  await make.note(owner, kept, "Came since");

  const undone = await undo(owner, change);
  expect(undone.status).toBe(200);
  const { kept: stayed } = undone.body as { kept: { kind: string; id: string }[] };
  expect(stayed.map((one) => one.id).sort()).toEqual([kept, sale].sort());
  expect(await compare(owner, [kept, other])).toMatchObject([
    { id: kept, email: "new@example.com", sales: 0, notes: 1 },
    { id: other, email: "b@example.com", sales: 0, notes: 1, bookings: 1, wishes: 1 },
  ]);
});

test("refuses a changed, deleted or foreign contact", async () => {
  const { owner } = await host.shop();
  const [kept, other] = await twoCards(owner);
  const body = await bodyOf(owner, [kept, other]);
  const edited = { firstName: "Amara", lastName: "Bell", email: "b@example.com", phoneNumber: "" };
  await host.call("contacts.update", owner, { params: { id: other }, body: edited });
  expect(await host.call("contacts.merge", owner, { body })).toMatchObject({
    status: 409,
    body: { current: { id: other, lastName: "Bell" } },
  });
  const there = await host.shop();
  const foreign = await make.contact(there.owner);
  for (const id of [foreign, newId(), "x"]) {
    const good = await bodyOf(owner, [kept, other]);
    const cards = [...good.cards, { id, version: 1 }];
    expect((await host.call("contacts.merge", owner, { body: { ...good, cards } })).status).toBe(404);
    expect(
      (await host.call("contacts.merge", owner, { body: { ...good, from: { ...good.from, name: id } } }))
        .status,
    ).toBe(404);
    expect((await host.call("duplicates.dismiss", owner, { body: { ids: [kept, id] } })).status).toBe(404);
    expect((await host.call("duplicates.cards", owner, { query: { ids: `${kept},${id}` } })).status).toBe(
      404,
    );
  }
  const alone = await bodyOf(owner, [kept, other]);
  for (const cards of [
    alone.cards.slice(1),
    [alone.cards[0], alone.cards[0]],
    Array(21).fill(alone.cards[0]),
  ]) {
    expect((await host.call("contacts.merge", owner, { body: { ...alone, cards } })).status).toBe(400);
  }
  expect(await compare(owner, [kept, other])).toHaveLength(2);
});

test("merging requires the right to delete contacts", async () => {
  const { owner, user } = await host.shop();
  const [kept, other] = await twoCards(owner);
  const { change } = (await merge(user, [kept, other])).body as { change: string };
  await host.call("organization.setRights", owner, { body: { everybodyDeletesContacts: false } });
  expect((await undo(user, change)).status).toBe(403);
  expect((await undo(owner, change)).status).toBe(200);
  expect((await merge(user, [kept, other])).status).toBe(403);
  expect((await host.call("duplicates.dismiss", user, { body: { ids: [kept, other] } })).status).toBe(403);
});

test("an email that waits for both is sent once", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const [kept, other] = await twoCards(owner);
  const rule = await rules.create(owner);
  const mail = async (contactId: string, occurrence: string, state: "queued" | "sent") => {
    const one = { organizationId: id, id: newId(), kind: "automation" as const, automationId: rule };
    const to = { toAddress: "x@example.com", toName: "X", contactId, occurrence, state };
    await database.tenant(id, (db) => db.insert(mails).values({ ...one, ...to }));
  };
  await mail(kept, `contact:${kept}`, "sent");
  await mail(other, `contact:${other}`, "queued");
  await mail(kept, "birthday:2026", "queued");
  await mail(other, "birthday:2026", "sent");
  await mail(kept, "anniversary:2026", "queued");
  await mail(other, "anniversary:2026", "queued");
  await mail(other, "sale:1", "queued");
  const before = await dump(database, id);
  const { change } = (await merge(owner, [kept, other])).body as { change: string };
  const { rows } = await database.read(id, (db) =>
    db.execute(sql`select split_part(occurrence, ':', 1) as what, state from mails
      where contact_id = ${kept} and state <> 'skipped' order by 1`),
  );
  expect(rows).toEqual([
    { what: "anniversary", state: "queued" },
    { what: "birthday", state: "sent" },
    { what: "contact", state: "sent" },
    { what: "sale", state: "queued" },
  ]);
  expect((await undo(owner, change)).status).toBe(200);
  expect(await dump(database, id)).toEqual(before);
});

test("an undo queues each campaign's email again", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const [kept, other] = await twoCards(owner);
  for (const states of [["sent"], ["queued", "queued"]] as const) {
    const campaignId = newId();
    const about = {
      campaignId,
      kind: "campaign" as const,
      occurrence: "campaign",
      toAddress: "x@example.com",
    };
    await database.tenant(id, async (db) => {
      await db.insert(campaigns).values({ id: campaignId, name: campaignId, conditions: [] });
      for (const [i, state] of states.entries())
        await db
          .insert(mails)
          .values({ ...about, id: newId(), toName: "X", contactId: i ? kept : other, state });
    });
  }
  const before = await dump(database, id);
  const { change } = (await merge(owner, [kept, other])).body as { change: string };
  expect((await undo(owner, change)).status).toBe(200);
  expect(await dump(database, id)).toEqual(before);
});

test("undoes nested merges step by step", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const [a, b] = await twoCards(owner);
  const c = await make.contact(owner, { email: "c@example.com" });
  const d = await make.contact(owner, { email: "d@example.com" });
  const content = async () =>
    JSON.parse(JSON.stringify(await dump(database, id), (key, value) => (QUIET.has(key) ? null : value)));
  const before = await content();
  const first = (await merge(owner, [b, c])).body as { change: string };
  const second = (await merge(owner, [a, b])).body as { change: string };
  const third = (await merge(owner, [a, d])).body as { change: string };
  expect((await undo(owner, first.change)).status).toBe(409);
  for (const { change } of [second, third, first])
    expect(await undo(owner, change)).toMatchObject({ status: 200, body: { kept: [] } });
  expect(await content()).toEqual(before);
});
