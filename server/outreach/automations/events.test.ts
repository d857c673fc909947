import { randomUUID } from "node:crypto";
import { birthdayIsToday, condition, rulesOf } from "#server/testing/automations.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import { raiseEvent } from "./events.ts";

const now = new Date("2026-11-21T14:00:00Z");
const wake = jest.fn();
const host = testHost({ clock: () => now, wake });
const make = recordsOf(host);
const rules = rulesOf(host);

const create = (user: Person, ...conditions: object[]) =>
  rules.create(user, { trigger: { type: "EVENT_BASED" }, condition: conditions });

test("queues emails for a new contact and a new sale", async () => {
  const { user } = await host.shop();
  const before = await make.contact(user);
  const id = await create(user);
  const contact = await make.contact(user, { firstName: "Ada" });
  const sale = await make.sale(user, await make.saleForm(user, { contact: { id: before, name: "" } }));
  const queued = await rules.mails(user, id);
  expect(queued).toContainEqual({
    to: contact,
    name: "Ada O’Brien-Nguyễn",
    occurrence: `contact:${contact}`,
    state: "queued",
  });
  expect(queued).toContainEqual({
    to: before,
    name: "Zoë O’Brien-Nguyễn",
    occurrence: `sale:${sale}`,
    state: "queued",
  });
});

test("wakes the jobs only if there is email", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  await create(user, condition("Purchase.cost", "GREATER_THAN", 2_000));
  wake.mockClear();
  await make.sale(user, form);
  await make.contact(user);
  expect(wake).not.toHaveBeenCalled();
  await make.sale(user, { ...form, cost: "2000.01" });
  expect(wake).toHaveBeenCalledTimes(1);
});

test("counts each sale as one event", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const id = await create(user);
  const headers = {
    authorization: `Bearer ${user.token}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  const first = { headers, body: JSON.stringify(form) };
  for (let i = 0; i < 2; i++) {
    expect((await host.send("POST", "/purchases/createPurchase", first)).status).toBe(200);
  }
  const second = await make.sale(user, form);
  await host.call("sales.update", user, { params: { id: second }, body: { ...form, cost: 1 } });
  await host.call("sales.delete", user, { params: { id: second } });
  expect(await rules.mails(user, id)).toHaveLength(2);
});

test.each([
  ["1240.49", "GREATER_THAN", "1240.49", 0],
  ["1240.50", "GREATER_THAN", "1240.49", 1],
  ["1240.50", "EQUALS", 1240.5, 1],
  ["1.005", "EQUALS", "1.01", 1],
  ["1240.50", "LESS_THAN", 1000, 0],
])("a sale of %s with rule %s %s queues %i emails", async (cost, operation, value, count) => {
  const { user } = await host.shop();
  const form = await make.saleForm(user, { cost: "999" });
  await make.sale(user, form);
  const id = await create(user, condition("Purchase.cost", operation, value));
  await make.sale(user, { ...form, cost });
  expect(await rules.mails(user, id)).toHaveLength(count);
});

test("doesn't match a cost condition without a sale", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  await make.sale(user, form);
  const id = await create(user, condition("Purchase.cost", "GREATER_THAN", 0));
  await make.contact(user);
  const database = await host.database();
  const event = { organizationId: user.organizationId, kind: "booking" as const, recordId: "b1" };
  await database.tenant(user.organizationId, (db) =>
    raiseEvent(db, { ...event, contactId: form.contact.id }, now),
  );
  expect(await rules.mails(user, id)).toEqual([]);
});

test("raises an event for a booking", async () => {
  const { user } = await host.shop();
  const contactId = await make.contact(user);
  await make.contact(user, { firstName: "Ada" });
  const id = await create(user);
  const database = await host.database();
  const event = { organizationId: user.organizationId, kind: "booking" as const, recordId: "b1", contactId };
  for (let i = 0; i < 2; i++) await database.tenant(user.organizationId, (db) => raiseEvent(db, event, now));
  expect(await rules.mails(user, id)).toMatchObject([{ to: contactId, occurrence: "booking:b1" }]);
});

test("requires the contact to meet the conditions", async () => {
  const { user } = await host.shop();
  const id = await create(user, birthdayIsToday, condition("Contact.email", "EQUALS", "ADA@example.com"));
  await make.contact(user, { birthday: "1990-11-21" });
  const ada = await make.contact(user, { email: "ada@example.com", birthday: "1990-11-21" });
  expect(await rules.mails(user, id)).toMatchObject([{ to: ada }]);
});

test("queues email with its record, for active rules only", async () => {
  const { user } = await host.shop();
  const other = await host.shop();
  const [id, paused, daily, theirs] = [
    await create(user),
    await create(user),
    await rules.create(user, { condition: [] }),
    await create(other.user),
  ];
  await host.call("automations.setActive", user, { params: { id: paused }, body: { active: false } });
  const form = await make.saleForm(user);
  const queued = (await rules.mails(user, id)).length;
  const refused = { ...form, productCategory: { id: randomUUID(), name: "x" } };
  expect((await host.call("sales.create", user, { body: refused })).status).toBe(404);
  expect((await host.call("contacts.create", user, { body: { ...person, email: "x" } })).status).toBe(400);
  expect(await rules.mails(user, id)).toHaveLength(queued);
  for (const none of [paused, daily]) expect(await rules.mails(user, none)).toEqual([]);
  expect(await rules.mails(other.user, theirs)).toEqual([]);
});

test("allows deleting a rule while sales are recorded", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const id = await create(user);
  const answers = await Promise.all([
    host.call("automations.delete", user, { params: { id } }),
    ...Array.from({ length: 8 }, () => host.call("sales.create", user, { body: form })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
});
