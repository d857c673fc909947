import type { Name } from "#lib/contract/contract.ts";
import { testHost } from "#server/testing/host.ts";
import { newId } from "./id.ts";
import { contacts, notes, productCategories, templates } from "./schema.ts";
import { appointmentTypes } from "./schema-calendar.ts";
import { automations } from "./schema-mail.ts";

const host = testHost();
// The web app refuses a longer answer.
const MOST_BYTES = 10_000_000;
const MANY = Array.from({ length: 500 }, () => newId());
// JSON escapes each with six characters.
const LONG = "\u0001".repeat(10_000);

const records = [
  [
    "templates",
    templates,
    { name: LONG.slice(0, 100), subject: LONG.slice(0, 200), content: LONG },
    { name: "N", subject: "S", content: "C" },
  ],
  [
    "products",
    productCategories,
    { name: LONG.slice(0, 100), description: LONG.slice(0, 1000) },
    { name: "N" },
  ],
  [
    "appointmentTypes",
    appointmentTypes,
    { name: LONG.slice(0, 100), defaultMeetingLength: 30, daysInAdvance: 1 },
    { name: "N", defaultMeetingLength: 30, daysInAdvance: 1 },
  ],
  [
    "automations",
    automations,
    {
      name: "N",
      triggerType: "EVENT_BASED",
      actionType: "SEND_EMAIL",
      conditions: Array(20).fill({
        type: "STRING",
        field: "Contact.name",
        operation: "EQUALS",
        value: LONG.slice(0, 200),
      }),
    },
    null,
  ],
] as const;

test.each(records)("%s: shows a full list and refuses another record", async (name, table, columns, form) => {
  const { id: organizationId, user } = await host.shop();
  const database = await host.database();
  const most = name === "automations" ? 200 : 500;
  const rows = MANY.slice(0, most).map((id) => ({ ...columns, organizationId, id: newId(), slug: id }));
  await database.tenant(organizationId, (db) => db.insert(table).values(rows as never));
  const list = await host.call(`${name}.list` as Name, user);
  expect(list.body).toHaveLength(rows.length);
  expect(JSON.stringify(list.body).length).toBeLessThan(MOST_BYTES);

  const create = async () => {
    const template = { ...columns, organizationId, id: newId() };
    if (form) return host.call(`${name}.create` as Name, user, { body: form });
    await database.tenant(organizationId, (db) =>
      db.insert(templates).values({ ...template, subject: "S", content: "C" }),
    );
    return host.call("automations.create", user, {
      body: {
        name: "N",
        trigger: { type: "EVENT_BASED" },
        condition: [],
        action: { type: "SEND_EMAIL", templateId: template.id },
      },
    });
  };
  expect(await create()).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining(`${most} `) },
  });
  const params = { id: rows[0]?.id };
  expect((await host.call(`${name}.delete` as Name, user, { params })).status).toBe(200);
  expect((await create()).status).toBe(200);
});

test("very long notes can be read and deleted", async () => {
  const { id: organizationId, user } = await host.shop();
  const database = await host.database();
  const contactId = newId();
  const person = {
    firstName: "A",
    lastName: "B",
    email: "a@example.com",
    phoneNumber: "0000000000",
    search: "",
  };
  const written = Array.from({ length: 120 }, () => ({
    organizationId,
    id: newId(),
    contactId,
    content: LONG,
  }));
  await database.tenant(organizationId, async (db) => {
    await db.insert(contacts).values({ ...person, organizationId, id: contactId });
    await db.insert(notes).values(written);
  });
  const read = async () =>
    (await host.call("notes.ofContact", user, { params: { id: contactId } })).body as { id: string }[];
  const one = { content: "one more", contactId };
  expect(await host.call("notes.create", user, { body: one })).toMatchObject({ status: 422 });
  const seen = new Set<string>();
  for (let listed = await read(); listed.length > 0; listed = await read()) {
    expect(JSON.stringify(listed).length).toBeLessThan(MOST_BYTES);
    for (const { id } of listed) {
      seen.add(id);
      expect((await host.call("notes.delete", user, { params: { id } })).status).toBe(200);
    }
  }
  expect(written.every(({ id }) => seen.has(id))).toBe(true);
  expect(await host.call("notes.create", user, { body: one })).toMatchObject({ status: 200 });
});
