import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { pngChunk } from "#server/records/files/strip.ts";

export const SECRETS = ["GPS 40.7128N", "Priya's phone", "<x:xmpmeta", "<script>"];
const [GPS, PHONE, XMP, SCRIPT] = SECRETS.map((text) => `${text} `.repeat(3)) as [
  string,
  string,
  string,
  string,
];

const decoded = (text: string) => Buffer.from(text, "base64");
const plainJpeg = decoded(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAbEAEAAAcAAAAAAAAAAAAAAAAAAQIDBjVzsv/EABUBAQEAAAAAAAAAAAAAAAAAAAQF/8QAGhEAAQUBAAAAAAAAAAAAAAAAAAECAwQyM//aAAwDAQACEQMRAD8AhaGLq748ygJVrs4ZHlD/2Q==",
);
const plainPng = decoded(
  "iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAKElEQVR4AZTJMQ0AAAgDQVIp1cKETNTgqkwdGfjkpgeZsumSIY7+YwEAAP//2fG8WAAAAAZJREFUAwA+bAy3Huu/mwAAAABJRU5ErkJggg==",
);
const lossy = decoded("0AEAnQEqBgAEAAKAQiWoAnQBDv4DyAAA/vG+fy8zdGOX1t/+f4K+fr3vI0nPe4NFYbgAAA==");
const plainGif = decoded("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

const two = (value: number) => Buffer.from([value >> 8, value & 255]);
const latin = (text: string) => Buffer.from(text, "latin1");

function exif(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const words = latin(PHONE + GPS);
  const entries = [
    entry(0x010f, 2, words.length, 50),
    entry(0x0112, 3, 1, orientation),
    entry(0x8825, 4, 1, 50),
  ];
  const head = Buffer.concat([latin("II*\0"), Buffer.from([8, 0, 0, 0]), Buffer.from([3, 0])]);
  return Buffer.concat([head, ...entries, Buffer.alloc(4), words]);
}

export function jpeg(orientation = 1): Buffer {
  const segment = (marker: number, content: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker]), two(content.length + 2), content]);
  return Buffer.concat([
    plainJpeg.subarray(0, 20),
    segment(0xe1, Buffer.concat([latin("Exif\0\0"), exif(orientation)])),
    segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${XMP}`)),
    segment(0xe2, latin(`MPF\0${PHONE}`)),
    segment(0xed, latin(`Photoshop 3.0\0${PHONE}`)),
    segment(0xfe, latin(SCRIPT)),
    plainJpeg.subarray(20),
    plainJpeg.subarray(0, 20),
    segment(0xe1, Buffer.concat([latin("Exif\0\0"), exif(orientation)])),
    plainJpeg.subarray(20),
    latin(SCRIPT),
  ]);
}

export function png(): Buffer {
  return Buffer.concat([
    plainPng.subarray(0, 33),
    pngChunk("tEXt", latin(`Author\0${PHONE}`)),
    pngChunk("iTXt", latin(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
    pngChunk("eXIf", exif(1)),
    plainPng.subarray(33),
    latin(SCRIPT),
  ]);
}

type Pixel = [red: number, green: number, blue: number, alpha: number];

/** A square of one color, as base64; every row is filtered. */
export function logoOf(pixel: Pixel, { size = 400, header = [8, 6, 0, 0, 0], more = Buffer.alloc(0) } = {}) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set(header, 8);
  const rows = Array.from({ length: Math.min(size, 1000) }, () => [
    1,
    ...pixel,
    ...Array(Math.min(size, 1000) * 4 - 4).fill(0),
  ]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", head),
    pngChunk("tEXt", Buffer.from("Author\0Priya")),
    pngChunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
    pngChunk("IEND", Buffer.alloc(0)),
    more,
  ]).toString("base64");
}

export function webp(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = latin(`${type}\0\0\0\0`);
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const content = Buffer.concat([
    latin("WEBP"),
    chunk("VP8X", Buffer.from([0x0c, 0, 0, 0, 5, 0, 0, 3, 0, 0])),
    chunk("VP8 ", lossy),
    chunk("EXIF", exif(1)),
    chunk("XMP ", latin(XMP)),
    chunk("note", latin(SCRIPT)),
  ]);
  return Buffer.concat([chunk("RIFF", content), latin(SCRIPT)]);
}

export function gif(): Buffer {
  const blocks = (text: string) => Buffer.concat([Buffer.from([text.length]), latin(text), Buffer.from([0])]);
  const at = plainGif.indexOf(Buffer.from([0x21, 0xf9]));
  return Buffer.concat([
    plainGif.subarray(0, at),
    Buffer.concat([Buffer.from([0x21, 0xfe]), blocks(PHONE + GPS)]),
    Buffer.concat([Buffer.from([0x21, 0xff, 11]), latin("XMP DataXMP"), blocks(XMP)]),
    plainGif.subarray(at),
    latin(SCRIPT),
  ]);
}

export function pdf(): Buffer {
  const photo = Buffer.concat([
    plainJpeg.subarray(0, 20),
    Buffer.from([0xff, 0xe1]),
    two(exif(1).length + 8),
  ]);
  return Buffer.concat([
    latin("%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n2 0 obj\n<</Subtype/Image>>stream\n"),
    photo,
    latin("Exif\0\0"),
    exif(1),
    plainJpeg.subarray(20),
    latin(`endstream\nendobj\n<?xpacket begin="" id="x"?>${XMP}<?xpacket end="w"?>\ntrailer\n<<>>\n%%EOF\n`),
  ]);
}

export function large(bytes: number): Buffer {
  const made = jpeg();
  const end = made.indexOf(Buffer.from([0xff, 0xd9]));
  const noise = randomBytes(bytes).map((byte) => byte % 255);
  return Buffer.concat([made.subarray(0, end), noise, Buffer.from([0xff, 0xd9])]);
}
