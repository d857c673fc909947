import { addressKey, clientAddress, isLoopback, readProxyCount } from "./client-address.ts";

const PEER = "198.51.100.4";

test.each([
  // No proxy is trusted.
  [0, "203.0.113.9", PEER],
  [0, null, PEER],
  // The client's own entries come before the proxy's.
  [1, "203.0.113.9", "203.0.113.9"],
  [1, "6.6.6.6, 203.0.113.9", "203.0.113.9"],
  [1, "6.6.6.6,::1,2001:db8::7", "2001:db8::7"],
  [2, "6.6.6.6, 203.0.113.9, 10.0.0.1", "203.0.113.9"],
  [2, "203.0.113.9", "203.0.113.9"],
  [3, "203.0.113.9, 10.0.0.1", "203.0.113.9"],
  [1, "203.0.113.9:5210", "203.0.113.9"],
  [1, "[2001:db8::7]:443", "2001:db8::7"],
  [1, "[2001:db8::7]", "2001:db8::7"],
  // If a proxy adds no address, earlier entries aren't trusted.
  [1, "", PEER],
  [1, undefined, PEER],
  [1, "not an address", PEER],
  [1, "6.6.6.6, unknown", PEER],
  [2, "6.6.6.6, unknown, 10.0.0.1", "10.0.0.1"],
  [1, "6.6.6.6\r\nx: y", PEER],
  [1, "[6.6.6.6", PEER],
])("behind %d proxies with %j: %s", (proxies, forwardedFor, address) => {
  expect(clientAddress(PEER, forwardedFor, proxies)).toBe(address);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["0:0:0:0:0:FFFF:cb00:7109", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::cb00:7109", "64:ff9b:0:0::/64"],
  ["", ""],
  ["unknown", "unknown"],
])("counts %s as %s", (address, key) => expect(addressKey(address)).toBe(key));

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["127.evil.example", false],
  ["::2", false],
  ["10.0.0.1", false],
])("recognizes whether %s is this machine: %s", (address, expected) =>
  expect(isLoopback(address)).toBe(expected),
);

test("accepts a number of proxies or nothing as TRUST_PROXY", () => {
  expect([undefined, "", "0", "1", "2"].map(readProxyCount)).toEqual([0, 0, 0, 1, 2]);
  for (const wrong of ["true", "-1", "1.5", "10", "10.0.0.0/8"])
    expect(() => readProxyCount(wrong)).toThrow("TRUST_PROXY");
});
