import { unzipSync } from "fflate";
import { type ZipEntry, zip } from "./zip.ts";

async function bytesOf(entries: ZipEntry[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of zip(entries)) parts.push(part);
  return Buffer.concat(parts);
}

test("writes a readable zip whose last 22 bytes mark its end", async () => {
  const parts = ["Zoë ", "x".repeat(70_000), new Uint8Array([1, 2]), "💍"];
  const whole = await bytesOf([
    { name: "ä.txt", content: parts },
    { name: "empty", content: [] },
  ]);
  const files = unzipSync(whole);
  expect(Buffer.from(files["ä.txt"] ?? [])).toEqual(Buffer.concat(parts.map((part) => Buffer.from(part))));
  expect(files.empty).toHaveLength(0);
  for (const bytes of [whole, await bytesOf([])]) {
    expect([...bytes.subarray(-22, -18)]).toEqual([0x50, 0x4b, 5, 6]);
  }
});

test("passes an error on to the reader", async () => {
  async function* content() {
    yield "x".repeat(200_000);
    throw new Error("The database is gone");
  }
  await expect(bytesOf([{ name: "a", content: content() }])).rejects.toThrow("The database is gone");
});

test("produces only requested content, until the reader stops", async () => {
  let [made, isOver] = [0, false];
  async function* content() {
    try {
      // Incompressible bytes.
      for (;;) {
        made += 1;
        yield crypto.getRandomValues(new Uint8Array(60_000));
      }
    } finally {
      isOver = true;
    }
  }
  const reading = zip([{ name: "endless", content: content() }]);
  for (let part = 0; part < 5; part++) await reading.next();
  expect(made).toBeLessThan(30);
  await reading.return(undefined);
  expect(isOver).toBe(true);
});

test.each([
  ["text", "x".repeat(10_000_000)],
  ["bytes", new Uint8Array(10_000_000)],
])("lets other work run while it compresses much %s at once", async (_, part) => {
  let [turns, isPacking] = [0, true];
  const count = () => {
    turns += 1;
    if (isPacking) setImmediate(count);
  };
  setImmediate(count);
  await bytesOf([{ name: "long", content: [part] }]);
  isPacking = false;
  expect(turns).toBeGreaterThan(100);
});
