import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "./support.ts";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** The status of a site that may still be starting; 0 while nothing answers. */
export const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

/** A deployment of its own, with the demo store, for what would be in the way of the other journeys. */
export async function startDeployment(more: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "loupe-site-"));
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    HOST: "127.0.0.1",
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    API_URL: "",
    DATABASE_URL: "",
    NEXTAUTH_URL: "",
    WEB_URL: "",
    ...more,
  };
  const app = spawn("node", ["scripts/start.mjs"], { env, stdio: "ignore" });
  const ended = once(app, "exit");
  await expect.poll(() => statusOf(`${url}/login`), { timeout: 110_000 }).toBe(200);
  return {
    url,
    env,
    stop: async () => {
      app.kill();
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
