import { newId } from "#server/platform/db/id.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

type Note = { id: string; content: string };

async function list(user: Person, id: string): Promise<Note[]> {
  const answer = await host.call("notes.ofContact", user, { params: { id } });
  expect(answer.status).toBe(200);
  return answer.body as Note[];
}

test("creates, lists newest first, edits and deletes notes", async () => {
  const { user } = await host.shop();
  const contactId = await make.contact(user);
  for (const content of ["First", "Second"]) await make.note(user, contactId, content);
  const [second, first] = await list(user, contactId);
  expect([second?.content, first?.content]).toEqual(["Second", "First"]);
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(first).toEqual({
    id: first?.id,
    content: "First",
    createdBy: expect.stringMatching(/^Ada /),
    ...{ pinnedAt: null, pinnedBy: null, mentions: [], files: [] },
    contactId,
    version: 1,
    createdAt: time,
    updatedAt: time,
  });
  const params = { id: first?.id ?? "" };
  const body = { ...params, contactId, content: " Prefers yellow gold 💍\nSize 6½ \n" };
  expect((await host.call("notes.update", user, { params, body })).status).toBe(200);
  expect((await list(user, contactId)).map(({ content }) => content)).toEqual([
    "Second",
    "Prefers yellow gold 💍\nSize 6½",
  ]);
  expect((await host.call("notes.delete", user, { params })).status).toBe(200);
  expect(await list(user, contactId)).toHaveLength(1);
  expect((await host.call("notes.update", user, { params, body })).status).toBe(404);
  expect((await host.call("notes.delete", user, { params })).status).toBe(404);
});

test("deletes notes with their contact", async () => {
  const { user } = await host.shop();
  const contactId = await make.contact(user);
  const id = await make.note(user, contactId, "Hello");
  await host.call("contacts.delete", user, { params: { id: contactId } });
  expect((await host.call("notes.ofContact", user, { params: { id: contactId } })).status).toBe(404);
  expect((await host.call("notes.delete", user, { params: { id } })).status).toBe(404);
});

test("requires content and an existing contact", async () => {
  const { user } = await host.shop();
  const contactId = await make.contact(user);
  const status = async (body: object) => (await host.call("notes.create", user, { body })).status;
  for (const content of ["", " \n", null, 5, "a\0", "x".repeat(10_001)]) {
    expect([content, await status({ content, contactId })]).toEqual([content, 400]);
  }
  for (const id of ["x", "0", newId(), 7])
    expect(await status({ content: "Hello", contactId: id })).toBe(404);
  expect(await status({ content: "Hello" })).toBe(400);
  expect(await list(user, contactId)).toEqual([]);
  expect(await status({ content: "x".repeat(10_000), contactId })).toBe(200);
});
