// The last line is the total: "N passed, N failed".
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./setup/run.mjs";
import { freePorts } from "./start/ports.mjs";
import { startTemporaryPooler } from "./test/pgbouncer.mjs";
import { postgresPrograms, startTemporaryPostgres } from "./test/postgres.mjs";
import { jestCounts, playwrightCounts } from "./test/results.mjs";
import { whyNoServers } from "./test/servers.mjs";
import { stage, stages } from "./test/stage.mjs";

const RESULTS = "test-results";
/** These tests run through PgBouncer too: they depend most on its transaction mode. */
const POOLED = [
  "platform/db/client",
  "platform/db/tenancy",
  "platform/auth/session",
  "booking/concurrency",
  "records/contacts/merge-at-once",
  "data/export/",
];

/**
 * Tests with a database run here on Postgres only, if the machine has it: they don't depend on the engine,
 * and the journeys run on the embedded database.
 */
const ANY_ENGINE =
  /^server\/(booking|connections|outreach|records|store|app\.|requests\.|data\/(imports|export|demo|backup\/backup\.)|jobs\/(inbox-)?kill|platform\/(auth|http|secrets|db\/plans))/;
const WITH_DATABASE = ["--findRelatedTests", "server/testing/database.ts"];

process.chdir(root);
fs.rmSync(RESULTS, { recursive: true, force: true });
fs.mkdirSync(RESULTS);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "loupe-test-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
process.env.NODE_COMPILE_CACHE ??= path.join(scratch, "compiled");

await program("check: format, lint, imports, types", ["npm", "run", "--silent", "check"]);
// After the check, because the compiler reads types that the build writes. The build needs only one core.
const [isBuilt] = await Promise.all([
  program("build", [process.execPath, "scripts/bootstrap.mjs", "build"]),
  program("recipes of ARCHITECTURE.md", [process.execPath, "scripts/recipes.mjs"]),
]);
await jest("units, and the host on PGlite", "jest", [], {
  TEST_DATABASE_URL: undefined,
  TESTS_LEFT_TO_POSTGRES: testsLeftToPostgres().join("|"),
});
const postgres = await hostOnPostgres();
if (isBuilt) await journeys();
printSummary();

/** Counts as one test. Resolves whether it passed. */
async function program(name, command) {
  const counts = (exitCode) => {
    const failed = exitCode === 0 ? 0 : 1;
    return { passed: 1 - failed, failed, skipped: 0, flaky: [] };
  };
  return (await stage(name, { command, counts }))?.failed === 0;
}

function testsLeftToPostgres() {
  if (!process.env.TEST_DATABASE_URL && !postgresPrograms()) return [];
  const list = ["node_modules/jest/bin/jest.js", "--listTests", ...WITH_DATABASE];
  const files = execFileSync(process.execPath, ["--no-warnings", ...list], { encoding: "utf8" });
  return files
    .split("\n")
    .map((file) => path.relative(root, file))
    .filter((file) => ANY_ENGINE.test(file));
}

/** @param {Record<string, string | undefined>} env undefined removes a variable. */
function jest(name, id, args, env) {
  const file = path.resolve(RESULTS, `${id}.json`);
  const script = ["node_modules/jest/bin/jest.js", "--json", `--outputFile=${file}`, ...args];
  return stage(name, {
    command: [process.execPath, "--experimental-vm-modules", "--no-warnings", ...script],
    env,
    counts: () => jestCounts(file),
  });
}

async function hostOnPostgres() {
  let cluster;
  try {
    cluster = await postgresServer();
  } catch (error) {
    stages.push({ name: "the host on Postgres", passed: 0, failed: 1, skipped: 0, flaky: 0, seconds: 0 });
    return `Postgres: not run, its server did not start: ${error.message}`;
  }
  if (!cluster) return "Postgres: not run, no server binaries found (initdb)";
  try {
    await jest(`the host on ${cluster.what}`, "postgres", WITH_DATABASE, { TEST_DATABASE_URL: cluster.url });
    await hostBehindPooler(cluster.url);
  } finally {
    cluster.stop();
  }
  return `Postgres: ran on ${cluster.what}`;
}

async function hostBehindPooler(url) {
  const pooler = await startTemporaryPooler(scratch, url);
  if (!pooler) return;
  const files = POOLED.map((file) => `server/${file}`);
  await jest("the host behind PgBouncer", "pgbouncer", files, {
    TEST_DATABASE_URL: url,
    TEST_POOLER_URL: pooler.url,
  });
  await pooler.stop();
}

async function postgresServer() {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, what: "TEST_DATABASE_URL", stop() {} };
  const cluster = await startTemporaryPostgres(scratch);
  // Takes less CPU than TCP.
  return cluster && { ...cluster, url: cluster.socketUrl };
}

async function journeys() {
  const [port, apiPort] = await freePorts(2);
  const file = path.join(RESULTS, "e2e.json");
  await stage(`journeys in Chromium${process.env.E2E_BASE_URL ? ` at ${process.env.E2E_BASE_URL}` : ""}`, {
    command: [process.execPath, "node_modules/@playwright/test/cli.js", "test"],
    env: { PORT: String(port), API_PORT: String(apiPort), E2E_DATA_DIR: path.join(scratch, "data") },
    counts: () => playwrightCounts(file),
  });
}

function printSummary() {
  const wide = Math.max(...stages.map(({ name }) => name.length));
  console.log(`\n${"".padEnd(wide)}  passed  failed  skipped  flaky  seconds`);
  for (const { name, passed, failed, skipped, flaky, seconds } of stages) {
    const numbers = [passed, failed, skipped, flaky, seconds].map((number, i) =>
      String(number).padStart([8, 8, 9, 7, 9][i]),
    );
    console.log(name.padEnd(wide) + numbers.join(""));
  }
  console.log(postgres);
  const reason = whyNoServers();
  console.log(
    `Mail and calendar servers: ${reason ? `not run, ${reason}` : "ran on Radicale, Dovecot and Postfix"}`,
  );
  const sum = (key) => stages.reduce((total, one) => total + one[key], 0);
  process.exitCode ||= sum("failed") > 0 ? 1 : 0;
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
}
