import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { FileProblem } from "./file-problem.ts";
import { readFile } from "./read-file.ts";
import { joinReceipts } from "./receipts.ts";
import { type Asked, type Proposed, propose } from "./understand.ts";
import type { Table } from "./vendors.ts";

/*
 * Each answer after the first waits for the host's request, so the host holds one piece of rows at a time.
 */

export type Task = { asked: Asked; bytes: number; limits: Limits };
/** `memory`: bytes of the whole process. `cpu`: seconds until the file is understood. */
export type Limits = { memory: number; cpu: number };
export type Message =
  | { problem: string }
  | { error: string }
  | { proposed: Proposed }
  | { rows: string; count: number }
  | "end";

const MAX_BATCH_ROWS = 500;
const MAX_CHARACTERS = 200_000;
const NICENESS = 10;

const send = (message: Message) => process.send?.(message);
process.on("disconnect", () => process.exit());
setPriority(NICENESS);
flushCompileCache();

const [{ asked, bytes, limits }] = (await once(process, "message")) as [Task];
const guard = new Worker(join(import.meta.dirname, "read-guard.ts"), { workerData: limits });
try {
  const table = joinReceipts(readFile(await received(bytes), asked.encoding), asked);
  const proposed = await propose(table, asked);
  guard.postMessage("understood");
  send({ proposed });
  for (const piece of pieces(table.rows)) {
    await once(process, "message");
    send(piece);
  }
  await once(process, "message");
  send("end");
} catch (error) {
  send(error instanceof FileProblem ? { problem: error.message } : { error: String(error) });
}

async function received(size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function* pieces(rows: Table["rows"]): Generator<{ rows: string; count: number }> {
  let [lines, characters]: [string[], number] = [[], 0];
  for (const [at, row] of rows.entries()) {
    const line = JSON.stringify(row);
    lines.push(line);
    characters += line.length;
    const isFull = lines.length === MAX_BATCH_ROWS || characters >= MAX_CHARACTERS;
    if (!isFull && at < rows.length - 1) continue;
    yield { rows: `[${lines.join()}]`, count: lines.length };
    [lines, characters] = [[], 0];
  }
}
