import type { FileType } from "#lib/contract/file-terms.ts";
import { HttpError } from "#server/platform/errors.ts";
import { stripGif } from "./gif.ts";
import { stripJpeg } from "./jpeg.ts";
import { stripPdf } from "./pdf.ts";
import type { Stripped } from "./pieces.ts";
import { stripPng } from "./png.ts";
import { stripWebp } from "./webp.ts";

/* Image libraries would run native code on untrusted bytes, and re-encoding loses quality. */
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
