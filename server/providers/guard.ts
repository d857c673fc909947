import { lookup } from "node:dns/promises";
import { BlockList, isIP, isIPv6 } from "node:net";
import type { ProviderSettings } from "#server/settings.ts";

type Guard = Pick<ProviderSettings, "allowPrivateHosts">;

/** This very machine's link and everyone at once: nobody's server, and clouds keep their secrets at 169.254. */
const nobodys = blockLists(
  ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4"],
  ["::/128", "fe80::/10", "ff00::/8"],
);
const closed = blockLists(
  [
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
  ],
  // Of IPv6 only 2000::/3 is public, less what is for documents, tunnels and the protocol itself.
  ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
);

/**
 * The addresses of a host that somebody entered, for the one connection to be made: whoever connects takes one of
 * these, and does not ask again. Throws unless all of them are public, or private ones are allowed.
 */
export async function addressesOf(host: string, { allowPrivateHosts }: Guard): Promise<string[]> {
  const bare = host.replace(/^\[|\]$/g, "");
  const found = isIP(bare) ? [bare] : (await lookup(bare, { all: true })).map(({ address }) => address);
  const isOpen = (address: string) =>
    !isAmong(nobodys, address) && (allowPrivateHosts || !isAmong(closed, address));
  if (found.length === 0 || !found.every(isOpen)) throw new Error(`${host} is no server on the internet`);
  return found;
}

type Lists = { ipv4: BlockList; ipv6: BlockList };

/** IPv4 addresses count as such also where they are written as IPv6. A list of IPv6 would take all of IPv4 for ::/3. */
function isAmong({ ipv4, ipv6 }: Lists, address: string): boolean {
  if (!isIPv6(address)) return ipv4.check(address, "ipv4");
  return ipv6.check(address, "ipv6") || ipv4.check(address, "ipv6");
}

function blockLists(ipv4: string[], ipv6: string[]): Lists {
  return { ipv4: blockList(ipv4, "ipv4"), ipv6: blockList(ipv6, "ipv6") };
}

function blockList(subnets: string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", bits] = subnet.split("/");
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
