// Built-ins that one of the supported browsers (Safari 17.4, Firefox 128, Chrome 120) lacks.
import path from "node:path";

/** Pattern, name, and required browsers; "none" means no version. */
const NEWER = [
  [/\bURL\.parse\(/, "URL.parse", "Chrome 126, Firefox 126, Safari 18"],
  [/\bPromise\.try\(/, "Promise.try", "Chrome 128, Firefox 134, Safari 18.2"],
  [/\bArray\.fromAsync\(/, "Array.fromAsync", "Chrome 121, Firefox 115, Safari 16.4"],
  [
    /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\((?!\[)/,
    "a method of sets",
    "Chrome 122, Firefox 127, Safari 17",
  ],
  [
    /\.(?:(?:values|keys|entries)\(\)|matchAll\([^()]*\))\s*\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
    "an iterator's method",
    "Chrome 122, Firefox 131, Safari 18.4",
  ],
  [/\bIterator\.(from|concat|zip)\(/, "Iterator", "Chrome 122, Firefox 131, Safari 18.4"],
  [/\bRegExp\.escape\(/, "RegExp.escape", "Chrome 136, Firefox 134, Safari 18.2"],
  [/\(\?[ims]*-?[ims]+:/, "flags within a pattern", "Chrome 125, Firefox 132, Safari none"],
  [/\bError\.isError\(/, "Error.isError", "Chrome 134, Firefox 138, Safari 26"],
  [/\bMath\.(sumPrecise|f16round)\(/, "Math.sumPrecise", "Chrome 135, Firefox 129, Safari 18.2"],
  [/\bFloat16Array\b/, "Float16Array", "Chrome 135, Firefox 129, Safari 18.2"],
  [/\.(fromBase64|toBase64|fromHex|toHex)\(/, "base64 of bytes", "Chrome 140, Firefox 133, Safari 18.2"],
  [/\.getOrInsert(Computed)?\(/, "Map.getOrInsert", "Chrome 145, Firefox 144, Safari 26.2"],
  [/\bIntl\.DurationFormat\b/, "Intl.DurationFormat", "Chrome 129, Firefox 136, Safari 16.4"],
  [/\bTemporal\./, "Temporal", "Chrome 144, Firefox 139, Safari none"],
  [/\bJSON\.(rawJSON|isRawJSON)\(/, "JSON.rawJSON", "Chrome 114, Firefox 135, Safari 18.4"],
  [/^\s*(await )?using \w+ =/m, "using", "Chrome 134, Firefox 141, Safari none"],
  [/\bURLPattern\b/, "URLPattern", "Chrome 95, Firefox 142, Safari 26"],
  [/\bscheduler\.(yield|postTask)\(/, "scheduler", "Chrome 129, Firefox 142, Safari none"],
  [/\brequestIdleCallback\b/, "requestIdleCallback", "Chrome 47, Firefox 55, Safari none"],
  [/\bstartViewTransition\(/, "startViewTransition", "Chrome 111, Firefox 144, Safari 18"],
  [
    /\bwindow\.navigation\.|\bnavigation\.(navigate|back|forward|traverseTo)\(/,
    "the Navigation API",
    "Chrome 102, Firefox 147, Safari 26.2",
  ],
  [/\bCloseWatcher\b/, "CloseWatcher", "Chrome 126, Firefox none, Safari none"],
  [/\.moveBefore\(/, "moveBefore", "Chrome 133, Firefox 144, Safari none"],
  [/\.setHTML(Unsafe)?\(/, "setHTML", "Chrome 124, Firefox 128, Safari 17.4"],
  [/\.bytes\(\)/, "bytes of an answer", "Chrome 132, Firefox 128, Safari 18"],
  [/\bReadableStream\.from\(/, "ReadableStream.from", "Chrome none, Firefox 117, Safari none"],
  [/\bcaretPositionFromPoint\(/, "caretPositionFromPoint", "Chrome 128, Firefox 20, Safari 18.4"],
];

/** Files that check for support before they use a feature. */
const ASKS_FIRST = {
  "lib/stored-code.ts": ["requestIdleCallback"],
  "components/shell/leave-guard.tsx": ["the Navigation API"],
};

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?["']([#.][^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([#.][^"']+)["']/g;

/** In files with "use client" and everything they import. `files` maps paths to text without comments. */
export function newerBuiltIns(files) {
  const found = [];
  for (const file of inBrowsers(files)) {
    const text = files.get(file);
    for (const [pattern, name, since] of NEWER) {
      if (ASKS_FIRST[file]?.includes(name)) continue;
      const match = pattern.exec(text);
      if (!match) continue;
      const line = text.slice(0, match.index).split("\n").length;
      found.push({ file, line, what: `uses ${name}, which needs ${since}` });
    }
  }
  return found;
}

function inBrowsers(files) {
  const reached = new Set();
  const next = [...files.keys()].filter(
    (file) => !/\.test\.\w+$/.test(file) && /^\s*["']use client["']/.test(files.get(file)),
  );
  while (next.length > 0) {
    const file = next.pop();
    if (reached.has(file) || !files.has(file)) continue;
    reached.add(file);
    for (const pattern of [IMPORT, DYNAMIC])
      for (const [, specifier] of files.get(file).matchAll(pattern)) next.push(resolve(file, specifier));
  }
  return reached;
}

function resolve(from, specifier) {
  return specifier.startsWith("#")
    ? specifier.slice(1)
    : path.posix.join(path.posix.dirname(from), specifier);
}
