import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fs.realpathSync(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
export const toolsDir = path.join(root, ".tools");

/** A problem that the person at the terminal can fix. */
export class Trouble extends Error {}

/** For Trouble, a full disk or a folder that can't be written; other errors are returned unchanged. */
export function toSentence(error) {
  if (error instanceof Trouble) return error.message;
  const at = error?.path ? ` at ${error.path}` : "";
  if (/^(ENOSPC|EDQUOT)$/.test(error?.code)) return `The disk is full${at}. Free some space, then try again.`;
  // mkdir reports ENOENT for a read-only file system.
  if (/^(EROFS|EACCES|EPERM)$/.test(error?.code) || error?.syscall === "mkdir")
    return `Nothing can be written${at} (${error.code}). Make that folder writable for this user, then try again.`;
  return error;
}

export function say(line) {
  console.log(`· ${line}`);
}

/**
 * In the project's root, with the given Node first on its PATH. Shows the output only if the command fails,
 * then throws Trouble with the hint.
 * @param {string} command
 * @param {string[]} args
 * @param {{ node?: string, hint?: string, env?: Record<string, string> }} [options]
 */
export function run(command, args, { hint = "", ...options } = {}) {
  const { status, signal, error, stdout, stderr } = spawn(command, args, options);
  if (status === 0) return;
  console.error(`${stdout ?? ""}${stderr ?? ""}`);
  const why = error ? error.message : signal ? `ended by ${signal}` : `exit code ${status}`;
  throw new Trouble(`${[path.basename(command), ...args].join(" ")} failed (${why}). ${hint}`.trim());
}

export function succeeds(command, args, options = {}) {
  return spawn(command, args, options).status === 0;
}

/** The npm that started us, otherwise the one on PATH. */
export function npm(args, options) {
  const own = process.env.npm_execpath ?? "";
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (path.basename(own) !== "npm-cli.js") return run("npm", [...args, ...quietly], options);
  return run(options?.node ?? process.execPath, [own, ...args, ...quietly], options);
}

function spawn(command, args, { node = process.execPath, env = {} }) {
  return spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 100_000_000,
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      ...env,
      PATH: path.dirname(node) + path.delimiter + process.env.PATH,
    },
  });
}
