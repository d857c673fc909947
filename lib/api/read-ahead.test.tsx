import { earlyReads } from "#lib/page-state.ts";
import { request } from "./call.ts";
import { fetchKey, readAhead } from "./read-ahead.ts";

jest.mock("./call.ts", () => ({ request: jest.fn(async (_, url: string) => url) }));
const asked = () => jest.mocked(request).mock.calls.map(([, url]) => url);
const profile = (id: string) => `/dashboard/contacts/profile/${id}`;
const headOf = (id: string) => `timeline.head /contacts/${id}/timeline/head`;

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(request).mockClear();
  earlyReads.clear();
});
afterEach(() => jest.useRealTimers());

async function open(id: string) {
  window.history.replaceState(null, "", profile(id));
  await fetchKey(headOf(id));
  await fetchKey("users.me /users/me");
}

test("begins the reads of the last profile when a link to another one is pressed", async () => {
  await open("aaaaaaa1");
  jest.mocked(request).mockClear();
  readAhead(`${profile("bbbbbbb2")}?view=sales`);
  expect(asked()).toEqual(["/contacts/bbbbbbb2/timeline/head"]);
  window.history.replaceState(null, "", profile("bbbbbbb2"));
  expect(await fetchKey(headOf("bbbbbbb2"))).toBe("/contacts/bbbbbbb2/timeline/head");
  expect(asked()).toHaveLength(1);
  await fetchKey(headOf("bbbbbbb2"));
  expect(asked()).toHaveLength(2);
});

test("reads nothing for screens without an id, or of a kind that wasn't open yet", () => {
  readAhead("/dashboard/contacts");
  readAhead("/dashboard/campaigns/ccccccc3");
  expect(asked()).toEqual([]);
});

test("doesn't learn what a screen reads later", async () => {
  await open("aaaaaaa1");
  jest.advanceTimersByTime(600);
  await fetchKey("sales.ofContact /sales/aaaaaaa1");
  jest.mocked(request).mockClear();
  readAhead(profile("bbbbbbb2"));
  expect(asked()).toEqual(["/contacts/bbbbbbb2/timeline/head"]);
});

test("forgets an answer that no screen took", async () => {
  await open("aaaaaaa1");
  readAhead(profile("bbbbbbb2"));
  expect(earlyReads.size).toBe(1);
  jest.advanceTimersByTime(6_000);
  expect(earlyReads.size).toBe(0);
});
