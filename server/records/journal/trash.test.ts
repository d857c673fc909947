import { sql } from "drizzle-orm";
import type { Name } from "#lib/contract/routes.ts";
import { condition, rulesOf } from "#server/testing/automations.ts";
import { dump } from "#server/testing/dump.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";
import { eraseOldTrash } from "./journal.ts";

const host = testHost();
const make = recordsOf(host);
const rules = rulesOf(host);

type Trashed = {
  id: string;
  kind: string;
  name: string;
  count: number;
  of: string | null;
  amount: string | null;
  along: { kind: string; count: number }[];
  newName: string | null;
  isPaused: boolean;
  deletedBy: string;
  daysLeft: number;
};

async function listed(person: Person, query: object = {}): Promise<Trashed[]> {
  const { status, body } = await host.call("trash.list", person, { query });
  expect(status).toBe(200);
  return body as Trashed[];
}

const restore = (person: Person, id: string) => host.call("trash.restore", person, { params: { id } });
const remove = async (name: Name, person: Person, id: string) =>
  expect(await host.call(name, person, { params: { id } })).toMatchObject({ status: 200 });

async function fullContact({ id: organizationId, owner }: Shop) {
  const form = await make.saleForm(owner);
  const contact = form.contact.id;
  const sale = await make.sale(owner, form);
  const refund = { amount: "40.50", createdAt: "2026-11-21T10:00:00Z", reason: "Too large" };
  await host.call("refunds.create", owner, { params: { id: sale }, body: refund });
  const note = await make.note(owner, contact, "Asked about lab-grown stones, and whether we reset old ones");
  await make.note(owner, contact, "Prefers mail");
  const template = await rules.template(owner);
  const automation = await rules.create(owner, { condition: [condition("Contact.birthday", "EQUALS")] });
  const { body } = await host.call("appointmentTypes.create", owner, {
    body: { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 },
  });
  const type = (body as { id: string }).id;
  const database = await host.database();
  await database.tenant(organizationId, async (db) => {
    await db.execute(sql`insert into bookings (organization_id, id, appointment_type_id, title, contact_id, name, email,
        timezone, starts_at, ends_at, request_key, calendar_state)
      values (${organizationId}, gen_random_uuid(), ${type}, 'Fitting', ${contact}, 'Zoë', 'zoe@example.com', 'UTC',
        now() + interval '3 days', now() + interval '73 hours', 'key', 'written')`);
    await db.execute(sql`insert into wishes (organization_id, id, appointment_type_id, contact_id, name, email, timezone, from_day,
        to_day, rank, request_key)
      values (${organizationId}, gen_random_uuid(), ${type}, ${contact}, 'Zoë', 'zoe@example.com', 'UTC', '2027-01-01',
        '2027-01-08', 1, 'wish')`);
    await db.execute(sql`insert into offers (organization_id, id, wish_id, user_id, starts_at, ends_at, blocked_from,
        blocked_until, held_until)
      select organization_id, gen_random_uuid(), id, ${owner.id}, '2027-01-02', '2027-01-03', '2027-01-02', '2027-01-03',
        '2027-01-01' from wishes where organization_id = ${organizationId}`);
    await db.execute(sql`insert into mails (organization_id, id, kind, contact_id, automation_id, occurrence, to_address,
        to_name, state, sent_at)
      values (${organizationId}, gen_random_uuid(), 'automation', ${contact}, ${automation}, 'then', 'zoe@example.com', 'Zoë',
        'sent', now() - interval '1 day'),
      (${organizationId}, gen_random_uuid(), 'automation', ${contact}, ${automation}, 'soon', 'zoe@example.com', 'Zoë',
        'queued', null)`);
  });
  return { contact, sale, note, category: form.productCategory.id, template, automation, type };
}

type Made = Awaited<ReturnType<typeof fullContact>>;

const KINDS: [kind: keyof Made, row: Name, along: object[]][] = [
  [
    "contact",
    "contacts.delete",
    [
      { kind: "note", count: 2 },
      { kind: "sale", count: 1 },
      { kind: "booking", count: 1 },
      { kind: "wish", count: 1 },
    ],
  ],
  ["sale", "sales.delete", [{ kind: "refund", count: 1 }]],
  ["note", "notes.delete", []],
  ["category", "products.delete", [{ kind: "sale", count: 1 }]],
  ["automation", "automations.delete", []],
  [
    "type",
    "appointmentTypes.delete",
    [
      { kind: "booking", count: 1 },
      { kind: "wish", count: 1 },
    ],
  ],
];

test.each(KINDS)("restores a deleted %s with all its dependent records", async (kind, row, along) => {
  const shop = await host.shop();
  const made = await fullContact(shop);
  const database = await host.database();
  const before = await dump(database, shop.id);
  await remove(row, shop.owner, made[kind]);
  expect(await dump(database, shop.id)).not.toEqual(before);

  const [one, ...rest] = await listed(shop.owner);
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    id: made[kind],
    count: 1,
    deletedBy: "Ada OWNER",
    daysLeft: 30,
    newName: null,
  });
  expect(one?.along.toSorted(byKind)).toEqual(
    along.map((each) => expect.objectContaining(each)).toSorted(byKind),
  );
  expect(await host.call("trash.counts", shop.owner)).toMatchObject({
    body: [{ kind: one?.kind, count: 1 }],
  });

  expect(await restore(shop.owner, made[kind])).toMatchObject({
    status: 200,
    body: { id: made[kind], also: [] },
  });
  expect(await dump(database, shop.id)).toEqual(before);
  expect(await listed(shop.owner)).toEqual([]);
  expect((await restore(shop.owner, made[kind])).status).toBe(404);
});

const byKind = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b));

test("restores a sale under the new name of its category", async () => {
  const { owner } = await host.shop();
  const form = await make.saleForm(owner);
  const pearls = { productCategory: form.productCategory, price: "10.00", quantity: 2 };
  const items = [pearls, { ...pearls, description: "Clasp" }];
  for (const changes of [{}, { cost: "40.00", invoiceNumber: "INV-2", items }]) {
    const id = await make.sale(owner, { ...form, ...changes });
    await remove("sales.delete", owner, id);
  }
  const { id } = form.productCategory;
  const renamed = { id, name: "Necklaces", description: "" };
  expect((await host.call("products.update", owner, { params: { id }, body: renamed })).status).toBe(200);
  for (const sale of await listed(owner)) expect((await restore(owner, sale.id)).status).toBe(200);
  const found = (await host.call("sales.list", owner, { query: { search: "necklaces" } })).body;
  expect(found).toHaveLength(2);
  expect(JSON.stringify(found)).not.toContain("Pearls");
});

test("restores a deleted template", async () => {
  const shop = await host.shop();
  const template = await rules.template(shop.owner);
  const database = await host.database();
  const before = await dump(database, shop.id);
  await remove("templates.delete", shop.owner, template);
  expect(await listed(shop.owner)).toMatchObject([{ kind: "template", id: template }]);
  expect((await restore(shop.owner, template)).status).toBe(200);
  expect(await dump(database, shop.id)).toEqual(before);
});

test("restoring triggers no automation and queues no email", async () => {
  const shop = await host.shop();
  await rules.create(shop.owner, { trigger: { type: "EVENT_BASED" }, condition: [] });
  const contact = await make.contact(shop.owner);
  const mails = async () => {
    const { mails = [] } = await dump(await host.database(), shop.id);
    return mails.length;
  };
  expect(await mails()).toBe(1);
  await remove("contacts.delete", shop.owner, contact);
  expect((await restore(shop.owner, contact)).status).toBe(200);
  expect(await mails()).toBe(1);
});

test("staff restore their own deletions, managers all", async () => {
  const shop = await host.shop();
  const [mine, theirs] = [await make.contact(shop.user), await make.contact(shop.owner)];
  await remove("contacts.delete", shop.user, mine);
  await remove("contacts.delete", shop.owner, theirs);
  expect((await listed(shop.user)).map(({ id }) => id)).toEqual([mine]);
  expect((await listed(shop.admin)).map(({ id }) => id)).toEqual([theirs, mine]);
  expect((await restore(shop.user, theirs)).status).toBe(404);
  expect((await restore(shop.user, mine)).status).toBe(200);
  for (const name of ["trash.erase", "trash.empty"] as const) {
    expect((await host.call(name, shop.user, { params: { id: theirs } })).status).toBe(403);
  }
});

test("a restored record whose name is taken gets a number", async () => {
  const shop = await host.shop();
  const { category } = await fullContact(shop);
  await remove("products.delete", shop.owner, category);
  await make.category(shop.owner, "pearls");
  await make.category(shop.owner, "Pearls 2");
  expect(await listed(shop.owner)).toMatchObject([{ newName: "Pearls 3" }]);
  expect(await restore(shop.owner, category)).toMatchObject({ body: { name: "Pearls 3" } });
  expect(await make.sales(shop.owner, { search: "pearls 3" })).toMatchObject([
    { productCategory: { id: category, name: "Pearls 3" } },
  ]);
});

test("restores a record's parent, and no note without one", async () => {
  const shop = await host.shop();
  const database = await host.database();
  const { note, sale, contact, category } = await fullContact(shop);
  const before = await dump(database, shop.id);
  await remove("notes.delete", shop.owner, note);
  await remove("sales.delete", shop.owner, sale);
  await remove("products.delete", shop.owner, category);
  await remove("contacts.delete", shop.owner, contact);
  expect(await restore(shop.owner, sale)).toMatchObject({ status: 200 });
  expect((await listed(shop.owner)).map(({ id }) => id)).toEqual([note]);
  expect(await restore(shop.owner, note)).toMatchObject({ status: 200, body: { also: [] } });
  expect(await dump(database, shop.id)).toEqual(before);

  await remove("notes.delete", shop.user, note);
  await remove("contacts.delete", shop.owner, contact);
  expect(await restore(shop.user, note)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Zoë .* is also in the trash/) },
  });
  expect(await host.call("trash.erase", shop.owner, { params: { id: contact } })).toMatchObject({
    status: 200,
  });
  expect((await restore(shop.owner, contact)).status).toBe(404);
  expect((await restore(shop.owner, note)).status).toBe(409);
  const { rows } = await database.read(shop.id, (db) =>
    db.execute(
      sql`select was from journal where record_id = ${contact} and action = 'deleted' order by id desc limit 1`,
    ),
  );
  expect(rows).toEqual([{ was: null }]);
});

test("only one of two people can restore a record", async () => {
  const shop = await host.shop();
  const { contact } = await fullContact(shop);
  await remove("contacts.delete", shop.owner, contact);
  const answers = await Promise.all([restore(shop.owner, contact), restore(shop.admin, contact)]);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([404, 409]).toContain(statuses[1]);
  await remove("contacts.delete", shop.owner, contact);
  const erase = host.call("trash.erase", shop.admin, { params: { id: contact } });
  const both = await Promise.all([restore(shop.owner, contact), erase]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("the trash can be filtered, searched and emptied", async () => {
  const shop = await host.shop();
  const { contact, sale, note } = await fullContact(shop);
  await remove("notes.delete", shop.owner, note);
  await remove("sales.delete", shop.owner, sale);
  await remove("contacts.delete", shop.owner, contact);
  expect(await listed(shop.owner)).toMatchObject([
    { kind: "contact", name: "Zoë O’Brien-Nguyễn" },
    { kind: "sale", name: "INV-2026-0001", of: "Zoë O’Brien-Nguyễn", amount: "1240.50" },
    { kind: "note", name: expect.stringMatching(/^Asked about/), of: "Zoë O’Brien-Nguyễn" },
  ]);
  expect((await listed(shop.owner, { kind: "sale" })).map(({ id }) => id)).toEqual([sale]);
  expect((await listed(shop.owner, { search: "  LAB-grown" })).map(({ id }) => id)).toEqual([note]);
  expect(await listed(shop.owner, { page: 2 })).toEqual([]);
  expect((await host.call("trash.list", shop.owner, { query: { kind: "mail" } })).status).toBe(400);
  expect((await host.call("trash.empty", shop.owner)).status).toBe(200);
  expect(await listed(shop.owner)).toEqual([]);
  expect(await host.call("trash.counts", shop.owner)).toMatchObject({ body: [] });
});

test("a long deleted automation is restored paused", async () => {
  const shop = await host.shop();
  const { automation } = await fullContact(shop);
  await remove("automations.delete", shop.owner, automation);
  const database = await host.database();
  await database.system((db) =>
    db.execute(sql`update journal set at = at - interval '1 hour' where organization_id = ${shop.id}`),
  );
  expect(await listed(shop.owner)).toMatchObject([{ isPaused: true }]);
  expect((await restore(shop.owner, automation)).status).toBe(200);
  expect(await host.call("automations.get", shop.owner, { params: { id: automation } })).toMatchObject({
    body: { isActive: false, nextRunAt: null },
  });
  const { mails = [] } = await dump(database, shop.id);
  expect(mails).toContainEqual(expect.objectContaining({ state: "skipped", automation_id: automation }));
  expect(mails).not.toContainEqual(expect.objectContaining({ state: "queued" }));
});

describe.each(["trash.erase", "trash.empty", "after 30 days"] as const)("emptied by %s", (how) => {
  test("the trash keeps refusals of marketing email", async () => {
    const [shop, other] = [await host.shop(), await host.shop()];
    const { owner } = shop;
    const database = await host.database();
    const home = { kind: "HOME", address: "+1 617 555 0135" };
    const called = { phoneNumber: "+1 617 555 0134", addresses: [home] };
    const added = async (firstName: string, state: string, changes: object = {}) => {
      const email = `${firstName}@Example.com`;
      const id = await make.contact(owner, { firstName, email, ...changes });
      const body = { state, said: "At the till" };
      await host.call("contacts.setConsent", owner, { params: { id }, body });
      return id;
    };
    const addresses = [{ kind: "WORK", address: "Work@Example.com" }];
    const deleted = [
      await added("No", "withdrawn", { addresses }),
      await added("Yes", "given"),
      await added("Returned", "withdrawn"),
      await added("Back", "withdrawn"),
      await added("Quiet", "unknown", called),
    ];
    const quiet = { params: { id: deleted[4] }, body: { isRefused: true } };
    expect((await host.call("contacts.setTexts", owner, quiet)).status).toBe(200);
    for (const id of deleted) await remove("contacts.delete", owner, id);
    await restore(owner, deleted[3] ?? "");
    const moved = { ...(await got(owner, deleted[3] ?? "")), email: "elsewhere@example.com" };
    await host.call("contacts.update", owner, { params: { id: deleted[3] ?? "" }, body: moved });
    const returned = await make.contact(owner, { firstName: "Returned", email: "returned@example.com" });
    const given = { state: "given", said: "Called us" };
    await host.call("contacts.setConsent", owner, { params: { id: returned }, body: given });
    if (how === "trash.empty") await host.call(how, owner);
    else if (how === "trash.erase")
      for (const id of deleted.toSpliced(3, 1)) await remove("trash.erase", owner, id);
    else
      await database.system(async (db) => {
        await db.execute(
          sql`update journal set at = at - interval '31 days' where organization_id = ${shop.id} and action = 'deleted'`,
        );
        await eraseOldTrash(db);
        await eraseOldTrash(db);
      });
    expect(await listed(owner)).toEqual([]);
    const { body } = await host.call("suppressions.list", owner);
    const refused = {
      reason: "unsubscribed",
      said: "Said no before the contact was deleted",
      liftedAt: null,
    };
    expect(
      (body as { address: string }[]).toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    ).toMatchObject([
      { address: "no@example.com", ...refused },
      { address: "work@example.com", ...refused },
    ]);
    expect((await host.call("suppressions.list", other.owner)).body).toEqual([]);
    const again = await make.contact(owner, { firstName: "No", email: "no@example.com" });
    expect(await got(owner, again)).toMatchObject({ consent: { state: "withdrawn", source: "unsubscribe" } });
    expect(await got(owner, returned)).toMatchObject({ consent: { state: "given" } });
    const silent = await make.contact(owner, { email: "silent@example.com", ...called });
    expect(await got(owner, silent)).toMatchObject({ noTexts: { by: expect.any(String) } });
    const allowed = { params: { id: silent }, body: { isRefused: false } };
    expect((await host.call("contacts.setTexts", owner, allowed)).status).toBe(200);
    for (const phoneNumber of [called.phoneNumber, home.address]) {
      const next = await make.contact(owner, { email: "next@example.com", phoneNumber });
      expect(await got(owner, next)).toMatchObject({ noTexts: null });
    }
  });
});

async function got(person: Person, id: string) {
  return (await host.call("contacts.get", person, { params: { id } })).body as Record<string, unknown>;
}

test("finds a record's deletion by its id", async () => {
  const { owner, user } = await host.shop();
  const [first, second, other] = [
    await make.contact(owner),
    await make.contact(owner),
    await make.contact(owner),
  ];
  await remove("contacts.delete", owner, other);
  const ids = [first, second];
  const body = { what: { do: "delete" }, whom: { ids } };
  const answer = await host.call("contacts.bulk", owner, { body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  for (const record of ids) expect(await listed(owner, { record })).toMatchObject([{ count: 2 }]);
  expect(await listed(owner, { record: other })).toMatchObject([{ id: other, count: 1 }]);
  expect(await listed(user, { record: other })).toEqual([]);
  expect(await listed(owner, { record: "1042" })).toEqual([]);
});

test("finds a repair's deletion by its number", async () => {
  const { owner } = await host.shop();
  const contact = await make.contact(owner);
  const { body } = await host.call("repairs.create", owner, { body: repairOf(contact) });
  const { id, number } = body as { id: string; number: number };
  await remove("repairs.delete", owner, id);
  await remove("contacts.delete", owner, contact);
  const record = String(number);
  expect(await listed(owner, { kind: "repair", record })).toMatchObject([{ id }]);
  expect(await listed(owner, { kind: "contact", record })).toEqual([]);
  expect(await listed(owner, { kind: "repair", record: contact })).toEqual([]);
});
