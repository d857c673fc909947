import { MOST_PIECES, type Stripped } from "./pieces.ts";

/** How often it plays; XMP and others stand in the same kind of block. */
const LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"];

/** A GIF of nothing but its pictures: no comments, no texts, and nothing after its end. Null where it is none. */
export function stripGif(bytes: Buffer): Stripped | null {
  if (bytes.length < 13) return null;
  const kept: Buffer[] = [];
  let at = 13 + coloursOf(bytes[10] as number);
  kept.push(bytes.subarray(0, at));
  let hasPicture = false;
  for (;;) {
    const from = at;
    const kind = bytes[at];
    if (kind === 0x3b) break;
    if (kept.length > MOST_PIECES) return null;
    if (kind === 0x2c) {
      // Its place and its colours, then the size that its codes begin with.
      const flags = bytes[at + 9];
      if (flags === undefined) return null;
      at += 10 + coloursOf(flags) + 1;
      hasPicture = true;
    } else if (kind === 0x21) {
      at += 2;
    } else {
      return null;
    }
    const first = at;
    const end = blocksEnd(bytes, at);
    if (end === null) return null;
    at = end;
    if (kind === 0x2c || isKept(bytes, from, first)) kept.push(bytes.subarray(from, at));
  }
  if (!hasPicture) return null;
  return {
    bytes: Buffer.concat([...kept, Buffer.from([0x3b])]),
    width: bytes.readUInt16LE(6),
    height: bytes.readUInt16LE(8),
  };
}

const coloursOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function isKept(bytes: Buffer, from: number, first: number): boolean {
  const label = bytes[from + 1];
  // How long a picture stands, and what of it is seen through.
  if (label === 0xf9) return true;
  return (
    label === 0xff && bytes[first] === 11 && LOOPS.includes(bytes.toString("latin1", first + 1, first + 12))
  );
}

/** After the empty block that ends a row of blocks. */
function blocksEnd(bytes: Buffer, from: number): number | null {
  for (let at = from; at < bytes.length; ) {
    const length = bytes[at] as number;
    at += length + 1;
    if (length === 0) return at;
  }
  return null;
}
