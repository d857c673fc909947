import { spawnSync } from "node:child_process";

export function requirePrograms(...programs) {
  const missing = programs.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing.length > 0)
    throw new Error(`Not installed: ${missing.join(", ")}. On Debian: apt-get install ${missing.join(" ")}`);
}

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
