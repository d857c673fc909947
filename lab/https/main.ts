import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/setup/run.mjs";
import { answers, start, stop } from "#scripts/start/child.mjs";
import { freePorts } from "#scripts/start/ports.mjs";
import { hasProxies, makeCertificate, startCaddy, startInnerNginx, startNginx } from "./proxies.ts";
import { Visitor } from "./visitor.ts";

process.chdir(root);
if (!hasProxies()) {
  console.error("nginx or caddy is not installed (apt-get install nginx-light caddy)");
  process.exit(1);
}
const scratch = mkdtempSync(join(tmpdir(), "loupe-https-"));
const made = makeCertificate(scratch);
const dataDir = join(scratch, "data");
mkdirSync(dataDir, { mode: 0o700 });
// The demo's published passwords don't work behind a proxy.
const seed = ["--import", "./scripts/env.mjs", "server/cli/main.ts", "seed", "--own"];
const person = JSON.parse(
  execFileSync(process.execPath, seed, { env: { ...process.env, DATA_DIR: dataDir }, encoding: "utf8" }),
) as { email: string; password: string };

let failed = 0;
let passed = 0;
function check(what: string, holds: boolean, seen: unknown = ""): void {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`  ${holds ? "ok   " : "WRONG"} ${what}${holds ? "" : `: ${JSON.stringify(seen)}`}`);
}

try {
  for (const front of ["nginx", "Caddy", "Caddy, then nginx", "nothing"] as const) await tryFront(front);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function tryFront(front: "nginx" | "Caddy" | "Caddy, then nginx" | "nothing"): Promise<void> {
  const [web = 0, api = 0, http = 0, https = 0, plain = 0, inner = 0] = await freePorts(6);
  const proxies = front === "nothing" ? 0 : front === "Caddy, then nginx" ? 2 : 1;
  console.log(`\n${front} in front (TRUST_PROXY=${proxies})`);
  const origin = proxies > 0 ? `https://localhost:${https}` : `http://127.0.0.1:${web}`;
  const env = {
    ...{ HOST: "127.0.0.1", PORT: String(web), API_PORT: String(api), DATA_DIR: dataDir },
    ...{
      NEXTAUTH_URL: origin,
      TRUST_PROXY: String(proxies),
      API_URL: "",
      DATABASE_URL: "",
      DRAIN_SECONDS: "0",
    },
  };
  const log = join(scratch, "start.log");
  const product = start({ name: "The product", args: ["scripts/start.mjs"], env, log });
  const running: { stop: () => Promise<unknown> }[] = [{ stop: () => stop(product) }];
  try {
    await answers(product, `http://127.0.0.1:${web}/login`);
    if (front === "nginx") running.unshift(await startNginx(scratch, { http, https, plain, to: web }, made));
    if (proxies > 1) running.unshift(await startInnerNginx(scratch, inner, web));
    if (front.startsWith("Caddy")) {
      running.unshift(await startCaddy(scratch, { http, https, to: proxies > 1 ? inner : web }, made));
    }
    await tryOrigin(origin, proxies);
    if (proxies > 0) {
      const { status, headers } = await new Visitor(made.ca).ask(`http://localhost:${http}/login`);
      check(
        "redirects http to https",
        [301, 308].includes(status) && headers.location === `${origin}/login`,
        headers,
      );
    }
    if (front === "nginx") await tryMixed(`http://localhost:${plain}`);
  } finally {
    for (const one of running) await one.stop();
  }
}

async function tryOrigin(origin: string, proxies: number): Promise<void> {
  const visitor = new Visitor(made.ca);
  const login = await visitor.ask(`${origin}/login`);
  const hsts = login.headers["strict-transport-security"];
  check(
    proxies ? "HSTS for a year" : "no HSTS on http",
    hsts === (proxies ? "max-age=31536000" : undefined),
    hsts,
  );
  const signedIn = await signIn(visitor, origin, person);
  check("sign-in", signedIn.status === 200 && !/error=/.test(signedIn.text), signedIn);
  const session = visitor.kept.find((line) => /next-auth\.session-token=/.test(line)) ?? "";
  const wanted = proxies ? /^__Host-.*; Path=\/;.*HttpOnly.*Secure/ : /^next-auth.*Path=\/;.*HttpOnly/;
  check(
    `the session's cookie is ${proxies ? "__Host-, Secure" : "plain"} and HttpOnly`,
    wanted.test(session),
    session.replace(/=[^;]+/, ""),
  );
  check(
    "no cookie has a domain",
    visitor.kept.every((line) => !/; *domain=/i.test(line)),
  );
  const times: number[] = [];
  let page = await visitor.ask(`${origin}/dashboard/contacts`);
  for (let i = 0; i < 3; i++) {
    page = await visitor.ask(`${origin}/dashboard/contacts`);
    times.push(page.ttfb);
  }
  const ttfb = Math.round(times.toSorted((a, b) => a - b)[1] ?? 0);
  check("shows the list of contacts", page.status === 200 && page.text.includes("Contacts"), page.status);
  check(`sends the first byte within a second (${ttfb} ms)`, ttfb < 1_000, times);
  check(
    "mentions no websocket",
    !/wss?:\/\//.test(String(page.headers["content-security-policy"]) + page.text),
  );
  const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  const key = { "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };
  const socket = await visitor.ask(`${origin}/login`, { headers: { ...upgrade, ...key } }).catch(() => null);
  check("refuses websockets", socket?.status !== 101, socket?.status);

  const from = (claimed: string) =>
    visitor.ask(`${origin}/api/v1/product-categories/createProductCategory`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: claimed,
        "x-forwarded-host": new URL(claimed).host,
      },
      body: JSON.stringify({ name: `Rings ${Date.now()}` }),
    });
  const [ours, others] = [await from(origin), await from("https://evil.example")];
  check("accepts writes from our own pages", ours.status < 300, ours);
  check(
    "refuses writes from another origin, with any X-Forwarded-Host",
    others.status === 403,
    others.status,
  );
  await tryLimits(origin);
}

async function tryLimits(origin: string): Promise<void> {
  const guess = { email: `nobody-${Date.now()}@example.com`, password: "Wrong-password-1" };
  const texts: string[] = [];
  for (let i = 0; i < 12; i++) texts.push(await refusal("127.0.0.2", `198.51.100.${i}`));
  check(
    "reports ten wrong passwords",
    texts.slice(0, 10).every((text) => text.includes("Incorrect")),
    texts,
  );
  check("then refuses the address, with any X-Forwarded-For", !texts.at(-1)?.includes("Incorrect"), texts);
  const other = await refusal("127.0.0.3", "198.51.100.1");
  check("still accepts another address", other.includes("Incorrect"), other);

  async function refusal(address: string, claimed: string): Promise<string> {
    const visitor = new Visitor(made.ca);
    const headers = { "x-forwarded-for": claimed, forwarded: `for=${claimed}`, "x-real-ip": claimed };
    return decodeURIComponent((await signIn(visitor, origin, guess, { headers, from: address })).text);
  }
}

async function tryMixed(plain: string): Promise<void> {
  const visitor = new Visitor(made.ca);
  for (const path of ["/login", "/api/auth/csrf", "/api/v1/users/me"]) {
    const { status, text } = await visitor.ask(plain + path);
    check(
      `refuses ${path} over http with a message`,
      status === 403 && /only answers over https/.test(text),
      {
        status,
        text,
      },
    );
  }
  check("sets no cookie over http", visitor.kept.length === 0, visitor.kept);
}

async function signIn(
  visitor: Visitor,
  origin: string,
  { email, password }: { email: string; password: string },
  how: { headers?: Record<string, string>; from?: string } = {},
) {
  const { text } = await visitor.ask(`${origin}/api/auth/csrf`, how);
  const { csrfToken } = JSON.parse(text);
  return visitor.ask(`${origin}/api/auth/callback/credentials`, {
    ...how,
    method: "POST",
    headers: { ...how.headers, "content-type": "application/json", origin },
    body: JSON.stringify({ csrfToken, email, password, json: "true", remember: false }),
  });
}
