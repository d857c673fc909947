import { mergedFields } from "#lib/contract/duplicates.ts";
import type { Repair, RepairRow } from "#lib/contract/repairs.ts";
import type { Today } from "#lib/contract/today.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-21T10:00:00Z");
beforeEach(() => {
  now = new Date("2026-11-21T10:00:00Z");
});
const host = testHost({ clock: () => now });
const make = recordsOf(host);

type Ticket = { id: string; number: number; token: string };

async function taken(user: Person, contactId: string, changes: object = {}): Promise<Ticket> {
  const answer = await host.call("repairs.create", user, { body: repairOf(contactId, changes) });
  expect(answer.status).toBe(200);
  return answer.body as Ticket;
}
const move = (user: Person, { id }: Ticket, from: string, state: string, more: object = {}) =>
  host.call("repairs.move", user, { params: { id }, body: { from, state, ...more } });
const read = async (user: Person, id: string) =>
  (await host.call("repairs.get", user, { params: { id } })).body as Repair;
const listed = async (user: Person, query: object = {}) =>
  ((await host.call("repairs.list", user, { query })).body as Repair[]).map(({ number }) => number);
const remove = (user: Person, id: string) => host.call("contacts.delete", user, { params: { id } });

test("counts tickets per store without reusing numbers", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const tickets = await Promise.all(Array.from({ length: 5 }, () => taken(user, contact)));
  expect(tickets.map(({ number }) => number).sort()).toEqual([1001, 1002, 1003, 1004, 1005]);
  const last = tickets.find(({ number }) => number === 1005) as Ticket;
  expect((await host.call("repairs.delete", user, { params: { id: last.id } })).status).toBe(200);
  expect((await taken(user, contact)).number).toBe(1006);
  expect((await host.call("trash.restore", user, { params: { id: last.id } })).status).toBe(200);
  expect(await listed(user)).toEqual([1001, 1002, 1003, 1004, 1005, 1006]);
  const other = await host.shop();
  expect((await taken(other.user, await make.contact(other.user))).number).toBe(1001);
});

test("adds the amounts exactly and shows a ticket by its number", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user, { firstName: "Amara", lastName: "Okafor" });
  const { id, token } = await taken(user, contact, { personId: user.id, deposit: "50" });
  expect((await host.call("repairs.ofNumber", user, { query: { number: "1001" } })).body).toMatchObject({
    ...{ id, number: 1001, total: "185.1", deposit: "50", state: "IN" },
    ...{ contact: { id: contact, name: "Amara Okafor" }, person: { id: user.id } },
  });
  expect((await host.call("repairs.ofNumber", user, { query: { number: "1002" } })).status).toBe(404);
  const stranger = (await host.shop()).user;
  const statuses = ["1001", "x", "9".repeat(500)].map(
    async (number) => (await host.call("repairs.ofNumber", stranger, { query: { number } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 400, 400]);
  const scan = (who: Person, token: string) => host.call("repairs.ofToken", who, { query: { token } });
  expect(await scan(user, token)).toMatchObject({ status: 200, body: { prefix: "R", number: 1001 } });
  expect((await scan(stranger, token)).status).toBe(404);
  expect((await scan(user, `x${token}`)).status).toBe(404);
  expect((await scan(user, "x".repeat(500))).status).toBe(400);
  expect((await host.call("repairs.delete", user, { params: { id } })).status).toBe(200);
  expect((await scan(user, token)).status).toBe(404);
});

test("tells the second mover of a ticket who was first", async () => {
  const { user, admin } = await host.shop();
  const ticket = await taken(user, await make.contact(user));
  const answers = await Promise.all([user, admin].map((one) => move(one, ticket, "IN", "READY")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { stateBy, steps } = await read(user, ticket.id);
  expect(steps.map(({ state }) => state)).toEqual(["IN", "READY"]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message: `${stateBy} already moved R-1001 to “Ready”.`,
    current: { state: "READY" },
  });
});

test("takes moves back one by one, also to the workshop before", async () => {
  const { user, admin } = await host.shop();
  const ticket = await taken(user, await make.contact(user));
  const undo = (who: Person, from: string) =>
    host.call("repairs.undo", who, { params: { id: ticket.id }, body: { from } });
  expect((await undo(user, "IN")).status).toBe(422);
  await move(user, ticket, "IN", "AWAY", { workshop: "Harbor", backDay: "2026-11-25" });
  await move(user, ticket, "AWAY", "BENCH");
  await move(admin, ticket, "BENCH", "AWAY", { workshop: "Crown" });
  const before = await read(user, ticket.id);
  expect(
    (await Promise.all([undo(user, "AWAY"), undo(admin, "AWAY")])).map(({ status }) => status).sort(),
  ).toEqual([200, 409]);
  expect(await read(user, ticket.id)).toMatchObject({
    ...{ state: "BENCH", stateBy: before.steps[2]?.by, stateAt: before.steps[2]?.at },
    ...{ workshop: "Harbor", backDay: "2026-11-25" },
    version: (before.version ?? 0) + 1,
  });
  expect((await undo(user, "BENCH")).status).toBe(200);
  const back = await read(user, ticket.id);
  expect(back).toMatchObject({ state: "AWAY", workshop: "Harbor", backDay: "2026-11-25" });
  expect(back.steps.map(({ state }) => state)).toEqual(["IN", "AWAY"]);
  await move(user, ticket, "AWAY", "RETURNED", { reason: "The stone is too thin" });
  expect((await undo(user, "RETURNED")).status).toBe(200);
  expect((await undo(user, "AWAY")).status).toBe(200);
  expect(await read(user, ticket.id)).toMatchObject({ workshop: null, backDay: null, reason: null });
  const stranger = (await host.shop()).user;
  expect((await undo(stranger, "AWAY")).status).toBe(404);
});

test("forgets a notice with its state", async () => {
  const { user, admin } = await host.shop();
  const contact = await make.contact(user);
  const ticket = await taken(user, contact);
  await move(user, ticket, "IN", "READY");
  const note = (who: Person, how: string, seenAt: string | null = null, from = "READY") =>
    host.call("repairs.notify", who, { params: { id: ticket.id }, body: { how, from, seenAt } });
  expect(await listed(user, { view: "unnotified" })).toEqual([ticket.number]);
  const { version } = await read(user, ticket.id);
  const both = await Promise.all([note(user, "TEXT"), note(admin, "CALL")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await listed(user, { view: "unnotified" })).toEqual([]);
  const { notified, version: same } = await read(user, ticket.id);
  expect(same).toBe(version);
  expect((await note(user, "EMAIL", notified?.at)).status).toBe(200);
  expect((await read(user, ticket.id)).notified).toMatchObject({ how: "EMAIL", by: "Ada USER" });
  expect((await note(user, "EMAIL", null, "BENCH")).status).toBe(409);
  await move(user, ticket, "READY", "BENCH");
  expect((await read(user, ticket.id)).notified).toBeNull();
  await move(user, ticket, "BENCH", "READY");
  expect((await host.call("repairs.counts", user)).body).toMatchObject({ unnotified: 1 });
  const stranger = (await host.shop()).user;
  expect((await note(stranger, "TEXT")).status).toBe(404);
  await host.call("contacts.setTexts", user, { params: { id: contact }, body: { isRefused: true } });
  expect((await note(user, "WHATSAPP")).status).toBe(409);
  expect((await note(user, "CALL")).status).toBe(200);
});

test("lists late, promised and forgotten repairs in Today", async () => {
  const { user, admin } = await host.shop();
  const contact = await make.contact(user, { phoneNumber: "+14155550134" });
  await taken(user, contact, { promisedDay: "2026-11-30" });
  await taken(user, contact, { promisedDay: "2026-11-20", personId: user.id });
  await taken(user, contact, { promisedDay: "2026-11-21", personId: admin.id });
  const ready = await taken(user, contact, { promisedDay: "2026-11-19" });
  await move(user, ready, "IN", "READY");
  const due = async (whose: string) =>
    ((await host.call("today.get", user, { query: { whose } })).body as Today).repairs.map(
      ({ number }) => number,
    );
  expect(await due("all")).toEqual([1004, 1002, 1003]);
  await host.call("repairs.notify", user, {
    params: { id: ready.id },
    body: { how: "CALL", from: "READY", seenAt: null },
  });
  expect(await due("all")).toEqual([1002, 1003]);
  expect(await due("mine")).toEqual([1002]);
  const [, { id = "" } = {}] = (await host.call("repairs.list", user)).body as Repair[];
  const postpone = (day: string | null) =>
    host.call("repairs.postpone", user, { params: { id }, body: { day } });
  await postpone("2026-11-22");
  expect(await due("all")).toEqual([1003]);
  await postpone(null);
  expect(await due("all")).toEqual([1002, 1003]);
  await postpone("2026-11-22");
  now = new Date("2026-11-22T10:00:00Z");
  expect(await due("all")).toEqual([1002, 1003]);
  now = new Date("2026-12-22T10:00:00Z");
  expect(await due("all")).toContain(ready.number);
  for (let i = 0; i < 12; i++) await taken(user, contact, { promisedDay: "2026-11-01" });
  expect(await due("all")).toHaveLength(12);
});

test("shows the first cards of each state, and each person's work", async () => {
  const { user, admin } = await host.shop();
  expect((await host.call("repairs.counts", user)).body).toMatchObject({ open: 0, isNew: true });
  const contact = await make.contact(user);
  const late = await taken(user, contact, { promisedDay: "2026-11-19", personId: user.id });
  const today = await taken(user, contact, { promisedDay: "2026-11-21", personId: user.id });
  const gone = await taken(user, contact, { personId: admin.id });
  await move(user, today, "IN", "AWAY", { workshop: "Harbor" });
  await move(user, gone, "IN", "HANDED_OVER");
  const board = async (query: object = {}) =>
    ((await host.call("repairs.board", user, { query })).body as RepairRow[]).map(({ number }) => number);
  expect(await board()).toEqual([late.number, today.number]);
  expect(await board({ view: "late" })).toEqual([late.number]);
  expect(await board({ view: "done" })).toEqual([]);
  expect(await board({ workshop: "Harbor" })).toEqual([today.number]);
  expect(await board({ person: admin.id })).toEqual([]);
  expect(await board({ search: "1002" })).toEqual([today.number]);
  expect((await host.call("repairs.counts", user)).body).toMatchObject({
    ...{ isNew: false, people: [{ id: user.id, count: 2 }] },
  });
  const stranger = (await host.shop()).user;
  expect((await host.call("repairs.board", stranger)).body).toEqual([]);
  expect((await host.call("repairs.workshops", stranger)).body).toEqual([]);
  expect((await host.call("repairs.list", user, { query: { view: "IN" } })).body).toMatchObject([
    { number: late.number, work: "Resize ring, Retip prongs" },
  ]);
});

test("asks for a workshop and reason where needed", async () => {
  const { user } = await host.shop();
  const ticket = await taken(user, await make.contact(user));
  expect((await move(user, ticket, "IN", "AWAY")).status).toBe(400);
  expect((await move(user, ticket, "IN", "IN")).status).toBe(400);
  expect((await move(user, ticket, "IN", "AWAY", { workshop: "Harbor", backDay: "2026-11-25" })).status).toBe(
    200,
  );
  expect(await read(user, ticket.id)).toMatchObject({ workshop: "Harbor", backDay: "2026-11-25" });
  await move(user, ticket, "AWAY", "BENCH", { reason: "Shank cut" });
  const { reason, steps } = await read(user, ticket.id);
  expect([reason, steps.at(-1)?.reason]).toEqual([null, "Shank cut"]);
  await move(user, ticket, "BENCH", "AWAY", { workshop: "Harbor" });
  expect((await move(user, ticket, "AWAY", "RETURNED")).status).toBe(400);
  expect((await move(user, ticket, "AWAY", "RETURNED", { reason: "Too expensive" })).status).toBe(200);
  expect(await listed(user)).toEqual([]);
  expect(await listed(user, { view: "done" })).toEqual([1001]);
});

test("lists and counts late, promised and long ready tickets", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const late = await taken(user, contact, { promisedDay: "2026-11-20" });
  await taken(user, contact, { promisedDay: "2026-11-21", personId: user.id });
  const ready = await taken(user, contact, { promisedDay: "2026-11-19" });
  await move(user, ready, "IN", "READY");
  expect(await listed(user, { view: "late" })).toEqual([late.number]);
  expect(await listed(user, { view: "today" })).toEqual([1002]);
  expect(await listed(user, { view: "READY" })).toEqual([ready.number]);
  expect(await listed(user, { person: user.id })).toEqual([1002]);
  expect((await host.call("repairs.counts", user)).body).toMatchObject({
    ...{ open: 3, late: 1, today: 1, readyLong: 0 },
    states: { IN: 2, WAITING: 0, BENCH: 0, AWAY: 0, READY: 1 },
  });
  now = new Date("2026-12-23T10:00:00Z");
  expect(await listed(user, { view: "readyLong" })).toEqual([ready.number]);
});

test("finds a ticket by number, name, phone, piece and marks", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user, person);
  await taken(user, contact, { name: "Émeraude ring", marks: "750, M&F" });
  await taken(
    user,
    await make.contact(user, { ...person, firstName: "Ida", lastName: "Berg", phoneNumber: "" }),
    {
      ...{ name: "Locket", marks: null },
    },
  );
  for (const search of ["R-1001", "1001", "nguyen", "0018", "emeraude", "750"])
    expect({ search, found: await listed(user, { search }) }).toEqual({ search, found: [1001] });
  expect(await listed(user, { search: "x".repeat(200) })).toEqual([]);
});

test("tells an old version's editor the current ticket", async () => {
  const { user } = await host.shop();
  const { id } = await taken(user, await make.contact(user));
  const { contact: _, ...form } = repairOf("");
  const { marks: __, ...unmarked } = form;
  const edit = (body: object) => host.call("repairs.update", user, { params: { id }, body });
  expect((await edit({ ...unmarked, name: "Opal ring", version: 1 })).status).toBe(200);
  expect(await listed(user, { search: "opal 750" })).toEqual([1001]);
  expect(await edit({ ...form, version: 1 })).toMatchObject({
    status: 409,
    body: { current: { name: "Opal ring" } },
  });
});

test("rejects a ticket without work or far too large", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const line = { name: "Polish", amount: 1 };
  for (const changes of [
    ...[{ lines: [] }, { lines: Array(31).fill(line) }, { lines: [{ ...line, amount: -1 }] }],
    ...[{ lines: [{ ...line, amount: "1.2345" }] }, { lines: [{ ...line, amount: 1e12 }] }],
    ...[{ name: "x".repeat(120_000) }, { words: "x".repeat(1001) }, { promisedDay: "9999-01-01" }],
  ]) {
    const { status } = await host.call("repairs.create", user, { body: repairOf(contact, changes) });
    expect({ changes: Object.keys(changes), status }).toMatchObject({ status: 400 });
  }
});

test("refuses to delete a contact whose piece is here", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user, { firstName: "Amara", lastName: "Okafor" });
  const ticket = await taken(user, contact);
  expect(await remove(user, contact)).toMatchObject({
    status: 409,
    body: { message: "R-1001 is still here." },
  });
  await move(user, ticket, "IN", "HANDED_OVER");
  expect((await remove(user, contact)).status).toBe(200);
  expect((await read(user, ticket.id)).contact).toEqual({ id: null, name: "Amara Okafor" });
  expect((await host.call("trash.restore", user, { params: { id: contact } })).status).toBe(200);
  expect((await read(user, ticket.id)).contact).toEqual({ id: contact, name: "Amara Okafor" });
});

test("uses a renamed customer's new name, also once deleted", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user, { firstName: "Amara", lastName: "Okafor" });
  const ticket = await taken(user, contact);
  const body = { ...person, firstName: "Amara", lastName: "Eze" };
  expect((await host.call("contacts.update", user, { params: { id: contact }, body })).status).toBe(200);
  const { token } = await read(user, ticket.id);
  await host.call("visitor.askCall", null, { params: { token } });
  const { body: tasks } = await host.call("tasks.list", user);
  expect(JSON.stringify(tasks)).toContain("Call Amara Eze: R-1001");
  const note = { how: "CALL", from: "IN", seenAt: null };
  const notify = () => host.call("repairs.notify", user, { params: { id: ticket.id }, body: note });
  await notify();
  expect((await notify()).body).toMatchObject({
    message: expect.stringMatching(/^Amara Eze was already notified/),
  });
  await move(user, ticket, "IN", "HANDED_OVER");
  expect((await remove(user, contact)).status).toBe(200);
  expect((await read(user, ticket.id)).contact).toEqual({ id: null, name: "Amara Eze" });
});

test("takes the piece in or deletes its customer, never both", async () => {
  const { user } = await host.shop();
  for (let i = 0; i < 5; i++) {
    const contact = await make.contact(user);
    const [intake, deletion] = await Promise.all([
      host.call("repairs.create", user, { body: repairOf(contact) }),
      remove(user, contact),
    ]);
    expect([[200, 409].join(), [404, 200].join()]).toContain([intake.status, deletion.status].join());
  }
});

test("lets those who may delete contacts delete tickets", async () => {
  const { owner, user } = await host.shop();
  const { id } = await taken(user, await make.contact(user));
  const rights = { everybodyDeletesContacts: false, everybodySeesReports: false };
  await host.call("organization.setRights", owner, { body: rights });
  expect((await host.call("repairs.delete", user, { params: { id } })).status).toBe(403);
  expect((await host.call("repairs.delete", owner, { params: { id } })).status).toBe(200);
});

test("moves tickets to a merge's remaining contact, and back", async () => {
  const { owner, user } = await host.shop();
  const [kept, gone] = [await make.contact(user), await make.contact(user)];
  const { id } = await taken(user, gone);
  const from = Object.fromEntries(mergedFields.map((field) => [field, kept]));
  const cards = [kept, gone].map((one) => ({ id: one, version: 1 }));
  const merged = await host.call("contacts.merge", owner, { body: { cards, from } });
  expect(merged.status).toBe(200);
  expect((await read(user, id)).contact?.id).toBe(kept);
  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  expect((await read(user, id)).contact?.id).toBe(gone);
});

test("erasing a customer keeps number, work and amount", async () => {
  const { owner, user } = await host.shop();
  const contact = await make.contact(user, { firstName: "Amara", lastName: "Okafor" });
  const { id } = await taken(user, contact);
  const body = { name: "Amara Okafor" };
  expect((await host.call("contacts.erase", owner, { params: { id: contact }, body })).status).toBe(200);
  const left = await read(user, id);
  expect(left).toMatchObject({ number: 1001, name: "Piece", words: null, marks: null, total: "185.1" });
  expect(left.contact).toEqual({ id: null, name: "Erased contact" });
  expect(left.lines.map(({ name, note }) => [name, note])).toEqual([
    ["Resize ring", null],
    ["Retip prongs", null],
  ]);
  expect(await listed(user, { search: "sapphire" })).toEqual([]);
});
