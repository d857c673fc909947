import { type Suppression, skipReason } from "./candidates.ts";

test.each([
  ["", "No email address"],
  ["amara", "Not a valid email address"],
  ["a@b@example.com", "Not a valid email address"],
  ["amara@example.com\r\nBcc: all@example.com", "Not a valid email address"],
  [`${"a".repeat(250)}@example.com`, "Not a valid email address"],
  ["amara@example.com", null],
])("%j: %s", (address, reason) => expect(skipReason(address, [], "booking")).toBe(reason));

test.each<[Suppression, automation: string | null, booking: string | null]>([
  ["unsubscribed", "Unsubscribed", null],
  ["bounced", "An earlier mail to this address came back", "An earlier mail to this address came back"],
  ["erased", "The address was erased", "The address was erased"],
])("%s", (suppressed, automation, booking) => {
  expect(skipReason("a@example.com", [suppressed], "automation")).toBe(automation);
  expect(skipReason("a@example.com", [suppressed], "booking")).toBe(booking);
});
