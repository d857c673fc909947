import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { clientAddress, proxiesOf } from "./contract/client-address.ts";

const CHANNEL = "http.server.request.start";
const FORWARDED = ["forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

/** How many proxies are believed: TRUST_PROXY tells, and a platform that always has one. */
export function trustedProxies(): number {
  return proxiesOf(process.env.TRUST_PROXY || (process.env.VERCEL ? "1" : "0"));
}

/**
 * Leaves of X-Forwarded-*, in every request of this process's HTTP servers and before anyone reads it, what is not the
 * client's own word: rate limits and checks of the origin rest on it. X-Forwarded-For is then the client's address alone;
 * the others are gone where no proxy stands before us. Returns what ends it.
 */
export function readForwarded(proxies: number): () => void {
  const read = (message: unknown) => {
    const { request } = message as { request?: unknown };
    if (!(request instanceof IncomingMessage)) return;
    const { headers, socket } = request;
    const told = String(headers["x-forwarded-for"] ?? "");
    headers["x-forwarded-for"] = clientAddress(socket.remoteAddress ?? "", told, proxies);
    if (proxies === 0) for (const name of FORWARDED) delete headers[name];
  };
  subscribe(CHANNEL, read);
  return () => unsubscribe(CHANNEL, read);
}
