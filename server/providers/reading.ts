import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ProviderError } from "./provider.ts";
import type { Readings, WorkerAnswer, WorkerRequest } from "./reading-worker.ts";

/**
 * Untrusted input is parsed in threads, never where requests are served. A thread that takes too long or too
 * much memory is terminated, and its job fails. Each store (`key`) runs one job at a time and queues fairly
 * with the others, so that no store waits for another's calendar.
 */
const MAX_THREADS = 3;
const READ_MS = 2_000;
// A job with less time than this didn't have a fair chance, so its failure isn't held against its store.
const MIN_READ_MS = 500;
// Far more than the largest valid input needs. Node can't catch every out-of-memory error without crashing,
// so bytes and steps are limited first.
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
// Pause for a store whose job had to be terminated.
const PAUSE_MS = 10_000;
const IDLE_MS = 60_000;
// Libraries keep caches, so threads are replaced after this many jobs.
const MAX_READINGS = 1_000;

type Job = {
  key: string;
  asked: WorkerRequest;
  until: number;
  resolve: (value: unknown) => void;
  reject: (error: ProviderError) => void;
};
type Thread = { worker: Worker; readings: number; ends?: NodeJS.Timeout };

/** In queue order. */
const waiting = new Map<string, Job[]>();
const reading = new Set<string>();
const paused = new Map<string, number>();
const idle: Thread[] = [];

export type Read = <T extends keyof Readings>(
  task: T,
  ...args: Parameters<Readings[T]>
) => Promise<ReturnType<Readings[T]>>;

/** Returns a function that parses within `ms`, counted from now, for all its calls together. */
export function reader(key: string, ms: number): Read {
  const until = performance.now() + ms;
  return (task, ...args) =>
    new Promise((resolve, reject) => {
      const job: Job = { key, asked: { task, args }, until, resolve: resolve as Job["resolve"], reject };
      if ((paused.get(key) ?? 0) > performance.now()) return reject(tooLong());
      const jobs = waiting.get(key);
      if (jobs) jobs.push(job);
      else waiting.set(key, [job]);
      startNext();
    });
}

function startNext(): void {
  for (const [key, jobs] of waiting) {
    if (reading.size >= MAX_THREADS) return;
    if (reading.has(key)) continue;
    const job = jobs.shift();
    // Move the store to the end of the queue.
    waiting.delete(key);
    if (jobs.length > 0) waiting.set(key, jobs);
    // The deadline passed in the queue, so don't start a thread and don't pause the store.
    if (job && job.until <= performance.now()) job.reject(tooLong());
    else if (job) void run(job);
  }
}

async function run(job: Job): Promise<void> {
  const { key } = job;
  reading.add(key);
  let thread: Thread | undefined;
  try {
    thread = idle.pop() ?? { worker: startWorker(), readings: 0 };
    clearTimeout(thread.ends);
    const answered = await answerOf(thread.worker, job);
    if (++thread.readings < MAX_READINGS) returnToPool(thread);
    else void thread.worker.terminate();
    if ("value" in answered) job.resolve(answered.value);
    else job.reject(new ProviderError(answered.kind, answered.message, { cause: answered.cause }));
  } catch (error) {
    void thread?.worker.terminate();
    if (!(error instanceof Expired)) {
      if (paused.size > 1_000) paused.clear();
      paused.set(key, performance.now() + PAUSE_MS);
    }
    job.reject(error instanceof ProviderError ? error : tooLong(error));
  } finally {
    reading.delete(key);
    startNext();
  }
}

/** Rejects if the thread dies or has to be terminated. */
function answerOf(worker: Worker, { asked, until }: Job): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    // Count only from the thread's start, but never beyond the caller's deadline.
    const left = () => Math.max(0, until - performance.now());
    let timer = setTimeout(late, left());
    function fail(cause?: unknown) {
      done();
      reject(tooLong(cause));
    }
    function late() {
      done();
      reject(new Expired());
    }
    function take(answer: WorkerAnswer | "begun") {
      clearTimeout(timer);
      if (answer === "begun")
        timer = setTimeout(left() < MIN_READ_MS ? late : fail, Math.min(READ_MS, left()));
      else {
        done();
        resolve(answer);
      }
    }
    function done() {
      clearTimeout(timer);
      worker.off("message", take).off("error", fail).off("exit", fail);
      worker.unref();
    }
    worker.ref();
    worker.on("message", take).on("error", fail).on("exit", fail);
    const buffers = asked.args.flatMap((arg) =>
      arg instanceof Uint8Array ? [arg.buffer as ArrayBuffer] : [],
    );
    worker.postMessage(asked, buffers);
  });
}

/** The caller's deadline passed before the job had a fair chance. Not the calendar's fault. */
class Expired extends Error {}

function startWorker(): Worker {
  const worker = new Worker(join(import.meta.dirname, "reading-worker.ts"), {
    resourceLimits: LIMITS,
    // The thread needs no secrets.
    env: {},
    execArgv: [],
  });
  // The pending job reports the error; an idle thread has none.
  worker.on("error", () => {});
  return worker;
}

function returnToPool(thread: Thread): void {
  thread.ends = setTimeout(() => {
    idle.splice(idle.indexOf(thread), 1);
    void thread.worker.terminate();
  }, IDLE_MS);
  thread.ends.unref();
  idle.push(thread);
}

function tooLong(cause?: unknown): ProviderError {
  return new ProviderError("later", "Reading this calendar took too long", { cause });
}
