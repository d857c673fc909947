import { once } from "node:events";
import http from "node:http";
import { join } from "node:path";
import { endOf, startInstance } from "#lab/platform/instances.ts";
import { type Func, makeOutput, readOutput } from "#lab/platform/output.ts";
import { say } from "#scripts/setup/run.mjs";
import { report, saveFigures } from "./figures.ts";
import { startHost } from "./host.ts";
import type { Where } from "./store.ts";

const ASKED = [
  { name: "middleware", path: "/_middleware", url: "/dashboard/contacts", status: 307 },
  { name: "pages (/login)", path: "/login", url: "/login", status: 200 },
  { name: "sign-in (/api/auth)", path: "/api/auth/[...nextauth]", url: "/api/auth/csrf", status: 200 },
  { name: "BFF (/api/v1)", path: "/api/v1/[...path]", url: "/api/v1/users/me", status: 401 },
];

export async function benchCold(where: Where, logs: string, rounds: number): Promise<void> {
  makeOutput();
  const { functions } = readOutput();
  const host = await startHost(where);
  const env = {
    API_URL: host.origin,
    NEXTAUTH_URL: "http://127.0.0.1:3000",
    NEXTAUTH_SECRET: "of the bench",
  };
  const bare: number[] = [];
  const measured = ASKED.flatMap((asked) => {
    const func = functions.find(({ paths }) => paths.includes(asked.path));
    return func ? [{ ...asked, func, cold: [] as number[], warm: [] as number[] }] : [];
  });
  try {
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      bare.push((await timed(HELLO, {}, join(logs, "hello.log"), "/", 200)).cold);
      for (const one of measured) {
        const { cold, warm } = await timed(
          one.func,
          env,
          join(logs, "function.log"),
          one.url,
          one.status,
          one.path,
        );
        one.cold.push(cold);
        one.warm.push(warm);
      }
    }
  } finally {
    await host.stop();
  }
  const anchor = { name: "bare Node", samples: bare };
  report(
    "Functions of the Build Output (from no process to an answer; the second answer; size unpacked)",
    measured.flatMap(({ name, func, cold, warm }) => [
      { name: `${name}, cold`, unit: "ms", samples: cold, anchor },
      { name: `${name}, warm`, unit: "ms", samples: warm },
      { name: `${name}, size`, unit: "MB", samples: [func.bytes / 1_000_000] },
    ]),
  );
  say(`figures are saved in ${saveFigures()}`);
}

const HELLO: Func = {
  folder: import.meta.dirname,
  launcher: "hello.cjs",
  isWeb: false,
  bytes: 0,
  paths: ["hello"],
};

async function timed(
  func: Func,
  env: Record<string, string>,
  log: string,
  url: string,
  status: number,
  path = "",
) {
  const begun = performance.now();
  const { child, port } = await startInstance(func, env, log);
  try {
    const headers = { "x-matched-path": path, "x-platform-url": env.NEXTAUTH_URL + url };
    const ask = async () => {
      const call = http.get({ host: "127.0.0.1", port, path: url, headers });
      const [answer] = (await once(call, "response")) as [http.IncomingMessage];
      if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode}: ${log}`);
      await once(answer.resume(), "end");
    };
    await ask();
    const cold = performance.now() - begun;
    const again = performance.now();
    await ask();
    return { cold, warm: performance.now() - again };
  } finally {
    await endOf(child);
  }
}
