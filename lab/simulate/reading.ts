import { readFile } from "#server/data/imports/read-file.ts";
import type * as reading from "#server/data/imports/reading-process.ts";
import { propose } from "#server/data/imports/understand.ts";
import { as, atOnce } from "./machine.ts";

/** Loaded in place of the host's, whose processes have a time of their own. */
const readHere: typeof reading.readInProcess = async ({ bytes, parts }, asked, { store }) => {
  const data = Buffer.alloc(bytes);
  let at = 0;
  for await (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  const table = readFile(data, asked.encoding);
  const proposed = await as(undefined, () => atOnce(() => propose(table, asked)));
  const isWanted = await store(JSON.stringify(table.rows), table.rows.length, proposed);
  return isWanted ? proposed : null;
};

export { readHere as readInProcess };
