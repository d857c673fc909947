import { sql } from "drizzle-orm";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import { newId } from "#server/platform/db/id.ts";
import { searchText } from "#server/platform/db/search.ts";
import { dump } from "#server/testing/dump.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import { revert } from "./revert.ts";

const host = testHost();
const make = recordsOf(host);

async function importing(organizationId: string, ...statements: ReturnType<typeof sql>[]): Promise<string> {
  const database = await host.database();
  const change = newId();
  await actingAs({ kind: "import", id: newId(), name: "clients.csv", change }, async () => {
    for (const statement of statements) await database.tenant(organizationId, (db) => db.execute(statement));
  });
  return change;
}

async function reverted(organizationId: string, change: string) {
  const database = await host.database();
  return database.tenant(organizationId, (db) => revert(db, change, "revert"));
}

async function merge(owner: Person, ids: string[]): Promise<void> {
  const { body } = await host.call("duplicates.cards", owner, { query: { ids: ids.join(",") } });
  const cards = (body as { id: string; version: number }[]).map(({ id, version }) => ({ id, version }));
  const from = Object.fromEntries(mergedFields.map((field) => [field, ids[0]]));
  expect((await host.call("contacts.merge", owner, { body: { cards, from } })).status).toBe(200);
}

test("undoes an import row by row, and only once", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const known = await make.contact(owner, { email: "known@example.com" });
  await make.sale(owner, { ...(await make.saleForm(owner)), contact: { id: known, name: "" } });
  const before = await dump(database, id);
  const contacts = sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
    select ${id}, md5(n::text)::uuid, 'Ada', n::text, n || '@example.com', '', ' ada ' || n || ' ' || n || '@example.com '
    from generate_series(1, 1000) as n`;
  const sales = sql`insert into purchases (organization_id, id, cost, contact_id, contact_name, product_category_name, search)
    select ${id}, gen_random_uuid(), n, md5((1 + n % 1000)::text)::uuid, 'Ada', 'Rings', E' ada\n rings\n'
    from generate_series(1, 3000) as n`;
  const named = { ...person, email: "known@example.com", lastName: "Byron" };
  const updated = sql`update contacts set last_name = 'Byron', search = ${searchText(named)}, version = version + 1,
    updated_at = now() where organization_id = ${id} and id = ${known}`;
  const change = await importing(id, contacts, sales, updated);
  expect(await dump(database, id)).not.toEqual(before);
  await database.system((db) => db.execute(sql`analyze`));
  expect(await reverted(id, change)).toEqual([]);
  expect(await dump(database, id)).toEqual(before);
  await expect(reverted(id, change)).rejects.toMatchObject({ status: 409 });
});

test("keeps records that were edited afterwards", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const contact = await make.contact(owner, {
    firstName: "Amara",
    lastName: "Okafor",
    email: "old@example.com",
  });
  await make.sale(owner, { ...(await make.saleForm(owner)), contact: { id: contact, name: "" } });
  const [edited, noted, alone] = [newId(), newId(), newId()];
  const added = (record: string, name: string) =>
    sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      values (${id}, ${record}, ${name}, 'Imported', '', '1', ' x')`;
  const mails = { ...person, firstName: "Amara", lastName: "Okafor", email: "new@example.com" };
  const change = await importing(
    id,
    added(edited, "Edited"),
    added(noted, "Noted"),
    added(alone, "Alone"),
    sql`update contacts set email = 'new@example.com', phone_number = '2', search = ${searchText(mails)},
      version = version + 1 where organization_id = ${id} and id = ${contact}`,
  );
  const renamed = { ...mails, phoneNumber: "+44 20 7946 0018", lastName: "Obi" };
  await host.call("contacts.update", owner, { params: { id: contact }, body: renamed });
  await host.call("contacts.update", owner, { params: { id: edited }, body: { ...renamed, email: "" } });
  await make.note(owner, noted, "Hello");

  const kept = await reverted(id, change);
  expect(kept.map((one) => one.id).sort()).toEqual([contact, edited, noted].sort());
  const { contacts = [] } = await dump(database, id);
  expect(contacts).toContainEqual(
    expect.objectContaining({
      id: contact,
      last_name: "Obi",
      email: "old@example.com",
      phone_number: "+44 20 7946 0018",
    }),
  );
  expect(contacts).not.toContainEqual(expect.objectContaining({ id: alone }));
  const found = async (search: string) =>
    ((await host.call("contacts.list", owner, { query: { search } })).body as { id: string }[]).map(
      (one) => one.id,
    );
  expect(await found("old@example.com")).toEqual([contact]);
  expect(await found("new@example.com")).toEqual([]);
  expect(await make.sales(owner, { search: "obi old@example.com" })).toHaveLength(1);
});

test("restores deleted records although others changed", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const form = await make.saleForm(owner);
  const sale = await make.sale(owner, form);
  await host.call("contacts.delete", owner, { params: { id: form.contact.id } });
  const body = {
    ...form,
    contact: { id: form.contact.id, name: "Zoë O’Brien-Nguyễn" },
    invoiceNumber: "INV-9",
    cost: "5",
  };
  expect(await host.call("sales.update", owner, { params: { id: sale }, body })).toMatchObject({
    status: 200,
  });
  expect(await host.call("trash.restore", owner, { params: { id: form.contact.id } })).toMatchObject({
    status: 200,
  });
  expect(await make.sales(owner, { search: "zoe@example.com inv-9" })).toMatchObject([
    { id: sale, cost: "5.00", contact: { id: form.contact.id } },
  ]);
  const { daily_totals: totals = [] } = await dump(database, id);
  expect(totals).toContainEqual(expect.objectContaining({ what: "contacts", amount: 1 }));
});

test("a failed undo changes nothing", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const contact = await make.contact(owner);
  await host.call("contacts.delete", owner, { params: { id: contact } });
  const before = await dump(database, id);
  const { rows } = await database.read(id, (db) =>
    db.execute<{ change: string }>(sql`select change from journal
    where record_id = ${contact} and action = 'deleted'`),
  );
  const change = rows[0]?.change ?? "";
  const failing = database.tenant(id, async (db) => {
    await revert(db, change, "restore");
    throw new Error("killed");
  });
  await expect(failing).rejects.toThrow("killed");
  expect(await dump(database, id)).toEqual(before);
  expect((await host.call("trash.restore", owner, { params: { id: contact } })).status).toBe(200);
});

test("a restored record gets a new column's default", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const contact = await make.contact(owner);
  const before = await dump(database, id);
  await host.call("contacts.delete", owner, { params: { id: contact } });
  await database.system((db) =>
    db.execute(sql`update journal set was = was - '{merged,consent,consent_at}'::text[]
      where organization_id = ${id} and action = 'deleted'`),
  );
  expect((await host.call("trash.restore", owner, { params: { id: contact } })).status).toBe(200);
  expect(await dump(database, id)).toEqual(before);
});

test("a restored record follows its merged contact", async () => {
  const { owner } = await host.shop();
  const kept = await make.contact(owner, { firstName: "Amara", lastName: "Okafor" });
  const gone = await make.contact(owner, { email: "other@example.com" });
  const note = await make.note(owner, gone, "Likes pearls");
  const sale = await make.sale(owner, {
    ...(await make.saleForm(owner)),
    contact: { id: gone, name: "" },
  });
  await host.call("notes.delete", owner, { params: { id: note } });
  await host.call("sales.delete", owner, { params: { id: sale } });
  await merge(owner, [kept, gone]);

  const restore = (id: string) => host.call("trash.restore", owner, { params: { id } });
  expect((await restore(sale)).status).toBe(200);
  expect(await make.sales(owner)).toMatchObject([{ id: sale, contact: { id: kept, name: "Amara Okafor" } }]);
  await host.call("contacts.delete", owner, { params: { id: kept } });
  expect(await restore(note)).toMatchObject({
    status: 200,
    body: { also: [{ id: kept, name: "Amara Okafor" }] },
  });
  expect(await host.call("notes.ofContact", owner, { params: { id: kept } })).toMatchObject({
    body: [{ id: note }],
  });
});

test("undoing an import keeps a contact who is waiting", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const contact = newId();
  const change = await importing(
    id,
    sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      values (${id}, ${contact}, 'Ada', 'Byron', 'ada@example.com', '', ' ada byron ada@example.com ')`,
  );
  const type = await host.call("appointmentTypes.create", owner, {
    body: { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 },
  });
  await database.tenant(id, (db) =>
    db.execute(sql`insert into wishes (organization_id, id, appointment_type_id, contact_id, name, email, timezone, from_day,
        to_day, rank, request_key)
      values (${id}, gen_random_uuid(), ${(type.body as { id: string }).id}, ${contact}, 'Ada', 'ada@example.com', 'UTC',
        '2027-01-01', '2027-01-08', 1, 'wish')`),
  );
  expect(await reverted(id, change)).toMatchObject([{ kind: "contact", id: contact }]);
  const { rows } = await database.read(id, (db) => db.execute(sql`select contact_id from wishes`));
  expect(rows).toEqual([{ contact_id: contact }]);
});

test("undo resets imported values of a merged contact", async () => {
  const { id, owner } = await host.shop();
  const kept = await make.contact(owner, { firstName: "Amara", lastName: "Okafor" });
  const before = await make.contact(owner, { email: "before@example.com" });
  const other = await make.contact(owner, { email: "other@example.com" });
  const form = await make.saleForm(owner, { contact: { id: before, name: "" } });
  const sale = await make.sale(owner, form);
  const alone = await make.sale(owner, {
    ...form,
    invoiceNumber: "INV-2",
    contact: { id: before, name: "" },
  });
  const made = newId();
  const change = await importing(
    id,
    sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      values (${id}, ${made}, 'Amara', 'Imported', '', '1', ' x')`,
    sql`update purchases set contact_id = ${other} where organization_id = ${id} and id in (${sale}, ${alone})`,
  );
  await merge(owner, [kept, before, made]);
  await merge(owner, [kept, other]);
  await host.call("sales.update", owner, {
    params: { id: alone },
    body: { ...form, invoiceNumber: "INV-2", contact: { id: await make.contact(owner), name: "" } },
  });

  const listed = await reverted(id, change);
  expect(listed).toHaveLength(2);
  expect(listed).toContainEqual({ kind: "contact", id: kept, name: "Amara Imported" });
  expect(listed).toContainEqual(expect.objectContaining({ kind: "sale", id: alone }));
  const [sold] = await make.sales(owner, { search: "inv-2026-0001" });
  expect(sold?.contact).toEqual({ id: kept, name: "Amara Okafor" });
});
