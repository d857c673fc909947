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
