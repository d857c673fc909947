// Controls WebKit's MiniBrowser on a virtual screen through Debian's WebKitWebDriver (classic WebDriver).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePorts } from "#scripts/start/ports.mjs";
import type { Driver, Size } from "./driver.ts";

export async function startWebkit(
  { driver, browser }: { driver: string; browser: string },
  [width, height]: Size,
): Promise<Driver> {
  const [port] = await freePorts(1);
  const command = ["-a", "-s", `-screen 0 ${width}x${height}x24`, "dbus-run-session", "--", driver];
  // A process group, so screen, bus and browser end together.
  const child = spawn("xvfb-run", [...command, `--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    stdio: "ignore",
    detached: true,
  });
  const ended = once(child, "exit");
  const origin = `http://127.0.0.1:${port}`;
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(origin + path, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const end = async () => {
    if (child.pid) process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  try {
    await listening(origin);
    const { sessionId } = await ask<{ sessionId: string }>("POST", "/session", {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": { binary: browser, args: ["--automation", "--full-screen"] },
        },
      },
    });
    const session = `/session/${sessionId}`;
    await ask("POST", `${session}/window/rect`, { x: 0, y: 0, width, height });
    return {
      name: "WebKit",
      goTo: async (url) => void (await ask("POST", `${session}/url`, { url })),
      call: async (source, given) => {
        const script = `const [given, done] = arguments;
          (async () => JSON.stringify((await (${source})(JSON.parse(given))) ?? null))().then(done, (error) => done("!" + error));`;
        const args = [JSON.stringify(given ?? null)];
        const said = await ask<string>("POST", `${session}/execute/async`, { script, args });
        if (said.startsWith("!")) throw new Error(said.slice(1));
        return JSON.parse(said);
      },
      act: async (actions) => {
        await ask("POST", `${session}/actions`, { actions });
        await ask("DELETE", `${session}/actions`);
      },
      errors: () => [],
      close: async () => {
        await ask("DELETE", session).catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function listening(origin: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${origin}/status`).catch(() => undefined);
    if (answer?.ok) return;
    if (tries === 200) throw new Error("WebKitWebDriver doesn't listen");
    await new Promise((done) => setTimeout(done, 50));
  }
}
