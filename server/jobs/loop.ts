import { actingAs } from "#server/platform/db/actor.ts";
import { asJob } from "#server/platform/db/request.ts";
import { type Log, traceOf } from "#server/platform/log.ts";

/**
 * Work without a request. `run` does what is due now, never twice at the same time; `stop` ends what it began. `abort` is
 * called before its end is awaited, where it would take long and can be done anew.
 */
export type Job = {
  name: string;
  run: () => Promise<unknown>;
  abort?: () => void;
  stop?: () => Promise<unknown>;
};

/**
 * What a job is at, in the process' own milliseconds: since when its turn lasts, null between two; when the last that went
 * well ended; since when each fails.
 */
export type Turn = {
  name: string;
  startedAt: number;
  since: number | null;
  endedAt: number | null;
  failingSince: number | null;
};

export type Jobs = {
  turns: () => Turn[];
  /** There is something to do now. */
  wake: () => void;
  /** Done when all jobs have ended. */
  stop: () => Promise<void>;
};

const EVERY_MS = 2_000;
// A database that is away is not asked, and complained about, every other second.
const AFTER_FAILURE_MS = 15_000;

/** Runs each job again and again, by itself: a slow one holds up no other. What fails is logged and tried again. */
export function startJobs(jobs: Job[], log: Log): Jobs {
  const running = jobs.map((job) => repeat(job, log));
  return {
    turns: () => running.flatMap(({ turns }) => turns()),
    wake: () => {
      for (const { wake } of running) wake();
    },
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

function repeat(job: Job, log: Log): Jobs {
  let isStopped = false;
  let isWanted = false;
  let ring = () => {};
  const turn: Turn = {
    name: job.name,
    startedAt: Date.now(),
    since: null,
    endedAt: null,
    failingSince: null,
  };

  async function turns() {
    while (!isStopped) {
      isWanted = false;
      let pause = EVERY_MS;
      turn.since = Date.now();
      try {
        await asJob(job.name, () => actingAs({ kind: "job", name: job.name }, job.run));
        turn.endedAt = Date.now();
        turn.failingSince = null;
      } catch (error) {
        pause = AFTER_FAILURE_MS;
        turn.failingSince ??= Date.now();
        log("job failed", { job: job.name, ...traceOf(error) });
      }
      turn.since = null;
      if (!isWanted && !isStopped) await rest(pause);
    }
  }

  function rest(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      ring = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const ended = turns();
  return {
    turns: () => [turn],
    wake: () => {
      isWanted = true;
      ring();
    },
    stop: async () => {
      isStopped = true;
      ring();
      job.abort?.();
      await ended;
      await job.stop?.();
    },
  };
}
