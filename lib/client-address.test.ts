import { clientAddress } from "./client-address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["10.0.0.1, 203.0.113.7", "203.0.113.7"],
  ["::ffff:127.0.0.1", "::ffff:127.0.0.1"],
  ["203.0.113.7, unknown", undefined],
  ["203.0.113.7\r\nx: y", undefined],
  ["", undefined],
  [null, undefined],
])("%j is %j: what the nearest proxy saw", (header, address) => {
  expect(clientAddress(header)).toBe(address);
});
