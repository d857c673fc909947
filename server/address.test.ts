/** @jest-environment node */
import { clientAddress } from "./address.ts";

test.each([
  ["127.0.0.1", "203.0.113.9", false, "203.0.113.9"],
  ["::ffff:127.0.0.1", "203.0.113.9, 10.0.0.1", false, "203.0.113.9"],
  ["::1", "2001:db8::7", false, "2001:db8::7"],
  ["127.0.0.1", undefined, false, "127.0.0.1"],
  ["127.0.0.1", "not an address", false, "127.0.0.1"],
  ["198.51.100.4", "203.0.113.9", false, "198.51.100.4"],
  ["10.0.0.2", "203.0.113.9", true, "203.0.113.9"],
  ["127.evil.example", "203.0.113.9", false, "127.evil.example"],
])("from %s, forwarded for %s, trusting proxies %s: %s", (peer, forwardedFor, trusted, address) => {
  expect(clientAddress(peer, forwardedFor, trusted)).toBe(address);
});
