// With a local host (or API_URL). npm run platform [-- e2e/contacts.spec.ts …]: runs journeys against it
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, say } from "#scripts/setup/run.mjs";
import { answers, start, stop } from "#scripts/start/child.mjs";
import { freePorts } from "#scripts/start/ports.mjs";
import { certificate } from "./certificate.ts";
import { makeOutput, readOutput } from "./output.ts";
import { serveOutput } from "./server.ts";

const journeys = process.argv.slice(2);
process.chdir(root);
makeOutput();
const [free = 0, apiPort] = await freePorts(2);
const port = Number(process.env.PORT) || free;
const scratch = mkdtempSync(join(tmpdir(), "loupe-platform-"));
const dataDir = join(scratch, "data");
// As on the platform: https and no NEXTAUTH_URL, because a preview learns its name from the request.
const tls = certificate(scratch);
const url = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
const host = process.env.API_URL ? undefined : await startHost();
const env: Record<string, string> = {
  API_URL: process.env.API_URL || `http://127.0.0.1:${apiPort}`,
  ...(!tls && { NEXTAUTH_URL: url }),
  NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || randomBytes(32).toString("base64url"),
};
// Journeys also use the bypass of protected previews.
const bypass = journeys.length > 0 ? randomBytes(12).toString("hex") : undefined;
const site = await serveOutput(readOutput(), { port, instances: 2, env, logs: scratch, bypass, tls });
const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]).then(() => 0);
try {
  say(`the Build Output is served at ${url}, its host is ${env.API_URL}; logs: ${scratch}`);
  process.exitCode = await (journeys.length > 0 ? runJourneys() : stopped);
} finally {
  await site.stop();
  if (host) await stop(host);
  if (!process.exitCode) rmSync(scratch, { recursive: true, force: true });
}

async function startHost() {
  const settings = {
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    WEB_URL: url,
    PORT: String(port),
  };
  const alone = { HOST: "127.0.0.1", DATABASE_URL: "", NEXTAUTH_URL: "", BACKUP_AT: "off" };
  const part = start({
    name: "The host",
    args: ["server/main.ts"],
    env: { ...settings, ...alone },
    log: join(scratch, "host.log"),
  });
  await answers(part, `http://127.0.0.1:${apiPort}/health`);
  return part;
}

async function runJourneys(): Promise<number> {
  const args = ["node_modules/@playwright/test/cli.js", "test", ...journeys];
  const ofOwn = host && { DATA_DIR: dataDir, DATABASE_URL: "", E2E_SEED: "node server/cli/main.ts seed" };
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, E2E_BASE_URL: url, E2E_BYPASS: bypass, E2E_ANY_CERTIFICATE: "1", ...ofOwn },
  });
  const [code] = await Promise.race([once(child, "exit"), stopped.then(() => [1])]);
  return code ?? 1;
}
