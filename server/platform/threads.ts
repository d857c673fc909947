import { Worker } from "node:worker_threads";
import { after, stopwatch } from "./machine.ts";

/**
 * Untrusted input is parsed in threads. One that takes too long or too much memory is terminated. Each store
 * (`key`) runs one job at a time and queues fairly, so that no store waits for another's input.
 */
type Options = {
  /** Posts "begun" for each request, then the answer. */
  file: string;
  most: number;
  readMs: number;
  memoryMb: number;
};

// A job with less time didn't have a fair chance, so its store isn't paused.
const MIN_READ_MS = 500;
// For a store whose job had to be terminated.
const PAUSE_MS = 10_000;
const IDLE_MS = 60_000;
// Libraries keep caches, so threads are replaced.
const MAX_READINGS = 1_000;

type Job<Answer> = {
  key: string;
  asked: unknown;
  moved: ArrayBuffer[];
  until: number;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};
type Thread = { worker: Worker; readings: number; ends?: NodeJS.Timeout };

/** The job took too long, waited too long, or its thread died. */
export class TooLong extends Error {}
/** The caller's deadline passed first. Not the input's fault. */
class Expired extends TooLong {}

/** The returned function throws TooLong if there is no answer `until` then (`stopwatch`). */
export function createThreads<Request, Answer>(options: Options) {
  const waiting = new Map<string, Job<Answer>[]>();
  const reading = new Set<string>();
  const paused = new Map<string, number>();
  const idle: Thread[] = [];

  function startNext(): void {
    for (const [key, jobs] of waiting) {
      if (reading.size >= options.most) return;
      if (reading.has(key)) continue;
      const job = jobs.shift();
      waiting.delete(key);
      if (jobs.length > 0) waiting.set(key, jobs);
      // Don't start a thread or pause the store: the deadline passed in the queue.
      if (job && job.until <= stopwatch()) job.reject(new Expired());
      else if (job) void run(job);
    }
  }

  async function run(job: Job<Answer>): Promise<void> {
    const { key } = job;
    reading.add(key);
    let thread: Thread | undefined;
    try {
      thread = idle.pop() ?? { worker: startWorker(options), readings: 0 };
      clearTimeout(thread.ends);
      const answer = await answerOf(thread.worker, job, options.readMs);
      if (++thread.readings < MAX_READINGS) returnToPool(thread);
      else void thread.worker.terminate();
      job.resolve(answer);
    } catch (error) {
      void thread?.worker.terminate();
      if (!(error instanceof Expired)) {
        if (paused.size > 1_000) paused.clear();
        paused.set(key, stopwatch() + PAUSE_MS);
      }
      job.reject(error instanceof TooLong ? error : new TooLong("", { cause: error }));
    } finally {
      reading.delete(key);
      startNext();
    }
  }

  function returnToPool(thread: Thread): void {
    thread.ends = after(IDLE_MS, () => {
      idle.splice(idle.indexOf(thread), 1);
      void thread.worker.terminate();
    });
    thread.ends.unref();
    idle.push(thread);
  }

  return (key: string, asked: Request, until: number, moved: ArrayBuffer[] = []): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if ((paused.get(key) ?? 0) > stopwatch()) return reject(new TooLong());
      const job = { key, asked, moved, until, resolve, reject };
      const jobs = waiting.get(key);
      if (jobs) jobs.push(job);
      else waiting.set(key, [job]);
      startNext();
    });
}

function answerOf<Answer>(
  worker: Worker,
  { asked, moved, until }: Job<Answer>,
  readMs: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Counts from the thread's start, but never beyond the caller's deadline.
    const left = () => Math.max(0, until - stopwatch());
    let timer = after(left(), late);
    function fail(cause?: unknown) {
      done();
      reject(new TooLong("", { cause }));
    }
    function late() {
      done();
      reject(new Expired());
    }
    function take(answer: Answer | "begun") {
      clearTimeout(timer);
      if (answer === "begun") timer = after(Math.min(readMs, left()), left() < MIN_READ_MS ? late : fail);
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
    worker.postMessage(asked, moved);
  });
}

function startWorker({ file, memoryMb }: Options): Worker {
  const worker = new Worker(file, {
    // Node can't catch every out-of-memory error, so bytes and steps are limited first.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    env: {},
    execArgv: [],
  });
  worker.on("error", () => {});
  return worker;
}
