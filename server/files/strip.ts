import type { FileType } from "#lib/contract/file-terms.ts";
import { HttpError } from "#server/errors.ts";
import { stripGif } from "./gif.ts";
import { stripJpeg } from "./jpeg.ts";
import { stripPdf } from "./pdf.ts";
import type { Stripped } from "./pieces.ts";
import { stripPng } from "./png.ts";
import { stripWebp } from "./webp.ts";

/*
 * Each kind is read by its own few lines, which copy what shows the picture and drop everything else. Libraries that write
 * pictures anew bring native code that strangers' bytes would run through, and make photos worse.
 */
const kinds: [FileType, begins: RegExp, strip: (bytes: Buffer) => Stripped | null][] = [
  ["image/jpeg", /^\xff\xd8\xff/, stripJpeg],
  ["image/png", /^\x89PNG\r\n/, stripPng],
  ["image/webp", /^RIFF.{4}WEBP/s, stripWebp],
  ["image/gif", /^GIF8[79]a/, stripGif],
  ["application/pdf", /^%PDF-/, stripPdf],
];
const HEIC = /^.{4}ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s;

// A few bytes may say that they are a picture of a gigabyte.
const MOST_PIXELS = 100_000_000;

/** What a file is, by its own bytes, and those without what they say of where, when and by whom it was made. */
export function strip(bytes: Buffer): Stripped & { type: FileType } {
  const head = bytes.toString("latin1", 0, 16);
  if (HEIC.test(head)) {
    throw new HttpError(422, "Browsers cannot show HEIC photos. Save or share it as a JPEG, then add that.");
  }
  const kind = kinds.find(([, begins]) => begins.test(head));
  if (!kind)
    throw new HttpError(422, "Notes take photos (JPEG, PNG, WebP, GIF) and PDFs. This is none of them.");
  const [type, , read] = kind;
  const stripped = read(bytes);
  if (!stripped || stripped.width === 0 || stripped.height === 0) {
    throw new HttpError(422, "This file is damaged: it cannot be read to its end.");
  }
  if ((stripped.width ?? 0) * (stripped.height ?? 0) > MOST_PIXELS) {
    throw new HttpError(422, "This picture is larger than 100 megapixels. Make it smaller, then add it.");
  }
  return { type, ...stripped };
}
