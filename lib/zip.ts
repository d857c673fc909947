import { strToU8, Zip, ZipDeflate } from "fflate";

/* Streams, so it is never in memory as a whole. */

type Part = string | Uint8Array<ArrayBuffer>;
export type ZipEntry = { name: string; content: AsyncIterable<Part> | Iterable<Part> };

const PIECE = 64 * 1024;
/** Larger files need Zip64, which fflate doesn't write. */
const MAX_BYTES = 0xffff_ffff;

export async function* zip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  now = new Date(),
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let made: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    bytes += chunk.length;
    made.push(chunk as Uint8Array<ArrayBuffer>);
  });
  const taken = () => {
    if (bytes > MAX_BYTES) throw new Error("This is more than a zip file can hold");
    const chunks = made;
    made = [];
    return chunks;
  };
  for await (const { name, content } of entries) {
    const file = new ZipDeflate(name);
    file.mtime = now;
    archive.add(file);
    let size = 0;
    for await (const piece of pieces(content)) {
      size += piece.length;
      if (size > MAX_BYTES) throw new Error("This is more than a zip file can hold");
      file.push(piece);
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}

/** Pauses after each, so other work can run. */
async function* pieces(content: ZipEntry["content"]): AsyncGenerator<Uint8Array> {
  let text = "";
  for await (const part of content) {
    if (typeof part === "string") text += part;
    if (text && (typeof part !== "string" || text.length >= PIECE)) {
      yield* slices(strToU8(text));
      text = "";
    }
    if (typeof part !== "string") yield* slices(part);
  }
  if (text) yield* slices(strToU8(text));
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE);
    await turn();
  }
}

/** Browsers have no setImmediate and throttle timers in hidden pages. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") return void setImmediate(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
