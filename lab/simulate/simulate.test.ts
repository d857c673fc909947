import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

jest.setTimeout(240_000);

const run = promisify(execFile);
// Hours of a small store, so that CI stays short.
const SHORT = ["--days", "0.5", "--load", "0.2"];

/** All that it says except how long it took. */
async function simulate(...args: string[]): Promise<string> {
  const main = join(process.cwd(), "lab/simulate/main.ts");
  const { stdout } = await run(process.execPath, [main, ...SHORT, ...args]);
  return stdout.replace(/, [\d.]+ s$/m, "");
}

test.each(["1", "2"])("seed %s does the same in two processes, without a violation", async (seed) => {
  const [one, other] = await Promise.all([simulate("--seed", seed), simulate("--seed", seed)]);
  expect(one).toMatch(/0 violations, [\da-f]{64}$/m);
  expect(other).toBe(one);
});
