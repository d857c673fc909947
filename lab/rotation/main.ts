import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { freePorts } from "#scripts/start/ports.mjs";
import { startTemporaryPostgres } from "#scripts/test/postgres.mjs";
import { balance } from "./balancer.ts";
import { connectStore } from "./connect.ts";
import { keepAsking } from "./load.ts";
import { type Env, type Part, partOf } from "./part.ts";
import { Browser } from "./people.ts";

const root = join(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "loupe-rotation-"));
const run = promisify(execFile);
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const PEOPLE = 20;
const OWNER = { email: "owner@rotation.example", password: "Moonstone-77" };
const parts: Part[] = [];
const calendarAsked = { right: 0, wrong: 0 };

const postgres = await startTemporaryPostgres(scratch);
if (!postgres) throw new Error("This needs the programs of a Postgres server (CONTRIBUTING.md).");
try {
  process.exitCode = await rotateAll(postgres.url);
} finally {
  await Promise.all(parts.map((part) => part.stop()));
  postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function rotateAll(database: string): Promise<number> {
  const dataDir = join(scratch, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const [hostPorts, webPorts] = [await freePorts(2), await freePorts(2)];
  const [hosts, site] = [await balance(hostPorts), await balance(webPorts)];
  const calendar = await startCalendar();
  const second = new URL(database);
  [second.username, second.password] = ["second", randomBytes(8).toString("hex")];
  const of = (kind: "base64" | "base64url") => ({
    old: randomBytes(32).toString(kind),
    next: randomBytes(32).toString(kind),
  });
  const [host, sessions, backups] = [of("base64"), of("base64url"), of("base64url")];
  const common: Env = {
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    WEB_URL: site,
    HOST_URL: hosts,
    ALLOW_PRIVATE_HOSTS: "1",
  };
  const command = (args: string[], env: Env) =>
    run(process.execPath, ["server/cli/main.ts", ...args], {
      cwd: root,
      env: { ...process.env, ...common, ...env },
    });

  const hostParts = hostPorts.map((port: number) =>
    partOf(
      `host ${port}`,
      ["server/main.ts"],
      `http://127.0.0.1:${port}/readyz`,
      join(scratch, `host-${port}.log`),
    ),
  );
  const imports = ["http-limits", "in-order"].flatMap((name) => [
    "--import",
    pathToFileURL(join(root, `scripts/start/${name}.mjs`)).href,
  ]);
  const webParts = webPorts.map((port: number) => {
    const args = [
      ...imports,
      "node_modules/next/dist/bin/next",
      "start",
      "-p",
      String(port),
      "-H",
      "127.0.0.1",
    ];
    return partOf(`web ${port}`, args, `http://127.0.0.1:${port}/login`, join(scratch, `web-${port}.log`));
  });
  parts.push(...webParts, ...hostParts);
  const hostEnv = (i: number, env: Env): Env => ({ ...common, API_PORT: String(hostPorts[i]), ...env });
  const webEnv = (env: Env): Env => ({ API_URL: hosts, NEXTAUTH_URL: site, ...env });
  async function roll(step: string, ofHost: Env, ofWeb: Env) {
    say(step);
    for (const [i, part] of hostParts.entries()) {
      await part.stop();
      await part.start(hostEnv(i, ofHost));
    }
    for (const part of webParts) {
      await part.stop();
      await part.start(webEnv(ofWeb));
    }
    await sleep(3_000);
  }

  await roll(
    "starting two hosts and two web servers",
    { DATABASE_URL: database, HOST_SECRET: host.old },
    { NEXTAUTH_SECRET: sessions.old },
  );
  const { stdout } = await command(["org", "--name", "Rotation", "--email", OWNER.email], {
    DATABASE_URL: database,
  });
  const token = /token=([\w-]+)/.exec(stdout)?.[1];
  await post(`${hosts}/api/v1/authentication/createInvitedUser`, { token, password: OWNER.password });
  await connectStore(database, Buffer.from(host.old, "base64"), OWNER.email, calendar);
  const { token: bearer } = await post(`${hosts}/api/v1/authentication/login`, OWNER);
  const authorization = `Bearer ${bearer}`;
  const { url } = await post(`${hosts}/api/v1/feeds`, { whose: "MINE" }, { authorization });
  const feed = new URL(String(url)).pathname;
  const before = join(scratch, "before.loupe");
  await command(["backup", before], {
    DATABASE_URL: database,
    HOST_SECRET: host.old,
    BACKUP_PASSPHRASE: backups.old,
  });

  const people = Array.from({ length: PEOPLE }, () => new Browser(site));
  for (const person of people) await signInOrThrow(person);
  say(
    `${PEOPLE} people are signed in, an account is connected, a calendar is subscribed to, a backup is made`,
  );
  const stranger = new Browser(site);
  let turn = 0;
  const events = "/api/v1/unipile/getCalendarEvents?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
  const next = () => people[turn++ % PEOPLE] ?? stranger;
  const load = keepAsking({
    "a cookie from before": { perSecond: 10, ask: () => next().isIn() },
    "a bearer token from before": {
      perSecond: 10,
      ask: () => read(`${hosts}/api/v1/users/me`, authorization),
    },
    "the connected account": { perSecond: 2, ask: () => next().read(events) },
    "the subscribed calendar": { perSecond: 2, ask: () => stranger.read(feed) },
    "a sign-in": { perSecond: 1, ask: () => new Browser(site).signIn(OWNER.email, OWNER.password) },
  });
  await sleep(3_000);
  await roll(
    "step 1: the new secrets are added next to the old ones",
    { DATABASE_URL: database, HOST_SECRET: host.old, HOST_SECRET_ALSO: host.next },
    { NEXTAUTH_SECRET: sessions.old, NEXTAUTH_SECRET_ALSO: sessions.next },
  );
  await connectStore(database, null, OWNER.email, calendar, second);
  await roll(
    "step 2: the new secrets encrypt, the old ones are kept; the database uses a second role",
    { DATABASE_URL: second.href, HOST_SECRET: host.next, HOST_SECRET_ALSO: host.old },
    { NEXTAUTH_SECRET: sessions.next, NEXTAUTH_SECRET_ALSO: sessions.old },
  );
  const listed = async () => (await command(["secrets"], { DATABASE_URL: second.href })).stdout;
  for (let i = 0; i < 60 && !(await listed()).includes("Nothing uses a previous key"); i++)
    await sleep(1_000);
  await roll(
    "step 3: the host's old secret remains only in the database",
    { DATABASE_URL: second.href, HOST_SECRET: host.next },
    { NEXTAUTH_SECRET: sessions.next, NEXTAUTH_SECRET_ALSO: sessions.old },
  );
  const counted = await load.stop();

  say(`npm run secrets:\n${await listed()}`);
  const both = { BACKUP_PASSPHRASE: backups.next, BACKUP_PASSPHRASE_ALSO: backups.old };
  say(
    (await command(["backup", "verify", before], { DATABASE_URL: second.href, ...both })).stdout
      .trim()
      .replace(before, "The earlier backup"),
  );
  let failed = 0;
  for (const [name, kind] of counted) {
    failed += kind.failed.length;
    say(`${name}: ${kind.asked} requests, ${kind.failed.length} failed`);
    for (const why of kind.failed.slice(0, 3)) say(`  ${why}`);
  }
  const { right, wrong } = calendarAsked;
  say(`the calendar server got the right password ${right} times, a wrong one ${wrong} times`);
  const out = (await Promise.all(people.map((person) => person.isIn()))).filter(Boolean).length;
  say(`${PEOPLE - out} of ${PEOPLE} people are still signed in`);
  say(failed + out === 0 ? "Every secret was changed, and nothing failed." : "Something failed.");
  return failed + out === 0 ? 0 : 1;
}

async function signInOrThrow(person: Browser): Promise<void> {
  const why = await person.signIn(OWNER.email, OWNER.password);
  if (why) throw new Error(why);
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const sent = { "content-type": "application/json", ...headers };
  const answer = await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function read(url: string, authorization: string): Promise<string | null> {
  const answer = await fetch(url, { headers: { authorization, connection: "close" } });
  const said = await answer.text();
  return answer.ok ? null : `${answer.status} ${said.slice(0, 100)}`;
}

async function startCalendar(): Promise<string> {
  const server = http.createServer((asked, answer) => {
    const isRight = asked.headers.authorization === `Basic ${Buffer.from("alice:pearl").toString("base64")}`;
    asked.resume();
    calendarAsked[isRight ? "right" : "wrong"]++;
    if (!isRight) return answer.writeHead(401).end();
    answer.writeHead(207, { "content-type": "text/xml" });
    return answer.end(`<multistatus xmlns="DAV:"></multistatus>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/alice/`;
}
