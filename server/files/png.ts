import { crc32 } from "node:zlib";
import { exifOf, orientationOf } from "./orientation.ts";
import { MOST_PIECES, type Stripped } from "./pieces.ts";

/** The picture, its colours and its movement. */
const KEPT =
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT pHYs bKGD acTL fcTL fdAT".split(" ");
const SIGNATURE = 8;

/** A PNG of nothing but its picture: no texts, no times, and nothing after its end. Null where it is none. */
export function stripPng(bytes: Buffer): Stripped | null {
  const kept: Buffer[] = [];
  let orientation = 1;
  let hasPicture = false;
  for (let at = SIGNATURE; ; ) {
    if (at + 12 > bytes.length || kept.length > MOST_PIECES) return null;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (at === SIGNATURE && (type !== "IHDR" || end !== at + 25)) return null;
    if (type === "IDAT") hasPicture = true;
    if (type === "eXIf") orientation = orientationOf(bytes.subarray(at + 8, end - 4));
    if (KEPT.includes(type)) kept.push(bytes.subarray(at, end));
    at = end;
    if (type === "IEND") break;
  }
  const [head, ...rest] = kept;
  if (!head || !hasPicture) return null;
  return {
    bytes: Buffer.concat([
      bytes.subarray(0, SIGNATURE),
      head,
      ...(orientation === 1 ? [] : [chunkOf("eXIf", exifOf(orientation))]),
      ...rest,
    ]),
    // Browsers do not turn a PNG alike: how it lies is its size.
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
