import { eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { productCategories, purchases } from "#server/platform/db/schema.ts";
import { imports } from "#server/platform/db/schema-import.ts";
import { salePayments } from "#server/platform/db/schema-records.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, send, work, get, reread, start, upload } = importsOf(host);

const HEAD = "Inv #,Sold on,Item,Total,Paid";
const FIRST = [`${HEAD}`, "N-1,2026-11-20,Rings,100.00,100.00", "N-2,2026-11-20,Rings,80.00,20.00"];
const file = (...lines: string[]) => `${lines.join("\n")}\n`;

async function saved(user: Person, name = "POS nightly sales") {
  const params = await upload(user, file(...FIRST), "first.csv");
  expect(await start(user, params)).toMatchObject({ state: "done", added: 2 });
  const made = await ask("savedImports.create", user, { body: { importId: params.id, name } });
  const { id = "" } = made ?? {};
  return { id, first: params };
}

async function run(user: Person, savedId: string, content: string) {
  const params = await send(user, content, "next.csv", { savedId });
  await work();
  return { params, ...(await get(user, params)) };
}

async function sales(user: Person) {
  const database = await host.database();
  return database.read(user.organizationId, (db) =>
    db.select().from(purchases).orderBy(purchases.invoiceNumber),
  );
}

test("runs a later file without asking", async () => {
  const { user } = await host.shop();
  const { id } = await saved(user);
  const next = await run(user, id, file(`New,${HEAD}`, "x,N-3,2026-11-21,Rings,50.00,50.00"));
  expect(next).toMatchObject({ state: "done", added: 1, stop: null, savedId: id });
  const again = await run(user, id, file(`New,${HEAD}`, "x,N-3,2026-11-21,Rings,50.00,50.00"));
  expect(again).toMatchObject({ state: "done", added: 0, stop: { why: "same" } });
  expect(await sales(user)).toHaveLength(3);
  const list = await ask("savedImports.list", user);
  expect(list).toMatchObject([
    { name: "POS nightly sales", kind: "sales", comes: "hand", last: { stop: { why: "same" } } },
  ]);
  await ask("savedImports.setSenders", user, { params: { id }, body: { senders: ["till@example.com"] } });
  expect(await ask("savedImports.list", user)).toMatchObject([{ comes: "email" }]);
  const { runs, columns } = await ask("savedImports.get", user, { params: { id } });
  expect(columns).toEqual(HEAD.split(","));
  expect(runs.map(({ name, added }) => [name, added])).toEqual([
    ["next.csv", 0],
    ["next.csv", 1],
    ["first.csv", 2],
  ]);
});

test("recognizes a file, and runs it when asked", async () => {
  const { user } = await host.shop();
  const { id } = await saved(user);
  const params = await upload(
    user,
    file("INV #,Sold on,Total,Item,Paid", "N-3,2026-11-21,50.00,Rings,50.00"),
  );
  expect(await get(user, params)).toMatchObject({ looksLike: { id, name: "POS nightly sales" }, added: 0 });
  await ask("imports.run", user, { params, body: { savedId: id } });
  await work();
  expect(await get(user, params)).toMatchObject({ state: "done", added: 1 });
});

test("stops at a renamed column", async () => {
  const { user } = await host.shop();
  const { id } = await saved(user);
  const next = await run(
    user,
    id,
    file("Invoice No.,Sold on,Item,Total,Paid", "N-3,2026-11-21,Rings,50.00,50.00"),
  );
  expect(next).toMatchObject({
    ...{ state: "checked", added: 0 },
    stop: { why: "column", what: "Inv #", instead: "Invoice No." },
  });
  expect(await sales(user)).toHaveLength(2);
  await ask("imports.useColumn", user, { params: next.params });
  await work();
  expect(await get(user, next.params)).toMatchObject({ state: "done", added: 1, stop: null });
  expect((await ask("savedImports.get", user, { params: { id } })).columns[0]).toBe("Invoice No.");
});

test("keeps the settings of another person's saved import", async () => {
  const { user, owner } = await host.shop();
  const { id } = await saved(owner);
  const renamed = file("Invoice No.,Sold on,Item,Total,Paid", "N-3,2026-11-21,Rings,50.00,50.00");
  const { params } = await run(user, id, renamed);
  expect((await host.call("imports.useColumn", user, { params })).status).toBe(403);
  const shown = await Promise.all([user, owner].map((person) => get(person, params)));
  expect(shown.map(({ mayUseColumn }) => mayUseColumn)).toEqual([false, true]);
  expect((await ask("savedImports.get", owner, { params: { id } })).columns).toEqual(HEAD.split(","));

  const payments = file(HEAD, "N-3,2026-11-21,Rings,50.00,50.00", "N-4,2026-11-21,Payment,20.00,20.00");
  const groupsOf = async (person: Person, day: string) => {
    const { params, groups } = await run(person, id, payments.replaceAll("-21", day));
    if (groups.length === 0) return [];
    await reread(person, params, { rules: [{ field: "category", kind: "other", how: "out" }] });
    expect(await start(person, params)).toMatchObject({ state: "done" });
    return groups;
  };
  const asked = [expect.objectContaining({ field: "category", kind: "other" })];
  expect(await groupsOf(user, "-22")).toEqual(asked);
  expect(await groupsOf(owner, "-23")).toEqual(asked);
  expect(await groupsOf(owner, "-24")).toEqual([]);
});

test("drops a deleted field", async () => {
  const { owner } = await host.shop();
  const { id } = await saved(owner);
  const of = { fields: [fieldOf("Till", { of: "sales" })] };
  const { ids } = (await host.call("fields.create", owner, { body: of })).body as { ids: string[] };
  const uses = [
    { header: "Inv #", field: "invoiceNumber" },
    { header: "Till", field: `own:${ids[0]}` },
  ];
  const set = async () =>
    (await host.call("savedImports.setColumns", owner, { params: { id }, body: { uses } })).status;
  expect(await set()).toBe(200);
  await host.call("fields.delete", owner, { params: { id: ids[0] } });
  expect(await set()).toBe(200);
  expect(await ask("savedImports.get", owner, { params: { id } })).toMatchObject({ columns: ["Inv #"] });
});

test("edits the columns of a saved import", async () => {
  const [{ user, admin }, there] = [await host.shop(), await host.shop()];
  const { id } = await saved(admin);
  const columns = [
    { header: "Inv #", field: "invoiceNumber" },
    { header: "Closed", field: "date" },
    { header: "Total", field: "cost" },
    { header: "Item", field: null },
  ];
  const set = async (person: Person, changed: object[]) =>
    (await host.call("savedImports.setColumns", person, { params: { id }, body: { uses: changed } })).status;
  expect(await set(admin, columns)).toBe(200);
  expect(await ask("savedImports.get", user, { params: { id } })).toMatchObject({
    columns: ["Inv #", "Closed", "Total"],
    fields: ["invoiceNumber", "date", "cost"],
  });
  const next = await run(user, id, file("Inv #,Sold on,Total,Closed", "N-3,2026-11-21,50.00,2026-11-23"));
  expect(next).toMatchObject({ state: "done", added: 1, stop: null });
  expect((await sales(user)).at(-1)?.createdAt.toISOString()).toMatch(/^2026-11-23/);
  const [number, date] = columns;
  const wrong: [object[], number][] = [
    [[], 400],
    [[{ header: "Item", field: null }], 400],
    [[{ header: "Item", field: "email2" }], 400],
    [[{ header: "Item", field: "content" }], 400],
    [[number ?? {}, { header: "Other", field: "invoiceNumber" }], 400],
    [[number ?? {}, { header: " inv  #", field: "date" }], 422],
    [Array.from({ length: 201 }, () => date ?? {}), 400],
  ];
  for (const [changed, status] of wrong) expect(await set(admin, changed)).toBe(status);
  expect(await set(there.owner, columns)).toBe(404);
  expect(await set(user, columns)).toBe(403);
});

test("shows and starts an import whose saved import was deleted at the same time", async () => {
  const { user } = await host.shop();
  const params = await upload(user, file(...FIRST));
  const database = await host.database();
  await database.tenant(user.organizationId, (db) =>
    db.update(imports).set({ savedId: newId() }).where(eq(imports.id, params.id)),
  );
  expect(await get(user, params)).toMatchObject({ state: "checked", mayUseColumn: false });
  expect(await start(user, params)).toMatchObject({ state: "done", added: 2 });
});

test("shows a stopped run to everyone until someone acts", async () => {
  const { user, owner } = await host.shop();
  const there = await host.shop();
  const { id } = await saved(user);
  const incidentsOf = async (one: Person) => {
    const { incidents } = await ask("users.me", one);
    return incidents?.map(({ kind, href, text }) => [kind, href, text]);
  };
  const renamed = (line: string) => file("Invoice No.,Sold on,Item,Total,Paid", line);
  const next = await run(user, id, renamed("N-3,2026-11-21,Rings,50.00,50.00"));
  const text = "The saved import “POS nightly sales” stopped. Nothing was imported.";
  const notice = [["importStopped", `/dashboard/settings/data?saved=${id}`, text]];
  expect(await Promise.all([owner, user, there.owner].map(incidentsOf))).toEqual([notice, notice, []]);
  await ask("imports.useColumn", user, { params: next.params });
  await work();
  expect(await incidentsOf(owner)).toEqual([]);
  const broken = await run(user, id, "\0\0\0");
  expect([broken.state, await incidentsOf(owner)]).toEqual(["failed", notice]);
  await ask("imports.delete", user, { params: broken.params });
  expect(await incidentsOf(owner)).toEqual([]);
});

const many = (count: number, line: (i: number) => string) =>
  file(HEAD, ...Array.from({ length: count }, (_, i) => line(i)));

test.each([
  [
    "a missing column",
    file("Inv #,Sold on,Total,Paid", "N-3,2026-11-21,50,50"),
    { why: "column", what: "Item" },
  ],
  [
    "another notation of dates",
    many(1, () => "N-3,21.11.2026,Rings,50.00,50.00"),
    { why: "notation", what: "dates" },
  ],
  [
    "another notation of amounts",
    many(1, () => 'N-3,2026-11-21,Rings,"50,00","50,00"'),
    { why: "notation", what: "numbers" },
  ],
  [
    "unclear rows",
    many(10, (i) => `N-${i + 3},${i ? "2026-11-21" : "soon"},Rings,5.00,5.00`),
    { why: "doubts", what: "1 of 10" },
  ],
  [
    "an unusual amount",
    many(1, () => "N-3,2026-11-21,Rings,541.00,541.00"),
    { why: "amount", what: "541.000", instead: "180.00" },
  ],
  [
    "many new categories",
    many(21, (i) => `N-${i + 3},2026-11-21,Kind ${i},5.00,5.00`),
    { why: "categories", what: "21" },
  ],
])("stops at %s", async (_, content, stop) => {
  const { user } = await host.shop();
  const { id } = await saved(user);
  const next = await run(user, id, content);
  expect(next).toMatchObject({ state: "checked", added: 0, stop });
  expect(await sales(user)).toHaveLength(2);
});

test("updates a sale by its invoice number unless people edited it", async () => {
  const { user } = await host.shop();
  const { id, first } = await saved(user);
  const [one, two] = await sales(user);
  const contact = { id: await make.contact(user), name: "" };
  const database = await host.database();
  const [rings] = await database.read(user.organizationId, (db) =>
    db.select().from(productCategories).where(eq(productCategories.name, "Rings")),
  );
  const productCategory = { id: rings?.id ?? "", name: "" };
  await make.sale(user, {
    cost: "9.00",
    createdAt: "2026-11-20",
    invoiceNumber: "N-9",
    contact,
    productCategory,
  });
  const edit = { cost: "101.00", createdAt: "2026-11-20", invoiceNumber: "N-1", contact, productCategory };
  const edited = await host.call("sales.update", user, { params: { id: one?.id ?? "" }, body: edit });
  expect(edited.status).toBe(200);
  const next = await run(
    user,
    id,
    file(
      ...[HEAD, "N-1,2026-11-20,Rings,100.50,100.50", "N-2,2026-11-21,Chains,90.00,90.00"],
      "N-9,2026-11-20,Rings,10.00,10.00",
    ),
  );
  expect(next).toMatchObject({ state: "done", added: 0, updated: 1, edited: 2 });
  const after = await sales(user);
  expect(after.map(({ invoiceNumber, cost, isPaidAtOnce }) => [invoiceNumber, cost, isPaidAtOnce])).toEqual([
    ["N-1", "101.00", true],
    ["N-2", "90.00", true],
    ["N-9", "9.00", true],
  ]);
  expect(after[1]).toMatchObject({ id: two?.id, productCategoryName: "Chains" });
  await ask("imports.revert", user, { params: next.params });
  await work();
  const [, back] = await sales(user);
  expect([back?.cost, back?.productCategoryName, back?.isPaidAtOnce, back?.paid]).toEqual([
    "80.00",
    "Rings",
    false,
    "20.00",
  ]);
  expect(await get(user, first)).toMatchObject({ state: "done" });
});

test("leaves a sale whose items were refunded here", async () => {
  const { user } = await host.shop();
  const rows = (ring: string, total: string) =>
    file(
      "Inv #,Sold on,Item,Total,Items",
      `N-1,2026-11-20,Rings,${total},"1 × Rings | A | ${ring}\n1 × Care | | 40.00"`,
    );
  const first = await upload(user, rows("60.00", "100.00"), "first.csv");
  expect(await start(user, first)).toMatchObject({ state: "done", added: 1 });
  const { id = "" } =
    (await ask("savedImports.create", user, { body: { importId: first.id, name: "POS" } })) ?? {};
  const [sale] = await make.sales(user);
  const [, care] = (sale as unknown as { items: { id: string }[] }).items;
  const body = { amount: "40", createdAt: "2026-11-21", items: [{ id: care?.id, quantity: 1 }] };
  await host.call("refunds.create", user, { params: { id: sale?.id ?? "" }, body });
  expect(await run(user, id, rows("70.00", "110.00"))).toMatchObject({ updated: 0, edited: 1 });
  expect(await make.sales(user)).toMatchObject([{ cost: "100.00", items: [{}, { id: care?.id }] }]);
});

test("two runs of one file at once add each sale once", async () => {
  const { user } = await host.shop();
  const { id } = await saved(user);
  const content = file(HEAD, "N-3,2026-11-21,Rings,50.00,50.00", "N-4,2026-11-21,Rings,50.00,20.00");
  const files = [
    await send(user, content, "a.csv", { savedId: id }),
    await send(user, content, "b.csv", { savedId: id }),
  ];
  await Promise.all([work(), work()]);
  const found = await Promise.all(files.map((params) => get(user, params)));
  expect(found.map(({ added }) => added).sort()).toEqual([0, 2]);
  expect(await sales(user)).toHaveLength(4);
  const database = await host.database();
  const payments = await database.read(user.organizationId, (db) => db.select().from(salePayments));
  expect(payments).toHaveLength(2);
});

test("keeps saved imports to their store and its people", async () => {
  const [{ owner, user }, other] = [await host.shop(), await host.shop()];
  const { id, first } = await saved(owner);
  const named = { name: "a.csv", bytes: 3, savedId: id };
  expect((await host.call("imports.create", other.owner, { body: named })).status).toBe(404);
  expect((await host.call("imports.create", owner, { body: { ...named, savedId: newId() } })).status).toBe(
    404,
  );
  const mine = await upload(other.owner, file(...FIRST));
  expect((await host.call("imports.run", other.owner, { params: mine, body: { savedId: id } })).status).toBe(
    404,
  );
  expect(await get(other.owner, mine)).toMatchObject({ state: "checked", looksLike: null, savedId: null });
  const theirs = { importId: first.id, name: "Mine" };
  expect((await host.call("savedImports.create", user, { body: theirs })).status).toBe(403);
  expect((await host.call("savedImports.create", other.owner, { body: theirs })).status).toBe(404);
  expect((await host.call("savedImports.delete", user, { params: { id } })).status).toBe(403);
  expect((await host.call("savedImports.delete", owner, { params: { id } })).status).toBe(200);
  expect(await get(owner, first)).toMatchObject({ savedId: null });
});
