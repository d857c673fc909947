import type { PGlite } from "@electric-sql/pglite";

export type Engine = {
  begin(): Promise<void>;
  /** After `timeoutMs` (0: never) the session ends and the open transaction is lost. */
  send(request: Uint8Array, timeoutMs: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
  end(): Promise<void>;
};

/** Copies the response, because PGlite reuses its memory. */
export async function answer(lite: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const onRawData = (data: Uint8Array) => void parts.push(new Uint8Array(data));
  await lite.execProtocolRawStream(request, { onRawData });
  return parts.length === 1 ? (parts[0] as Uint8Array<ArrayBuffer>) : concatenated(parts);
}

export function concatenated(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
