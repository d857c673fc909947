import { actingAs } from "#server/platform/db/actor.ts";
import type { Database } from "#server/platform/db/client.ts";
import { asJob } from "#server/platform/db/request.ts";
import { type Log, traceOf } from "#server/platform/log.ts";
import { after, machineTime } from "#server/platform/machine.ts";

/**
 * `run` never runs twice at the same time. `dueIn` returns the milliseconds until there is work; without it, the job
 * runs every two seconds. When the host stops, `abort` interrupts long work that can be repeated, and `stop`
 * completes the rest.
 */
export type Job = {
  name: string;
  run: () => Promise<unknown>;
  dueIn?: () => Promise<number>;
  abort?: () => void;
  stop?: () => Promise<unknown>;
};

/** In this process's ms. `since`: the run's start. `endedAt`: the last success. `failingSince`: the first failure since. */
export type Turn = {
  name: string;
  startedAt: number;
  since: number | null;
  endedAt: number | null;
  failingSince: number | null;
};

export type Jobs = { turns: () => Turn[]; wake: () => void; stir: () => void; stop: () => Promise<void> };

const EVERY_MS = 2_000;
/** The longest sleep, because other processes can make work: commands, and on Postgres other hosts. */
export const LONGEST_MS = { embedded: 60_000, postgres: 5_000 };
const AFTER_FAILURE_MS = 15_000;

/** Each job has its own loop, so a slow one delays no other. Short rests end together, to share one query. */
export function startJobs(jobs: Job[], log: Log, longestMs = LONGEST_MS.embedded): Jobs {
  const begun = machineTime();
  const untilBeat = () => EVERY_MS - ((machineTime() - begun) % EVERY_MS);
  const running = jobs.map((job) => repeat(job, log, longestMs, untilBeat));
  return {
    turns: () => running.flatMap(({ turns }) => turns()),
    wake: () => {
      for (const { wake } of running) wake();
    },
    stir: () => {
      for (const { stir } of running) stir();
    },
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

export function afterWrites(database: Database, then: () => void): Database {
  const tenant: Database["tenant"] = (id, work) => database.tenant(id, work).finally(then);
  return { ...database, tenant };
}

function repeat(job: Job, log: Log, longestMs: number, untilBeat: () => number): Jobs {
  let isStopped = false;
  let isWanted = false;
  let isStirred = false;
  const sleep = createSleep(untilBeat);
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
      isStirred = false;
      let pause = 0;
      turn.since = machineTime();
      try {
        const left = job.dueIn ? await asJob(job.name, job.dueIn) : 0;
        if (left <= 0) await asJob(job.name, () => actingAs({ kind: "job", name: job.name }, job.run));
        else pause = Math.min(left, longestMs);
        turn.endedAt = machineTime();
        turn.failingSince = null;
      } catch (error) {
        pause = AFTER_FAILURE_MS;
        turn.failingSince ??= machineTime();
        log("job failed", { job: job.name, ...traceOf(error) });
      }
      turn.since = null;
      if (!isWanted && !isStopped) await sleep.rest(pause || untilBeat(), isStirred);
    }
  }

  const ended = turns();
  return {
    turns: () => [turn],
    wake: () => {
      isWanted = true;
      sleep.end();
    },
    stir: () => {
      const isResting = !isStirred && turn.since === null;
      isStirred = true;
      if (isResting) sleep.shorten();
    },
    stop: async () => {
      isStopped = true;
      sleep.end();
      job.abort?.();
      await ended;
      await job.stop?.();
    },
  };
}

/** `shorten` ends the rest at the next beat, `end` at once. */
function createSleep(untilBeat: () => number) {
  let end = () => {};
  let shorten = () => {};
  return {
    end: () => end(),
    shorten: () => shorten(),
    rest: (milliseconds: number, isShort: boolean) =>
      new Promise<void>((resolve) => {
        const soon = () => Math.min(milliseconds, untilBeat());
        let timer = after(isShort ? soon() : milliseconds, resolve);
        shorten = () => {
          clearTimeout(timer);
          timer = after(soon(), resolve);
        };
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
