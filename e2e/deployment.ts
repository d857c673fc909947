import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "./support.ts";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** 0 if nothing answers. */
export const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

/** Playwright empties the folder before each run. */
const FIRST = "test-results/e2e/first-start";
const FIRST_DATA = join(FIRST, "data");

/** A first start takes seconds, so only the first deployment of a run creates the data. */
async function copyFirstData(dataDir: string): Promise<void> {
  if (isFirst()) {
    const draft = join(FIRST, "draft");
    await startOnce(draft);
    renameSync(draft, FIRST_DATA);
  }
  await expect.poll(() => existsSync(FIRST_DATA), { timeout: 280_000 }).toBe(true);
  cpSync(FIRST_DATA, dataDir, { recursive: true });
}

async function startOnce(dataDir: string): Promise<void> {
  const apiPort = await freePort();
  const env = { ...process.env, API_PORT: String(apiPort), DATA_DIR: dataDir, DATABASE_URL: "", WEB_URL: "" };
  const host = spawn("node", ["server/main.ts"], { env, stdio: "ignore" });
  const ended = once(host, "exit");
  await expect.poll(() => statusOf(`http://127.0.0.1:${apiPort}/health`), { timeout: 280_000 }).toBe(200);
  host.kill();
  await ended;
}

function isFirst(): boolean {
  mkdirSync(dirname(FIRST), { recursive: true });
  try {
    mkdirSync(FIRST);
    return true;
  } catch {
    return false;
  }
}

/** For journeys that would disturb others. `name` is its host name in browsers. */
export async function startDeployment(more: Record<string, string> = {}, name = "127.0.0.1") {
  const dataDir = mkdtempSync(join(tmpdir(), "loupe-site-"));
  await copyFirstData(dataDir);
  const { stop, ...site } = await start(dataDir, more, name);
  return {
    ...site,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(dataDir: string, more: Record<string, string>, name: string) {
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://${name}:${port}`;
  const env = {
    ...process.env,
    HOST: "127.0.0.1",
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    API_URL: "",
    DATABASE_URL: "",
    NEXTAUTH_URL: name === "127.0.0.1" ? "" : url,
    WEB_URL: "",
    ...more,
  };
  const app = spawn("node", ["scripts/start.mjs"], { env, stdio: "ignore" });
  const ended = once(app, "exit");
  await expect.poll(() => statusOf(`${url}/login`), { timeout: 280_000 }).toBe(200);
  return {
    url,
    env,
    stop: async () => {
      app.kill();
      await ended;
    },
  };
}
