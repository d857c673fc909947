import { isIP, isIPv6 } from "node:net";

// Web app and host determine the client's address with the same code. Limits depend on it, so nothing the
// client claims counts.

/** TRUST_PROXY: number of proxies in front of this server. Each adds an entry to X-Forwarded-For. */
export function proxiesOf(value = "0"): number {
  if (/^\d?$/.test(value)) return Number(value);
  throw new Error("TRUST_PROXY must be the number of proxies in front of this server, such as 1");
}

/**
 * The client's address. `peer` is the connected address. The last `proxies` entries of X-Forwarded-For are
 * trusted, nearest first. A proxy without an entry counts as the client.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null | undefined,
  proxies: number,
): string {
  const told = forwardedFor?.split(",") ?? [];
  let client = peer;
  for (let hop = 0; hop < proxies; hop++) {
    const next = withoutPort(told.pop()?.trim() ?? "");
    if (!isIP(next)) break;
    client = next;
  }
  return client;
}

/** Some proxies add a port: "203.0.113.7:5210", "[2001:db8::7]:443". */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]{2,60})\]|([\d.]{7,15}))(?::\d{1,5})?$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

export function isLoopback(address: string): boolean {
  return address === "::1" || /^127(\.\d{1,3}){3}$/.test(addressKey(address));
}

/** The key that limits count by: an IPv6 address's /64, or the IPv4 address in one notation. */
export function addressKey(address: string): string {
  const [text = ""] = address.split("%");
  if (!isIPv6(text)) return address;
  const [head = "", tail = ""] = new URL(`http://[${text}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last];
  const prefix = groups.slice(0, 4).join(":");
  if (prefix !== "0:0:0:0" || groups[5] !== "ffff") return `${prefix}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".");
}
