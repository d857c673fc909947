import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Encoding } from "#lib/contract/imports.ts";
import { FileProblem } from "./file-problem.ts";
import type { Table } from "./read-file.ts";
import type { Told } from "./read-worker.ts";

const LONGEST_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
const TOO_MUCH = "Reading this file takes too long. Split it, or save it as CSV.";

/** Reads a file in a thread that is ended where it takes too long or too much memory. Throws a FileProblem. */
export function readInThread(bytes: Uint8Array, encoding: Encoding | null): Promise<Table> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, "read-worker.ts"), {
      resourceLimits: LIMITS,
      workerData: { bytes, encoding },
      transferList: [bytes.buffer as ArrayBuffer],
      // It needs no secrets, and nothing that the host is started with.
      env: {},
      execArgv: [],
    });
    const table: Table = { encoding, headers: [], rows: [], above: [] };
    const timer = setTimeout(() => fail(TOO_MUCH), LONGEST_MS);
    function fail(problem: string) {
      clearTimeout(timer);
      void worker.terminate();
      reject(new FileProblem(problem));
    }
    worker.on("message", (told: Told) => {
      if (told === "end") {
        clearTimeout(timer);
        resolve(table);
      } else if ("problem" in told) fail(told.problem);
      else if ("error" in told) fail("This file cannot be read. Save it as CSV and try again.");
      else if ("table" in told) Object.assign(table, told.table);
      else table.rows.push(...told.rows);
    });
    worker.on("error", () => fail(TOO_MUCH));
    worker.on("exit", () => fail(TOO_MUCH));
  });
}
