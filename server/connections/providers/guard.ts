import { lookup } from "node:dns/promises";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { DEMO_IS_CLOSED } from "#lib/contract/mail-terms.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";

type Guard = Pick<ProviderSettings, "allowPrivateHosts" | "isClosed">;

export function refuseIfClosed({ isClosed }: Pick<Guard, "isClosed">): void {
  if (isClosed) throw new Error(DEMO_IS_CLOSED);
}

/** Link-local (clouds serve credentials at 169.254) and multicast. */
const neverAllowed = blockLists(
  ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4"],
  ["::/128", "fe80::/10", "ff00::/8"],
);
const privateRanges = blockLists(
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
  // In IPv6 only 2000::/3 is public, except documentation, tunnels and protocol ranges.
  ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
);

/** Connect to a returned address without resolving the name again. */
export async function addressesOf(host: string, { allowPrivateHosts, isClosed }: Guard): Promise<string[]> {
  refuseIfClosed({ isClosed });
  const bare = host.replace(/^\[|\]$/g, "");
  const found = isIP(bare) ? [bare] : (await lookup(bare, { all: true })).map(({ address }) => address);
  const isAllowed = (address: string) =>
    !isAmong(neverAllowed, address) && (allowPrivateHosts || !isAmong(privateRanges, address));
  if (found.length === 0 || !found.every(isAllowed)) throw new Error(`${host} is not a public server`);
  return found;
}

/** Prefers IPv4, because many machines have no IPv6 connection. */
export async function mailServerAddress(host: string, guard: Guard): Promise<string> {
  const addresses = await addressesOf(host, guard).catch((cause) => {
    throw new ProviderError("later", "The mail server can't be reached", { cause });
  });
  return addresses.find(isIPv4) ?? addresses[0] ?? "";
}

type Lists = { ipv4: BlockList; ipv6: BlockList };

/** Separate lists, because ::/3 would match all of IPv4. */
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
