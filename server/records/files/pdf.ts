import type { Stripped } from "./pieces.ts";

const [BEGIN, END] = ["<?xpacket begin=", "<?xpacket end="];

/**
 * Blanks XMP packets and the Exif data of embedded photos. Keeps all lengths, because PDFs refer to byte
 * offsets. Metadata in compressed streams remains.
 */
export function stripPdf(bytes: Buffer): Stripped | null {
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
