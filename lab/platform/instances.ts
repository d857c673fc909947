// Each process may read its own folder, but not write files or start processes.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import type { Func } from "./output.ts";

const runner = join(import.meta.dirname, "function.cjs");
const agent = new http.Agent({ keepAlive: true });

export type Instances = {
  ask: (options: http.RequestOptions) => Promise<http.ClientRequest>;
  stop: () => Promise<void>;
};

export function instancesOf(func: Func, count: number, env: Record<string, string>, log: string): Instances {
  const started: (Promise<Instance> | undefined)[] = Array.from({ length: count }, () => undefined);
  let turn = 0;
  return {
    ask: async (options) => {
      const at = turn++ % count;
      started[at] ??= startInstance(func, env, log);
      const { port } = await started[at];
      return http.request({ ...options, host: "127.0.0.1", port, agent });
    },
    stop: async () => {
      await Promise.all(
        started.map((one) =>
          one?.then(
            ({ child }) => endOf(child),
            () => {},
          ),
        ),
      );
    },
  };
}

type Instance = { child: ChildProcess; port: number };

export async function startInstance(func: Func, env: Record<string, string>, log: string): Promise<Instance> {
  const output = openSync(log, "a");
  const child = fork(runner, [func.launcher, ...(func.isWeb ? ["web"] : [])], {
    cwd: func.folder,
    env: { PATH: process.env.PATH, NODE_ENV: "production", VERCEL: "1", VERCEL_ENV: "preview", ...env },
    execArgv: [
      "--no-warnings",
      "--permission",
      `--allow-fs-read=${func.folder}/*`,
      `--allow-fs-read=${runner}`,
    ],
    stdio: ["ignore", output, output, "ipc"],
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The function of ${func.paths[0]} ended (${code}) before it was listening: ${log}`);
  });
  const [port] = (await Promise.race([once(child, "message"), ended])) as [number];
  return { child, port };
}

export async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
