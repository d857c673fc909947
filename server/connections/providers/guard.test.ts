import { addressesOf } from "./guard.ts";

const open = { allowPrivateHosts: false };
const intranet = { allowPrivateHosts: true };

test.each(["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "[2606:4700:4700::1111]"])(
  "accepts the public address %s",
  async (host) => expect(await addressesOf(host, open)).toEqual([host.replace(/[[\]]/g, "")]),
);

test.each([
  "127.0.0.1",
  "127.8.8.8",
  "localhost",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "198.18.0.1",
  "192.0.2.1",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "[::ffff:7f00:1]",
  "fd00:ec2::254",
  "fc00::1",
  "2001:db8::1",
  "2001::1",
  "2002:7f00:1::",
  "64:ff9b::7f00:1",
])("accepts %s only if private hosts are allowed", async (host) => {
  await expect(addressesOf(host, open)).rejects.toThrow("not a public server");
  expect((await addressesOf(host, intranet)).length).toBeGreaterThan(0);
});

test.each([
  "169.254.169.254",
  "0.0.0.0",
  "::",
  "fe80::1",
  "224.0.0.1",
  "255.255.255.255",
  "ff02::1",
  "::ffff:169.254.169.254",
])("never accepts %s", async (host) => {
  for (const guard of [open, intranet]) {
    await expect(addressesOf(host, guard)).rejects.toThrow("not a public server");
  }
});
