import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";

const CHANNEL = "http.server.request.start";
const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
];

/** Whether what X-Forwarded-* says is a proxy's word: TRUST_PROXY=1 tells, and a platform that always has one. */
export function isBehindProxy(): boolean {
  return process.env.TRUST_PROXY === "1" || Boolean(process.env.VERCEL);
}

/**
 * Takes X-Forwarded-* from every request of this process's HTTP servers before anyone reads it. Where nobody stands
 * before us it is the client's own word: rate limits and checks of the origin must not rest on it, and Next fills in
 * what it sees itself only where it is absent. Returns what ends it.
 */
export function dropForwarded(): () => void {
  subscribe(CHANNEL, drop);
  return () => unsubscribe(CHANNEL, drop);
}

function drop(message: unknown): void {
  const { request } = message as { request?: unknown };
  if (!(request instanceof IncomingMessage)) return;
  for (const name of FORWARDED) delete request.headers[name];
}
