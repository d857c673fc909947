import { eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { tasks as table } from "#server/platform/db/schema-records.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

let now = new Date("2026-11-21T14:00:00Z");
const host = testHost({ clock: () => now });
const make = recordsOf(host);

type Task = {
  id: string;
  what: string;
  dueDay: string;
  person: { id: string; name: string } | null;
  contact: { id: string; name: string } | null;
  source: object | null;
  doneAt: string | null;
  doneBy: string | null;
  version: number;
};

async function list(user: Person, query: object = {}): Promise<Task[]> {
  const { status, body } = await host.call("tasks.list", user, { query });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Task[];
}

const setDone = (user: Person, id: string, done = true) =>
  host.call("tasks.setDone", user, { params: { id }, body: { done } });
const days = (found: Task[]) => found.map(({ dueDay }) => dueDay);

beforeEach(() => {
  now = new Date("2026-11-21T14:00:00Z");
});

test("changes tasks, and lists them by due date", async () => {
  const { user, admin } = await host.shop();
  const contact = { id: await make.contact(user), name: "as sent" };
  const later = await make.task(user, { what: "Later", dueDay: "2026-11-25" });
  const mine = await make.task(user, { what: " For\n her ", personId: user.id, contact, dueTime: "14:30" });
  const theirs = await make.task(user, { what: "Theirs", personId: admin.id });
  expect((await list(user)).map(({ id }) => id)).toEqual([mine, theirs, later]);
  expect((await list(user, { whose: "mine" })).map(({ id }) => id)).toEqual([mine, later]);
  expect((await list(user, { contact: contact.id })).map(({ id }) => id)).toEqual([mine]);
  expect((await list(user, { search: "THEIR" })).map(({ id }) => id)).toEqual([theirs]);
  expect((await list(user))[0]).toMatchObject({
    what: "For her",
    dueDay: "2026-11-21",
    dueTime: "14:30",
    person: { id: user.id, name: "Ada USER" },
    contact: { id: contact.id, name: "Zoë O’Brien-Nguyễn" },
    phoneNumber: "+44 20 7946 0018",
    createdBy: "Ada USER",
    doneAt: null,
    version: 1,
  });

  const form = { what: "Other", detail: "In gold", personId: null, contact: null, dueDay: "2026-11-22" };
  const body = { ...form, dueTime: null, repeat: "NONE", version: 1 };
  expect((await host.call("tasks.update", user, { params: { id: theirs }, body })).status).toBe(200);
  expect(await host.call("tasks.update", admin, { params: { id: theirs }, body })).toMatchObject({
    status: 409,
    body: { current: { id: theirs, what: "Other", version: 2 } },
  });
  const postponed = await host.call("tasks.postpone", user, {
    params: { id: theirs },
    body: { dueDay: "2026-11-24" },
  });
  expect(postponed.status).toBe(200);
  expect(days(await list(user))).toEqual(["2026-11-21", "2026-11-24", "2026-11-25"]);

  for (let n = 0; n < 2; n++) expect((await setDone(admin, mine)).status).toBe(200);
  expect(await list(user, { state: "done" })).toMatchObject([
    { id: mine, doneAt: "2026-11-21T14:00:00.000Z", doneBy: "Ada ADMIN", version: 2 },
  ]);
  for (let n = 0; n < 2; n++) expect((await setDone(user, mine, false)).status).toBe(200);
  expect(await list(user, { state: "done" })).toEqual([]);

  expect((await host.call("tasks.delete", user, { params: { id: mine } })).status).toBe(200);
  expect((await host.call("trash.list", user)).body).toMatchObject([
    { id: mine, kind: "task", name: "For her", of: "Zoë O’Brien-Nguyễn" },
  ]);
  expect((await setDone(user, mine)).status).toBe(404);
  expect((await host.call("trash.restore", user, { params: { id: mine } })).status).toBe(200);
  expect((await list(user))[0]).toMatchObject({ id: mine, contact: { id: contact.id } });
});

test.each([
  { what: "" },
  { what: "x".repeat(301) },
  { detail: "x".repeat(2001) },
  { dueDay: "2026-02-30" },
  { dueDay: "1999-12-31" },
  { dueDay: "2200-01-01" },
  { dueTime: "24:00" },
  { dueTime: "9:00" },
  { repeat: "HOURLY" },
  { kind: "birthday" },
])("rejects %j", async (changes) => {
  const { user } = await host.shop();
  const task = { what: "x", detail: null, personId: null, contact: null, dueDay: "2026-11-21" };
  const body = { ...task, dueTime: null, repeat: "NONE", ...changes };
  expect((await host.call("tasks.create", user, { body })).status).toBe(400);
});

test("keeps omitted detail and time, and clears empty ones", async () => {
  const { user } = await host.shop();
  const id = await make.task(user, { detail: "Size 16", dueTime: "09:00" });
  const form = { what: "Sizing bar", personId: null, contact: null, dueDay: "2026-11-21", repeat: "NONE" };
  for (const [changes, expected] of [
    [{}, { detail: "Size 16", dueTime: "09:00" }],
    [
      { detail: "", dueTime: "" },
      { detail: null, dueTime: null },
    ],
  ]) {
    await host.call("tasks.update", user, { params: { id }, body: { ...form, ...changes } });
    const { body } = await host.call("tasks.list", user);
    expect(body).toMatchObject([{ what: "Sizing bar", ...expected }]);
  }
});

test("a repeated request creates one task", async () => {
  const { user } = await host.shop();
  const task = { what: "Once", detail: null, personId: null, contact: null, dueDay: "2026-11-21" };
  const headers = {
    authorization: `Bearer ${user.token}`,
    "content-type": "application/json",
    "idempotency-key": newId(),
  };
  const body = JSON.stringify({ ...task, dueTime: null, repeat: "NONE" });
  const answers = await Promise.all([1, 2].map(() => host.send("POST", "/tasks", { headers, body })));
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect(await list(user)).toHaveLength(1);
});

test("completing creates one follow-up, and reopening deletes it", async () => {
  const { user, admin } = await host.shop();
  const id = await make.task(user, { repeat: "WEEKLY", personId: admin.id });
  await Promise.all([user, admin, user, admin].map((person) => setDone(person, id)));
  const [next, ...others] = await list(user);
  expect(others).toEqual([]);
  expect(next).toMatchObject({ dueDay: "2026-11-28", person: { id: admin.id }, version: 1 });
  await Promise.all([user, admin].map((person) => setDone(person, id, false)));
  expect(await list(user)).toMatchObject([{ id, dueDay: "2026-11-21", doneAt: null }]);
  expect((await host.call("trash.list", user)).body).toEqual([]);

  await setDone(user, id);
  const [second] = await list(user);
  await host.call("tasks.postpone", user, {
    params: { id: second?.id ?? "" },
    body: { dueDay: "2026-11-30" },
  });
  await setDone(user, id, false);
  expect(days(await list(user))).toEqual(["2026-11-21", "2026-11-30"]);
});

test("postponing keeps the pattern of the store's days", async () => {
  const { user, owner } = await host.shop();
  await host.call("organization.setTimezone", owner, { body: { timezone: "Asia/Tokyo" } });
  // Monday in Tokyo, Sunday in London.
  now = new Date("2026-11-22T16:00:00Z");
  const daily = await make.task(user, { repeat: "DAILY", dueDay: "2026-11-20" });
  await setDone(user, daily);
  expect(days(await list(user))).toEqual(["2026-11-23"]);
  const weekly = await make.task(user, { repeat: "WEEKLY", dueDay: "2026-11-19" });
  await host.call("tasks.postpone", user, { params: { id: weekly }, body: { dueDay: "2026-11-24" } });
  await setDone(user, weekly);
  expect(days(await list(user))).toEqual(["2026-11-23", "2026-11-26"]);
  const monthly = await make.task(user, { repeat: "MONTHLY", dueDay: "2027-01-31" });
  await setDone(user, monthly);
  const [, , february] = await list(user);
  await setDone(user, february?.id ?? "");
  expect(days(await list(user)).at(-1)).toBe("2027-03-31");
});

test("a workday is a bookable day", async () => {
  const { user, owner } = await host.shop();
  const database = await host.database();
  const day = (...open: number[]) => Array.from({ length: 24 }, (_, hour) => open.includes(hour));
  const week = [day(), day(10), day(), day(), day(), day(), day(11)];
  await database.system((db) => db.update(users).set({ availability: week }).where(eq(users.id, user.id)));
  const id = await make.task(user, { repeat: "WORKDAY", dueDay: "2026-11-21" });
  const closed = { userId: null, from: "2026-11-23", to: "2026-11-23", hours: null, reason: "Stocktaking" };
  await host.call("people.addException", owner, { body: { personId: null, ...closed } });
  await setDone(user, id);
  expect(days(await list(user))).toEqual(["2026-11-28"]);
});

test("a removed person's tasks belong to everyone", async () => {
  const { id: organizationId, owner, admin, user } = await host.shop();
  const id = await make.task(owner, { personId: user.id });
  expect((await host.call("team.remove", admin, { body: { id: user.id } })).status).toBe(200);
  expect(await list(owner)).toMatchObject([{ id, person: null }]);

  const contactId = await make.contact(owner);
  const about = await make.task(owner, { contact: { id: contactId, name: "" }, dueDay: "2026-11-22" });
  await host.call("contacts.delete", owner, { params: { id: contactId } });
  expect((await list(owner)).map((one) => one.id)).toEqual([id]);
  await host.call("trash.restore", owner, { params: { id: contactId } });
  expect((await list(owner)).map((one) => one.id)).toEqual([id, about]);
  const database = await host.database();
  const { rows } = await host.call("history.ofRecord", owner, { params: { id } }).then(({ body }) => ({
    rows: body as { kind: string; action: string }[],
  }));
  expect(rows.map(({ kind, action }) => `${kind} ${action}`)).toEqual(["task changed", "task created"]);
  await host.call("contacts.erase", owner, {
    params: { id: contactId },
    body: { name: "Zoë O’Brien-Nguyễn" },
  });
  const left = await database.read(organizationId, (db) => db.select({ id: table.id }).from(table));
  expect(left).toEqual([{ id }]);
});

test("names the note that a task comes from", async () => {
  const { user } = await host.shop();
  const contactId = await make.contact(user);
  const noteId = await make.note(user, contactId, "Wants a valuation");
  await make.task(user, { noteId, contact: { id: contactId, name: "" } });
  expect(await list(user)).toMatchObject([{ source: { kind: "note", id: noteId, at: expect.any(String) } }]);
  await host.call("notes.delete", user, { params: { id: noteId } });
  expect(await list(user)).toMatchObject([{ source: null }]);
});
