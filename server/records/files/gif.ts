import { MAX_PIECES, type Stripped } from "./pieces.ts";

/** Blocks with the repeat count. Others can contain metadata. */
const LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"];

/** Removes comments, texts and trailing bytes. Null if invalid. */
export function stripGif(bytes: Buffer): Stripped | null {
  if (bytes.length < 13) return null;
  const output: Buffer[] = [];
  let at = 13 + colorTableSize(bytes[10] as number);
  output.push(bytes.subarray(0, at));
  let hasPicture = false;
  for (;;) {
    const from = at;
    const kind = bytes[at];
    if (kind === 0x3b) break;
    if (output.length > MAX_PIECES) return null;
    if (kind === 0x2c) {
      const flags = bytes[at + 9];
      if (flags === undefined) return null;
      at += 10 + colorTableSize(flags) + 1;
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
    if (kind === 0x2c || isAllowed(bytes, from, first)) output.push(bytes.subarray(from, at));
  }
  if (!hasPicture) return null;
  return {
    bytes: Buffer.concat([...output, Buffer.from([0x3b])]),
    width: bytes.readUInt16LE(6),
    height: bytes.readUInt16LE(8),
  };
}

const colorTableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function isAllowed(bytes: Buffer, from: number, first: number): boolean {
  const label = bytes[from + 1];
  if (label === 0xf9) return true;
  return (
    label === 0xff && bytes[first] === 11 && LOOPS.includes(bytes.toString("latin1", first + 1, first + 12))
  );
}

function blocksEnd(bytes: Buffer, from: number): number | null {
  for (let at = from; at < bytes.length; ) {
    const length = bytes[at] as number;
    at += length + 1;
    if (length === 0) return at;
  }
  return null;
}
