/** 1 to 8; 1 if missing. */
export function orientationOf(tiff: Buffer): number {
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

export function exifOf(orientation: number): Buffer {
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
export function displaySize(width: number, height: number, orientation: number) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
