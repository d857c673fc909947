import { filesOf } from "#server/testing/files.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { png } from "#server/testing/pictures.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-21T10:00:00Z");
beforeEach(() => {
  now = new Date("2026-11-21T10:00:00Z");
});
const host = testHost({ clock: () => now });
const make = recordsOf(host);
const files = filesOf(host);

type Ticket = { id: string; number: number; token: string; prefix: string };
type Reserved = Omit<Ticket, "id"> & { draft: string };

async function reserve(user: Person): Promise<Reserved> {
  const answer = await host.call("repairs.reserve", user);
  expect(answer.status).toBe(200);
  return answer.body as Reserved;
}
async function save(user: Person, contactId: string, changes: object): Promise<Ticket> {
  const answer = await host.call("repairs.create", user, { body: repairOf(contactId, changes) });
  expect(answer.status).toBe(200);
  return answer.body as Ticket;
}
const numbers = async (user: Person) =>
  ((await host.call("repairs.list", user)).body as Ticket[]).map(({ number }) => number);

test("gives each draft a number that no other repair gets", async () => {
  const { user, admin } = await host.shop();
  const contact = await make.contact(user);
  expect((await host.call("repairs.counts", user)).body).toMatchObject({ isNew: true });
  const [first, second] = await Promise.all([reserve(user), reserve(admin)]);
  expect([first.number, second.number].sort()).toEqual([1001, 1002]);
  expect((await host.call("repairs.counts", user)).body).toMatchObject({ isNew: true });
  expect((await save(user, contact, {})).number).toBe(1003);
  const { draft, ...ticket } = first;
  expect(await save(admin, contact, { draft })).toMatchObject(ticket);
  expect((await host.call("visitor.repair", null, { params: { token: first.token } })).status).toBe(200);
  expect((await host.call("visitor.repair", null, { params: { token: second.token } })).status).toBe(404);
});

test("saves a draft once, and another piece under a new number", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const { draft, number } = await reserve(user);
  const both = await Promise.all([save(user, contact, { draft }), save(user, contact, { draft })]);
  expect(both.map((one) => one.number)).toEqual([number, number]);
  expect(both[0]).toEqual(both[1]);
  expect(await numbers(user)).toEqual([number]);
  const other = await save(user, contact, { draft, name: "Signet ring" });
  expect(other.number).toBe(number + 1);
  expect(other.id).not.toBe(both[0]?.id);
});

test("saves a changed draft again", async () => {
  const { user, admin } = await host.shop();
  const contact = await make.contact(user);
  const { draft } = await reserve(user);
  const first = await save(user, contact, { draft, metal: "Gold" });
  const read = async () => (await host.call("repairs.get", admin, { params: { id: first.id } })).body;
  const photos = [{ id: await files.upload(user, png()), name: "ring.png" }];
  const lines = [{ name: "Polish", amount: "40" }];
  const changed = { draft, words: "Call first", deposit: "20", lines, photos };
  for (let i = 0; i < 2; i++) expect(await save(user, contact, changed)).toEqual(first);
  expect(await read()).toMatchObject({
    ...{ words: "Call first", deposit: "20", total: "40", metal: null, version: 2 },
    photos: [{ id: photos[0]?.id }],
  });
  const late = { body: repairOf(contact, { ...changed, words: "Too late" }) };
  expect(await host.call("repairs.create", user, late)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^R-1001 is already saved/) },
  });
  expect(await read()).toMatchObject({ words: "Call first" });
});

test("corrects the repair that has the draft's printed code", async () => {
  const { user, admin } = await host.shop();
  const [contact, other] = [
    await make.contact(user),
    await make.contact(user, { firstName: "Bo", email: "" }),
  ];
  const [spare] = (await host.call("repairs.spares", user)).body as { draft: string }[];
  const sent = { draft: spare?.draft, code: "K7-4" };
  const photos = [{ id: await files.upload(user, png()), name: "ring.png" }];
  const first = await save(user, contact, { ...sent, photos });
  const changed = { ...sent, photos, name: "Signet ring", kind: "OTHER" };
  for (let i = 0; i < 2; i++) expect(await save(user, other, changed)).toEqual(first);
  expect(await numbers(user)).toEqual([first.number]);
  const read = () => host.call("repairs.get", user, { params: { id: first.id } });
  expect((await read()).body).toMatchObject({
    ...{ name: "Signet ring", kind: "OTHER", contact: { id: other }, photos: [{ id: photos[0]?.id }] },
  });
  expect((await host.call("contacts.delete", user, { params: { id: contact } })).status).toBe(200);
  expect((await read()).body).toMatchObject({ photos: [{ id: photos[0]?.id }] });
  const third = { ...changed, name: "Seal ring" };
  const late = async (person: Person, name: string) =>
    (await host.call("repairs.create", person, { body: repairOf(other, { ...third, name }) })).status;
  expect(await late(admin, "Too late")).toBe(422);
  for (let i = 0; i < 2; i++) expect(await save(user, other, third)).toEqual(first);
  expect((await read()).body).toMatchObject({ name: "Seal ring", version: 3 });
  const { contact: _, ...edit } = repairOf(other, { name: "Edited" });
  await host.call("repairs.update", user, { params: { id: first.id }, body: edit });
  expect(await late(user, "Too late")).toBe(422);
  expect((await read()).body).toMatchObject({ name: "Edited", version: 4 });
  const another = { ...sent, code: "K7-5", name: "Chain" };
  expect((await save(user, other, another)).id).not.toBe(first.id);
});

test("moves a corrected customer's notes with their files", async () => {
  const { owner } = await host.shop();
  const contact = await make.contact(owner, { firstName: "Amara", lastName: "Okafor" });
  const other = await make.contact(owner, { firstName: "Bo", email: "" });
  const [spare] = (await host.call("repairs.spares", owner)).body as { draft: string }[];
  const sent = { draft: spare?.draft, code: "K7-4" };
  const { id: repairId } = await save(owner, contact, sent);
  const photo = { id: await files.upload(owner, png()), name: "shank.png" };
  const note = { content: "Shank cut", contactId: contact, repairId, files: [photo] };
  expect((await host.call("notes.create", owner, { body: note })).status).toBe(200);
  await save(owner, other, sent);
  const params = { id: photo.id };
  expect((await host.call("files.delete", owner, { params })).status).toBe(200);
  const erased = { params: { id: contact }, body: { name: "Amara Okafor" } };
  expect((await host.call("contacts.erase", owner, erased)).status).toBe(200);
  expect((await host.call("trash.restore", owner, { params })).status).toBe(200);
  expect((await files.read(owner, photo.id)).status).toBe(200);
});

test("takes a new number for a deleted, foreign, old or forged draft", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const first = await reserve(user);
  const { id } = await save(user, contact, { draft: first.draft });
  await host.call("repairs.delete", user, { params: { id } });
  expect((await save(user, contact, { draft: first.draft })).number).toBe(first.number + 1);
  expect((await host.call("trash.restore", user, { params: { id } })).status).toBe(200);

  const stranger = (await host.shop()).user;
  const theirs = await reserve(stranger);
  const mine = await save(user, contact, { draft: theirs.draft, name: "Signet ring" });
  expect([mine.number, mine.token === theirs.token]).toEqual([first.number + 2, false]);
  const forged = await save(user, contact, { draft: "x".repeat(64), name: "Chain" });
  expect(forged.number).toBe(first.number + 3);
  const body = repairOf(contact, { draft: "x".repeat(300_000) });
  expect((await host.call("repairs.create", user, { body })).status).toBe(400);

  const late = await reserve(user);
  now = new Date("2026-12-21T10:00:00Z");
  expect((await save(user, contact, { draft: late.draft, name: "Watch" })).number).toBe(late.number + 1);
});

test("limits how many numbers a person takes", async () => {
  const { user } = await host.shop();
  const statuses = await Promise.all(
    Array.from({ length: 301 }, async () => (await host.call("repairs.reserve", user)).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test("finds a repair by the code that was printed without a connection", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const spares = (await host.call("repairs.spares", user)).body as { token: string; draft: string }[];
  const [spare, other] = spares;
  const made = { draft: spare?.draft, code: "K7-4" };
  const both = await Promise.all([save(user, contact, {}), save(user, contact, { ...made })]);
  const again = await save(user, contact, made);
  expect(again).toEqual(both[1]);
  expect(again.token).toBe(spare?.token);
  expect((await numbers(user)).length).toBe(2);
  const found = async (search: string) =>
    ((await host.call("repairs.list", user, { query: { search } })).body as Ticket[]).map(({ id }) => id);
  expect(await found("k7-4")).toEqual([again.id]);
  const { contact: _, ...edit } = repairOf(contact, { marks: null });
  await host.call("repairs.update", user, { params: { id: again.id }, body: edit });
  expect(await found("K7-4")).toEqual([again.id]);
  const wrong = repairOf(contact, { draft: other?.draft, code: "K".repeat(9_000) });
  expect((await host.call("repairs.create", user, { body: wrong })).status).toBe(400);
});
