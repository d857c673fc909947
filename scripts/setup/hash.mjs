import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

export function sha256(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(fs.readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** Sorted. A file returns itself; a missing path returns nothing. */
export function filesBelow(start) {
  const stat = fs.statSync(start, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat ? [start] : [];
  return fs
    .readdirSync(start)
    .sort()
    .flatMap((name) => filesBelow(path.posix.join(start, name)));
}
