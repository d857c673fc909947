import { UNEXPECTED } from "#lib/unexpected.ts";
import { call } from "./call.ts";

function answerWith(body: string) {
  Object.assign(globalThis, { fetch: async () => new Response(body) });
}

test.each(["<h1>Hello</h1>", '[{"id":1},'])("reports %s like a bad gateway", async (body) => {
  answerWith(body);
  await expect(call("contacts.list", {})).rejects.toMatchObject({ status: 502, message: UNEXPECTED });
  await expect(call("contacts.delete", { params: { id: "1" } })).rejects.toMatchObject({ status: 502 });
});

test("accepts an empty answer only where none is expected", async () => {
  answerWith("");
  expect(await call("contacts.delete", { params: { id: "1" } })).toBeUndefined();
  await expect(call("contacts.list", {})).rejects.toMatchObject({ status: 500 });
});
