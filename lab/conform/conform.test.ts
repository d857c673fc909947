import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { names, route } from "#lib/contract/routes.ts";
import { conform } from "./conform.ts";
import { packKit } from "./pack.mjs";

const run = promisify(execFile);
const OWNER = { email: "owner@example.com", password: "Welcome-1" };
const folder = mkdtempSync(join(tmpdir(), "loupe-conform-"));
let host: ChildProcess;
let origin: string;

beforeAll(async () => {
  host = spawn(process.execPath, ["server/main.ts"], {
    env: {
      ...process.env,
      DATABASE_URL: "",
      DATA_DIR: folder,
      API_PORT: "0",
      PORT: "3000",
      HOST: "127.0.0.1",
    },
  });
  let output = "";
  origin = await new Promise<string>((resolve, reject) => {
    host.on("exit", () => reject(new Error(output)));
    host.stderr?.on("data", (chunk) => (output += chunk));
    host.stdout?.on("data", (chunk) => {
      output += chunk;
      const [, url] = /"event":"ready","url":"([^"]+)"/.exec(output) ?? [];
      if (url) resolve(url);
    });
  });
}, 120_000);

afterAll(async () => {
  if (host.exitCode === null) {
    host.kill("SIGKILL");
    await once(host, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

test("runs as a package of another back-end's CI", async () => {
  // Node strips no types below node_modules.
  const kit = mkdtempSync("node_modules/.conform-");
  try {
    packKit(kit);
    const args = ["--host", origin, "--email", OWNER.email, "--password", OWNER.password];
    const { stdout } = await run(process.execPath, [join(kit, "lab/conform/main.js"), ...args]);
    expect(stdout).toMatch(/\d{2,} passed, 0 broken/);
  } finally {
    rmSync(kit, { recursive: true });
  }
});

const broken = (findings: Awaited<ReturnType<typeof conform>>) =>
  findings.filter(({ verdict }) => verdict === "broken").map(({ row, what }) => `${row}: ${what}`);

test("our host conforms, and is left unchanged", async () => {
  const read = await conform({ origin, ...OWNER }, false);
  expect(broken(read)).toEqual([]);
  const found = await conform({ origin, ...OWNER }, true);
  expect(broken(found)).toEqual([]);
  const asked = new Set(found.map(({ row }) => row));
  expect(names.filter((name) => !route(name).extra && !asked.has(name))).toEqual([]);
  expect(found.filter(({ verdict }) => verdict !== "conforms")).toEqual([]);
  expect((await conform({ origin, ...OWNER }, false)).map(({ said }) => said)).toEqual(
    read.map(({ said }) => said),
  );
});

type Fault = (asked: { signedIn: boolean }, right: () => Promise<Said>) => Promise<Said> | Said;
type Said = { status: number; text: string };
const json = (status: number, body: unknown): Said => ({ status, text: JSON.stringify(body) });
const changed = (change: (body: never) => unknown): Fault => {
  return async (_, right) => {
    const said = await right();
    return said.status === 200 ? json(200, change(JSON.parse(said.text) as never)) : said;
  };
};
const doNothing: Fault = ({ signedIn }, right) => (signedIn ? json(200, {}) : right());

let turned = 0;
const FAULTS: [asked: RegExp, finds: string, fault: Fault][] = [
  [/^GET \/organization\/users/, "team.list: refuses requests without a session (401)", () => json(200, [])],
  [
    /^GET \/contacts\/[0-9a-f-]{36}$/,
    "contacts.get: answers 404 for an unknown record",
    async (_, right) => {
      const said = await right();
      return said.status === 404 ? json(200, {}) : said;
    },
  ],
  [
    /^GET \/contacts\/\?.*search=zzyzx/,
    "contacts.list: finds only matching records",
    changed(() => [{ id: "a", firstName: "Anybody", lastName: "", email: "", phoneNumber: "" }]),
  ],
  [
    /^GET \/purchases\/getAllMyPurchases\?.*sort=/,
    "sales.list: can be sorted in both directions",
    async (_, right) => {
      const said = await right();
      if (said.status !== 200) return said;
      turned += 1;
      const createdAt = new Date(2020 + turned, 0).toISOString();
      return json(200, [{ ...JSON.parse(said.text)[0], id: `turned ${turned}`, createdAt }]);
    },
  ],
  [
    /^GET \/purchases\/getAllMyPurchases\?page=100000/,
    "sales.list: returns an empty page after the end",
    changed(() => [
      { id: "a", cost: "1", createdAt: "2026-01-01T00:00:00Z", contact: null, productCategory: null },
    ]),
  ],
  [
    /^GET \/contacts\/basic/,
    "contacts.options: returns a readable answer",
    changed((all: object[]) => [...all, { name: "Without id" }]),
  ],
  [
    /^GET \/dashboard/,
    "dashboard.summary: returns a readable answer",
    (_, right) => right().then(({ status }) => ({ status, text: "<h1>Hello</h1>" })),
  ],
  [
    /^GET \/organization\/timezone/,
    "organization.timezone: returns a timezone",
    changed(() => "Nowhere/At-all"),
  ],
  [
    /^POST \/authentication\/removeUser/,
    "team.remove: refuses to remove someone who isn't in the team",
    doNothing,
  ],
  [
    /^POST \/authentication\/inviteUser/,
    "team.invite: refuses an invitation without a valid address",
    ({ signedIn }, right) => (signedIn ? { status: 400, text: "no" } : right()),
  ],
  [
    /^POST \/templates\/createTemplate/,
    "templates.create: returns the new template's id as data.id",
    changed(() => ({})),
  ],
  [/^PATCH \/notes\//, "notes.update: changes the record", doNothing],
  [/^DELETE \/appointmentTypes\//, "appointmentTypes.delete: deletes the record", doNothing],
  [
    /^GET \/automations\/getAutomations/,
    "automations.list: returns a readable answer",
    () => ({ status: 500, text: "{}" }),
  ],
  [/^GET \/tags/, "tags.list: exists, as announced", () => json(404, { message: "Not here" })],
];

async function wrongHost(faults = FAULTS): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const { method = "", url = "", headers } = request;
    const right = async () => {
      const answer = await fetch(origin + url, {
        method,
        headers: Object.fromEntries(
          Object.entries(headers).filter(([name]) =>
            ["authorization", "content-type", "idempotency-key"].includes(name),
          ),
        ) as Record<string, string>,
        ...(body && { body }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const asked = `${method} ${url.replace("/api/v1", "")}`;
    const [, , fault] = faults.find(([pattern]) => pattern.test(asked)) ?? [];
    const signedIn = headers.authorization !== undefined && headers.authorization !== "Bearer made-up";
    const said = fault ? await fault({ signedIn }, right) : await right();
    response.writeHead(said.status, { "content-type": "application/json" }).end(said.text);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

test("detects every fault of a faulty host", async () => {
  const server = await wrongHost();
  try {
    const { port } = server.address() as AddressInfo;
    const found = broken(await conform({ origin: `http://127.0.0.1:${port}`, ...OWNER }, true));
    for (const [, finds] of FAULTS) expect(found).toContain(finds);
    expect(found.filter((one) => /^(templates\.update|users\.me|contacts\.create)/.test(one))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("checks only section 7 of a host with only some endpoints", async () => {
  const part = changed((names: string[]) => names.filter((name) => name !== "tags.list"));
  const server = await wrongHost([[/^GET \/capabilities/, "", part]]);
  try {
    const { port } = server.address() as AddressInfo;
    const found = await conform({ origin: `http://127.0.0.1:${port}`, ...OWNER }, false);
    expect(broken(found)).toEqual([]);
    expect(found.filter(({ verdict }) => verdict === "note")).toMatchObject([
      { row: "capabilities.list", said: expect.stringContaining("1 are missing (tags.list)") },
    ]);
    expect(found.map(({ row }) => row)).not.toContain("today.get");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("reports a failed sign-in and calls nothing else", async () => {
  const findings = await conform({ origin, ...OWNER, password: "not-it-0" }, true);
  expect(findings.map(({ row }) => row)).toEqual(["auth.login", "auth.login"]);
  expect(broken(findings)).toEqual(["auth.login: accepts the right password"]);
});
