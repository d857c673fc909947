// The figures of the house, counted: npm run figures [folder]
// Production code is what app/, components/, lib/ and server/ hold, without tests and what tests share.
import fs from "node:fs";
import path from "node:path";
import { filesOf } from "./rooms/files.mjs";
import { isHelper, isTest, withoutComments } from "./rooms/rules.mjs";

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
const SMALL = 30;
const CODE = /^(app|components|lib|server)\/.*\.tsx?$|^(middleware|instrumentation)\.ts$/;
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*["']([#.][^"']+)["']/g;
const ENTITY = /["'`]products\.\w+["'`]|contract\/products|\.\/products\.ts"|\bproductCategories\b/;
const DAY = /\b86_?400(_?000)?\b|\b24 \* (60 \* 60|3_?600)/;

const files = new Map(
  [...filesOf(root)]
    .filter(([file]) => CODE.test(file) && !isTest(file) && !isHelper(file))
    .map(([file, text]) => [file, withoutComments(text)]),
);
const lines = (text) => text.split("\n").length - 1;
const having = (pattern) => [...files].filter(([, text]) => pattern.test(text)).map(([file]) => file);

const figures = [
  ["production files", files.size, 450],
  [`of ${SMALL} lines or fewer`, [...files].filter(([file]) => lines(read(file)) <= SMALL).length, 70],
  ["files that know one small entity (product categories)", having(ENTITY).length, 10],
  ["folders of server/ that import each other in a knot", knotted().length, 0],
  [
    "loose files in the root of server/",
    having(/^/).filter((file) => /^server\/[^/]+$/.test(file)).length,
    6,
  ],
  ["files with a constant of a day", having(DAY).length, 1],
];
for (const [what, count, goal] of figures)
  console.log(`${String(count).padStart(5)}  ${count > goal ? `(goal ${goal}) ` : ""}${what}`);

function read(file) {
  return fs.readFileSync(path.join(root, file), "utf8");
}

/** The folders of server/ from which imports, by way of others too, lead back to them. */
function knotted() {
  const next = new Map();
  for (const [file, text] of files) {
    const from = folderOf(file);
    if (!from) continue;
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = specifier.startsWith("#")
        ? specifier.slice(1)
        : path.posix.join(path.posix.dirname(file), specifier);
      const to = folderOf(target);
      if (to && to !== from) next.set(from, (next.get(from) ?? new Set()).add(to));
    }
  }
  const reached = (from) => {
    const seen = new Set();
    const queue = [from];
    while (queue.length > 0)
      for (const to of next.get(queue.pop()) ?? []) if (!seen.has(to)) queue.push(to) && seen.add(to);
    return seen;
  };
  return [...next.keys()].filter((folder) => reached(folder).has(folder));
}

function folderOf(file) {
  return /^server\/([^/]+)\//.exec(file)?.[1];
}
