import path from "node:path";

/** Programs that read untrusted input in a process or thread of their own. */
const ENTRIES = [
  "server/data/imports/read-main.ts",
  "server/connections/providers/reading-worker.ts",
  "server/connections/providers/imap-worker.ts",
  "server/records/files/strip-worker.ts",
];
const LOADS = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\bfrom\s+)?"([#.][^"]+)"/gm;
const FORBIDDEN = /^server\/platform\/(db|http|auth|secrets)\//;

/** They must start fast, and a flaw in them must not reach the database. */
export function reachesDatabase(files) {
  return ENTRIES.flatMap((entry) => {
    const found = pathTo(entry, files);
    return found ? [{ file: entry, line: 1, what: `loads the database: ${found.join(" → ")}` }] : [];
  });
}

function pathTo(entry, files) {
  const seen = new Set([entry]);
  const waiting = [[entry]];
  for (const way of waiting) {
    const file = way.at(-1);
    if (FORBIDDEN.test(file)) return way;
    for (const [, to] of (files.get(file) ?? "").matchAll(LOADS)) {
      const target = to.startsWith("#") ? to.slice(1) : path.posix.join(path.posix.dirname(file), to);
      if (seen.has(target)) continue;
      seen.add(target);
      waiting.push([...way, target]);
    }
  }
  return null;
}
