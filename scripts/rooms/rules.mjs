import path from "node:path";
import { also, forTests, mayFetch, rooms } from "./rooms.mjs";

const LONGEST = 400;
const IMPORT = /^import\s+(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
const DYNAMIC = /\b(?:import|require|requireActual|mock)\(\s*["']([^"']+)["']/g;
const RE_EXPORT = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^"';]*?\sfrom\s+["']([^"']+)["']/gm;
const DEFAULT = /^export\s+default\b|^export\s*\{[^}]*\bas default\b/gm;
const FETCH = /(?<![\w.$])(?:(?:globalThis|window|self)\.)?fetch\(/g;

/** The violations in one file: [{ line, what }]. `file` is its path from the root, with slashes. */
export function rulesOf(file, text) {
  const found = [];
  const report = (index, what) => found.push({ line: text.slice(0, index).split("\n").length, what });
  const lines = text.split("\n").length - 1;
  if (lines > LONGEST) report(0, `has ${lines} lines; ${LONGEST} is the most`);
  if (file.endsWith(".css")) return found;

  const code = withoutComments(text);
  const inFolder = file.includes("/");
  // The roof of server/ is no room for what lies in a folder of its own.
  const isHomeless = !roomOf(file) || (roomOf(file) === "server" && /^server\/.*\//.test(file));
  if (inFolder && isHomeless) {
    report(0, "lies in no room (scripts/rooms/rooms.mjs lists them)");
    return found;
  }

  for (const { index } of code.matchAll(RE_EXPORT)) report(index, "re-exports; import it where it is used");
  for (const { index } of code.matchAll(DEFAULT)) {
    // Next's own, and Playwright's.
    if (inFolder && !/^(app\/|e2e\/own-store\.ts$)/.test(file)) report(index, "exports a default; name it");
  }
  for (const { index } of code.matchAll(FETCH)) {
    if (!isTest(file) && !mayFetch.test(file)) report(index, "calls fetch; only the files of mayFetch do");
  }
  for (const pattern of [IMPORT, DYNAMIC, RE_EXPORT]) {
    for (const match of code.matchAll(pattern)) {
      const what = wrongImport(file, match[1]);
      if (what) report(match.index, what);
    }
  }
  return found;
}

/** Files of the root that are the app's: Next wants them there. */
const ROOT_FILES = ["middleware.ts", "instrumentation.ts"];

/** Why a file may not import something, or undefined. */
function wrongImport(file, specifier) {
  // The other files of the root configure tools and are free.
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
  // Tests of the host begin where requests do, and look at what came of them anywhere.
  const isHostTest = isTest(file) && isOfHost(room) && isOfHost(other ?? "");
  if (!isHostTest && !rooms[room].may.includes(other)) return `${room} may not import ${target}`;
  return specifier.startsWith("..") ? `leaves its room by "../"; write "#${target}"` : undefined;
}

export function isTest(file) {
  return /\.test\.\w+$/.test(file);
}

/** What tests share: a folder `testing`, or a file that is named so. */
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

/** The room that the file is or lies in; undefined for the root's own files and unknown folders. */
function roomOf(file) {
  return Object.keys(rooms)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Blanks whole-line and block comments, as the formatter lays them out; indexes stay. */
export function withoutComments(text) {
  return text.replace(/^\s*(\/\/.*|\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\})/gm, (comment) =>
    comment.replace(/[^\n]/g, " "),
  );
}
