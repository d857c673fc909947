import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { after } from "#server/platform/machine.ts";
import { openingProblem } from "./data-folder.ts";
import type { Engine } from "./lite-engine.ts";
import type { Reply } from "./lite-worker.ts";

const SETTINGS = [
  // PGlite's default of 128 MB is no faster.
  "shared_buffers=16MB",
  "min_wal_size=32MB",
  "max_wal_size=64MB",
  // A restore fills its tables in one transaction, which `minimal` writes without the log.
  "wal_level=minimal",
  "max_wal_senders=0",
];

/** PGlite can't cancel a statement, so a missed deadline ends the thread. The next `begin` starts a new one. */
export class LiteThread implements Engine {
  #folder: string;
  #thread: Promise<Worker> | null = null;
  #worker: Worker | null = null;
  #ending: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async begin(): Promise<void> {
    await this.#begun();
  }

  #begun(): Promise<Worker> {
    this.#thread ??= this.#start();
    return this.#thread;
  }

  async #start(): Promise<Worker> {
    await this.#ending;
    const worker = new Worker(join(import.meta.dirname, "lite-worker.ts"), {
      workerData: { folder: this.#folder, settings: SETTINGS },
      env: {},
      execArgv: [],
    });
    this.#worker = worker;
    const drop = () => this.#drop(worker);
    worker.on("exit", drop).on("error", drop);
    await replyOf(worker).catch((error) => {
      drop();
      throw openingProblem(this.#folder, error);
    });
    return worker;
  }

  #drop(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#thread = null;
    this.#ending = worker.terminate();
  }

  async send(request: Uint8Array<ArrayBuffer>, timeoutMs: number): Promise<Uint8Array<ArrayBuffer>> {
    const turn = this.#last.then(() => this.#exchange(request, timeoutMs));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #exchange(request: Uint8Array<ArrayBuffer>, timeoutMs: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.#thread) throw lost();
    const worker = await this.#thread;
    const reply = replyOf(worker, timeoutMs);
    worker.postMessage(request, [request.buffer]);
    try {
      return new Uint8Array((await reply) as ArrayBuffer);
    } catch (error) {
      if (isTimeout(error)) this.#drop(worker);
      throw error;
    }
  }

  async close(): Promise<void> {
    const worker = await this.#thread?.catch(() => null);
    await this.#last;
    if (worker && this.#thread) {
      const exit = once(worker, "exit");
      worker.postMessage("close");
      await exit;
    }
    await this.#ending;
  }

  async end(): Promise<void> {
    const worker = await this.#thread?.catch(() => null);
    if (worker) this.#drop(worker);
    await this.#ending;
  }
}

function replyOf(worker: Worker, timeoutMs = 0): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = timeoutMs > 0 ? after(timeoutMs, () => done(() => reject(timedOut()))) : undefined;
    const onMessage = (reply: Reply) =>
      done(() =>
        reply === "ready" || reply instanceof ArrayBuffer
          ? resolve(reply)
          : reject(Object.assign(new Error(reply.message), reply.code && { code: reply.code })),
      );
    const onError = (error: Error) => done(() => reject(lost(error)));
    const onExit = () => done(() => reject(lost()));
    function done(settle: () => void) {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      settle();
    }
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}

const TIMEOUT = "57014";

function timedOut(): Error {
  return Object.assign(new Error("The statement took too long and was canceled. Nothing of it was saved."), {
    code: TIMEOUT,
  });
}

const isTimeout = (error: unknown) => (error as NodeJS.ErrnoException).code === TIMEOUT;

function lost(cause?: Error): Error {
  return Object.assign(new Error("The embedded database stopped and starts again", { cause }), {
    code: "57P02",
  });
}
