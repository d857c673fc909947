import { isIP } from "node:net";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ProviderError } from "#server/platform/errors.ts";
import { after } from "#server/platform/machine.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { mailServerAddress } from "./guard.ts";
import type { Commands, ImapLogin, WorkerAnswer, WorkerRequest } from "./imap-worker.ts";

const ANSWER_MS = 45_000;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export type ImapServer = { host: string; port: number; user: string; password: string };

/** Methods throw ProviderError: `credentials`, `later` without a response, `never` if it can't be read. */
export type ImapSession = {
  ask: <C extends keyof Commands>(
    command: C,
    ...args: Parameters<Commands[C]>
  ) => Promise<Awaited<ReturnType<Commands[C]>>>;
  end: () => Promise<void>;
};

export async function imapSession(
  settings: ProviderSettings,
  { host, port, user, password }: ImapServer,
): Promise<ImapSession> {
  const ip = await mailServerAddress(host, settings);
  const isLocal = ip === "::1" || /^127(\.\d+){3}$/.test(ip);
  const login: ImapLogin = { ip, host: isIP(host) ? null : host, port, isLocal, user, password };
  const worker = new Worker(join(import.meta.dirname, "imap-worker.ts"), {
    workerData: login,
    resourceLimits: LIMITS,
    env: {},
    execArgv: [],
  });
  worker.on("error", () => {});
  worker.unref();
  let isEnded = false;
  const end = async () => {
    isEnded = true;
    await worker.terminate();
  };

  const ask = (asked: WorkerRequest) =>
    new Promise<unknown>((resolve, reject) => {
      const timer = after(ANSWER_MS, () => fail());
      function done() {
        clearTimeout(timer);
        worker.off("message", take).off("error", fail).off("exit", fail);
      }
      function take(answer: WorkerAnswer) {
        done();
        if ("value" in answer) return resolve(answer.value);
        const cause = new Error(answer.message);
        if (answer.isRefused)
          return reject(new ProviderError("credentials", "The mail server rejected our sign-in", { cause }));
        const isTooLong = /TooLarge/.test(answer.message);
        reject(
          new ProviderError(
            isTooLong ? "never" : "later",
            isTooLong ? "A message is too long to read" : "The mail server sent an unexpected answer",
            { cause },
          ),
        );
      }
      function fail(cause?: unknown) {
        done();
        void end();
        reject(new ProviderError("never", "Reading this mailbox took too long", { cause }));
      }
      if (isEnded) return fail();
      worker.on("message", take).on("error", fail).on("exit", fail);
      worker.postMessage(asked);
    });
  return { ask: (command, ...args) => ask({ command, args }) as never, end };
}

export async function imapVerify(settings: ProviderSettings, server: ImapServer): Promise<void> {
  const session = await imapSession(settings, server);
  try {
    await session.ask("folders");
  } finally {
    await session.end();
  }
}
