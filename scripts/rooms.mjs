// The walls between the rooms of ARCHITECTURE.md, exports without an importer, utilities that are defined twice, what every
// supported browser can run, and what the docs mention:
// node scripts/rooms.mjs [folder]
// One line per violation, "file:line what"; exit code 1 if there is one.
import path from "node:path";
import { brokenMentions } from "./rooms/docs.mjs";
import { unusedExports } from "./rooms/exports.mjs";
import { filesOf } from "./rooms/files.mjs";
import { newerBuiltIns } from "./rooms/newer.mjs";
import { rulesOf, withoutComments } from "./rooms/rules.mjs";
import { repeatedUtilities } from "./rooms/utilities.mjs";

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));

const files = filesOf(root);
const code = new Map([...files].map(([file, text]) => [file, withoutComments(text)]));
const found = [
  ...[...files].flatMap(([file, text]) => rulesOf(file, text).map((one) => ({ file, ...one }))),
  ...newerBuiltIns(code),
  ...unusedExports(code),
  ...repeatedUtilities(code),
  ...brokenMentions(root, files),
];
for (const { file, line, what } of found) console.log(`${file}:${line} ${what}`);
process.exitCode = found.length > 0 ? 1 : 0;
