import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { report } from "./figures.ts";
import { type Figures, get, inRounds } from "./load.ts";
import { begin, type Program } from "./program.ts";
import { OWNER } from "./store.ts";

const LIST = "/api/v1/contacts?page=1&limit=50";

/** `origin`: where browsers find it, if not at its own port. */
export function startWeb(logs: string, host: Program, origin?: string): Promise<Program> {
  return begin(
    "The web app",
    join(logs, "web.log"),
    (port) => ["node_modules/next/dist/bin/next", "start", "-p", port, "-H", "127.0.0.1"],
    (port) => ({
      API_URL: host.origin,
      NEXTAUTH_URL: origin ?? `http://127.0.0.1:${port}`,
      NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
      // Requests carry their client address (feeds.ts), because one address would hit the rate limit.
      TRUST_PROXY: "1",
    }),
    "/login",
  );
}

export async function signInBrowser(context: BrowserContext, origin: string): Promise<void> {
  const { csrfToken } = await (await context.request.get(`${origin}/api/auth/csrf`)).json();
  const answer = await context.request.post(`${origin}/api/auth/callback/credentials`, {
    headers: { origin },
    form: { ...OWNER, csrfToken, json: "true" },
  });
  if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}: ${await answer.text()}`);
}

export async function benchBff(web: Program, anchors: Program, context: BrowserContext): Promise<void> {
  const cookies = await context.cookies(web.origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const { ours = [], bare = [] } = await inRounds({
    ours: { ask: () => get(web.origin + LIST, headers), pids: web.pids },
    bare: { ask: () => get(`${anchors.origin}/api/contacts?page=1&limit=50`), pids: anchors.pids },
  });
  const of = (key: keyof Figures, figures: Figures[]) => figures.map((figure) => figure[key]);
  report(
    "BFF, list of 50, against a bare route handler that fetches the same (per request; CPU of Next alone)",
    (["cpu", "p50", "p95"] as const).map((key) => ({
      name: key === "cpu" ? "CPU" : key,
      unit: "ms",
      samples: of(key, ours),
      anchor: { name: "bare", samples: of(key, bare) },
    })),
  );
}
