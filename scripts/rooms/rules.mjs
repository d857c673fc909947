import path from "node:path";
import { also, forTests, mayFetch, rooms } from "./rooms.mjs";

const MAX_LINES = 400;
const IMPORT = /^import\s+(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
const DYNAMIC = /\b(?:import|require|requireActual|mock)\(\s*["']([^"']+)["']/g;
const RE_EXPORT = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^"';]*?\sfrom\s+["']([^"']+)["']/gm;
const DEFAULT = /^export\s+default\b|^export\s*\{[^}]*\bas default\b/gm;
const FETCH = /(?<![\w.$])(?:(?:globalThis|window|self)\.)?fetch\(/g;

export function rulesOf(file, text) {
  const found = [];
  const report = (index, what) => found.push({ line: text.slice(0, index).split("\n").length, what });
  const lines = text.split("\n").length - 1;
  if (lines > MAX_LINES) report(0, `has ${lines} lines; the limit is ${MAX_LINES}`);
  if (file.endsWith(".css")) return found;

  const code = withoutComments(text);
  const inFolder = file.includes("/");
  // server/ itself is not a home for files in subfolders.
  const isUnknown = !roomOf(file) || (roomOf(file) === "server" && /^server\/.*\//.test(file));
  if (inFolder && isUnknown) {
    report(0, "is in no known folder (scripts/rooms/rooms.mjs lists them)");
    return found;
  }

  for (const { index } of code.matchAll(RE_EXPORT)) report(index, "re-exports; import it where it is used");
  for (const { index } of code.matchAll(DEFAULT)) {
    // Required by Next and Playwright.
    if (inFolder && !/^(app\/|e2e\/own-store\.ts$)/.test(file)) report(index, "exports a default; name it");
  }
  for (const { index } of code.matchAll(FETCH)) {
    if (!isTest(file) && !mayFetch.test(file)) report(index, "calls fetch; only the files of mayFetch do");
  }
  for (const pattern of [IMPORT, DYNAMIC, RE_EXPORT]) {
    for (const match of code.matchAll(pattern)) {
      const what = importViolation(file, match[1]);
      if (what) report(match.index, what);
    }
  }
  return found;
}

/** Next requires this place. */
const ROOT_FILES = ["middleware.ts", "instrumentation.ts"];

function importViolation(file, specifier) {
  // Other files in the root configure tools and may import anything.
  const room = ROOT_FILES.includes(file) ? "app" : roomOf(file);
  if (!room) return undefined;
  if (!/^[.#]/.test(specifier)) {
    const allowed = [
      ...rooms[room].packages,
      ...(also[file] ?? []),
      ...(isTest(file) || isHelper(file) ? forTests : []),
    ];
    return allowed.some((name) => covers(name, specifier)) ? undefined : `${room} may not use ${specifier}`;
  }
  const target = specifier.startsWith("#")
    ? specifier.slice(1)
    : path.posix.join(path.posix.dirname(file), specifier);
  const other = roomOf(target);
  if (isHelper(target) && !isTest(file) && !isHelper(file)) return `only tests may import ${target}`;
  if (other === room || (room === "app" && ROOT_FILES.includes(target))) return undefined;
  const isHostTest = isTest(file) && isOfHost(room) && isOfHost(other ?? "");
  if (!isHostTest && !rooms[room].may.includes(other)) return `${room} may not import ${target}`;
  return specifier.startsWith("..") ? `leaves its folder by "../"; write "#${target}"` : undefined;
}

export function isTest(file) {
  return /\.test\.\w+$/.test(file);
}

export function isHelper(file) {
  return /(^|\/)testing(\/|-[^/]*$)/.test(file);
}

function isOfHost(room) {
  return room === "server" || room.startsWith("server/");
}

function covers(name, specifier) {
  return /[/:]$/.test(name)
    ? specifier.startsWith(name)
    : specifier === name || specifier.startsWith(`${name}/`);
}

/** Undefined for files in the root and unknown folders. */
function roomOf(test) {
  // A test belongs to the folder of its subject.
  const file = test.replace(/\.test\.(tsx?)$/, ".$1");
  return Object.keys(rooms)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Keeps all positions. */
export function withoutComments(text) {
  return text.replace(/^\s*(\/\/.*|\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\})/gm, (comment) =>
    comment.replace(/[^\n]/g, " "),
  );
}
