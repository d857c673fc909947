import { parentPort, workerData } from "node:worker_threads";
import { every } from "#server/platform/machine.ts";
import type { Limits } from "./read-main.ts";

/* Ends the process if it uses too much memory or CPU. V8's limits don't count buffers, and a busy thread can't check the clock. */

const LOOK_MS = 20;
const { memory, cpu } = workerData as Limits;
let isUnderstood = false;

parentPort?.on("message", () => {
  isUnderstood = true;
});

every(LOOK_MS, () => {
  const { user, system } = process.cpuUsage();
  const isLate = !isUnderstood && user + system > cpu * 1_000_000;
  if (isLate || process.memoryUsage.rss() > memory) process.kill(process.pid, "SIGKILL");
});
