import fs from "node:fs";
import readline from "node:readline";

const LIMIT = 10_000_000;
const ALARMING = /"event":"(error|unavailable|\w+ failed)"/;

/** Writes to a file (and one older file, 10 MB each), and shows important lines. */
export function writeLog(child, file) {
  if (fs.existsSync(file)) fs.chmodSync(file, 0o600);
  let size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  for (const stream of [child.stdout, child.stderr]) {
    readline.createInterface({ input: stream }).on("line", (line) => {
      if (isImportant(line, stream === child.stderr)) console.error(line);
      try {
        if (size > LIMIT) fs.renameSync(file, `${file}.1`);
        size = size > LIMIT ? 0 : size;
        fs.appendFileSync(file, `${line}\n`);
        size += line.length + 1;
      } catch {
        // A full disk must not stop the processes.
      }
    });
  }
}

/** Everything on stderr, and error events of the host's JSON log. */
export function isImportant(line, isError) {
  return isError || ALARMING.test(line);
}
