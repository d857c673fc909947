import { getTableName, sql } from "drizzle-orm";
import type { Name } from "#lib/contract/routes.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import { users } from "#server/platform/db/schema.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { rulesOf } from "#server/testing/automations.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import { eraseOldTrash, forgetOldEntries } from "./journal.ts";
import { kinds } from "./kinds.ts";

const host = testHost();
const make = recordsOf(host);
const rules = rulesOf(host);

type Entry = {
  kind: string;
  action: string;
  name: string;
  record_id: string;
  change: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  was: object | null;
  now: object | null;
};

async function entries(organizationId: string): Promise<Entry[]> {
  const database = await host.database();
  const { rows } = await database.read(organizationId, (db) =>
    db.execute<Entry>(sql`select * from journal order by id`),
  );
  return rows;
}

test("each change has a person and both values", async () => {
  const { id, owner, user } = await host.shop();
  const done = async (name: Name, who: Person, record: string, body?: object) => {
    const answer = await host.call(name, who, { params: { id: record }, ...(body && { body }) });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const form = await make.saleForm(user);
  const contact = form.contact.id;
  const sale = await make.sale(user, form);
  const note = await make.note(user, contact, "Hello");
  const rule = await rules.create(owner);
  const type = { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 };
  const { id: typeId } = (await host.call("appointmentTypes.create", owner, { body: type })).body as {
    id: string;
  };

  await done("contacts.update", owner, contact, { ...person, email: "ada@example.com", version: 1 });
  await done("sales.update", owner, sale, { ...form, id: sale, cost: "9" });
  await done("notes.update", owner, note, { id: note, contactId: contact, content: "Bye" });
  await done("products.update", owner, form.productCategory.id, {
    id: form.productCategory.id,
    name: "Rings",
  });
  await done("automations.setActive", owner, rule, { active: false });
  await done("appointmentTypes.update", owner, typeId, { ...type, name: "Cleaning" });
  await done("organization.setTimezone", owner, id, { timezone: "Europe/Paris" });
  await done("users.update", user, id, { firstName: "Grace", lastName: "Hopper" });
  await done("people.setHours", user, user.id, { availability: null });
  await done("contacts.delete", user, contact);

  const all = await entries(id);
  const by = (who: Person) => ({ actor_kind: "person", actor_id: who.id });
  const made = all.filter(({ action }) => action === "created");
  expect(made.map(({ kind }) => kind)).toEqual([
    "contact",
    "category",
    "sale",
    "note",
    "template",
    "automation",
    "appointmentType",
  ]);
  for (const entry of made) expect(entry).toMatchObject({ was: null, now: null });
  const changed = all.filter(({ action, kind }) => action === "changed" && kind !== "organization");
  const difference = (kind: string) =>
    changed.filter((entry) => entry.kind === kind).map(({ was, now }) => [was, now]);
  expect(difference("contact")).toMatchObject([[{ email: "zoe@example.com" }, { email: "ada@example.com" }]]);
  expect(difference("sale")).toMatchObject([
    [{ cost: 1240.5 }, { cost: 9 }],
    [{ contact_id: contact }, { contact_id: null }],
  ]);
  expect(difference("note")).toMatchObject([[{ content: "Hello" }, { content: "Bye" }]]);
  expect(difference("category")).toMatchObject([[{ name: "Pearls" }, { name: "Rings" }]]);
  expect(difference("automation")).toMatchObject([[{ is_active: true }, { is_active: false }]]);
  expect(difference("appointmentType")).toMatchObject([[{ name: "Fitting" }, { name: "Cleaning" }]]);
  expect(difference("person")).toMatchObject([[{ first_name: "Ada" }, { first_name: "Grace" }]]);
  expect(all).toContainEqual(
    expect.objectContaining({
      kind: "organization",
      record_id: id,
      ...by(owner),
      was: expect.objectContaining({ timezone: "Europe/London" }),
      now: expect.objectContaining({ timezone: "Europe/Paris" }),
    }),
  );
  const deleted = all.filter(({ action }) => action === "deleted");
  expect(deleted).toMatchObject([
    { kind: "contact", name: "Zoë O’Brien-Nguyễn", actor_name: "Grace Hopper", ...by(user) },
    { kind: "note", name: "Bye", ...by(user) },
  ]);
  expect(new Set(deleted.map(({ change }) => change)).size).toBe(1);
});

test("distinguishes automations, visitors, imports and jobs", async () => {
  const { id, owner } = await host.shop();
  expect(await entries(id)).toEqual([]);
  const database = await host.database();
  const contact = await make.contact(owner);
  const rename = (name: string) =>
    database.tenant(id, (db) =>
      db.execute(sql`update contacts set last_name = ${name} where id = ${contact}`),
    );
  await actingAs({ kind: "visitor" }, () => rename("A"));
  await actingAs({ kind: "import", id: contact, name: "clients.csv" }, () => rename("B"));
  await rename("C");
  await rename("C");
  const rule = await rules.create(owner);
  await actingAs({ kind: "automation", id: rule }, () => rename("D"));
  const changed = (await entries(id)).filter(({ action }) => action === "changed");
  expect(changed.map((entry) => [entry.actor_kind, entry.actor_name])).toEqual([
    ["visitor", null],
    ["import", "clients.csv"],
    ["job", null],
    ["automation", "Greeting"],
  ]);
});

test("never contains passwords, keys or columns for them", async () => {
  const { id, user } = await host.shop();
  const database = await host.database();
  await database.tenant(id, async (db) => {
    const account = {
      organizationId: id,
      id: user.id,
      userId: user.id,
      provider: "imap" as const,
      address: "a@example.com",
    };
    await db.insert(accounts).values({ ...account, secrets: "top-secret", externalId: `key-${id}` });
    await db.execute(sql`update accounts set secrets = 'new-secret', address = 'b@example.com'`);
    await db.execute(
      sql`update users set password_hash = 'hashed-secret', first_name = 'Grace' where id = ${user.id}`,
    );
    await db.execute(sql`update users set password_hash = 'hashed-again' where id = ${user.id}`);
    await db.execute(sql`delete from accounts`);
    await db.execute(sql`delete from users where id = ${user.id}`);
  });
  const all = await entries(id);
  expect(all.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
    "account created",
    "account changed",
    "person changed",
    "account deleted",
    "person deleted",
  ]);
  expect(JSON.stringify(all)).not.toMatch(/secret|hashed|key-/);

  const { rows } = await database.system((db) =>
    db.execute<{ name: string; columns: string[]; args: string }>(sql`
      select c.relname as name, encode(t.tgargs, 'escape') as args,
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'journal_changed' order by 1`),
  );
  const secret = /secret|password|hash|token|external_id|_key$/;
  const columnNames = rows.flatMap(({ name, columns, args }) => {
    const leftOut = args.split("\\000").at(2) ?? "";
    return columns
      .filter((column) => secret.test(column) && !leftOut.includes(column))
      .map((column) => `${name}.${column}`);
  });
  // A visitor's browser makes up the request key to prevent double bookings. It grants no access.
  expect(columnNames.filter((name) => !name.endsWith(".request_key"))).toEqual([]);
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([getTableName(users), getTableName(accounts)]),
  );
  for (const { table } of kinds) expect(rows.map(({ name }) => name)).toContain(table);
});

test.each([
  "insert into journal select * from journal",
  "update journal set name = ''",
  "delete from journal",
  "truncate journal",
  "update reverts set how = 'erase'",
  "delete from reverts",
])("a tenant's role cannot %s", async (statement) => {
  const { id, owner } = await host.shop();
  await make.contact(owner);
  const database = await host.database();
  const tried = database.tenant(id, (db) => db.execute(statement));
  await expect(tried).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("erasing a person clears their store's journal", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const database = await host.database();
  const [ours, theirs] = [await make.contact(here.owner), await make.contact(there.owner)];
  for (const [shop, contact] of [
    [here, ours],
    [there, theirs],
  ] as const) {
    await host.call("contacts.update", shop.owner, {
      params: { id: contact },
      body: { ...person, firstName: "Ada" },
    });
  }
  await database.tenant(here.id, (db) =>
    db.execute(sql`select erase_person_from_journal(array[${ours}::uuid, ${theirs}::uuid], '{}', '{}')`),
  );
  expect((await entries(here.id)).map(({ name, was, now }) => [name, was, now])).toEqual([
    ["Erased contact", null, null],
    ["Erased contact", null, null],
  ]);
  expect(JSON.stringify(await entries(there.id))).toContain("Ada");
});

test("upkeep empties the trash after 30 days", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const tidy = () =>
    database.system(async (db) => {
      await eraseOldTrash(db);
      await forgetOldEntries(db);
    });
  const [old, young] = [await make.contact(owner), await make.contact(owner)];
  for (const contact of [old, young]) await host.call("contacts.delete", owner, { params: { id: contact } });
  const age = (days: number, which = sql`true`) =>
    database.system((db) =>
      db.execute(
        sql`update journal set at = at - make_interval(days => ${days}) where organization_id = ${id} and ${which}`,
      ),
    );
  await age(31, sql`record_id = ${old}`);
  await age(29, sql`record_id = ${young}`);
  await tidy();
  const gone = (await entries(id)).filter(({ action }) => action === "deleted");
  expect(gone.map(({ record_id, was }) => [record_id, was !== null])).toEqual([
    [old, false],
    [young, true],
  ]);
  expect(gone[0]?.name).toBe("Zoë O’Brien-Nguyễn");
  await age(370);
  await tidy();
  expect((await entries(id)).map(({ record_id }) => record_id)).toEqual([young, young]);
  await database.system((db) => db.execute(sql`update organizations set journal_days = 60 where id = ${id}`));
  await tidy();
  expect(await entries(id)).toEqual([]);
});

test.each(["trash.erase", "trash.empty", "after 30 days"] as const)(
  "erases a contact also from entries of records that left the trash: %s",
  async (how) => {
    const { id, owner } = await host.shop();
    const database = await host.database();
    const done = async (name: Name, record: string, body?: object) => {
      const answer = await host.call(name, owner, { params: { id: record }, ...(body && { body }) });
      expect(answer).toMatchObject({ status: 200 });
    };
    const contact = await make.contact(owner, { firstName: "Odile", lastName: "Quince" });
    const plain = { ...(await make.saleForm(owner)), contact: { id: contact, name: "" } };
    const sold = (price: string, description: string) => ({
      ...{ ...plain, cost: price, items: [{ productCategory: plain.productCategory, price, description }] },
    });
    const sale = await make.sale(owner, sold("8", "Engraved Quince"));
    await done("sales.update", sale, { ...sold("9", "Engraved O. Quince"), id: sale });
    const note = await make.note(owner, contact, "Quince likes opals");
    await done("notes.update", note, { id: note, contactId: contact, content: "No opals" });
    await done("sales.delete", sale);
    await done("notes.delete", note);
    if (how === "trash.empty") await host.call(how, owner);
    else if (how === "trash.erase") for (const record of [sale, note]) await done(how, record);
    else
      await database.system(async (db) => {
        await db.execute(sql`update journal set at = at - interval '31 days' where organization_id = ${id}`);
        await eraseOldTrash(db);
      });
    await done("contacts.erase", contact, { name: "Odile Quince" });
    expect(JSON.stringify(await entries(id))).not.toMatch(/quince|opals/i);
  },
);

test("inviting and removing team members is recorded", async () => {
  const { id, owner } = await host.shop();
  const anna = { firstName: "Anna", lastName: "Byron", email: `anna-${id}@example.com`, role: "USER" };
  expect((await host.call("team.invite", owner, { body: anna })).status).toBe(200);
  const { body } = await host.call("team.list", owner);
  const member = (body as { id: string; email: string }[]).find(({ email }) => email === anna.email);
  expect((await host.call("team.remove", owner, { body: { id: member?.id } })).status).toBe(200);
  const personEntries = (await entries(id)).filter(({ kind }) => kind === "person");
  expect(personEntries.map(({ action, name, actor_name }) => [action, name, actor_name])).toEqual([
    ["created", "Anna Byron", "Ada OWNER"],
    ["deleted", "Anna Byron", "Ada OWNER"],
  ]);
});

test("the trash names no contact whose history was deleted by age", async () => {
  const { id, owner } = await host.shop();
  const contact = await make.contact(owner);
  const note = await make.note(owner, contact, "Prefers mail");
  const database = await host.database();
  await database.system(async (db) => {
    await db.execute(sql`update journal set at = at - interval '4000 days' where organization_id = ${id}`);
    await forgetOldEntries(db);
  });
  await host.call("notes.delete", owner, { params: { id: note } });
  const { body } = await host.call("trash.list", owner);
  expect(body).toMatchObject([{ id: note, of: null }]);
});
