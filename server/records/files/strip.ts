import { crc32 } from "node:zlib";
import type { FileType } from "#lib/contract/file-terms.ts";
import { HttpError } from "#server/platform/errors.ts";

type Stripped = { bytes: Buffer; width: number | null; height: number | null };

/** Many tiny segments or chunks take far more memory than the file. */
const MAX_PIECES = 20_000;

/** 1 to 8; 1 if missing. */
function orientationOf(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 4);
  if (tiff.length < 8 || (order !== "II*\0" && order !== "MM\0*")) return 1;
  const isLittle = order === "II*\0";
  const two = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  for (let n = 0; n < two(first); n++) {
    const at = first + 2 + n * 12;
    if (at + 12 > tiff.length) return 1;
    if (two(at) !== 0x0112) continue;
    const value = two(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** Orientations from 5 on swap width and height. */
function displaySize(width: number, height: number, orientation: number) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

const EXIF = "Exif\0\0";
const ICC = "ICC_PROFILE\0";

/** Keeps color profiles and orientation. Drops other metadata and everything after the image. Null if invalid. */
function stripJpeg(bytes: Buffer): Stripped | null {
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

/** C4, C8 and CC are in this range but start no frame. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isTable = (marker: number) => [0xc4, 0xcc, 0xdb, 0xdc, 0xdd].includes(marker);
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

function segmentOf(marker: number, ...payload: Buffer[]): Buffer {
  const content = Buffer.concat(payload);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const PNG_CHUNKS =
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT pHYs bKGD acTL fcTL fdAT".split(" ");
const SIGNATURE = 8;

/** Removes texts, times and trailing bytes. Null if invalid. */
function stripPng(bytes: Buffer): Stripped | null {
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
    if (PNG_CHUNKS.includes(type)) output.push(bytes.subarray(at, end));
    at = end;
    if (type === "IEND") break;
  }
  const [head, ...rest] = output;
  if (!head || !hasPicture) return null;
  return {
    bytes: Buffer.concat([
      bytes.subarray(0, SIGNATURE),
      head,
      ...(orientation === 1 ? [] : [pngChunk("eXIf", exifOf(orientation))]),
      ...rest,
    ]),
    // Not swapped for the orientation, because browsers differ in applying it to a PNG.
    width: head.readUInt32BE(8),
    height: head.readUInt32BE(12),
  };
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Blocks with the repeat count. Others can contain metadata. */
const LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"];

function stripGif(bytes: Buffer): Stripped | null {
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

const PICTURE = ["VP8 ", "VP8L", "ALPH"];
const WEBP_CHUNKS = [...PICTURE, "VP8X", "ICCP", "ANIM", "ANMF"];
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];
const FRAME_HEADER = 16;

function stripWebp(bytes: Buffer): Stripped | null {
  const end = 8 + bytes.readUInt32LE(4);
  const chunks = end <= bytes.length ? chunksOf(bytes.subarray(12, end)) : null;
  if (!chunks) return null;
  const exif = chunks.find(({ type }) => type === "EXIF");
  const orientation = exif ? orientationOf(withoutExifHeader(exif.data)) : 1;
  const output: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let hasPicture = false;
  for (const { type, data } of chunks) {
    if (!WEBP_CHUNKS.includes(type)) continue;
    if (type === "VP8X") {
      if (data.length < 10) return null;
      size = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
      const flags = (data[0] as number) & ~(HAS_EXIF | HAS_XMP);
      const header = Buffer.concat([
        Buffer.from([flags | (orientation === 1 ? 0 : HAS_EXIF)]),
        data.subarray(1, 10),
      ]);
      output.push(webpChunk(type, header));
    } else if (type === "ANMF") {
      const inside = data.length > FRAME_HEADER ? chunksOf(data.subarray(FRAME_HEADER)) : null;
      const own = inside?.filter((one) => PICTURE.includes(one.type));
      if (!own?.length) return null;
      hasPicture = true;
      const frame = [data.subarray(0, FRAME_HEADER), ...own.map((one) => webpChunk(one.type, one.data))];
      output.push(webpChunk(type, Buffer.concat(frame)));
    } else {
      if (type === "VP8 " || type === "VP8L") {
        hasPicture = true;
        size ??= type === "VP8 " ? sizeOfLossy(data) : sizeOfLossless(data);
      }
      output.push(webpChunk(type, data));
    }
  }
  if (!size || !hasPicture) return null;
  // Only the extended format can declare an orientation.
  if (orientation !== 1 && chunks[0]?.type === "VP8X") output.push(webpChunk("EXIF", exifOf(orientation)));
  const content = Buffer.concat([Buffer.from("WEBP", "latin1"), ...output]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(content.length, 4);
  return { bytes: Buffer.concat([head, content]), ...size };
}

type Chunk = { type: string; data: Buffer };

function chunksOf(bytes: Buffer): Chunk[] | null {
  const found: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > bytes.length || found.length > MAX_PIECES) return null;
    found.push({ type: bytes.toString("latin1", at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return found;
}

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Some writers add the header that JPEG uses. */
function withoutExifHeader(exif: Buffer): Buffer {
  return exif.toString("latin1", 0, 6) === "Exif\0\0" ? exif.subarray(6) : exif;
}

function sizeOfLossy(data: Buffer) {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function sizeOfLossless(data: Buffer) {
  if (data.length < 5 || data[0] !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const [BEGIN, END] = ["<?xpacket begin=", "<?xpacket end="];

/** Blanks XMP packets and Exif of embedded photos, keeping all lengths. Compressed streams stay as they are. */
function stripPdf(bytes: Buffer): Stripped | null {
  if (bytes.lastIndexOf("%%EOF") < 0) return null;
  const stripped = Buffer.from(bytes);
  for (let from = stripped.indexOf(BEGIN); from >= 0; from = stripped.indexOf(BEGIN, from + 1)) {
    const end = stripped.indexOf(END, from);
    if (end < 0) break;
    stripped.fill(" ", from, end + END.length);
  }
  for (const head of ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0", "http://ns.adobe.com/xmp/extension/\0"]) {
    for (
      let at = stripped.indexOf(head, 0, "latin1");
      at >= 0;
      at = stripped.indexOf(head, at + 1, "latin1")
    ) {
      // A JPEG segment starts with its marker and length.
      if (at < 4 || stripped.readUInt16BE(at - 4) !== 0xffe1) continue;
      stripped.fill(0, at, Math.min(at - 2 + stripped.readUInt16BE(at - 2), stripped.length));
    }
  }
  return { bytes: stripped, width: null, height: null };
}

const kinds: [FileType, begins: RegExp, strip: (bytes: Buffer) => Stripped | null][] = [
  ["image/jpeg", /^\xff\xd8\xff/, stripJpeg],
  ["image/png", /^\x89PNG\r\n/, stripPng],
  ["image/webp", /^RIFF.{4}WEBP/s, stripWebp],
  ["image/gif", /^GIF8[79]a/, stripGif],
  ["application/pdf", /^%PDF-/, stripPdf],
];
const HEIC = /^.{4}ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s;

// A few bytes can declare an image of a gigabyte.
const MAX_PIXELS = 100_000_000;

export function strip(bytes: Buffer): Stripped & { type: FileType } {
  const head = bytes.toString("latin1", 0, 16);
  if (HEIC.test(head)) {
    throw new HttpError(
      422,
      "Browsers can't show HEIC photos. Save or share the photo as JPEG and add that.",
    );
  }
  const kind = kinds.find(([, begins]) => begins.test(head));
  if (!kind)
    throw new HttpError(
      422,
      "You can add photos (JPEG, PNG, WebP, GIF) and PDFs. This type of file is not supported.",
    );
  const [type, , read] = kind;
  const stripped = read(bytes);
  if (!stripped || stripped.width === 0 || stripped.height === 0) {
    throw new HttpError(422, "This file is damaged and can't be read completely.");
  }
  if ((stripped.width ?? 0) * (stripped.height ?? 0) > MAX_PIXELS) {
    throw new HttpError(422, "This picture is larger than 100 megapixels. Please choose a smaller one.");
  }
  return { type, ...stripped };
}
