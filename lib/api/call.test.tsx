import { pageState } from "#lib/page-state.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { awaitCode, call } from "./call.ts";

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

test("asks whether the build is outdated if code is missing", async () => {
  Object.assign(globalThis, { fetch: async () => new Response("", { status: 404 }) });
  const missing = Promise.reject(new Error("Failed to load chunk /_next/static/chunks/a.js"));
  await expect(awaitCode(missing)).rejects.toMatchObject({ status: 500, message: UNEXPECTED });
  expect(pageState.get().isOutdated).toBe(true);
});

test("gives up on code that stalls", async () => {
  jest.useFakeTimers();
  const refusal = expect(awaitCode(new Promise(() => {}))).rejects.toMatchObject({ message: UNEXPECTED });
  await jest.runAllTimersAsync();
  await refusal;
  jest.useRealTimers();
});
