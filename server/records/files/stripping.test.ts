import { FILE_PART_BYTES } from "#lib/contract/file-terms.ts";
import { filesOf } from "#server/testing/files.ts";
import { testHost } from "#server/testing/host.ts";
import { jpeg, large, pdf, png, SECRETS } from "#server/testing/pictures.ts";
import { stripInThread } from "./files.ts";
import { strip } from "./strip.ts";

const host = testHost();
const files = filesOf(host);

function manyComments(): Buffer {
  const picture = jpeg();
  const comments = Buffer.alloc(8_000_000, Buffer.from([0xff, 0xfe, 0, 2]));
  return Buffer.concat([picture.subarray(0, 2), comments, picture.subarray(2)]);
}

test("requests are served while a picture is stripped", async () => {
  const bytes = manyComments();
  const expected = strip(jpeg());
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  const stripping = stripInThread("a store", Uint8Array.from(bytes));
  setImmediate(count);
  const { bytes: stripped, ...facts } = await stripping;
  isOver = true;
  expect(turns).toBeGreaterThan(10);
  expect(facts).toEqual({ type: "image/jpeg", width: expected.width, height: expected.height });
  expect(Buffer.from(stripped).equals(expected.bytes)).toBe(true);
});

test.each([
  ["a picture", png()],
  ["a document", pdf()],
])("%s comes back from the thread as strip() returns it", async (_, bytes) => {
  const { bytes: stripped, ...facts } = await stripInThread("a store", Uint8Array.from(bytes));
  const { bytes: expected, ...same } = strip(bytes);
  expect([facts, Buffer.from(stripped).equals(expected)]).toEqual([same, true]);
  expect(SECRETS.filter((text) => Buffer.from(stripped).includes(text))).toEqual([]);
});

test("rejects a file that is not a picture", async () => {
  const page = Buffer.from("<!doctype html>");
  await expect(stripInThread("a store", page)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("not supported"),
  });
});

test("completes a file with parts in any order", async () => {
  const { user } = await host.shop();
  const bytes = large(1_000_000);
  for (let round = 0; round < 3; round++) {
    const id = await files.begin(user, bytes.length);
    const parts = Array.from({ length: Math.ceil(bytes.length / FILE_PART_BYTES) }, (_, part) => part);
    const answers = await Promise.all(parts.map((part) => files.send(user, id, bytes, part)));
    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200));
    expect((await files.read(user, id)).status).toBe(200);
  }
});
