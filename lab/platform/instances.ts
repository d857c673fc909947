// The processes that run functions. Each may read its own folder, write nothing and start nothing, and holds what it remembers to itself.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import type { Func } from "./output.ts";

const runner = join(import.meta.dirname, "function.cjs");
const agent = new http.Agent({ keepAlive: true });

export type Instances = {
  /** Asks the next instance, which is started if it is not there yet. */
  ask: (options: http.RequestOptions) => Promise<http.ClientRequest>;
  stop: () => Promise<void>;
};

/** As many processes as asked for, each begun by its first request; requests go to each of them in turn. */
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
    // Nothing of our own environment but where programs are.
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
    throw new Error(`The function of ${func.paths[0]} ended (${code}) before it listened: ${log}`);
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
