// The walls between the rooms of ARCHITECTURE.md: node scripts/rooms.mjs [folder]
// One line per violation, "file:line what"; exit code 1 if there is one.
import fs from "node:fs";
import path from "node:path";
import { rulesOf } from "./rooms/rules.mjs";

const SKIPPED = /^(node_modules|test-results|playwright-report|migrations|\..+)$/;
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));

const found = sources("").flatMap((file) => {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  return rulesOf(file, text).map(({ line, what }) => `${file}:${line} ${what}`);
});
for (const line of found) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;

function sources(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : sources(name);
    return /\.(tsx?|m?jsx?|css)$/.test(name) && !name.endsWith(".d.ts") ? [name] : [];
  });
}
