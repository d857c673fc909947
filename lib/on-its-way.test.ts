import { isOnItsWay } from "./on-its-way.ts";

const past = new Date(Date.now() - 1_000).toISOString();
const future = new Date(Date.now() + 3_600_000).toISOString();

test.each<[string, string, string | null, boolean]>([
  ["sending", "", past, true],
  ["queued", "", past, true],
  ["queued", "", future, false],
  ["queued", "The server is busy", past, false],
  ["queued", "", null, false],
  ["sent", "", past, false],
  ["failed", "No such mailbox", past, false],
])("a %s mail with the reason “%s” that is due at %s: %s", (state, reason, dueAt, expected) => {
  expect(isOnItsWay({ state, reason, dueAt })).toBe(expected);
});
