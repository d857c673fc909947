import { publicOrigin } from "./env.ts";
import { HostError } from "./host.ts";

/** A request's body. Throws HostError 413 beyond maxBytes and 408 when the signal aborts first. */
export async function readBody(request: Request, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(part.value);
    }
    if (signal.aborted) throw new HostError(408, "The request took too long");
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function tooLarge() {
  return new HostError(413, "The request is too large");
}

type Asked = { url: string; headers: Headers };

/** Whether the browser says that a page of another origin (another port, a sandboxed frame) makes this request. */
export function isForeign({ url, headers }: Asked): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("origin");
  return origin !== null && origin !== publicOrigin() && origin !== requestOrigin({ url, headers });
}

/** Whether the browser says that one of our own pages makes it. Silence is no yes. */
export function isOwn(asked: Asked): boolean {
  const site = asked.headers.get("sec-fetch-site");
  return !isForeign(asked) && (site === "same-origin" || (site === null && asked.headers.has("origin")));
}

/** The origin that the browser asked, as the nearest proxy tells; the url's own host is the server's inner name. */
function requestOrigin({ url, headers }: Asked): string {
  const host = first(headers.get("x-forwarded-host")) ?? headers.get("host") ?? new URL(url).host;
  const protocol = first(headers.get("x-forwarded-proto")) ?? new URL(url).protocol.slice(0, -1);
  return `${protocol}://${host}`;
}

function first(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim();
}
