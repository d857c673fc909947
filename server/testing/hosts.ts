import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Opened } from "#server/platform/db/client.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { createDataFolder, createTemporary } from "./database.ts";

const MAIN = join(import.meta.dirname, "../main.ts");
const COMMANDS = join(import.meta.dirname, "../cli/main.ts");

export type RunningHost = {
  url: string;
  kill: () => Promise<void>;
  stop: () => Promise<number | null>;
};

/**
 * Several host processes on one database, one after another (PGlite) or at the same time (Postgres). The
 * schema exists unless `isBare`.
 */
export async function testHosts(own: Record<string, string> = {}, { isBare = false } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "loupe-hosts-"));
  const server = own.DATABASE_URL ?? process.env.TEST_DATABASE_URL;
  const database = server ? await createTemporary(server, { isEmpty: isBare }) : null;
  if (!server && !isBare) await createDataFolder(dataDir);
  const shared = {
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? "",
    HOST_SECRET: randomBytes(32).toString("base64"),
    WEB_URL: "https://crm.example.com",
    API_PORT: "0",
    NODE_COMPILE_CACHE: join(tmpdir(), "loupe-compiled"),
    ...own,
  };
  const children = new Set<ChildProcess>();

  return {
    open: (): Promise<Opened> => openDatabase({ dataDir, ...(database && { databaseUrl: database.url }) }),

    dataDir,

    command(...args: string[]) {
      const child = spawn(process.execPath, [COMMANDS, ...args], { env: { ...process.env, ...shared } });
      children.add(child);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
        child.on("close", (code) => {
          children.delete(child);
          resolve({ code, output });
        });
      });
      return { ended, kill: () => child.kill("SIGKILL") };
    },

    async start(env: Record<string, string>): Promise<RunningHost> {
      const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...shared, ...env } });
      children.add(child);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      const exit = new Promise<number | null>((resolve) => {
        child.on("close", (code) => {
          children.delete(child);
          resolve(code);
        });
      });
      while (!output.includes('"ready"')) {
        if (child.exitCode !== null) throw new Error(output);
        await sleep(20);
      }
      const end = (signal: NodeJS.Signals) => {
        child.kill(signal);
        return exit;
      };
      return {
        url: /"url":"([^"]+)"/.exec(output)?.[1] ?? "",
        kill: async () => void (await end("SIGKILL")),
        stop: () => end("SIGTERM"),
      };
    },

    async remove() {
      for (const child of children) child.kill("SIGKILL");
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
