import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { clientAddress, readProxyCount } from "#lib/contract/client-address.ts";
import { isHttps, publicOrigin } from "./env.ts";
import { HostError } from "./host.ts";

/** Throws HostError 413 with `tooLarge` above maxBytes, 408 when the signal aborts. */
export async function readBody(
  request: Request,
  maxBytes: number,
  signal: AbortSignal,
  tooLarge = "The request is too large",
): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new HostError(413, tooLarge);
  const reader = request.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maxBytes) throw new HostError(413, tooLarge);
      chunks.push(part.value);
    }
    if (signal.aborted) throw new HostError(408, "The request took too long");
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

type Head = { url: string; headers: Headers };

export function isCrossOrigin({ url, headers }: Head): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("origin");
  return origin !== null && origin !== publicOrigin() && origin !== requestOrigin({ url, headers });
}

export function isSameOrigin(asked: Head): boolean {
  const site = asked.headers.get("sec-fetch-site");
  return !isCrossOrigin(asked) && (site === "same-origin" || (site === null && asked.headers.has("origin")));
}

/** Null unless https is required. Over http, the network could read the password, and the cookie would be lost. */
export function refusedAsHttp({ headers }: Pick<Head, "headers">): string | null {
  if (!isHttps() || first(headers.get("x-forwarded-proto")) !== "http") return null;
  return `This site only answers over https: ${publicOrigin() ?? "https"}. If you used https, a proxy changes X-Forwarded-Proto to http. Make it keep the first value.`;
}

/** According to the proxies, because the url has the server's internal name. */
function requestOrigin({ url, headers }: Head): string {
  const host = first(headers.get("x-forwarded-host")) ?? headers.get("host") ?? new URL(url).host;
  const protocol = first(headers.get("x-forwarded-proto")) ?? new URL(url).protocol.slice(0, -1);
  return `${protocol}://${host}`;
}

function first(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim();
}

const CHANNEL = "http.server.request.start";
const FORWARDED = ["forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

export function trustedProxies(): number {
  return readProxyCount(process.env.TRUST_PROXY || (process.env.VERCEL ? "1" : "0"));
}

/** Normalizes X-Forwarded-* before anything reads them: the client's address, the farthest trusted proxy's values. */
export function readForwarded(proxies: number): () => void {
  const read = (message: unknown) => {
    const { request } = message as { request?: unknown };
    if (!(request instanceof IncomingMessage)) return;
    const { headers, socket } = request;
    const forwarded = String(headers["x-forwarded-for"] ?? "");
    headers["x-forwarded-for"] = clientAddress(socket.remoteAddress ?? "", forwarded, proxies);
    for (const name of FORWARDED) {
      const values = proxies > 0 && headers[name] !== undefined ? String(headers[name]).split(",") : [];
      const [believed] = values.slice(-proxies);
      if (believed === undefined) delete headers[name];
      else headers[name] = believed.trim();
    }
  };
  subscribe(CHANNEL, read);
  return () => unsubscribe(CHANNEL, read);
}
