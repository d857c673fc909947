import { spawnSync } from "node:child_process";

/** Throws a sentence that names the programs which the machine has not. */
export function need(...programs) {
  const missing = programs.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing.length > 0)
    throw new Error(
      `Not on this machine: ${missing.join(", ")}. On Debian: apt-get install ${missing.join(" ")}`,
    );
}

/** What a program prints; throws with all that it said where it fails. */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 1e8,
    ...options,
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? ""}\n${stdout}${stderr}`.slice(-4000));
  return stdout.trim();
}
