import type { Name } from "#lib/contract/contract.ts";
import { noteBuild } from "#lib/page-state.ts";
import { ApiError, endSession, messageOf, routeOf } from "./call.ts";

const CUT_OFF = "The connection was lost before everything arrived. Try again.";
const PART_BYTES = 4_000_000;

type Watch = { onBytes: (bytes: number) => void; signal: AbortSignal };

export async function download(name: Name, watch: Watch): Promise<Blob | null> {
  try {
    return await fetched(name, watch);
  } catch (error) {
    if (watch.signal.aborted) return null;
    throw error instanceof ApiError ? error : new ApiError(500, CUT_OFF);
  }
}

async function fetched(name: Name, { onBytes, signal }: Watch): Promise<Blob> {
  const { method, path } = await routeOf(name);
  const response = await fetch(`/api/v1${path}`, { method, signal });
  noteBuild(response.headers.get("x-build"));
  if (!response.ok || !response.body) {
    if (response.status === 401) endSession();
    const answer: unknown = await response.json().catch(() => undefined);
    throw new ApiError(response.status, messageOf(answer), answer);
  }
  const type = response.headers.get("content-type") ?? "";
  const reader = response.body.getReader();
  const parts: Blob[] = [];
  let [held, heldBytes, bytes] = [[] as Uint8Array<ArrayBuffer>[], 0, 0];
  for (;;) {
    const { value, done } = await reader.read();
    if (value) {
      held.push(value);
      heldBytes += value.length;
      bytes += value.length;
      onBytes(bytes);
    }
    if (done || heldBytes > PART_BYTES) {
      parts.push(new Blob(held));
      [held, heldBytes] = [[], 0];
    }
    if (done) break;
  }
  const file = new Blob(parts, { type });
  // Some proxies hide that a file was truncated.
  if (!endsZip(new Uint8Array(await file.slice(-22).arrayBuffer()))) throw new ApiError(500, CUT_OFF);
  return file;
}

/** A complete zip of our host ends with these 22 bytes. */
function endsZip(end: Uint8Array): boolean {
  return end.length === 22 && end[0] === 0x50 && end[1] === 0x4b && end[2] === 5 && end[3] === 6;
}
