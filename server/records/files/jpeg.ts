import { displaySize, exifOf, orientationOf } from "./orientation.ts";
import { MAX_PIECES, type Stripped } from "./pieces.ts";

const EXIF = "Exif\0\0";
const ICC = "ICC_PROFILE\0";

/**
 * Keeps color profiles and orientation. Drops other metadata and everything after the image. Null if invalid.
 */
export function stripJpeg(bytes: Buffer): Stripped | null {
  const output: Buffer[] = [];
  let jfif: Buffer | null = null;
  let orientation = 1;
  let size: { width: number; height: number } | null = null;
  let hasScan = false;
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff || output.length > MAX_PIECES) return null;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined) return null;
    if (marker === 0xd9) break;
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    const payload = bytes.subarray(at + 4, end);
    const segment = bytes.subarray(at, end);
    at = end;
    if (marker === 0xda) {
      hasScan = true;
      at = scanEnd(bytes, end);
      output.push(segment, bytes.subarray(end, at));
      // Truncated within the scan. Browsers show the rest.
      if (at >= bytes.length) break;
    } else if (isFrame(marker)) {
      if (size || payload.length < 6) return null;
      size = { height: payload.readUInt16BE(1), width: payload.readUInt16BE(3) };
      output.push(segment);
    } else if (marker === 0xe0 && payload.length >= 14 && payload.toString("latin1", 0, 5) === "JFIF\0") {
      // The thumbnail may show parts that were cropped later.
      jfif = segmentOf(0xe0, payload.subarray(0, 12), Buffer.from([0, 0]));
    } else if (marker === 0xe1 && payload.toString("latin1", 0, EXIF.length) === EXIF) {
      orientation = orientationOf(payload.subarray(EXIF.length));
    } else if (marker === 0xe2 && payload.toString("latin1", 0, ICC.length) === ICC) {
      output.push(segment);
    } else if (marker === 0xee && payload.length >= 12 && payload.toString("latin1", 0, 5) === "Adobe") {
      // Defines the color transform.
      output.push(segmentOf(0xee, payload.subarray(0, 12)));
    } else if (isTable(marker)) {
      output.push(segment);
    } else if (!isMetadata(marker)) {
      return null;
    }
  }
  if (!size || !hasScan) return null;
  const orientationSegment =
    orientation === 1 ? [] : [segmentOf(0xe1, Buffer.from(EXIF, "latin1"), exifOf(orientation))];
  return {
    bytes: Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      ...(jfif ? [jfif] : []),
      ...orientationSegment,
      ...output,
      Buffer.from([0xff, 0xd9]),
    ]),
    ...displaySize(size.width, size.height, orientation),
  };
}

/** 0xff that is neither escaped nor a restart marker. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** C4, C8 and CC don't start a frame. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isTable = (marker: number) => [0xc4, 0xcc, 0xdb, 0xdc, 0xdd].includes(marker);
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

function segmentOf(marker: number, ...payload: Buffer[]): Buffer {
  const content = Buffer.concat(payload);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
