import { parentPort, workerData } from "node:worker_threads";
import type { Encoding } from "#lib/contract/imports.ts";
import { FileProblem } from "./file-problem.ts";
import { readFile, type Table } from "./read-file.ts";

type Asked = { bytes: Uint8Array; encoding: Encoding | null };
/** Rows come in pieces: a large message would hold up whoever takes it. */
export type Told =
  | { problem: string }
  | { error: string }
  | { table: Omit<Table, "rows">; total: number }
  | { rows: Table["rows"] }
  | "end";

const AT_ONCE = 500;

const tell = (told: Told) => parentPort?.postMessage(told);

try {
  const { bytes, encoding } = workerData as Asked;
  const { rows, ...table } = readFile(bytes, encoding);
  tell({ table, total: rows.length });
  for (let from = 0; from < rows.length; from += AT_ONCE) tell({ rows: rows.slice(from, from + AT_ONCE) });
  tell("end");
} catch (error) {
  tell(error instanceof FileProblem ? { problem: error.message } : { error: String(error) });
}
