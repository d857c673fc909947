import { isIP } from "node:net";

const LOOPBACK = /^(::ffff:)?127\.[\d.]+$|^::1$/;

/**
 * The client's address. The first entry of X-Forwarded-For counts only where the next hop is believed: the web app
 * beside us (loopback), or a proxy that TRUST_PROXY=1 declares.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trustProxy: boolean): string {
  const first = forwardedFor?.split(",")[0]?.trim() ?? "";
  return (trustProxy || LOOPBACK.test(peer)) && isIP(first) ? first : peer;
}
