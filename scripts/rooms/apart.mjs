import path from "node:path";

/** Programs that read untrusted input in a process or thread of their own. */
const ENTRIES = [
  "server/data/imports/read-main.ts",
  "server/connections/providers/reading-worker.ts",
  "server/connections/providers/imap-worker.ts",
  "server/records/files/strip-worker.ts",
  "server/store/organization/icon-worker.ts",
];
const LOADS = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\bfrom\s+)?"([#.][^"]+)"/gm;
const FORBIDDEN = /^server\/platform\/(db|http|auth|secrets)\//;

/** They must start fast, and a flaw in them must not reach the database. */
export function reachesDatabase(files) {
  return ENTRIES.flatMap((entry) => {
    const loaded = new Set([entry]);
    for (const file of loaded)
      for (const [, to] of (files.get(file) ?? "").matchAll(LOADS))
        loaded.add(to.startsWith("#") ? to.slice(1) : path.posix.join(path.posix.dirname(file), to));
    const found = [...loaded].find((file) => FORBIDDEN.test(file));
    return found ? [{ file: entry, line: 1, what: `loads ${found}, directly or through others` }] : [];
  });
}
