import { getTableColumns, sql } from "drizzle-orm";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { type Name, names, route } from "#lib/contract/routes.ts";
import { fillEveryTable } from "#server/testing/every-table.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { messageBodies } from "#server/testing/inbox.ts";
import { recordsOf, ruleOf, saleOf } from "#server/testing/records.ts";
import { relationOf } from "#server/testing/relations.ts";
import { repairOf } from "#server/testing/repairs.ts";
import { callRuleOf } from "#server/testing/tasks.ts";
import { inStore } from "./client.ts";
import { newId } from "./id.ts";
import { isOwned, owned } from "./owned.ts";
import { tags } from "./schema-records.ts";
import { getStore, updateStore } from "./store.ts";
import { schema, tables } from "./tables.ts";

const host = testHost();
const make = recordsOf(host);
let here: Shop;
let there: Shop;
let id: string;

const person = {
  firstName: "Zoë",
  lastName: "Frost",
  email: "zoe@example.com",
  phoneNumber: "+1 415 555 0132",
};

beforeAll(async () => {
  [here, there, id] = [await host.shop(), await host.shop(), newId()];
  await (await host.database()).tenant(there.id, (db) => fillEveryTable(db, there, id, person));
});

// Sessions can't use the endpoints of keys.
const FOREIGN = names.filter((name) => route(name).path.includes("{id}") && route(name).who !== "key");
const asRead = { kind: "contacts", dates: "dayFirst", numbers: "point", known: "skip" };
const QUERY = { from: "2026-11-24", to: "2026-11-24", contactId: "none" };
const daysAway = {
  ...{ from: "2099-12-24", to: "2099-12-24", when: "DAYS", how: "COLLEAGUES" },
  ...{ colleagues: null, tell: true, line: null },
};

const GOOD: { [N in Name]?: object } = {
  "contacts.update": person,
  "contacts.setConsent": { state: "given", said: "At the till" },
  "contacts.setTexts": { isRefused: true },
  "contacts.erase": { name: "Zoë Frost" },
  "products.update": { id: "x", name: "Mine" },
  "fields.update": fieldOf("Mine"),
  "contacts.addTag": { name: "VIP" },
  "contacts.removeTag": { tagId: newId() },
  "tags.update": { name: "Mine", color: 1 },
  "tags.merge": { into: newId() },
  "sales.update": saleOf("x", "x"),
  "receipts.create": { address: "zoe@example.com" },
  "payments.create": { amount: 1, method: "Card" },
  "refunds.create": { amount: 1, createdAt: "2026-11-20" },
  "addresses.update": { kind: "WORK", address: "x@example.com" },
  "relations.update": { contactId: newId(), name: "Wife", otherName: "Husband" },
  "segments.update": { name: "Mine", of: "contacts", segment: "[]", isShared: true },
  "notes.update": { id: "x", content: "Mine", contactId: "x" },
  "notes.pin": { isPinned: true },
  "templates.update": { name: "Hi", subject: "Hi", content: "Hi" },
  "automations.update": ruleOf(newId()),
  "automations.setActive": { active: false },
  "campaigns.update": { name: "Mine", where: "[]" },
  "campaigns.schedule": {},
  "suppressions.lift": {},
  ...messageBodies,
  "appointmentTypes.update": { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 },
  "bookings.move": { startsAt: "2026-11-24T10:00:00Z" },
  "bookings.undo": { version: 1 },
  "bookings.hold": { version: 1 },
  "files.upload": { part: 0, data: "YSxi" },
  "imports.upload": { part: 0, data: "YSxi" },
  "imports.read": { reading: { ...asRead, encoding: null, countryCode: null, columns: [], rules: [] } },
  "imports.mend": {},
  "importKeys.create": { name: "Till" },
  "imports.run": { savedId: newId() },
  "savedImports.setColumns": { uses: [] },
  "savedImports.setSenders": { senders: [] },
  "people.setHours": { availability: null },
  "people.planAway": { ...daysAway, rows: [] },
  "people.setAway": { ...daysAway, key: "key-of-away", rows: [{ id: newId(), version: 1, act: "CANCEL" }] },
  "tasks.update": taskOf(null),
  "tasks.setDone": { done: true },
  "tasks.postpone": { dueDay: "2026-12-24" },
  "repairs.update": repairOf("x"),
  "repairs.addPhotos": { photos: [{ id: "x", name: "ring.png" }] },
  "repairs.move": { from: "IN", state: "READY" },
  "repairs.notify": { how: "TEXT", from: "READY", seenAt: null },
  "repairs.handOver": { from: "IN", to: null, reason: null, sale: null },
  "repairs.postpone": { day: null },
  "repairs.undo": { from: "READY" },
  "wishes.update": entryOf("x"),
  "wishes.move": { before: null },
  "wishes.take": { offerId: newId() },
  "wishes.pass": { offerId: newId() },
};

async function expectNotFound(name: Name) {
  const body = GOOD[name];
  const foreign = await host.call(name, here.owner, { params: { id }, query: QUERY, body });
  const missing = await host.call(name, here.owner, { params: { id: newId() }, query: QUERY, body });
  // A 400 or 415 means that GOOD lacks this endpoint's body.
  expect({ name, ...foreign }).toMatchObject({ name, status: 404, body: missing.body });
}

test.each(FOREIGN)("%s answers 404 for another organization's record", expectNotFound);

/** Our own bodies with one foreign id: another organization's, or one that doesn't exist. */
const BODIES: [Name, string, (theirs: string, ours: { contact: string; category: string }) => object][] = [
  ["sales.create", "contact", (theirs, { category }) => saleOf(theirs, category)],
  ["sales.create", "productCategory", (theirs, { contact }) => saleOf(contact, theirs)],
  ["sales.update", "contact", (theirs, { category }) => saleOf(theirs, category)],
  ["sales.update", "productCategory", (theirs, { contact }) => saleOf(contact, theirs)],
  ["automations.create", "action.templateId", ruleOf],
  ["automations.create", "action.task.personId", callRuleOf],
  ["notes.create", "contactId", (theirs) => ({ content: "Hello", contactId: theirs })],
  [
    "addresses.create",
    "contactId",
    (theirs) => ({ contactId: theirs, kind: "HOME", address: "x@example.com" }),
  ],
  ["relations.create", "contactId", (theirs, { contact }) => relationOf(theirs, contact)],
  ["relations.create", "other", (theirs, { contact }) => relationOf(contact, theirs)],
  ["wishes.create", "contact", entryOf],
  ["tasks.create", "contact", (theirs) => taskOf(theirs)],
  ["tasks.create", "personId", (theirs) => ({ ...taskOf(null), personId: theirs })],
  ["tasks.create", "noteId", (theirs) => ({ ...taskOf(null), noteId: theirs })],
  ["repairs.create", "contact", (theirs) => repairOf(theirs)],
  ["repairs.create", "personId", (theirs, { contact }) => ({ ...repairOf(contact), personId: theirs })],
  ["duplicates.dismiss", "ids", (theirs, { contact }) => ({ ids: [contact, theirs] })],
  [
    "contacts.merge",
    "cards",
    (theirs, { contact }) => ({
      cards: [contact, theirs].map((one) => ({ id: one, version: 1 })),
      from: Object.fromEntries(mergedFields.map((field) => [field, contact])),
    }),
  ],
  ["notes.update", "contactId", (theirs) => ({ id, content: "Hello", contactId: theirs })],
];

function taskOf(contactId: string | null) {
  const contact = contactId && { id: contactId, name: "" };
  return {
    ...{ what: "Call", detail: "", personId: null, contact },
    dueDay: "2026-12-24",
    dueTime: null,
    repeat: "NONE",
  };
}

function entryOf(contactId: string) {
  const days = { from: "2099-12-24", to: "2099-12-24", timeOfDay: "ANY", personId: null };
  return { contact: { id: contactId, name: "" }, typeId: newId(), ...days };
}

test.each(BODIES)("%s refuses another organization's %s", async (name, _, body) => {
  const { user } = await host.shop();
  const ours = { contact: await make.contact(user), category: await make.category(user) };
  const params = {
    id: name.startsWith("notes")
      ? await make.note(user, ours.contact, "Mine")
      : await make.sale(user, saleOf(ours.contact, ours.category)),
  };
  const foreign = await host.call(name, user, { params, body: body(id, ours) });
  const missing = await host.call(name, user, { params, body: body(newId(), ours) });
  expect(foreign.status).toBe(404);
  expect(foreign.body).toEqual(missing.body);
});

test("lists and searches show no records of another organization", async () => {
  const { owner } = await host.shop();
  const searched = ["contacts.list", "contacts.options", "contacts.segment", "sales.list"] as const;
  for (const name of [...searched, "products.list", "products.options", "templates.list"] as const) {
    expect((await host.call(name, owner)).body).toEqual([]);
  }
  for (const search of ["zoe", "frost", "4155550132"]) {
    for (const name of searched) {
      expect((await host.call(name, owner, { query: { search } })).body).toEqual([]);
      expect((await host.call(name, there.owner, { query: { search } })).body).toHaveLength(1);
    }
  }
});

// These tests bypass the code's own filters and check row-level security alone. A new table needs a record in
// `there`.
const TENANT_TABLES = tables.filter(({ whose, name }) => whose !== "host" && name !== "organizations");

test("every organization's table has row-level security", async () => {
  const database = await host.database();
  const { rows } = await database.system((db) =>
    db.execute<{ name: string; walled: boolean }>(sql`
      select c.relname as name,
        c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as walled
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id'
        and c.relname not like '%_directory' order by name`),
  );
  expect(rows.filter(({ walled }) => !walled)).toEqual([]);
  expect(rows.map(({ name }) => name)).toEqual(TENANT_TABLES.map(({ name }) => name).sort());
});

const DENIED = { cause: { code: "42501" } };

describe.each(TENANT_TABLES.map((one) => [one.name, one] as const))(
  "unfiltered, %s",
  (name, { table, grants }) => {
    const owners = (organizationId: string) =>
      host
        .database()
        .then((database) =>
          database.read(organizationId, (db) =>
            db.execute<{ owner: string }>(sql`select distinct organization_id as owner from ${table}`),
          ),
        )
        .then(({ rows }) => rows);
    const changed = async (statement: string) => {
      const database = await host.database();
      const { rowCount } = await database.read(here.id, (db) => db.execute(statement));
      return rowCount;
    };

    test("shows only its own rows, and none without an organization", async () => {
      expect(await owners(there.id)).toEqual([{ owner: there.id }]);
      for (const row of await owners(here.id)) expect(row.owner).toBe(here.id);
      expect(await owners(newId())).toEqual([]);
    });

    test("shows only the store's rows without row-level security", async () => {
      const database = await host.database();
      const ofThere = await database.system((db) =>
        inStore(db, there.id).selectDistinct({ owner: sql<string>`organization_id` }).from(table),
      );
      expect(ofThere).toEqual([{ owner: there.id }]);
      const unknown = await database.system((db) => inStore(db, newId()).select().from(table));
      expect(unknown).toEqual([]);
    });

    test("can't change or delete another organization's rows", async () => {
      const statements = [
        `update ${name} set organization_id = organization_id where organization_id <> '${here.id}'`,
        `delete from ${name} where organization_id <> '${here.id}'`,
      ];
      for (const statement of statements) {
        if (grants) await expect(changed(statement)).rejects.toMatchObject(DENIED);
        else expect(await changed(statement)).toBe(0);
      }
    });

    test("can't insert a row for another organization", async () => {
      const database = await host.database();
      const stored = Object.values(getTableColumns(table)).filter((column) => !column.generated);
      const columns = stored.map((column) => `"${column.name}"`);
      const values = columns.map((column) => (column === '"organization_id"' ? `'${there.id}'` : column));
      // As the superuser, delete our row, and then insert its copy into the other organization.
      const plant = `insert into ${name} (${columns}) select ${values} from ${name}`;
      await database.system((db) => db.execute(`create table if not exists copy_${name} as table ${name}`));
      await database.system((db) => db.execute(`grant select on copy_${name} to crm_app`));
      const refused = database.read(here.id, (db) =>
        db.execute(plant.replace(/from \w+$/, `from copy_${name}`)),
      );
      await expect(refused).rejects.toMatchObject(DENIED);
    });
  },
);

test("can't move a row to another organization", async () => {
  const database = await host.database();
  const move = `update users set organization_id = '${there.id}' where id = '${here.user.id}'`;
  await expect(database.read(here.id, (db) => db.execute(move))).rejects.toMatchObject({
    cause: { code: "42501" },
  });
});

test("can't reference another organization's contact", async () => {
  const database = await host.database();
  const note = { organizationId: here.id, id: newId(), contactId: id, content: "Hello" };
  const refused = database.tenant(here.id, (db) => db.insert(schema.notes).values(note));
  await expect(refused).rejects.toMatchObject({ cause: { code: "23503" } });
});

test("can't access another organization", async () => {
  const database = await host.database();
  const seen = await database.read(here.id, (db) => db.select().from(schema.organizations));
  expect(seen).toEqual([expect.objectContaining({ id: here.id })]);
  const counts = [`${here.id} x`, `${there.id} x`].map((who) => ({ door: "booked", who, count: 1 }));
  await database.system((db) => db.insert(schema.attempts).values(counts));
  const own = await database.read(here.id, (db) => db.select().from(schema.attempts));
  expect(own).toEqual([expect.objectContaining({ who: `${here.id} x` })]);
  const foreign = [
    { door: "booked", who: `${there.id} y`, count: 0 },
    { door: "sign in", who: `${here.id} y`, count: 0 },
  ];
  for (const count of foreign) {
    const planting = database.read(here.id, (db) => db.insert(schema.attempts).values(count));
    await expect(planting).rejects.toMatchObject({ cause: { code: "42501" } });
  }
});

test("every organization can only read shared categories", async () => {
  const database = await host.database();
  const shared = { id: newId(), name: "Shared" };
  await database.system((db) => db.insert(schema.sharedCategories).values(shared));
  expect((await host.call("products.list", here.user)).body).toMatchObject([{ name: "Shared" }]);
  const rename = `update shared_categories set name = 'Mine' where id = '${shared.id}'`;
  await expect(database.read(here.id, (db) => db.execute(rename))).rejects.toMatchObject(DENIED);
  const another = { ...shared, id: newId() };
  const adding = database.read(here.id, (db) => db.insert(schema.sharedCategories).values(another));
  await expect(adding).rejects.toMatchObject(DENIED);
});

test.each(["contacts", "purchases"])(
  "the search function bypasses row-level security but respects the connection's %s",
  async (table) => {
    const database = await host.database();
    const ids = (organizationId: string) =>
      database.read(organizationId, (db) =>
        db.execute(`select id from matching_page('${table}', array['%zoe%'], 'newest', 10, 0)`),
      );
    expect((await ids(there.id)).rows).toEqual([{ id }]);
    expect((await ids(here.id)).rows).toEqual([]);
  },
);

test("totals count only the organization's own records", async () => {
  const database = await host.database();
  const counted = (organizationId: string) =>
    database.read(organizationId, (db) =>
      db.execute(sql`select distinct organization_id as owner from counted`),
    );
  expect((await counted(there.id)).rows).toEqual([{ owner: there.id }]);
  expect((await counted(newId())).rows).toEqual([]);
});

// Must be the last tests.
describe("without row-level security", () => {
  beforeAll(async () => {
    const database = await host.database();
    await database.system(async (db) => {
      for (const { name } of TENANT_TABLES)
        await db.execute(`alter table ${name} disable row level security`);
    });
  });

  test("reads, changes and adds only the store's own rows", async () => {
    const database = await host.database();
    const name = newId();
    const made = await database.system(async (db) => {
      const own = inStore(db, here.id);
      await updateStore(own, { tagline: name });
      expect((await getStore(own)).id).toBe(here.id);
      return own
        .insert(tags)
        .values({ id: newId(), name, color: 1 })
        .returning({ owner: tags.organizationId });
    });
    expect(made).toEqual([{ owner: here.id }]);
    const system = database.system((db) => db.insert(tags).values({ id: newId(), name: newId(), color: 1 }));
    await expect(system).rejects.toThrow();
    const other = await database.system((db) => getStore(inStore(db, there.id)));
    expect(other.tagline).not.toBe(name);
  });

  test("raw SQL reads and changes only the store's rows", async () => {
    const database = await host.database();
    const found = (organizationId: string) =>
      database.read(organizationId, async (db) => {
        const read = await db.execute(sql`select c.id from ${owned("contacts", "c")} where c.id = ${id}`);
        const changed = await db.execute(
          sql`update contacts set version = version where ${isOwned()} and id = ${id}`,
        );
        return [read.rowCount, changed.rowCount];
      });
    expect(await found(there.id)).toEqual([1, 1]);
    expect(await found(here.id)).toEqual([0, 0]);
  });

  test("no endpoint finds another organization's record", async () => {
    for (const name of FOREIGN) await expectNotFound(name);
  });

  test("no list shows another organization's records", async () => {
    const { owner } = await host.shop();
    const lists = names.filter((name) => route(name).method === "GET" && !route(name).path.includes("{"));
    const shown = async (person: Person) => {
      const answers = await Promise.all(lists.map((name) => host.call(name, person, { query: QUERY })));
      return lists.filter((_, i) => JSON.stringify(answers[i]?.body).includes(id));
    };
    expect((await shown(there.owner)).length).toBeGreaterThan(9);
    expect(await shown(owner)).toEqual([]);
  });
});
