import { mergedFields } from "#lib/contract/duplicates.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { newId } from "#server/platform/db/id.ts";
import { filesOf } from "#server/testing/files.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { png } from "#server/testing/pictures.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-21T10:00:00Z");
const host = testHost({ clock: () => now });
const make = recordsOf(host);
const files = filesOf(host);

async function taken(who: Person, changes: object = {}) {
  const contactId = await make.contact(who, { firstName: "Amara", lastName: "Okafor" });
  const { body } = await host.call("repairs.create", who, { body: repairOf(contactId, changes) });
  return { repairId: (body as { id: string }).id, contactId };
}
const write = (who: Person, body: object) =>
  host.call("notes.create", who, { body: { content: "Shank cut", ...body } });
const read = async (who: Person, id: string) =>
  (await host.call("repairs.get", who, { params: { id } })).body as Repair;

test("shows a repair's notes on its ticket and in the customer's timeline", async () => {
  const { user, admin } = await host.shop();
  const { repairId, contactId } = await taken(user);
  await make.note(user, contactId, "Prefers yellow gold");
  const photo = { id: await files.upload(user, png()), name: "shank.png" };
  expect((await write(user, { repairId, contactId, files: [photo] })).status).toBe(200);
  expect((await read(admin, repairId)).notes).toMatchObject([
    {
      content: "Shank cut",
      by: expect.stringMatching(/^Ada /),
      files: [{ id: photo.id, name: "shank.png" }],
    },
  ]);
  const { body } = await host.call("timeline.ofContact", user, {
    params: { id: contactId },
    query: { kind: "note" },
  });
  const tickets = (body as TimelineEntry[]).map(({ note }) => note?.ticket?.prefix);
  expect(tickets).toEqual(["R", undefined]);
});

test("refuses a repair of another customer or store", async () => {
  const { user } = await host.shop();
  const { user: stranger } = await host.shop();
  const [one, other, theirs] = [await taken(user), await taken(user), await taken(stranger)];
  for (const repairId of [other.repairId, theirs.repairId, newId(), "x"])
    expect((await write(user, { contactId: one.contactId, repairId })).status).toBe(404);
  expect((await read(user, other.repairId)).notes).toEqual([]);
  expect((await read(stranger, theirs.repairId)).notes).toEqual([]);
});

test("keeps a deleted repair's notes and restores their place", async () => {
  const { owner } = await host.shop();
  const { repairId, contactId } = await taken(owner);
  await write(owner, { repairId, contactId });
  await host.call("repairs.delete", owner, { params: { id: repairId } });
  const notes = await host.call("notes.ofContact", owner, { params: { id: contactId } });
  expect(notes.body).toMatchObject([{ content: "Shank cut" }]);
  expect((await host.call("trash.restore", owner, { params: { id: repairId } })).status).toBe(200);
  expect((await read(owner, repairId)).notes).toMatchObject([{ content: "Shank cut" }]);
});

test("keeps notes of a merged customer, and erases them with the customer", async () => {
  const { owner } = await host.shop();
  const kept = await make.contact(owner);
  const { repairId, contactId } = await taken(owner);
  await write(owner, { repairId, contactId });
  const cards = [kept, contactId].map((id) => ({ id, version: 1 }));
  const from = Object.fromEntries(mergedFields.map((field) => [field, kept]));
  expect(await host.call("contacts.merge", owner, { body: { cards, from } })).toMatchObject({ status: 200 });
  expect(await read(owner, repairId)).toMatchObject({
    contact: { id: kept },
    notes: [{ content: "Shank cut" }],
  });
  expect((await write(owner, { repairId, contactId })).status).toBe(200);
  const { contact } = await read(owner, repairId);
  const body = { name: contact?.name };
  expect((await host.call("contacts.erase", owner, { params: { id: kept }, body })).status).toBe(200);
  expect((await read(owner, repairId)).notes).toEqual([]);
});

test("says when the deposit was noted", async () => {
  const { user } = await host.shop();
  const { repairId } = await taken(user);
  const edit = async (deposit: string | null) => {
    const { contact: _, ...form } = repairOf("");
    const body = { ...form, deposit };
    expect((await host.call("repairs.update", user, { params: { id: repairId }, body })).status).toBe(200);
    return (await read(user, repairId)).depositAt;
  };
  expect((await read(user, repairId)).depositAt).toBeNull();
  now = new Date("2026-11-22T10:00:00Z");
  expect(await edit("50")).toBe("2026-11-22T10:00:00.000Z");
  now = new Date("2026-11-23T10:00:00Z");
  expect(await edit("50.00")).toBe("2026-11-22T10:00:00.000Z");
  expect(await edit("60")).toBe("2026-11-23T10:00:00.000Z");
  expect(await edit(null)).toBeNull();
  const taking = await taken(user, { deposit: "20" });
  expect((await read(user, taking.repairId)).depositAt).toBe("2026-11-23T10:00:00.000Z");
});
