import fc from "fast-check";
import { gif, jpeg, pdf, png, SECRETS, webp } from "#server/testing/pictures.ts";
import { strip } from "./strip.ts";

const kinds = {
  "image/jpeg": { made: jpeg(), width: 6, height: 4 },
  "image/png": { made: png(), width: 6, height: 4 },
  "image/webp": { made: webp(), width: 6, height: 4 },
  "image/gif": { made: gif(), width: 1, height: 1 },
  "application/pdf": { made: pdf(), width: null, height: null },
};
const each = Object.entries(kinds);

test.each(each)("recognizes %s by its bytes and removes place and author", (type, { made, ...size }) => {
  expect(SECRETS.filter((text) => made.includes(text)).length).toBeGreaterThan(2);
  const { bytes, ...info } = strip(made);
  expect(info).toEqual({ type, ...size });
  expect(SECRETS.filter((text) => bytes.includes(text))).toEqual([]);
  for (const word of ["GPS", "Priya", "xmp", "Photoshop"])
    expect([word, bytes.includes(word)]).toEqual([word, false]);
  expect(strip(bytes)).toEqual({ bytes, ...info });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("keeps the orientation %i of a photo", (orientation) => {
  const { bytes, width, height } = strip(jpeg(orientation));
  expect([width, height]).toEqual(orientation >= 5 ? [4, 6] : [6, 4]);
  const exifAt = bytes.indexOf("Exif\0\0", 0, "latin1");
  if (orientation === 1) expect(exifAt).toBe(-1);
  else
    expect(bytes.toString("hex", exifAt + 6, exifAt + 26)).toBe(
      `4d4d002a00000008000101120003000000010${`00${orientation}`}`,
    );
  expect(strip(bytes)).toMatchObject({ width, height });
});

const refused: [string, Buffer, RegExp][] = [
  [
    "a page that calls itself a photo",
    Buffer.from("<!doctype html><script>alert(1)</script>"),
    /not supported/,
  ],
  ["a drawing that runs scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /not supported/],
  ["a program", Buffer.from("MZ\x90\0\x03\0\0\0"), /not supported/],
  ["nothing much", Buffer.from([0xff]), /not supported/],
  ["HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), /HEIC/],
  ["a photo without a picture", jpeg().subarray(0, 200), /damaged/],
  ["a page behind a photo's first bytes", Buffer.from("\xff\xd8\xff<html>", "latin1"), /damaged/],
];
test.each(refused)("rejects %s", (_, bytes, words) => {
  expect(() => strip(bytes)).toThrow(words);
});

test("rejects a picture with an enormous declared size", () => {
  const made = png();
  made.writeUInt32BE(50_000, 16);
  made.writeUInt32BE(50_000, 20);
  expect(() => strip(made)).toThrow(/100 megapixels/);
});

const pictures = fc.constantFrom(...each.slice(0, 4).map(([, { made }]) => made));
const refusal = /not supported|damaged|megapixels/;
function tried(file: Buffer): Buffer | null {
  try {
    return strip(file).bytes;
  } catch (error) {
    expect(String(error)).toMatch(refusal);
    return null;
  }
}

test("leaks no metadata of a file truncated at any position", () => {
  fc.assert(
    fc.property(pictures, fc.nat(), (whole, end) => {
      const stripped = tried(whole.subarray(0, end % whole.length));
      return !stripped || SECRETS.every((text) => !stripped.includes(text));
    }),
    { numRuns: 2000 },
  );
});

test("output for corrupted input is already fully stripped", () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(pictures, edits, (whole, all) => {
      const file = Buffer.from(whole);
      for (const [at, value] of all) file[at % file.length] = value;
      const stripped = tried(file);
      return !stripped || tried(stripped)?.equals(stripped) === true;
    }),
    { numRuns: 3000 },
  );
});
