// The walls between the rooms of ARCHITECTURE.md, and what every supported browser can run:
// node scripts/rooms.mjs [folder]
// One line per violation, "file:line what"; exit code 1 if there is one.
import fs from "node:fs";
import path from "node:path";
import { newerBuiltIns } from "./rooms/newer.mjs";
import { rulesOf, withoutComments } from "./rooms/rules.mjs";

const SKIPPED = /^(node_modules|test-results|playwright-report|migrations|\..+)$/;
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));

const files = new Map(sources("").map((file) => [file, fs.readFileSync(path.join(root, file), "utf8")]));
const found = [
  ...[...files].flatMap(([file, text]) => rulesOf(file, text).map((one) => ({ file, ...one }))),
  ...newerBuiltIns(new Map([...files].map(([file, text]) => [file, withoutComments(text)]))),
];
for (const { file, line, what } of found) console.log(`${file}:${line} ${what}`);
process.exitCode = found.length > 0 ? 1 : 0;

function sources(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : sources(name);
    return /\.(tsx?|m?jsx?|css)$/.test(name) && !name.endsWith(".d.ts") ? [name] : [];
  });
}
