// npm run simulate: runs stores through simulated days, with faults. See docs/simulation.md.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";
import { parseArgs } from "node:util";
import { mutants } from "./mutants/all.ts";
import type { Mutant } from "./mutants/mutant.ts";
import type { Result } from "./run.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    days: { type: "string", default: "30" },
    faults: { type: "string", default: "1" },
    load: { type: "string", default: "1" },
    until: { type: "string" },
    answers: { type: "boolean" },
    progress: { type: "boolean" },
    mutants: { type: "boolean" },
    mutant: { type: "string" },
  },
});

/** Saves 5 % of a run. */
const REMEMBERED = `
const known = new Map();
function is(value, type) {
  if (!value || typeof value !== "object") return false;
  const { constructor } = Object.getPrototypeOf(value) ?? {};
  let answers = known.get(type);
  if (!answers) known.set(type, (answers = new Map()));
  let answer = answers.get(constructor);
  if (answer === undefined) answers.set(constructor, (answer = found(value, type)));
  return answer;
}
`;

const here = (file: string) => new URL(file, import.meta.url).href;

/** Modules of the host that use threads, processes or the network. */
const REPLACED = new Map([
  ["./reading-process.ts", here("./reading.ts")],
  ["./reading.ts", here("./calendar-reading.ts")],
  ["#server/connections/providers/reading.ts", here("./calendar-reading.ts")],
  ["./imap.ts", here("./imap.ts")],
  ["#server/connections/providers/imap.ts", here("./imap.ts")],
  ["undici", here("./http.ts")],
]);

if (values.mutants) process.exitCode = plantAll();
else if (values.seeds) process.exitCode = runAll(values.seeds);
else process.exit(await runOne());

async function runOne(): Promise<number> {
  process.env.TZ = "UTC";
  enableCompileCache();
  const planted = (values.mutant?.split(",") ?? []).map(mutantOf);
  for (const one of planted) plant(one);
  registerHooks({
    resolve: (name, context, next) =>
      next(context.parentURL?.includes("/server/") ? (REPLACED.get(name) ?? name) : name, context),
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith("/drizzle-orm/entity.js")) return loaded;
      return {
        ...loaded,
        source: String(loaded.source).replace("function is(", `${REMEMBERED}function found(`),
      };
    },
  });
  await import("./machine.ts");
  const { simulate } = await import("./run.ts");
  const [seed, days, faults, load] = [values.seed, values.days, values.faults, values.load].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const until = values.until === undefined ? undefined : Number(values.until);
  const result = await simulate({
    seed,
    days,
    faults,
    load,
    until,
    ...(values.progress && { tell: (text: string) => console.error(text) }),
    sql: planted.flatMap((one) => one.sql ?? []),
  });
  print(result);
  return result.violations.length > 0 ? 1 : 0;
}

function mutantOf(named: string): Mutant {
  const found = mutants.find(({ name }) => name === named);
  if (!found) throw new Error(`There is no mutant ${named}`);
  return found;
}

function plant({ file, from = "", to = "" }: Mutant): void {
  if (!file) return;
  const path = new URL(`../../server/${file}`, import.meta.url).href;
  if (!readFileSync(new URL(path), "utf8").includes(from))
    throw new Error(`${file} doesn't contain: ${from}`);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== path) return loaded;
      return { ...loaded, source: String(loaded.source).replace(from, () => to) };
    },
  });
}

function again(args: string[]): { status: number | null; said: string } {
  const given = ["--days", values.days, "--faults", values.faults, "--load", values.load];
  const command = [...process.execArgv, import.meta.filename, ...given, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return { status, said: stdout + (status === 0 || stdout ? "" : stderr) };
}

function runAll(seeds: string): number {
  const [from = 1, to = from] = seeds.split("-").map(Number);
  let failed = 0;
  for (let seed = from; seed <= to; seed++) {
    const { status, said } = again(["--seed", String(seed)]);
    process.stdout.write(said);
    if (status !== 0) failed += 1;
  }
  console.log(`${failed} of ${to - from + 1} seeds found a violation`);
  return failed > 0 ? 1 : 0;
}

function plantAll(): number {
  let caught = 0;
  for (const { name, says } of mutants) {
    const { status, said } = again(["--seed", values.seed, "--mutant", name]);
    const [first] = said.match(/VIOLATION of "[^"]+"/) ?? [];
    const day = /on day (\d+)/.exec(said)?.[1] ?? "";
    const isCaught = status !== 0 && first !== undefined;
    if (isCaught) caught += 1;
    console.log(
      !isCaught ? `MISSED  ${name}: ${says}` : `caught  ${name} on day ${day} by ${first}: ${says}`,
    );
  }
  console.log(`${caught} of ${mutants.length} caught`);
  return caught < mutants.length ? 1 : 0;
}

function print({ seed, days, counts, answers, events: last, violations, hash, wallS }: Result) {
  if (values.until) for (const event of last) console.log(event);
  if (values.answers) for (const [heard, count] of [...answers].sort()) console.log(`${heard}: ${count}`);
  for (const { invariant, says, step, day, rows, events } of violations) {
    console.log(`VIOLATION of "${invariant}" (${says}) on day ${day}, at step ${step}`);
    for (const row of rows.slice(0, 20)) console.log(`  ${row}`);
    for (const event of events) console.log(`    ${event}`);
  }
  const { steps, requests, retries, mails, kills } = counts;
  console.log(
    `seed ${seed}: ${days} days, ${steps} steps, ${requests} requests (${retries} repeated), ${mails} mails, ${kills} kills, ` +
      `${violations.length} violations, ${hash}, ${wallS.toFixed(1)} s`,
  );
}
