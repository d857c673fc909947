import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import type { TimelineKind } from "#lib/contract/timeline-terms.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const host = testHost({ clock: () => NOW });
const make = recordsOf(host);

type Entry = Answer<"timeline.ofContact">[number];
type Query = { kind?: TimelineKind; search?: string; before?: string };

async function page(person: Person, id: string, query: Query = {}): Promise<Entry[]> {
  const answer = await host.call("timeline.ofContact", person, { params: { id }, query });
  expect(answer.status).toBe(200);
  return answer.body as Entry[];
}

const placeOf = (entry: Entry | undefined) => `${entry?.at}~${entry?.id}`;

async function whole(person: Person, id: string, query: Query = {}, between = async () => {}) {
  const entries: Entry[] = [];
  for (let before: string | undefined; ; before = placeOf(entries.at(-1))) {
    const next = await page(person, id, { ...query, ...(before && { before }) });
    entries.push(...next);
    if (next.length < 50) return entries;
    await between();
  }
}

const head = async (person: Person, id: string) => {
  const answer = await host.call("timeline.head", person, { params: { id } });
  expect(answer.status).toBe(200);
  return answer.body as Answer<"timeline.head">;
};

const run = async (shop: Shop, query: ReturnType<typeof sql>) =>
  (await host.database()).read(shop.id, (db) => db.execute(query));

async function withEntries(shop: Shop) {
  const id = await make.contact(shop.owner);
  await make.note(shop.user, id, "Allergic to nickel");
  const form = await make.saleForm(shop.owner, { contact: { id, name: "" } });
  const sale = await make.sale(shop.owner, form);
  const body = { amount: "40.50", createdAt: "2026-11-20", reason: "Clasp faulty" };
  expect((await host.call("refunds.create", shop.owner, { params: { id: sale }, body })).status).toBe(200);
  const edited = { ...(await contactOf(shop, id)), phoneNumber: "+44 20 7946 0019" };
  expect((await host.call("contacts.update", shop.user, { params: { id }, body: edited })).status).toBe(200);
  await run(
    shop,
    sql`insert into bookings (organization_id, id, title, contact_id, name, email, timezone, request_key, starts_at,
        ends_at, calendar_state, user_id)
      select ${shop.id}, gen_random_uuid(), title, ${id}, 'Zoë', '', 'UTC', title, at, at + interval '45 minutes', 'written',
        ${shop.admin.id}
      from (values ('Fitting', ${"2026-11-23T10:30:00Z"}::timestamptz), ('Advice', ${"2026-11-01T09:00:00Z"})) as made (title, at)`,
  );
  await run(
    shop,
    sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, subject, state, sent_at, created_at)
      values (${shop.id}, gen_random_uuid(), 'automation', ${id}, 'zoe@example.com', 'Zoë', 'Your autumn polish', 'sent',
        ${"2026-11-09T08:00:00Z"}, ${"2026-11-08T08:00:00Z"})`,
  );
  return { id, sale };
}

async function contactOf(shop: Shop, id: string) {
  return (await host.call("contacts.get", shop.owner, { params: { id } })).body as object;
}

test("lists all entries newest first, and upcoming appointments", async () => {
  const shop = await host.shop();
  const { id } = await withEntries(shop);
  const entries = await page(shop.user, id);
  const kinds = entries.map(({ kind }) => kind).sort();
  expect(kinds).toEqual(["appointment", "change", "change", "mail", "note", "refund", "sale"]);
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  const of = (kind: Entry["kind"]) => entries.find((entry) => entry.kind === kind);
  expect(of("note")?.note).toMatchObject({ content: "Allergic to nickel" });
  expect(of("sale")?.sale).toMatchObject({
    category: "Pearls",
    amount: "1240.50",
    invoiceNumber: "INV-2026-0001",
  });
  expect(of("refund")?.refund).toMatchObject({
    ...{ amount: "40.50", reason: "Clasp faulty", isWhole: false, category: "Pearls" },
  });
  expect(of("appointment")?.appointment).toMatchObject({ title: "Advice", person: { id: shop.admin.id } });
  expect(of("mail")).toMatchObject({
    at: "2026-11-09T08:00:00.000000Z",
    mail: { subject: "Your autumn polish" },
  });
  expect(of("change")?.change).toMatchObject({
    action: "changed",
    changes: [{ field: "phone_number", to: "+44 20 7946 0019" }],
  });

  const { counts, next } = await head(shop.user, id);
  const numbers = Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));
  expect(numbers).toEqual({ note: 1, sale: 2, repair: 0, appointment: 2, mail: 1, change: 2 });
  expect(next.map(({ appointment }) => appointment?.title)).toEqual(["Fitting"]);
});

test("totals a contact's sales, and those of twelve months", async () => {
  const shop = await host.shop();
  const id = await make.contact(shop.owner);
  expect((await head(shop.user, id)).sales).toEqual({
    count: 0,
    total: "0",
    year: "0",
    first: null,
    last: null,
  });
  const form = await make.saleForm(shop.owner, { contact: { id, name: "" } });
  const old = await make.sale(shop.owner, { ...form, cost: "300", createdAt: "2025-11-30" });
  await make.sale(shop.owner, { ...form, cost: "0.10", createdAt: "2025-12-01" });
  await make.sale(shop.owner, { ...form, cost: "0.20", createdAt: "2026-11-30" });
  await make.sale(shop.owner, await make.saleForm(shop.owner));
  const refund = async (amount: string, createdAt: string) => {
    const body = { amount, createdAt };
    expect((await host.call("refunds.create", shop.owner, { params: { id: old }, body })).status).toBe(200);
  };
  await refund("50", "2025-11-30");
  await refund("20", "2026-01-09");
  expect((await head(shop.user, id)).sales).toEqual({
    count: 3,
    total: "230.30",
    year: "-19.70",
    first: expect.stringMatching(/^2025-11-30T/),
    last: { amount: "0.20", at: expect.stringMatching(/^2026-11-30T/) },
  });
});

test("filters by kind and search, including upcoming appointments", async () => {
  const shop = await host.shop();
  const { id } = await withEntries(shop);
  const kindsOf = async (query: Query) => (await page(shop.user, id, query)).map(({ kind }) => kind).sort();
  expect(await kindsOf({ kind: "sale" })).toEqual(["refund", "sale"]);
  expect(await kindsOf({ kind: "mail" })).toEqual(["mail"]);
  expect(await kindsOf({ search: "nickel" })).toEqual(["note"]);
  expect(await kindsOf({ search: "inv-2026" })).toEqual(["refund", "sale"]);
  expect(await kindsOf({ search: "clasp" })).toEqual(["refund"]);
  expect(await kindsOf({ search: "fitting" })).toEqual(["appointment"]);
  expect(await kindsOf({ search: "7946 0019" })).toEqual(["change"]);
  expect(await kindsOf({ search: "polish", kind: "sale" })).toEqual([]);
  expect(await kindsOf({ search: "!!" })).toEqual([]);
});

test("lists a pinned note separately and pins it once", async () => {
  const shop = await host.shop();
  const { id } = await withEntries(shop);
  const note = (await page(shop.user, id, { kind: "note" }))[0]?.id ?? "";
  const pin = (isPinned: boolean, person = shop.user) =>
    host.call("notes.pin", person, { params: { id: note }, body: { isPinned } });
  const all = await Promise.all([pin(true), pin(true, shop.admin)]);
  expect(all.map(({ status }) => status)).toEqual([200, 200]);
  const { pinned, counts } = await head(shop.user, id);
  expect(pinned).toMatchObject([
    { id: note, note: { content: "Allergic to nickel", pinnedBy: expect.any(String) } },
  ]);
  expect(counts.find(({ kind }) => kind === "note")?.count).toBe(1);
  expect(await page(shop.user, id, { kind: "note" })).toEqual([]);
  expect(await page(shop.user, id, { search: "nickel" })).toHaveLength(1);
  expect((await pin(true, (await host.shop()).owner)).status).toBe(404);
  expect((await pin(false)).status).toBe(200);
  expect((await head(shop.user, id)).pinned).toEqual([]);
  expect(await page(shop.user, id, { kind: "note" })).toHaveLength(1);
});

test("allows at most ten pinned notes per contact", async () => {
  const shop = await host.shop();
  const id = await make.contact(shop.owner);
  const write = (isPinned: boolean) =>
    host.call("notes.create", shop.user, { body: { contactId: id, content: "Nickel", isPinned } });
  const all = [];
  for (let n = 0; n < 11; n++) all.push((await write(true)).status);
  expect(all).toEqual([...Array(10).fill(200), 422]);
  expect((await write(false)).status).toBe(200);
  expect((await head(shop.user, id)).pinned).toHaveLength(10);
});

test("notifies the mentioned person once", async () => {
  const [shop, other] = [await host.shop(), await host.shop()];
  const contactId = await make.contact(shop.owner);
  const me = async (person: Person) => (await host.call("users.me", person)).body as Answer<"users.me">;
  const named = await me(shop.user);
  const name = `${named.firstName} ${named.lastName}`.trim();
  const content = `Measured twice. @${name} please check stock`;
  const mentions = [shop.user.id, other.user.id, shop.owner.id, "nobody"];
  const made = await host.call("notes.create", shop.owner, { body: { contactId, content, mentions } });
  const { id } = made.body as { id: string };
  const [stored] = (await host.call("notes.ofContact", shop.user, { params: { id: contactId } })).body as {
    mentions: object[];
  }[];
  expect(stored?.mentions).toEqual(expect.arrayContaining([{ id: shop.user.id, name }]));
  const incidents = (await me(shop.user)).incidents;
  expect(incidents).toMatchObject([
    { kind: "mentioned", canDismiss: true, text: expect.stringContaining("mentioned you") },
  ]);
  expect(JSON.stringify(incidents)).not.toContain("Measured");
  for (const person of [shop.owner, shop.admin, other.user]) expect((await me(person)).incidents).toEqual([]);
  const dismiss = (person: Person) =>
    host.call("incidents.dismiss", person, { params: { id: incidents?.[0]?.id ?? "" } });
  for (const person of [shop.admin, shop.owner, other.user]) expect((await dismiss(person)).status).toBe(404);
  expect((await dismiss(shop.user)).status).toBe(200);
  const body = { id, contactId, content: `${content} now`, mentions };
  expect((await host.call("notes.update", shop.owner, { params: { id }, body })).status).toBe(200);
  expect((await me(shop.user)).incidents).toEqual([]);
});

test("hides the timeline of another store's contact", async () => {
  const [shop, other] = [await host.shop(), await host.shop()];
  const { id } = await withEntries(shop);
  for (const name of ["timeline.ofContact", "timeline.head"] as const) {
    expect((await host.call(name, other.owner, { params: { id } })).status).toBe(404);
    expect((await host.call(name, other.owner, { params: { id: "nobody" } })).status).toBe(404);
  }
  const entries = await page(other.owner, await make.contact(other.owner));
  expect(entries.map(({ kind }) => kind)).toEqual(["change"]);
});

test("pages through 5,000 entries once while others are added", async () => {
  const shop = await host.shop();
  const id = await make.contact(shop.owner);
  const at = sql`${NOW.toISOString()}::timestamptz - (n / 7) * interval '90 minutes' - (n % 3) * interval '1 microsecond'`;
  const from = sql`from generate_series(1, 1150) as n`;
  const fromFew = sql`from generate_series(1, 400) as n`;
  await run(
    shop,
    sql`insert into notes (organization_id, id, contact_id, content, search, created_at)
    select ${shop.id}, gen_random_uuid(), ${id}, 'Note ' || n, ' note ' || n, ${at} ${fromFew}`,
  );
  await run(
    shop,
    sql`insert into purchases (organization_id, id, cost, contact_id, contact_name, product_category_name, search,
      created_at) select ${shop.id}, gen_random_uuid(), n, ${id}, 'Zoë', 'Rings', E' zoe\\n rings\\n', ${at} ${from}`,
  );
  await run(
    shop,
    sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, subject, state, sent_at,
      created_at) select ${shop.id}, gen_random_uuid(), 'automation', ${id}, '', '', 'Hello', 'sent', ${at}, ${at} ${from}`,
  );
  await run(
    shop,
    sql`insert into bookings (organization_id, id, title, contact_id, name, email, timezone, request_key, starts_at,
      ends_at, calendar_state, status) select ${shop.id}, gen_random_uuid(), 'Fitting', ${id}, '', '', 'UTC', 'key' || n, ${at},
      ${at} + interval '1 hour', 'written', 'CANCELLED' ${from}`,
  );
  await (await host.database()).system((db) =>
    db.execute(sql`insert into journal (organization_id, id, at, change, actor_kind, kind, record_id, name, action, was, now)
      select ${shop.id}, journal_id(${at}, n), ${at}, gen_random_uuid(), 'person', 'contact', ${id}, 'Zoë', 'changed',
        '{"email": ""}', '{"email": "zoe@example.com"}' ${from}`),
  );
  const written: string[] = [];
  const entries = await whole(shop.user, id, {}, async () => {
    written.push(await make.note(shop.user, id, "Written meanwhile"));
  });
  const ids = entries.map((entry) => entry.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((one) => !written.includes(one))).toHaveLength(5001);
  const order = entries.map(placeOf);
  expect(order).toEqual(order.toSorted().reverse());
  expect(await whole(shop.user, id, { kind: "mail" })).toHaveLength(1150);
  const { counts } = await head(shop.user, id);
  expect(counts.find(({ kind }) => kind === "change")?.count).toBe(1151);
});
