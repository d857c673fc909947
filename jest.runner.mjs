import { createRunner } from "jest-light-runner";
import Tinypool from "tinypool";

const FILE_MS = 20 * 60_000;

/**
 * jest-light-runner answers each process's question for its configuration to all processes, and then forgets
 * them. One that asks later would wait forever, so each gets a channel of its own.
 */
const { run } = Tinypool.prototype;
Tinypool.prototype.run = function runFile(file) {
  const { workerData } = this.options;
  let tell;
  const channel = {
    onMessage(listener) {
      tell = listener;
    },
    postMessage(message) {
      if (message === "jest-light-runner-get-worker-data") {
        tell({ type: "jest-light-runner-worker-data", workerData });
      }
    },
  };
  return run.call(this, file, { channel, signal: AbortSignal.timeout(FILE_MS) });
};

export default createRunner({ runtime: "child_process" });
