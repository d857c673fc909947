import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Driver, Size } from "./driver.ts";

/** Aborted by leaving the page: a font, a read through the service worker, a screen (React error 412). */
const ABORTED =
  /^downloadable font: download failed .*status=2152398850|^Failed to load .*\/api\/v1\/.* A ServiceWorker intercepted the request|Minified React error #412;/;
const SPOKEN = /WebDriver BiDi listening on (ws:\/\/\S+)/;

export async function startFirefox(program: string, size: Size): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "loupe-firefox-"));
  const child = spawn(
    program,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
    {
      env: { ...process.env, HOME: profile },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const ended = once(child, "exit");
  const close = async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  const address = await Promise.race([
    (async () => {
      for await (const line of createInterface({ input: child.stderr })) {
        const said = SPOKEN.exec(line)?.[1];
        if (said) return said;
      }
    })(),
    ended.then(() => undefined),
  ]);
  if (!address) throw new Error("Firefox ended before it was listening");
  child.stderr.resume();
  try {
    return await converse(`${address}/session`, size, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function converse(address: string, [width, height]: Size, close: () => Promise<void>): Promise<Driver> {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  const errors: string[] = [];
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, message, method, params } = JSON.parse(String(data));
    if (method === "log.entryAdded" && params.level === "error" && !ABORTED.test(params.text))
      errors.push(params.text);
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result as never);
    waiting.delete(id);
  });
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });

  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context;
  await send("browsingContext.setViewport", { context, viewport: { width, height } });
  return {
    name: "Firefox",
    goTo: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    call: async (source, given) => {
      const { result, exceptionDetails } = await send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>("script.callFunction", {
        functionDeclaration: `async (given) => JSON.stringify((await (${source})(JSON.parse(given))) ?? null)`,
        arguments: [{ type: "string", value: JSON.stringify(given ?? null) }],
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? "null");
    },
    act: async (actions) => {
      await send("input.performActions", { context, actions });
      await send("input.releaseActions", { context });
    },
    errors: () => errors,
    close,
  };
}
