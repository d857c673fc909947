import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fs.realpathSync(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
export const toolsDir = path.join(root, ".tools");

/** Something that the person at the terminal has to mend; the message says what and how. */
export class Trouble extends Error {}

export function say(line) {
  console.log(`· ${line}`);
}

/**
 * Runs a command in the project's root to its end, on the given Node (first on its PATH).
 * @param {{ node?: string, quiet?: boolean, hint?: string, env?: Record<string, string> }} [options]
 *   quiet: print nothing and return false on failure, instead of throwing Trouble with the hint.
 */
export function run(command, args, { node = process.execPath, quiet = false, hint = "", env = {} } = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? "ignore" : "inherit",
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      ...env,
      PATH: path.dirname(node) + path.delimiter + process.env.PATH,
    },
  });
  if (status === 0) return true;
  if (quiet) return false;
  const why = error ? error.message : signal ? `ended by ${signal}` : `exit code ${status}`;
  throw new Trouble(`${[path.basename(command), ...args].join(" ")} failed (${why}). ${hint}`.trim());
}

/** npm, on the given Node: the npm that started us, otherwise the one on PATH. */
export function npm(args, options) {
  const own = process.env.npm_execpath ?? "";
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (path.basename(own) !== "npm-cli.js") return run("npm", [...args, ...quietly], options);
  return run(options?.node ?? process.execPath, [own, ...args, ...quietly], options);
}
