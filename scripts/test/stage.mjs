import { spawn } from "node:child_process";
import { once } from "node:events";

export const stages = [];

const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    for (const child of running) child.kill("SIGINT");
    process.exitCode = 130;
  });
}

/**
 * Runs a command, prints its counts, and its output only if something failed. `counts` reads the runner's
 * results. Failing without a failed test, or running no test, counts as one failure.
 * @param {{ command: string[], env?: object, counts: (exitCode: number | null) => Counts }} what
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: string[] }} Counts flaky: passed on the
 * second try
 */
export async function stage(name, { command: [program, ...args], env, counts }) {
  if (process.exitCode === 130) return;
  console.log(`· ${name} …`);
  const begun = Date.now();
  const { exitCode, output } = await run(program, args, env);
  let { passed, failed, skipped, flaky } = counts(exitCode);
  let why = "";
  if (failed === 0 && passed === 0) why = "ran no test";
  else if (failed === 0 && exitCode !== 0) why = `exit code ${exitCode} without a failed test`;
  if (why) failed = 1;
  const seconds = Math.round((Date.now() - begun) / 1000);
  const result = { name, passed, failed, skipped, flaky: flaky.length, seconds };
  stages.push(result);
  console.log(`  ${name}: ${passed} passed, ${failed} failed${why && ` (${why})`}, ${seconds} s`);
  for (const one of flaky) console.log(`  passed on the second try: ${one}`);
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  return result;
}

async function run(program, args, env) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const exitCode = await once(child, "close").then(
    ([code]) => code,
    (error) => output.push(Buffer.from(error.message)) && null,
  );
  running.delete(child);
  return { exitCode, output: Buffer.concat(output).toString() };
}
