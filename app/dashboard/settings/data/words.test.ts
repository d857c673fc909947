import { fieldNames, ruleText } from "./words.ts";

test.each([
  ["ticket", "number", "Ticket number above the next one or used before: given a new number"],
  ["status", "unreadable", "Status unclear: “In”"],
  ["status", "cancelled", "Status cancelled: imported anyway"],
  ["paid", "missing", "Paid amount missing: paid in full"],
  ["deposit", "unreadable", "Deposit unclear: left empty"],
] as const)("says what happens to %s", (field, kind, text) => {
  expect(ruleText({ field, kind, how: "empty" }, (of) => fieldNames[of as typeof field])).toBe(text);
});
