import { earlyReads } from "#lib/page-state.ts";
import { callSerialized } from "./call.ts";
import { readKey } from "./keys.ts";
import { fetchKey, readAhead } from "./read-ahead.ts";

jest.mock("./call.ts", () => ({ callSerialized: jest.fn(async (_, address: string) => address) }));
const asked = () => jest.mocked(callSerialized).mock.calls.map(([, address]) => address);
const profile = (id: string) => `/dashboard/contacts/profile/${id}`;
const headOf = (id: string) => readKey("timeline.head", { params: { id } });

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(callSerialized).mockClear();
  earlyReads.clear();
});
afterEach(() => jest.useRealTimers());

async function open(id: string) {
  window.history.replaceState(null, "", profile(id));
  await fetchKey(headOf(id));
  await fetchKey(readKey("users.me", {}));
}

test("begins the reads of the last profile when a link to another is pressed", async () => {
  await open("aaaaaaa1");
  jest.mocked(callSerialized).mockClear();
  readAhead(`${profile("bbbbbbb2")}?view=sales`);
  expect(asked()).toEqual(["/bbbbbbb2"]);
  window.history.replaceState(null, "", profile("bbbbbbb2"));
  expect(await fetchKey(headOf("bbbbbbb2"))).toBe("/bbbbbbb2");
  expect(asked()).toHaveLength(1);
  await fetchKey(headOf("bbbbbbb2"));
  expect(asked()).toHaveLength(2);
});

test("reads nothing for screens without an id or of a new kind", () => {
  readAhead("/dashboard/contacts");
  readAhead("/dashboard/campaigns/ccccccc3");
  expect(asked()).toEqual([]);
});

test("doesn't learn what a screen reads later", async () => {
  await open("aaaaaaa1");
  jest.advanceTimersByTime(600);
  await fetchKey(readKey("sales.ofContact", { params: { id: "aaaaaaa1" } }));
  jest.mocked(callSerialized).mockClear();
  readAhead(profile("bbbbbbb2"));
  expect(asked()).toEqual(["/bbbbbbb2"]);
});

test("forgets an answer that no screen took", async () => {
  await open("aaaaaaa1");
  readAhead(profile("bbbbbbb2"));
  expect(earlyReads.size).toBe(1);
  jest.advanceTimersByTime(6_000);
  expect(earlyReads.size).toBe(0);
});
