/** @jest-environment node */
import { type Person, testHost } from "../testing.ts";

const host = testHost();

type Note = { id: string; content: string };

async function contact(user: Person): Promise<string> {
  const body = {
    firstName: "Zoë",
    lastName: "Frost",
    email: "zoe@example.com",
    phoneNumber: "+44 20 7946 0018",
  };
  return ((await host.call("contacts.create", user, { body })).body as Note).id;
}

async function list(user: Person, id: string): Promise<Note[]> {
  const answer = await host.call("notes.ofContact", user, { params: { id } });
  expect(answer.status).toBe(200);
  return answer.body as Note[];
}

test("notes are written, listed newest first, changed and deleted", async () => {
  const { user } = await host.shop();
  const contactId = await contact(user);
  for (const content of ["First", "Second"]) {
    const written = await host.call("notes.create", user, { body: { content, contactId } });
    expect(written).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  }
  const [second, first] = await list(user, contactId);
  expect([second?.content, first?.content]).toEqual(["Second", "First"]);
  expect(first).toMatchObject({ contactId, createdAt: expect.stringMatching(/Z$/) });
  const params = { id: first?.id ?? "" };
  const body = { ...params, contactId, content: " Prefers yellow gold \n" };
  expect((await host.call("notes.update", user, { params, body })).status).toBe(200);
  expect((await list(user, contactId)).map(({ content }) => content)).toEqual([
    "Second",
    "Prefers yellow gold",
  ]);
  expect((await host.call("notes.delete", user, { params })).status).toBe(200);
  expect(await list(user, contactId)).toHaveLength(1);
  expect((await host.call("notes.update", user, { params, body })).status).toBe(404);
  expect((await host.call("notes.delete", user, { params })).status).toBe(404);
});
