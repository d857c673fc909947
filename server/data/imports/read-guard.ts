import { parentPort, workerData } from "node:worker_threads";
import type { Limits } from "./read-main.ts";

/*
 * Ends its process where that takes too much memory or time. V8's own limits leave out buffers, and the thread that reads
 * can't look at a clock meanwhile. Seconds of work count, because other work of the machine isn't the file's fault.
 */

const LOOK_MS = 20;
const { memory, cpu } = workerData as Limits;
let isUnderstood = false;

parentPort?.on("message", () => {
  isUnderstood = true;
});

setInterval(() => {
  const { user, system } = process.cpuUsage();
  const isLate = !isUnderstood && user + system > cpu * 1_000_000;
  if (isLate || process.memoryUsage.rss() > memory) process.kill(process.pid, "SIGKILL");
}, LOOK_MS);
