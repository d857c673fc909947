import { crc32 } from "node:zlib";
import { exifOf, orientationOf } from "./orientation.ts";
import { MAX_PIECES, type Stripped } from "./pieces.ts";

const ALLOWED_CHUNKS =
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT pHYs bKGD acTL fcTL fdAT".split(" ");
const SIGNATURE = 8;

/** Removes texts, times and trailing bytes. Null if invalid. */
export function stripPng(bytes: Buffer): Stripped | null {
  const output: Buffer[] = [];
  let orientation = 1;
  let hasPicture = false;
  for (let at = SIGNATURE; ; ) {
    if (at + 12 > bytes.length || output.length > MAX_PIECES) return null;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (at === SIGNATURE && (type !== "IHDR" || end !== at + 25)) return null;
    if (type === "IDAT") hasPicture = true;
    if (type === "eXIf") orientation = orientationOf(bytes.subarray(at + 8, end - 4));
    if (ALLOWED_CHUNKS.includes(type)) output.push(bytes.subarray(at, end));
    at = end;
    if (type === "IEND") break;
  }
  const [head, ...rest] = output;
  if (!head || !hasPicture) return null;
  return {
    bytes: Buffer.concat([
      bytes.subarray(0, SIGNATURE),
      head,
      ...(orientation === 1 ? [] : [chunkOf("eXIf", exifOf(orientation))]),
      ...rest,
    ]),
    // Not swapped for the orientation, because browsers differ in applying it to a PNG.
    width: head.readUInt32BE(8),
    height: head.readUInt32BE(12),
  };
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
