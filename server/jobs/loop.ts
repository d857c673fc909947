import { actingAs } from "#server/platform/db/actor.ts";
import { asJob } from "#server/platform/db/request.ts";
import { type Log, traceOf } from "#server/platform/log.ts";
import { after, machineTime } from "#server/platform/machine.ts";

/**
 * `run` does what is due and never runs twice at the same time. When the host stops, `abort` interrupts long
 * work that can be repeated, and `stop` completes the rest.
 */
export type Job = {
  name: string;
  run: () => Promise<unknown>;
  abort?: () => void;
  stop?: () => Promise<unknown>;
};

/**
 * In milliseconds of this process. `since`: the start of the current run. `endedAt`: the last success.
 * `failingSince`: the first of the latest failures.
 */
export type Turn = {
  name: string;
  startedAt: number;
  since: number | null;
  endedAt: number | null;
  failingSince: number | null;
};

export type Jobs = { turns: () => Turn[]; wake: () => void; stop: () => Promise<void> };

const EVERY_MS = 2_000;
const AFTER_FAILURE_MS = 15_000;

/** Independently, so that a slow job doesn't delay others. Failures are logged and retried. */
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
    startedAt: machineTime(),
    since: null,
    endedAt: null,
    failingSince: null,
  };

  async function turns() {
    while (!isStopped) {
      isWanted = false;
      let pause = EVERY_MS;
      turn.since = machineTime();
      try {
        await asJob(job.name, () => actingAs({ kind: "job", name: job.name }, job.run));
        turn.endedAt = machineTime();
        turn.failingSince = null;
      } catch (error) {
        pause = AFTER_FAILURE_MS;
        turn.failingSince ??= machineTime();
        log("job failed", { job: job.name, ...traceOf(error) });
      }
      turn.since = null;
      if (!isWanted && !isStopped) await rest(pause);
    }
  }

  function rest(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = after(milliseconds, resolve);
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
