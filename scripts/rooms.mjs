// node scripts/rooms.mjs [folder]
import path from "node:path";
import { reachesDatabase } from "./rooms/apart.mjs";
import { circlesOf } from "./rooms/circles.mjs";
import { brokenMentions } from "./rooms/docs.mjs";
import { unusedExports } from "./rooms/exports.mjs";
import { filesOf } from "./rooms/files.mjs";
import { newerBuiltIns } from "./rooms/newer.mjs";
import { rulesOf, withoutComments } from "./rooms/rules.mjs";
import { stylesheetProblems } from "./rooms/stylesheets.mjs";

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));

const files = filesOf(root);
const code = new Map([...files].map(([file, text]) => [file, withoutComments(text)]));
const found = [
  ...[...files].flatMap(([file, text]) => rulesOf(file, text).map((one) => ({ file, ...one }))),
  ...circlesOf(code).map(([file, ...others]) => ({
    file,
    line: 1,
    what: `is in an import circle with ${others.join(", ")}`,
  })),
  ...reachesDatabase(code),
  ...newerBuiltIns(code),
  ...unusedExports(code),
  ...stylesheetProblems(code),
  ...brokenMentions(root, files),
];
for (const { file, line, what } of found) console.log(`${file}:${line} ${what}`);
process.exitCode = found.length > 0 ? 1 : 0;
