import { strToU8, Zip, ZipDeflate } from "fflate";

/*
 * A zip by fflate, as a stream, for browser and host: what is written is never held whole, and no more of it is made than
 * was asked for.
 */

type Part = string | Uint8Array<ArrayBuffer>;
export type ZipEntry = { name: string; content: AsyncIterable<Part> | Iterable<Part> };

/** What goes to the compression at once; smaller pieces cost more than what is in them. */
const PIECE = 64 * 1024;
/** Of a file and of the archive: beyond it a zip has other headers, which fflate does not write. */
const MOST_BYTES = 0xffff_ffff;

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
    if (bytes > MOST_BYTES) throw new Error("This is more than a zip file can hold");
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
      if (size > MOST_BYTES) throw new Error("This is more than a zip file can hold");
      file.push(piece);
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}

/** None is larger than PIECE, and whatever else waits has its turn after each. */
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

/** Browsers have no setImmediate, and slow down the timers of a page that nobody looks at. */
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
