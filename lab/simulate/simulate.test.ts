import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { failedSeeds } from "./failed-seeds.ts";
import { mutants } from "./mutants/all.ts";

jest.setTimeout(240_000);

const execute = promisify(execFile);
// Hours of a small store, so that CI stays short.
const SHORT = ["--days", "0.4", "--load", "0.4"];

async function simulate(...args: string[]): Promise<string> {
  const main = join(process.cwd(), "lab/simulate/main.ts");
  const { stdout } = await execute(process.execPath, [main, ...args]);
  return stdout.replace(/, [\d.]+ s$/m, "");
}

test.each(["1", "2"])("seed %s does the same in two processes, without a violation", async (seed) => {
  const run = () => simulate(...SHORT, "--seed", seed);
  const [one, other] = await Promise.all([run(), run()]);
  expect(one).toMatch(/0 violations, [\da-f]{64}$/m);
  expect(other).toBe(one);
});

test.each(mutants.filter(({ file }) => file))("the text of $name is in $file", ({ file = "", from = "" }) => {
  expect(readFileSync(join(process.cwd(), "server", file), "utf8")).toContain(from);
});

test.each(failedSeeds)("seed $seed finds nothing any more: $found", async ({ seed, days, load }) => {
  const said = await simulate("--seed", String(seed), "--days", String(days), "--load", String(load));
  expect(said).toMatch(/0 violations, [\da-f]{64}$/m);
});
