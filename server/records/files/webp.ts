import { exifOf, orientationOf } from "./orientation.ts";
import { MAX_PIECES, type Stripped } from "./pieces.ts";

const PICTURE = ["VP8 ", "VP8L", "ALPH"];
const ALLOWED_CHUNKS = [...PICTURE, "VP8X", "ICCP", "ANIM", "ANMF"];
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];
const FRAME_HEADER = 16;

export function stripWebp(bytes: Buffer): Stripped | null {
  const end = 8 + bytes.readUInt32LE(4);
  const chunks = end <= bytes.length ? chunksOf(bytes.subarray(12, end)) : null;
  if (!chunks) return null;
  const exif = chunks.find(({ type }) => type === "EXIF");
  const orientation = exif ? orientationOf(withoutExifHeader(exif.data)) : 1;
  const output: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let hasPicture = false;
  for (const { type, data } of chunks) {
    if (!ALLOWED_CHUNKS.includes(type)) continue;
    if (type === "VP8X") {
      if (data.length < 10) return null;
      size = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
      const flags = (data[0] as number) & ~(HAS_EXIF | HAS_XMP);
      const header = Buffer.concat([
        Buffer.from([flags | (orientation === 1 ? 0 : HAS_EXIF)]),
        data.subarray(1, 10),
      ]);
      output.push(chunkOf(type, header));
    } else if (type === "ANMF") {
      const inside = data.length > FRAME_HEADER ? chunksOf(data.subarray(FRAME_HEADER)) : null;
      const own = inside?.filter((one) => PICTURE.includes(one.type));
      if (!own?.length) return null;
      hasPicture = true;
      const frame = [data.subarray(0, FRAME_HEADER), ...own.map((one) => chunkOf(one.type, one.data))];
      output.push(chunkOf(type, Buffer.concat(frame)));
    } else {
      if (type === "VP8 " || type === "VP8L") {
        hasPicture = true;
        size ??= type === "VP8 " ? sizeOfLossy(data) : sizeOfLossless(data);
      }
      output.push(chunkOf(type, data));
    }
  }
  if (!size || !hasPicture) return null;
  // Only the extended format can declare an orientation.
  if (orientation !== 1 && chunks[0]?.type === "VP8X") output.push(chunkOf("EXIF", exifOf(orientation)));
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
    found.push({
      type: bytes.toString("latin1", at, at + 4),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += 8 + length + (length % 2);
  }
  return found;
}

function chunkOf(type: string, data: Buffer): Buffer {
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
