import { sql } from "drizzle-orm";
import type { Name } from "#lib/contract/contract.ts";
import { mergedFields } from "#lib/contract/duplicates.ts";
import type { SaleCondition } from "#lib/contract/sale-segments.ts";
import type { SegmentCondition } from "#lib/contract/segments.ts";
import { runDueAutomations } from "#server/outreach/automations/run.ts";
import { foundRepairs } from "#server/records/repairs/lists.ts";
import { condition, rulesOf } from "#server/testing/automations.ts";
import { bookingTests, NOON, TUESDAY } from "#server/testing/booking.ts";
import { EXPLAIN, nodesOf, type Statement, watchPlans } from "#server/testing/plans.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import type { SystemDb } from "./client.ts";

/* The tables have few rows, but their statistics say a hundred organizations with a million contacts each. */
const EACH = 40;
const MANY = 100_000_000;
const BIG = ["contacts", "purchases", "notes", "mails", "bookings", "journal", "repairs"];

const plansOf = watchPlans();
const { store, clock, ...host } = bookingTests({ extensions: EXPLAIN });
const rules = rulesOf(host);
const make = recordsOf(host);
let shop: Awaited<ReturnType<typeof store>>;
let contactId: string;
let counting: number;

beforeAll(async () => {
  shop = await store();
  const { database } = await host.host();
  await database.system(async (db) => {
    await db.execute(sql`insert into organizations (id, name, timezone)
      select gen_random_uuid(), 'Shop', 'UTC' from generate_series(1, 99)`);
    await db.execute(sql`create temporary table made as select o.id as org, gen_random_uuid() as id,
        md5(n::text || o.id) as word, ${NOON}::timestamptz - n * interval '10 days' as at
      from organizations o, generate_series(1, ${EACH}::int) as n`);
    // Autovacuum would correct the statistics.
    for (const name of BIG) await db.execute(sql.raw(`alter table ${name} set (autovacuum_enabled = false)`));
    await db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search,
        created_at, birthday, anniversary)
      select org, id, word, word, word || '@example.com', '', ' ' || word, at, at, at from made`);
    await db.execute(sql`insert into purchases (organization_id, id, cost, contact_id, contact_name,
        product_category_name, search, created_at)
      select org, id, 100, id, word, 'Rings', ' ' || word || E'\n rings\n', at from made`);
    await db.execute(sql`insert into notes (organization_id, id, contact_id, content, search, created_at)
      select org, id, id, word, ' ' || word, at from made`);
    await db.execute(sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, state, sent_at,
        created_at) select org, id, 'automation', id, word || '@example.com', word, 'sent', at, at from made`);
    await db.execute(sql`insert into bookings (organization_id, id, title, contact_id, name, email, timezone, request_key,
        starts_at, ends_at, created_at, calendar_state)
      select org, id, 'Fitting', id, word, word, 'UTC', word, at, at + interval '30 minutes', at, 'written' from made`);
    await db.execute(sql`insert into journal (organization_id, id, at, change, actor_kind, kind, record_id, name, action)
      select org, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || left(word, 20))::uuid, at, id,
        'person', 'contact', id, word, 'changed' from made`);
    await db.execute(sql`insert into repairs (organization_id, id, number, name, contact_id, contact_name, state, state_at,
        state_by, promised_day, lines, total, search, created_at)
      select org, id, row_number() over (order by org <> ${shop.id}, at), word, id, word,
        case when at = max(at) over (partition by org) then 'BENCH' else 'HANDED_OVER' end, at, word, at, '[]', 85,
        ' ' || word, at from made`);
    await db.execute(sql`analyze`);
    await pretend(db);
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from made where org = ${shop.id} limit 1`,
    );
    contactId = rows[0]?.id ?? "";
  });
  const count = sql`select count(*) from contacts where organization_id = ${shop.id}`;
  const counted = await plansOf(() => database.read(shop.id, (db) => db.execute(count)));
  counting = Math.max(...counted.map(({ plan }) => plan["Total Cost"]));
  expect(counting).toBeGreaterThan(10_000);
});

/** Call it again after creating an index. */
async function pretend(db: SystemDb): Promise<void> {
  const big = sql`(${sql.join(
    BIG.map((name) => sql`${name}`),
    sql`, `,
  )})`;
  await db.execute(sql`update pg_class set reltuples = ${MANY}::int where relname in ${big} or oid in (
    select indexrelid from pg_index join pg_class big on big.oid = indrelid where big.relname in ${big})`);
}

const ask =
  (name: Name, input: object = {}) =>
  async () => {
    expect(await host.call(name, shop.owner, input)).toMatchObject({ status: 200 });
  };

const feedToken = async () => {
  const { body } = await host.call("feeds.renew", shop.owner, { body: { whose: "STORE" } });
  return new URL((body as { url: string }).url).pathname.split("/")[2] ?? "";
};
const ofContact = (name: Name) => [name, async () => ask(name, { params: { id: contactId } })()] as const;
const deletedContact = async () => {
  const id = await make.contact(shop.user);
  await ask("contacts.delete", { params: { id } })();
  return id;
};
const search = (term: string) => ({ query: { search: term } });
const november = { query: { start_date: "2026-11-01", end_date: "2026-11-30" } };
const sold = async () => ({
  cost: "12.50",
  createdAt: NOON,
  contact: { id: contactId, name: "" },
  productCategory: { id: await make.category(shop.user), name: "" },
});
const edited = { ...person, firstName: "Ada" };

async function mergedAndUndone() {
  const ids = [await make.contact(shop.user), await make.contact(shop.user)];
  await ask("duplicates.cards", { query: { ids: ids.join(",") } })();
  const body = {
    cards: ids.map((id) => ({ id, version: 1 })),
    from: Object.fromEntries(mergedFields.map((field) => [field, ids[0]])),
  };
  const merged = await host.call("contacts.merge", shop.user, { body });
  const { change } = merged.body as { change: string };
  await ask("contacts.unmerge", { params: { id: change } })();
}

const week = { last: { count: 7, unit: "days" } } as const;
const segment = (name: "contacts.segment" | "sales.segment", by: SegmentCondition | SaleCondition) =>
  [`${name}, by ${by.field}`, ask(name, { query: { where: JSON.stringify([[by]]) } })] as const;
const anyTag = "01a20737-a15a-7022-839e-f0f2ada8f10a";

const SMALL: (readonly [string, () => Promise<unknown>])[] = [
  ["contacts.list", ask("contacts.list")],
  ["contacts.list, second page", ask("contacts.list", { query: { page: 2 } })],
  ["contacts.list, oldest", ask("contacts.list", { query: { sort: "createdAt:asc" } })],
  ["contacts.list, three letters", ask("contacts.list", search("abc"))],
  ["contacts.list, two words", ask("contacts.list", search("abcd efgh"))],
  ["contacts.list, a number", ask("contacts.list", search("+1 415 555 0132"))],
  segment("contacts.segment", { field: "birthday", within: 7 }),
  segment("contacts.segment", { field: "anniversary", within: 30 }),
  segment("contacts.segment", { field: "added", period: week }),
  segment("contacts.segment", { field: "tags", tagIds: [anyTag] }),
  segment("contacts.segment", { field: "sales", is: "atLeast", count: 1, period: week }),
  segment("contacts.segment", { field: "appointment", period: week }),
  segment("contacts.segment", { field: "mailed", period: week }),
  segment("sales.segment", { field: "soldAt", period: week }),
  segment("sales.segment", { field: "refunded" }),
  segment("sales.segment", { field: "method", is: "Cash" }),
  segment("sales.segment", { field: "payment", is: "partPaid" }),
  segment("sales.segment", { field: "category", categoryId: anyTag }),
  ["sales.open", ask("sales.open")],
  ["contacts.options", ask("contacts.options", { query: { limit: 50 } })],
  ["contacts.options, search", ask("contacts.options", { query: { limit: 50, search: "abc" } })],
  ["sales.list", ask("sales.list")],
  ["sales.list, second page", ask("sales.list", { query: { page: 2 } })],
  ["sales.list, oldest", ask("sales.list", { query: { sort: "createdAt:asc" } })],
  ["sales.list, search", ask("sales.list", search("abc"))],
  [
    "refunds.create",
    async () => {
      const body = { amount: "1", createdAt: "2026-11-20" };
      await ask("refunds.create", { params: { id: await make.sale(shop.owner, await sold()) }, body })();
    },
  ],
  ["mails.list", ask("mails.list")],
  ["repairs.list", ask("repairs.list")],
  ["repairs.list, done", ask("repairs.list", { query: { view: "done" } })],
  ["repairs.ofNumber", ask("repairs.ofNumber", { query: { number: "1" } })],
  ["sales.nextInvoice", ask("sales.nextInvoice")],
  ["repairs.list by a ticket number", ask("repairs.list", search("R-1"))],
  ["repairs.board by a ticket number", ask("repairs.board", search("R-1"))],
  ["search.records by a ticket number", ask("search.records", search("R-1"))],
  ["repairs.workshops", ask("repairs.workshops")],
  ["repairs.list of a contact", async () => ask("repairs.list", { query: { contact: contactId } })()],
  ["suppressions.list", ask("suppressions.list")],
  ["search.records", ask("search.records", search("abc"))],
  ofContact("contacts.get"),
  ofContact("sales.ofContact"),
  ofContact("notes.ofContact"),
  ofContact("bookings.ofContact"),
  ofContact("timeline.ofContact"),
  ofContact("timeline.head"),
  ["visitor.slots", () => shop.slots(TUESDAY)],
  ["people.calendar", ask("people.calendar", { query: { from: TUESDAY, to: "2026-11-09" } })],
  ["people.slots", ask("people.slots", { query: { from: TUESDAY, to: "2026-11-09", minutes: 30 } })],
  ["trash.list", ask("trash.list")],
  ["trash.list of a record", async () => ask("trash.list", { query: { record: await deletedContact() } })()],
  ["trash.list of a repair", ask("trash.list", { query: { kind: "repair", record: "1042" } })],
  ["trash.counts", ask("trash.counts")],
  ["history.list", ask("history.list")],
  ["history.list, of a kind", ask("history.list", { query: { kind: "contact" } })],
  ["history.list, by a job", ask("history.list", { query: { who: "job" } })],
  ["history.list, by a person", async () => ask("history.list", { query: { who: shop.owner.id } })()],
  ["history.list, of a day", ask("history.list", { query: { from: "2026-11-02", to: "2026-11-02" } })],
  ofContact("history.ofRecord"),
  ["trash.restore", async () => ask("trash.restore", { params: { id: await deletedContact() } })()],
  ["contacts.merges", ask("contacts.merges")],
  ["contacts.merge and contacts.unmerge", mergedAndUndone],
  ["contacts.create", () => make.contact(shop.user)],
  ["contacts.update", async () => ask("contacts.update", { params: { id: contactId }, body: edited })()],
  ["sales.create", async () => ask("sales.create", { body: await sold() })()],
];

const LARGE: (readonly [string, () => Promise<unknown>])[] = [
  ["duplicates.list", ask("duplicates.list")],
  ["repairs.board", ask("repairs.board")],
  ["repairs.counts", ask("repairs.counts")],
  ["repairs.report", ask("repairs.report", { query: { from: "2026-11-01", to: "2026-11-30" } })],
  ["repairs.list by a word", ask("repairs.list", search("abc"))],
  ["feeds.read", async () => ask("feeds.read", { params: { token: await feedToken() } })()],
  ["dashboard.summary", ask("dashboard.summary", november)],
  ["dashboard.summary, of all time", ask("dashboard.summary")],
  ["dashboard.report", ask("dashboard.report", { query: { from: "2026-11-01", to: "2026-11-30" } })],
  // Sums and searches within texts use no index.
  segment("contacts.segment", { field: "name", contains: "abc" }),
  segment("contacts.segment", { field: "source", is: "import" }),
  segment("contacts.segment", { field: "spent", is: "over", amount: "500" }),
  [
    "contacts.segment, by spending on a category",
    ask("contacts.segment", {
      query: { where: JSON.stringify([[{ field: "spent", is: "over", amount: "500", categoryId: anyTag }]]) },
    }),
  ],
  segment("contacts.segment", { field: "lastSale", period: week }),
  segment("contacts.segment", { field: "lastAppointment", period: week }),
  segment("contacts.segment", { field: "noShow" }),
  segment("contacts.segment", { field: "repair", is: "here" }),
  segment("contacts.segment", { field: "repair", is: "readyLong" }),
  segment("contacts.segment", { field: "consent", is: "given" }),
  segment("contacts.segment", { field: "own", fieldId: "size", contains: "54" }),
  segment("sales.segment", { field: "discounted" }),
  segment("sales.segment", { field: "cost", is: "over", amount: "500" }),
  segment("sales.segment", { field: "customer", contains: "abc" }),
  segment("sales.segment", { field: "invoice", contains: "abc" }),
  ...[
    condition("Contact.birthday", "EQUALS"),
    condition("Contact.anniversary", "EQUALS", 7),
    condition("Contact.name", "EQUALS", "Ada Byron"),
    condition("Contact.email", "EQUALS", "ada@example.com"),
    condition("Contact.lastContactedAt", "GREATER_THAN", 90),
    condition("Purchase.cost", "GREATER_THAN", 1_000),
  ].flatMap(
    (one) =>
      [
        [
          `recipients by ${one.field}`,
          async () =>
            ask("automations.recipients", {
              params: { id: await rules.create(shop.owner, { condition: [one] }) },
            })(),
        ],
        [
          `a run by ${one.field}`,
          async () => {
            await rules.create(shop.owner, { condition: [one] });
            clock.now += 24 * 3_600_000;
            expect(await runDueAutomations(await host.host())).toBeGreaterThan(0);
          },
        ],
      ] as const,
  ),
];

function scanned(statements: Statement[]): string[] {
  const isScan = (plan: Statement["plan"]) =>
    nodesOf(plan).some(
      (node) => node["Node Type"] === "Seq Scan" && BIG.includes(node["Relation Name"] ?? ""),
    );
  return statements.filter(({ plan }) => isScan(plan)).map(({ text }) => text);
}

function dear(statements: Statement[]): [number, string][] {
  const costs = statements.map(({ text, plan }) => [plan["Total Cost"], text] as [number, string]);
  return costs.filter(([cost]) => cost > counting / 5);
}

test.each(SMALL)("%s: reads only what it returns", async (_, work) => {
  const statements = await plansOf(work);
  expect(statements.length).toBeGreaterThan(0);
  expect(scanned(statements)).toEqual([]);
  expect(dear(statements)).toEqual([]);
});

test.each(LARGE)("%s: reads only one organization", async (_, work) => {
  const statements = await plansOf(work);
  expect(statements.length).toBeGreaterThan(0);
  expect(scanned(statements)).toEqual([]);
});

/** Planned once per connection, so after some calls for any values. */
test.each([
  ["dashboard.summary", ask("dashboard.summary", november)],
  ["today.get", ask("today.get", { query: { whose: "mine" } })],
  ["setup.get", ask("setup.get")],
  ofContact("contacts.get"),
  ofContact("relations.ofContact"),
  ofContact("timeline.head"),
  ofContact("timeline.ofContact"),
] as const)("%s: reads only one organization with a plan for any values", async (_, work) => {
  const database = await host.database();
  await database.system((db) => db.execute("set plan_cache_mode = force_generic_plan"));
  const statements = await plansOf(work);
  await database.system((db) => db.execute("reset plan_cache_mode"));
  expect(statements.length).toBeGreaterThan(0);
  expect(scanned(statements)).toEqual([]);
});

test.each([
  ["repairs.ofNumber", ask("repairs.ofNumber", { query: { number: "1" } })],
  [
    "a search",
    async () => (await host.database()).read(shop.id, (db) => foundRepairs(db, "R-1", 5).then(() => {})),
  ],
])("%s finds a ticket number only by its index", async (_, work) => {
  const nodes = (await plansOf(work)).flatMap(({ plan }) => nodesOf(plan));
  const used = nodes.filter((node) => node["Relation Name"] === "repairs").map((node) => node["Index Name"]);
  expect(new Set(used)).toEqual(new Set(["repairs_number"]));
});

test("repairs.report reads repairs once", async () => {
  const query = { from: "2026-11-01", to: "2026-11-30" };
  const nodes = (await plansOf(ask("repairs.report", { query }))).flatMap(({ plan }) => nodesOf(plan));
  const each = nodes.filter((node) => node["Parent Relationship"] === "SubPlan").flatMap(nodesOf);
  expect(each.map((node) => node["Relation Name"])).toContain("purchases");
  expect(each.map((node) => node["Relation Name"])).not.toContain("repairs");
});

test.each([
  ["contacts_created", ask("contacts.list")],
  ["contacts_search", ask("contacts.list", search("abcdefgh"))],
  ["purchases_contact", ask("contacts.list")],
  ["purchases_created", ask("sales.list")],
  ["contacts_email", ask("suppressions.list")],
])("fails without the index %s", async (index, work) => {
  const { database } = await host.host();
  const { rows } = await database.system((db) =>
    db.execute<{ definition: string }>(sql`select pg_get_indexdef(${index}::regclass) as definition`),
  );
  const change = async (statement: string) =>
    database.system(async (db) => {
      await db.execute(sql.raw(statement));
      await pretend(db);
    });
  await change(`drop index ${index}`);
  const statements = await plansOf(work);
  await change(rows[0]?.definition ?? "");
  expect([...scanned(statements), ...dear(statements)]).not.toEqual([]);
});

// Must be the last test, because it enlarges the journal.
test("compares a new contact only with deleted refusals", async () => {
  const { database } = await host.host();
  await database.system(async (db) => {
    await db.execute(sql`insert into journal (organization_id, id, at, change, actor_kind, kind, record_id, name, action, was)
      select ${shop.id}, gen_random_uuid(), ${NOON}, gen_random_uuid(), 'person', 'contact', gen_random_uuid(), '', 'deleted',
        '{"consent": "unknown"}' from generate_series(1, 5000)`);
    await db.execute(sql`analyze journal`);
  });
  const statements = await plansOf(() => make.contact(shop.user, { phoneNumber: "+1 617 555 0134" }));
  const used = statements.flatMap(({ plan }) => nodesOf(plan).map((node) => node["Index Name"] ?? ""));
  expect(used.filter((name) => name === "journal_said_no").length).toBeGreaterThan(2);
  expect(used).not.toContain("journal_deleted");
});
