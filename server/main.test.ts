import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { askHost } from "#server/cli/control.ts";
import { VERSION } from "#server/platform/http/version.ts";
import { createDataFolder } from "#server/testing/database.ts";

jest.setTimeout(120_000);

const dataDir = mkdtempSync(join(tmpdir(), "loupe-host-"));
const lock = join(dataDir, "db.lock");
const compiled = mkdtempSync(join(tmpdir(), "loupe-compiled-"));
const shared = { NODE_COMPILE_CACHE: compiled, ...process.env, DATABASE_URL: "" };
const children = new Set<ChildProcess>();

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of [dataDir, compiled]) rmSync(folder, { recursive: true, force: true });
});

type Run = { child: ChildProcess; output: () => string; exit: Promise<number | null> };

function run(file: string, args: string[] = [], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...shared, DATA_DIR: dataDir, API_PORT: "0", PORT: "3000", ...env },
  });
  children.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  const exit = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      children.delete(child);
      resolve(code);
    });
  });
  return { child, exit, output: () => text };
}

async function ready(host: Run): Promise<string> {
  while (!host.output().includes('"ready"')) {
    if (host.child.exitCode !== null) throw new Error(host.output());
    await sleep(20);
  }
  return /"url":"([^"]+)"/.exec(host.output())?.[1] ?? "";
}

async function startHost(env: Record<string, string> = {}): Promise<Run & { url: string }> {
  const host = run("main.ts", [], env);
  return { ...host, url: await ready(host) };
}

async function post(url: string, path: string, body: object, token = ""): Promise<Response> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function signIn(url: string): Promise<string> {
  const body = { email: "owner@example.com", password: "Welcome-1" };
  return ((await (await post(url, "/authentication/login", body)).json()) as { token: string }).token;
}

async function stop({ child, exit }: Run): Promise<number | null> {
  child.kill("SIGTERM");
  return exit;
}

const mode = (...path: string[]) => (statSync(join(dataDir, ...path)).mode & 0o777).toString(8);

test("allows one host per folder, and finishes requests", async () => {
  chmodSync(dataDir, 0o755);
  const first = await startHost({ METRICS_PORT: "0" });
  const read = async (url: string) => (await fetch(url)).text();
  expect(JSON.parse(await read(`${first.url}/readyz`))).toEqual({
    ...{ ok: true, troubles: [], warnings: expect.any(Array), timeData: process.versions.tz },
  });
  expect(JSON.parse(await read(`${first.url}/livez`))).toEqual({ ok: true, version: VERSION });
  const [, port] = /"metrics":(\d+)/.exec(first.output()) ?? [];
  expect(await read(`http://127.0.0.1:${port}/metrics`)).toContain('row="readyz",status="200"} 1');
  expect([mode(), mode("db"), mode("host-secret")]).toEqual(["700", "700", "600"]);
  expect(await (await fetch(`${first.url}/health`)).json()).toEqual({ ok: true });
  expect(readFileSync(lock, "utf8")).toMatch(new RegExp(`^${first.child.pid} `));

  const second = run("main.ts");
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain(`in use by process ${first.child.pid}`);
  // A request whose body arrives after the signal. The host has started it but accepts no new ones.
  const slow = request(`${first.url}/api/v1/authentication/login`, {
    method: "POST",
    headers: { "content-type": "application/json", expect: "100-continue" },
  });
  slow.write('{"email":"nobody@example.com",');
  await once(slow, "continue");
  const answered = once(slow, "response") as Promise<[IncomingMessage]>;
  first.child.kill("SIGTERM");
  while (!first.output().includes('"stopping"')) await sleep(5);
  slow.end('"password":"x"}');
  await expect(fetch(`${first.url}/health`)).rejects.toThrow("fetch failed");
  const [answer] = await answered;
  expect(answer.resume().statusCode).toBe(401);
  expect(await first.exit).toBe(0);
  expect(existsSync(lock)).toBe(false);
});

test("loses no acknowledged write after kill -9", async () => {
  const acknowledged = new Set<string>();
  chmodSync(join(dataDir, "db"), 0o755);
  chmodSync(join(dataDir, "host-secret"), 0o644);
  for (let round = 1; round <= 2; round++) {
    const host = await startHost();
    expect([mode("db"), mode("host-secret")]).toEqual(["700", "600"]);
    const token = await signIn(host.url);
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const body = { firstName: "Ada", lastName: "Frost", email: "a@b.example", phoneNumber: "0000000000" };
        const answer = await post(host.url, "/contacts/createContact", body, token).then((r) => r.json());
        acknowledged.add((answer as { id: string }).id);
        if (acknowledged.size >= 30 * round) host.child.kill("SIGKILL");
      }
    });
    await Promise.allSettled(writers);
    await host.exit;
    expect(readFileSync(lock, "utf8")).toMatch(new RegExp(`^${host.child.pid} `));
  }
  const host = await startHost();
  const headers = { authorization: `Bearer ${await signIn(host.url)}` };
  const all = await (await fetch(`${host.url}/api/v1/contacts/basic`, { headers })).json();
  const present = new Set((all as { id: string }[]).map(({ id }) => id));
  expect(acknowledged.size).toBeGreaterThanOrEqual(60);
  expect([...acknowledged].filter((id) => !present.has(id))).toEqual([]);
  expect(await stop(host)).toBe(0);
});

test("starts one of several hosts after an abandoned lock", async () => {
  writeFileSync(lock, `${process.pid} 1`);
  const runs = Array.from({ length: 3 }, () => run("main.ts"));
  const ends = await Promise.allSettled(runs.map(ready));
  const [winner, ...others] = runs.filter((_, i) => ends[i]?.status === "fulfilled");
  expect(others).toEqual([]);
  for (const end of ends) {
    if (end.status === "rejected")
      expect(end.reason.message).toContain("database folder is in use by process");
  }
  expect(winner && (await stop(winner))).toBe(0);
});

test("reports a taken port in one sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const host = run("main.ts", [], { API_PORT: String(port) });
  expect(await host.exit).toBe(1);
  expect(host.output()).toBe(`Port ${port} is taken. Set API_PORT to a free one.\n`);
  expect(existsSync(lock)).toBe(false);
  taken.close();
});

async function startOn(options: string): Promise<{ code: number | null; output: string } | null> {
  const folder = mkdtempSync(join(tmpdir(), "loupe-mounted-"));
  const script = `mount -t tmpfs -o ${options} tmpfs ${folder} || exit 99; exec ${process.execPath} ${join(import.meta.dirname, "main.ts")}`;
  const child = spawn("unshare", ["--map-root-user", "--mount", "sh", "-c", script], {
    env: { ...shared, DATA_DIR: folder, API_PORT: "0" },
  });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) =>
    child.on("error", () => resolve(99)).on("close", resolve),
  );
  children.delete(child);
  rmSync(folder, { recursive: true });
  return code === 99 || output.startsWith("unshare:") ? null : { code, output };
}

test.each([
  ["mode=700,size=5m", /^The disk of the folder \S+ is full\. Free some space, then start again\.\n$/],
  ["mode=700,ro", /^The data folder \S+ can't be written \(EROFS\)\. Make it writable .*\n$/],
])("reports a data folder with nothing but %s in one sentence", async (options, sentence) => {
  const ended = await startOn(options);
  if (ended) expect(ended).toEqual({ code: 1, output: expect.stringMatching(sentence) });
});

test("reports a data folder below a file", async () => {
  const host = run("main.ts", [], { DATA_DIR: join(import.meta.dirname, "main.ts", "data") });
  expect(await host.exit).toBe(1);
  expect(host.output()).toMatch(/^The data folder \S+ can't be written \(ENOTDIR\)\. Make it writable .*\n$/);
});

test("creates an organization by link, and one demo", async () => {
  const command = run("cli/main.ts", [
    "org",
    "--name",
    "Gems & Co",
    "--email",
    "gem@example.com",
    "--timezone",
    "Asia/Kolkata",
  ]);
  expect(await command.exit).toBe(0);
  const link = new URL(/http\S+/.exec(command.output())?.[0] ?? "");
  expect(link.origin + link.pathname).toBe("http://127.0.0.1:3000/register");
  const refusals = [
    [["--name", "Other", "--email", "gem"], "--email must be"],
    [["--email", "gem2@example.com"], "--name"],
    [["--nmae", "Other"], "Unknown option '--nmae'"],
    [["--name", "Other", "--email", "gem2@example.com", "--timezone", "Mars"], "not a known timezone"],
  ] as const;
  await Promise.all(
    refusals.map(async ([args, message]) => {
      const refused = run("cli/main.ts", ["org", ...args]);
      expect(await refused.exit).toBe(1);
      expect(refused.output()).toContain(message);
    }),
  );
  const seeded = run("cli/main.ts", ["seed"]);
  expect(await seeded.exit).toBe(1);
  expect(seeded.output()).toContain("The demo store exists already");

  const host = await startHost();
  const asked = run("cli/main.ts", ["org", "--name", "Third", "--email", "third@example.com"]);
  expect(await asked.exit).toBe(0);
  expect(asked.output()).toMatch(
    /^The organization is ready\. .*\nhttp:\/\/127\.0\.0\.1:3000\/register\?token=[\w-]{43}/,
  );
  expect((statSync(join(dataDir, "host.sock")).mode & 0o777).toString(8)).toBe("600");
  const again = run("cli/main.ts", ["seed"]);
  expect(await again.exit).toBe(1);
  expect(again.output()).toContain("The demo store exists already");
  const published = { email: "owner@example.com", password: "Welcome-1" };
  expect((await post(host.url, "/authentication/login", published)).status).toBe(401);
  expect(await (await fetch(`${host.url}/api/v1/authentication/demo`)).json()).toEqual({});
  const token = link.searchParams.get("token");
  const password = "Sapphire-7";
  expect((await post(host.url, "/authentication/createInvitedUser", { token, password })).status).toBe(200);
  const login = await post(host.url, "/authentication/login", { email: "gem@example.com", password });
  const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` };
  expect(await (await fetch(`${host.url}/api/v1/users/me`, { headers })).json()).toMatchObject({
    role: "OWNER",
    organizationName: "Gems & Co",
    timezone: "Asia/Kolkata",
    isEmailIntegrationComplete: false,
  });
  expect(await stop(host)).toBe(0);
});

test("a public host's first link creates the store once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loupe-public-"));
  await createDataFolder(folder);
  const env = { DATA_DIR: folder, WEB_URL: "https://crm.example.com" };
  const host = run("main.ts", [], env);
  const url = await ready(host);
  expect(await (await fetch(`${url}/api/v1/authentication/demo`)).json()).toEqual({});
  const published = { email: "owner@example.com", password: "Welcome-1" };
  expect((await post(url, "/authentication/login", published)).status).toBe(401);
  const linkOf = async () => {
    const command = run("cli/main.ts", ["firstOwner"], env);
    await command.exit;
    return command.output().trim();
  };
  const asked = () => askHost(folder, "firstOwner", {});
  const [old, link] = [(await asked()) ?? "", await linkOf()];
  expect(link).toMatch(/^https:\/\/crm\.example\.com\/register\?token=[\w-]{43}&new=1$/);
  const owner = {
    organizationName: "Gems & Co",
    firstName: "Priya",
    lastName: "Raman",
    email: "Priya@Example.com",
    password: "Moonstone-7",
  };
  const open = async (at: string, path = "/authentication/registerOwner") =>
    (await post(url, path, { ...owner, token: new URL(at).searchParams.get("token") })).status;
  expect([await open(old), await open(link, "/authentication/createInvitedUser")]).toEqual([400, 400]);
  expect([await open(link), await open(link)]).toEqual([200, 400]);
  const login = await post(url, "/authentication/login", {
    email: "priya@example.com",
    password: "Moonstone-7",
  });
  const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` };
  expect(await (await fetch(`${url}/api/v1/users/me`, { headers })).json()).toMatchObject({
    firstName: "Priya",
    role: "OWNER",
    organizationName: "Gems & Co",
    isDemo: false,
  });
  expect(await asked()).toBe("");
  const seeded = run("cli/main.ts", ["seed"], env);
  expect(await seeded.exit).toBe(0);
  const [password = ""] = /\S+$/.exec(seeded.output().trim()) ?? [];
  expect(password).not.toBe("Welcome-1");
  expect((await post(url, "/authentication/login", { ...published, password })).status).toBe(200);
  expect(await stop(host)).toBe(0);
  rmSync(folder, { recursive: true });
});

test("survives incomplete, invalid and aborted requests", async () => {
  // The lock of an ended process: this process lives, but started at another time.
  writeFileSync(lock, `${process.pid} 1`);
  const host = await startHost();
  expect(readFileSync(lock, "utf8")).toMatch(new RegExp(`^${host.child.pid} `));
  const { port } = new URL(host.url);
  const send = async (text: string, andLeave = false) => {
    const socket = connect(Number(port), "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8").on("data", (part) => (answer += part));
    socket.write(text);
    if (andLeave) once(socket, "data").then(() => socket.destroy());
    await once(socket, "close");
    return answer;
  };
  const head = "host: x\r\nconnection: close\r\n";
  expect(await send(`TRACE /health HTTP/1.1\r\n${head}\r\n`)).toContain(" 405 ");
  expect(await send(`OPTIONS * HTTP/1.1\r\n${head}\r\n`)).toMatch(/ 40[05] /);
  const upload = `POST /api/v1/authentication/login HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 99\r\n\r\n{"half":`;
  expect(await send(upload.replace("host: x", "host: x\r\nexpect: 100-continue"), true)).toMatch(/ 100 /);
  const answers = await Promise.all([send("GET /health HTTP/1.1\r\nhost:"), send(upload)]);
  for (const answer of answers) expect(answer).toMatch(/ 40[08] /);
  expect(host.output()).not.toContain('"unavailable"');
  expect(await stop(host)).toBe(0);
});
