import { deflateSync, inflateSync } from "node:zlib";
import { rgb } from "#lib/contract/brand-colors.ts";
import { HttpError } from "#server/platform/errors.ts";
import { pngChunk } from "#server/records/files/strip.ts";

/** An opaque square; `pixels` are red, green and blue. */
type Picture = { size: number; pixels: Buffer };

const LOGO_SIZE = 400;
export const SMALL = 104;
const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const DEPTHS: Record<number, number> = { 2: 3, 6: 4 };

/** Only pixels are stored, so nothing else of the file survives. White fills what is transparent. */
export function readLogo(bytes: Buffer): Picture {
  const header = bytes.subarray(16, 29);
  if (!bytes.subarray(0, 8).equals(SIGNATURE) || header.length < 13)
    throw new HttpError(422, "The logo must be a PNG. Export SVG and other pictures as PNG first.");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const depth = DEPTHS[header[9] ?? 0];
  if (width !== LOGO_SIZE || height !== LOGO_SIZE || header[8] !== 8 || !depth || header[12] !== 0)
    throw new HttpError(422, `The logo must have ${LOGO_SIZE} × ${LOGO_SIZE} pixels with 8 bits each.`);
  return { size: LOGO_SIZE, pixels: onWhite(unfiltered(inflatePixels(bytes), depth), depth) };
}

function inflatePixels(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  try {
    return inflateSync(Buffer.concat(parts), { maxOutputLength: (LOGO_SIZE * 4 + 1) * LOGO_SIZE });
  } catch {
    throw damaged();
  }
}

const damaged = () => new HttpError(422, "This file is damaged and can't be read completely.");

function unfiltered(data: Buffer, depth: number): Buffer {
  const row = LOGO_SIZE * depth;
  if (data.length !== (row + 1) * LOGO_SIZE) throw damaged();
  const output = Buffer.alloc(row * LOGO_SIZE);
  for (let y = 0, from = 0; y < LOGO_SIZE; y++) {
    const filter = data[from++] as number;
    if (filter > PAETH) throw damaged();
    for (let at = y * row; at < (y + 1) * row; at++)
      output[at] = (data[from++] as number) + predicted(filter, output, at, row, depth);
  }
  return output;
}

const PAETH = 4;

function predicted(filter: number, pixels: Buffer, at: number, row: number, depth: number): number {
  const isFirst = at % row < depth;
  const left = isFirst ? 0 : (pixels[at - depth] as number);
  const above = at < row ? 0 : (pixels[at - row] as number);
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const both = isFirst || at < row ? 0 : (pixels[at - row - depth] as number);
  const a = Math.abs(above - both);
  const b = Math.abs(left - both);
  const c = Math.abs(left + above - 2 * both);
  if (a <= b && a <= c) return left;
  return b <= c ? above : both;
}

function onWhite(data: Buffer, depth: number): Buffer {
  if (depth === 3) return data;
  const output = Buffer.alloc((data.length / 4) * 3);
  for (let at = 0; at < output.length; at++) {
    const from = Math.floor(at / 3) * 4;
    const alpha = (data[from + 3] as number) / 255;
    output[at] = Math.round((data[from + (at % 3)] as number) * alpha + 255 * (1 - alpha));
  }
  return output;
}

export function writePng({ size, pixels }: Picture): Buffer {
  const row = size * 3;
  const filtered = Buffer.alloc((row + 1) * size);
  for (let at = 0, to = 0; at < pixels.length; at++) {
    if (at % row === 0) filtered[to++] = PAETH;
    filtered[to++] = (pixels[at] as number) - predicted(PAETH, pixels, at, row, 3);
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  return Buffer.concat([
    SIGNATURE,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(filtered, { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function scaled({ size, pixels }: Picture, to: number): Picture {
  const output = Buffer.alloc(to * to * 3);
  const cover = (at: number) => [Math.floor((at * size) / to), Math.ceil(((at + 1) * size) / to)] as const;
  for (let y = 0; y < to; y++) {
    const [top, bottom] = cover(y);
    for (let x = 0; x < to; x++) {
      const [left, right] = cover(x);
      const sums = [0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (let at = (row * size + left) * 3; at < (row * size + right) * 3; at++)
          sums[at % 3] = (sums[at % 3] as number) + (pixels[at] as number);
      const count = (bottom - top) * (right - left);
      for (const [i, sum] of sums.entries()) output[(y * to + x) * 3 + i] = Math.round(sum / count);
    }
  }
  return { size: to, pixels: output };
}

const ROUNDED = 0.2;

export type Icon = { large: Uint8Array; color: string; size: number; margin: number };

/** An app's icon: the logo on a rounded tile, with `margin` around it as a part of the icon. */
export function iconOf({ large, color, size, margin }: Icon): Picture {
  const tile = scaled(readLogo(Buffer.from(large)), Math.round(size * (1 - 2 * margin)));
  const [start, radius] = [(size - tile.size) >> 1, tile.size * ROUNDED];
  const pixels = Buffer.alloc(size * size * 3, Buffer.from(rgb(color)));
  for (let y = 0; y < tile.size; y++) {
    const inset = cornerInset(Math.min(y, tile.size - 1 - y), radius);
    const from = (y * tile.size + inset) * 3;
    const to = ((y + 1) * tile.size - inset) * 3;
    tile.pixels.copy(pixels, ((start + y) * size + start + inset) * 3, from, to);
  }
  return { size, pixels };
}

function cornerInset(row: number, radius: number): number {
  const rise = Math.max(0, radius - row);
  return Math.round(radius - Math.sqrt(radius ** 2 - rise ** 2));
}
