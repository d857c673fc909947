import { parentPort } from "node:worker_threads";
import { HttpError } from "#server/platform/errors.ts";
import { strip } from "./strip.ts";

type Picture = Omit<ReturnType<typeof strip>, "bytes"> & { bytes: Uint8Array<ArrayBuffer> };
export type StripAnswer = Picture | { refused: string };

parentPort?.on("message", (bytes: Uint8Array<ArrayBuffer>) => {
  parentPort?.postMessage("begun");
  const answer = stripped(bytes);
  parentPort?.postMessage(answer, "refused" in answer ? [] : [answer.bytes.buffer]);
});

function stripped({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): StripAnswer {
  try {
    const { bytes, ...facts } = strip(Buffer.from(buffer, byteOffset, length));
    // Node shares the memory of small buffers, so it can't move them.
    return { ...facts, bytes: Uint8Array.from(bytes) };
  } catch (error) {
    const isMeant = error instanceof HttpError;
    return { refused: isMeant ? error.message : "This file is damaged and can't be read completely." };
  }
}
