import { isIP, isIPv6 } from "node:net";

// Used by web app and host, because limits depend on it. Nothing that the client claims counts.

/** TRUST_PROXY: number of proxies in front. Each adds an entry to X-Forwarded-For. */
export function readProxyCount(value = "0"): number {
  if (/^\d?$/.test(value)) return Number(value);
  throw new Error("TRUST_PROXY must be the number of proxies in front of this server, such as 1");
}

/** Trusts only the last `proxies` entries of X-Forwarded-For, nearest first. `peer`: the connected address. */
export function clientAddress(peer: string, forwardedFor: string | null | undefined, proxies: number) {
  const addresses = forwardedFor?.split(",") ?? [];
  let client = peer;
  for (let hop = 0; hop < proxies; hop++) {
    const next = withoutPort(addresses.pop()?.trim() ?? "");
    if (!isIP(next)) break;
    client = next;
  }
  return client;
}

/** "203.0.113.7:5210", "[2001:db8::7]:443" */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]{2,60})\]|([\d.]{7,15}))(?::\d{1,5})?$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

export function isLoopback(address: string): boolean {
  return address === "::1" || /^127(\.\d{1,3}){3}$/.test(addressKey(address));
}

/** Limits count IPv6 addresses by their /64. */
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
