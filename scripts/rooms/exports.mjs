// Every export must be imported by another file.
import path from "node:path";
import { isTest } from "./rules.mjs";

const EXPORT = /^export\s+(?:async\s+)?(?:function\*?|const|let|class|type)\s+([A-Za-z_$][\w$]*)/gm;
const IMPORT = /(?:\bfrom|\bimport|\b(?:import|mock|requireActual)\()\s*["']([#.][^"']+)["']/g;
/** Read by tools: Next, tools' settings, and drizzle-kit. */
const READ_BY_OTHERS =
  /^(app\/(.*\/)?(page|layout|route|error|not-found)\.tsx?|(middleware|instrumentation)\.ts|[\w.-]+\.config\.\w+|server\/platform\/db\/schema[\w-]*\.ts)$/;

export function unusedExports(files) {
  const importers = importersOf(files);
  return [...files].flatMap(([file, text]) => {
    if (isTest(file) || READ_BY_OTHERS.test(file)) return [];
    const readers = importers.get(file) ?? [];
    return [...text.matchAll(EXPORT)]
      .filter(([, name]) => !readers.some((reader) => wordsOf(files.get(reader)).has(name)))
      .map(({ index, 1: name }) => ({
        file,
        line: text.slice(0, index).split("\n").length,
        what: `exports ${name}, which no other file imports`,
      }));
  });
}

function importersOf(files) {
  const importers = new Map();
  for (const [file, text] of files) {
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = specifier.startsWith("#")
        ? specifier.slice(1)
        : path.posix.join(path.posix.dirname(file), specifier);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

const words = new Map();

function wordsOf(text) {
  if (!words.has(text)) words.set(text, new Set(text.match(/[\w$]+/g)));
  return words.get(text);
}
