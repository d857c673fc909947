import { setTimeout as sleep } from "node:timers/promises";
import { answers, endedSentence, kill, start, stop } from "./child.mjs";

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** After this time, a process didn't end because of its start. */
const LONG_RUN_MS = 60_000;

/**
 * Restarts the process whenever it ends. Doubles the pause after each start that didn't last.
 * @param {object} what as `start` takes it
 * @param {string} url answers once the process is ready
 * @param {{ report: (sentence: string) => void, pause?: (ms: number) => Promise<unknown> }} on
 * @returns `ready` rejects with Trouble if the first start fails; then there is no second one.
 */
export function keepRunning(what, url, { report, pause = sleep }) {
  let part = start(what);
  let isStopping = false;

  async function startAgain() {
    let pauseMs = FIRST_PAUSE_MS;
    let begun = Date.now();
    for (;;) {
      const how = await part.ended;
      if (isStopping) return;
      kill(part);
      if (Date.now() - begun > LONG_RUN_MS) pauseMs = FIRST_PAUSE_MS;
      report(`${endedSentence(part, how)} It starts again in ${pauseMs / 1000} s.`);
      await pause(pauseMs);
      if (isStopping) return;
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
      begun = Date.now();
      part = start(what);
      answers(part, url).then(
        () => report(`${part.name} is running again.`),
        () => {},
      );
    }
  }

  return {
    name: what.name,
    ready: answers(part, url).then(() => void startAgain()),
    stop: () => {
      isStopping = true;
      return stop(part);
    },
    kill: () => kill(part),
  };
}
