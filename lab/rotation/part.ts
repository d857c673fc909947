import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 120_000;

export type Env = Record<string, string>;
export type Part = { name: string; start: (env: Env) => Promise<void>; stop: () => Promise<void> };

export function partOf(name: string, args: string[], ready: string, log: string): Part {
  let child: ChildProcess | undefined;
  return {
    name,
    start: async (env) => {
      const output = openSync(log, "a");
      const started = spawn(process.execPath, args, {
        env: { ...process.env, ...env },
        stdio: ["ignore", output, output],
      });
      child = started;
      const end = Date.now() + START_MS;
      for (;;) {
        if (started.exitCode !== null || Date.now() > end) throw new Error(`${name} did not start: ${log}`);
        const answer = await fetch(ready).catch(() => null);
        await answer?.body?.cancel();
        if (answer?.ok) return;
        await sleep(200);
      }
    },
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
