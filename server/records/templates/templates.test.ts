import { and, eq } from "drizzle-orm";
import { placeholderNames } from "#lib/contract/placeholders.ts";
import { valuesForContact } from "#server/connections/mail/content.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, templates } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const form = {
  name: "Birthday wishes",
  subject: "Happy birthday, {{firstName}}!",
  content: " Dear\n\n{{ Name }} \n",
};

type Template = typeof form & { id: string; version: number };

async function create(person: Person, changes: object = {}): Promise<string> {
  const { status, body } = await host.call("templates.create", person, { body: { ...form, ...changes } });
  expect([status, body]).toEqual([200, { data: { id: expect.any(String) } }]);
  return (body as { data: { id: string } }).data.id;
}

const get = (person: Person, id: string) => host.call("templates.get", person, { params: { id } });
const remove = (person: Person, id: string) => host.call("templates.delete", person, { params: { id } });

async function automate(organizationId: string, templateId: string, name: string): Promise<void> {
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.insert(automations).values({
      organizationId,
      id: newId(),
      name,
      triggerType: "EVENT_BASED",
      conditions: [],
      actionType: "SEND_EMAIL",
      templateId,
    }),
  );
}

test("creates, lists newest first, reads and edits templates", async () => {
  const { user } = await host.shop();
  const first = await create(user);
  const second = await create(user, { name: " Thanks " });
  const list = (await host.call("templates.list", user)).body as Template[];
  expect(list.map(({ id, name }) => [id, name])).toEqual([
    [second, "Thanks"],
    [first, form.name],
  ]);
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  const stored = { ...form, kind: "EMAIL", id: first, version: 1, createdAt: time, updatedAt: time };
  expect((await get(user, first)).body).toEqual(stored);
  const { content, ...listed } = stored;
  expect(list[1]).toEqual(listed);

  const body = { ...form, subject: "Hello", version: 1 };
  expect((await host.call("templates.update", user, { params: { id: first }, body })).status).toBe(200);
  expect((await get(user, first)).body).toMatchObject({ subject: "Hello", version: 2 });
  expect(await host.call("templates.update", user, { params: { id: first }, body })).toMatchObject({
    status: 409,
    body: { message: "Changed by someone else" },
  });
  const unversioned = { ...form, subject: "Hello again" };
  const params = { id: first };
  expect((await host.call("templates.update", user, { params, body: unversioned })).status).toBe(200);
  expect((await get(user, first)).body).toMatchObject({ subject: "Hello again", version: 3 });
});

test.each([
  [{ content: "Write to {{emial}}" }, "{{emial}} is not a known placeholder. Did you mean {{email}}?"],
  [{ subject: "{{constructor}}" }, "{{constructor}} is not a known placeholder."],
])("rejects %j, and still repairs or deletes an old template", async (wrong, message) => {
  const { user, id: organizationId } = await host.shop();
  const body = { ...form, ...wrong };
  const refused = { status: 400, body: { message } };
  expect(await host.call("templates.create", user, { body })).toMatchObject(refused);
  const id = await create(user);
  const params = { id };
  expect(await host.call("templates.update", user, { params, body })).toMatchObject(refused);

  const database = await host.database();
  const its = and(eq(templates.organizationId, organizationId), eq(templates.id, id));
  await database.tenant(organizationId, (db) => db.update(templates).set(wrong).where(its));
  expect((await get(user, id)).body).toMatchObject(wrong);
  expect((await host.call("templates.update", user, { params, body: form })).status).toBe(200);
  await database.tenant(organizationId, (db) => db.update(templates).set(wrong).where(its));
  expect((await remove(user, id)).status).toBe(200);
});

test("deletes a template once", async () => {
  const { user } = await host.shop();
  const id = await create(user);
  expect((await remove(user, id)).status).toBe(200);
  expect((await get(user, id)).status).toBe(404);
  expect((await remove(user, id)).status).toBe(404);
  const update = await host.call("templates.update", user, { params: { id }, body: form });
  expect(update.status).toBe(404);
});

test.each([
  [["Birthday rule"], "The automation “Birthday rule” sends this template. Give it another one first."],
  [["B", "A"], "The automations “A” and “B” send this template. Give them another one first."],
  [
    ["A", "B", "C", "D", "E"],
    "The automations “A”, “B”, “C”, and 2 more send this template. Give them another one first.",
  ],
])("does not delete a template that %j use", async (names, message) => {
  const { id: organizationId, user } = await host.shop();
  const id = await create(user);
  for (const name of names) await automate(organizationId, id, name);
  expect(await remove(user, id)).toMatchObject({ status: 409, body: { message } });
  expect((await get(user, id)).status).toBe(200);
  const other = await create(user);
  expect((await remove(user, other)).status).toBe(200);
});

test.each([
  [{ name: " " }, "name: Template name is required"],
  [{ name: "x".repeat(101) }, "name: Template name is too long"],
  [{ subject: "" }, "subject: Subject is required"],
  [{ subject: "x".repeat(201) }, "subject: Subject is too long"],
  [{ content: " \n" }, "content: Content is required"],
  [{ content: undefined }, "content: Content is required"],
])("refuses a template with %j", async (changes, message) => {
  const { user } = await host.shop();
  const body = { ...form, ...changes };
  expect(await host.call("templates.create", user, { body })).toMatchObject({
    status: 400,
    body: { message },
  });
  const id = await create(user);
  const refused = await host.call("templates.update", user, { params: { id }, body });
  expect(refused).toMatchObject({ status: 400, body: { message } });
});

test("accepts values of exactly the maximum length", async () => {
  const { user } = await host.shop();
  const id = await create(user, {
    name: "x".repeat(100),
    subject: "y".repeat(200),
    content: "z".repeat(100_000),
  });
  const { body } = await get(user, id);
  expect((body as Template).content).toHaveLength(100_000);
});

test("fills in every placeholder with the contact's values", async () => {
  const { id: organizationId, user } = await host.shop();
  const { body: offered } = await host.call("templates.placeholders", user);
  expect(offered).toEqual([...placeholderNames]);
  const database = await host.database();
  const values = (id: string) => database.read(organizationId, (db) => valuesForContact(db, id));
  const contact = await make.contact(user, {
    birthday: "1968-02-29",
    anniversary: "1995-06-01T12:00:00.000Z",
  });
  expect(await values(contact)).toMatchObject({ lastPurchase: "", lastPurchaseDate: "" });

  await database.system((db) =>
    db
      .update(organizations)
      .set({ name: "Marlow & Finch", timezone: "Asia/Tokyo" })
      .where(eq(organizations.id, organizationId)),
  );
  for (const [name, createdAt] of [
    ["Rings", "2026-11-20T15:00:00Z"],
    ["Watches", "2026-11-19T15:00:00Z"],
  ]) {
    const productCategory = { id: await make.category(user, name), name: "" };
    await make.sale(user, { cost: 1, createdAt, contact: { id: contact, name: "" }, productCategory });
  }
  const filled = await values(contact);
  expect(filled).toEqual({
    firstName: "Zoë",
    lastName: "O’Brien-Nguyễn",
    name: "Zoë O’Brien-Nguyễn",
    email: "zoe@example.com",
    phoneNumber: "+44 20 7946 0018",
    birthday: "February 29",
    anniversary: "June 1",
    lastPurchase: "Rings",
    lastPurchaseDate: "November 21, 2026",
    storeName: "Marlow & Finch",
  });
  expect(Object.keys(filled ?? {}).sort()).toEqual([...(offered as string[])].sort());
  expect(await values(newId())).toBeNull();
});

test("fills in texts for a contact, never in email", async () => {
  const { id: organizationId, owner, user } = await host.shop();
  const other = await host.shop();
  const contactId = await make.contact(user, { firstName: "Amara" });
  const text = { kind: "TEXT", name: "Ready", subject: "", content: "Hi {{firstName}}, your ring is ready." };
  const id = await create(user, text);
  const filled = (who: Person, templateId = id, contact = contactId) =>
    host.call("templates.filled", who, { params: { id: templateId }, query: { contactId: contact } });
  expect((await filled(user)).body).toEqual({ content: "Hi Amara, your ring is ready." });
  const foreign = await make.contact(other.user, {});
  expect((await filled(user, id, foreign)).status).toBe(404);
  expect((await filled(user, id, "x")).status).toBe(404);
  expect((await filled(other.user, id, foreign)).status).toBe(404);

  const save = (body: object) => host.call("templates.create", user, { body: { ...text, ...body } });
  const required = { status: 400, body: { message: "subject: Subject is required" } };
  expect(await save({ kind: "EMAIL" })).toMatchObject(required);
  expect(await save({ kind: undefined })).toMatchObject(required);
  expect((await save({ kind: "LETTER" })).status).toBe(400);
  const long = { status: 400, body: { message: "content: Content is too long" } };
  expect(await save({ content: "x".repeat(2_001) })).toMatchObject(long);

  const update = (body: object) => host.call("templates.update", user, { params: { id }, body });
  expect((await update({ ...text, kind: "EMAIL", subject: "Ready" })).status).toBe(400);
  expect((await update({ ...text, content: "Ready, {{firstName}}" })).status).toBe(200);
  expect((await update({ name: "Ready", subject: "Ready", content: "Ready" })).status).toBe(200);
  expect((await get(user, id)).body).toMatchObject({ kind: "TEXT", subject: "", content: "Ready" });

  const refused = { status: 400, body: { message: "This template is for texts. Choose one for email." } };
  const campaign = { name: "Spring", templateId: id, where: "[]" };
  expect(await host.call("campaigns.create", owner, { body: campaign })).toMatchObject(refused);
  const rule = {
    ...{ name: "Greet", condition: [], action: { type: "SEND_EMAIL", templateId: id } },
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
  };
  expect(await host.call("automations.create", owner, { body: rule })).toMatchObject(refused);
  await automate(organizationId, id, "Old");
  expect((await remove(user, id)).status).toBe(409);
});
