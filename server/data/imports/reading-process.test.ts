import { AMERICAN } from "#server/testing/understood.ts";
import { rawWorkbook } from "#server/testing/workbook.ts";
import { readInProcess } from "./reading-process.ts";

jest.setTimeout(60_000);

type Work = Parameters<typeof readInProcess>[2];

function read(bytes: Uint8Array, work: Partial<Work> = {}) {
  const asked = {
    encoding: null,
    wanted: null,
    chosen: null,
    earlier: {},
    fields: [],
    countryCode: null,
    usual: AMERICAN,
    saved: null,
  };
  const store = async () => true;
  return readInProcess({ bytes: bytes.length, parts: [bytes] }, asked, { store, ...work });
}

const [MEMORY, CPU] = [2_000_000_000, 60];
const TOO_MUCH = "Reading this file takes too much time or memory. Split it, or save it as CSV.";

test("refuses a file that needs too much memory", async () => {
  const strings = Buffer.alloc(190_000_000, "<si/>");
  const row = '<row><c t="str"><v>Name</v></c></row><row><c t="str"><v>Ann</v></c></row>';
  const bytes = rawWorkbook({ sheets: [row], files: { "xl/sharedStrings.xml": strings } });
  expect(bytes.length).toBeLessThan(400_000);
  await expect(read(bytes, { limits: { memory: 250_000_000, cpu: CPU } })).rejects.toThrow(TOO_MUCH);
});

test("refuses a file that needs too much time", async () => {
  const cells = "<c><v>1".repeat(5_000_000);
  const bytes = rawWorkbook({ sheets: [`<row>${cells}</row>`] });
  await expect(read(bytes, { limits: { memory: MEMORY, cpu: 1 } })).rejects.toThrow(TOO_MUCH);
});

test("sends rows in small pieces, one after another", async () => {
  const line = Array.from({ length: 200 }, (_, i) => `cell ${i}`).join();
  const file = Buffer.from(Array.from({ length: 2_001 }, () => line).join("\n"));
  const pieces: { characters: number; count: number }[] = [];
  let [storing, most] = [0, 0];
  const proposed = await read(file, {
    store: async (rows, count) => {
      most = Math.max(most, ++storing);
      pieces.push({ characters: rows.length, count });
      await new Promise((resolve) => setTimeout(resolve, 5));
      storing--;
      return true;
    },
  });
  expect(most).toBe(1);
  expect(Math.max(...pieces.map(({ characters }) => characters))).toBeLessThan(210_000);
  expect(pieces.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
  expect(proposed?.total).toBe(2_000);
});

test("doesn't blame the file if the database fails", async () => {
  const asked = {
    encoding: null,
    wanted: null,
    chosen: null,
    earlier: {},
    fields: [],
    countryCode: null,
    usual: AMERICAN,
    saved: null,
  };
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("Name,Email\n");
    throw new Error("no connection");
  }
  const store = async () => true;
  await expect(readInProcess({ bytes: 100, parts: parts() }, asked, { store })).rejects.toThrow(
    "no connection",
  );
  const failing = async (): Promise<boolean> => {
    throw new Error("no room");
  };
  await expect(read(Buffer.from("Name\nAnn\n"), { store: failing })).rejects.toThrow("no room");
});

test("doesn't blame the file if the host stops", async () => {
  const ending = new AbortController();
  const reading = read(Buffer.from("Name\nAnn\n"), {
    signal: ending.signal,
    store: async () => {
      ending.abort();
      return true;
    },
  });
  await expect(reading).rejects.toThrow("aborted");
});
