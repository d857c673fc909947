import { mkdirSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { urlOf } from "#lib/contract/path.ts";
import { say } from "#scripts/setup/run.mjs";
import { startTemporaryPooler } from "#scripts/test/pgbouncer.mjs";
import { openDatabase } from "#server/platform/db/open.ts";
import { cpuMs } from "./cpu.ts";
import { addFigures, report } from "./figures.ts";
import { startHost } from "./host.ts";
import type { Program } from "./program.ts";
import { fillOrganizations, type Tenant } from "./scale-fill.ts";
import { printTable } from "./table.ts";

const SESSIONS = 20;
const WARM_UP_MS = 5_000;
const STAGE_MS = 10_000;
const ALONE_MS = 4_000;
const STAGES = [1, 4, 16, 64, 128, 256];
const END_MS = 1_000;

type Call = { method: string; path: string; body?: object };

const MIX: Record<string, [share: number, call: (tenant: Tenant) => Call]> = {
  "contacts, first page": [40, () => read("contacts.list", { query: { limit: 50, page: 1 } })],
  "contacts, searched": [15, () => read("contacts.list", { query: { limit: 50, page: 1, search: "maria" } })],
  "a contact": [15, ({ contact }) => read("contacts.get", { params: { id: contact } })],
  "sales, first page": [10, () => read("sales.list", { query: { limit: 50, page: 1 } })],
  "home's figures": [10, () => read("dashboard.summary", {})],
  "a sale recorded": [10, saleOf],
};

function read(
  name: "contacts.list" | "contacts.get" | "sales.list" | "dashboard.summary",
  input: object,
): Call {
  return { method: "GET", path: urlOf(name, input) };
}

function saleOf({ contact, category }: Tenant): Call {
  const body = {
    cost: "120.00",
    createdAt: new Date().toISOString(),
    contact: { id: contact, name: "" },
    productCategory: { id: category, name: "" },
  };
  return { method: "POST", path: urlOf("sales.create", {}), body };
}

/** All share this machine's cores, so CPU time per request is the reliable figure. */
export async function benchScale(
  folder: string,
  postgres: { url: string; pid: number },
  { organizations, contacts }: { organizations: number; contacts: number },
): Promise<void> {
  const opened = await openDatabase({ dataDir: folder, databaseUrl: postgres.url });
  await opened.close();
  const begun = performance.now();
  const tenants = await fillOrganizations(postgres.url, organizations, contacts);
  say(
    `${organizations} organizations with ${organizations * contacts} contacts created in ${Math.round((performance.now() - begun) / 1000)} s`,
  );
  const pooler = await startTemporaryPooler(folder, postgres.url, SESSIONS);
  if (!pooler) throw new Error("No PgBouncer on this machine");
  const of = `${organizations} organizations, ${organizations * contacts} contacts, two hosts`;
  try {
    await withHosts(folder, pooler.url, async (hosts) => {
      const on = onOf(hosts, tenants, { Postgres: [postgres.pid], PgBouncer: [pooler.pid] });
      await load(on, 8, WARM_UP_MS, anyOf);
      await measureEach(`A request, ${of}, PgBouncer (${SESSIONS} sessions)`, on);
      await measureMix(`All requests mixed, ${of}, PgBouncer (${SESSIONS} sessions)`, on, STAGES);
    });
    // PgBouncer before 1.21 doesn't keep prepared statements, so every statement is planned again.
    await withHosts(folder, postgres.url, async (hosts) => {
      const on = onOf(hosts, tenants, { Postgres: [postgres.pid], PgBouncer: [] });
      await load(on, 8, WARM_UP_MS, anyOf);
      await measureMix(`All requests mixed, ${of}, directly on Postgres`, on, [16, 64]);
    });
  } finally {
    await pooler.stop();
  }
}

async function withHosts(
  folder: string,
  databaseUrl: string,
  work: (hosts: Program[]) => Promise<void>,
): Promise<void> {
  const hosts: Program[] = [];
  try {
    for (const name of ["host-1", "host-2"]) {
      const dataDir = join(folder, name);
      mkdirSync(dataDir, { mode: 0o700, recursive: true });
      hosts.push(await startHost({ dataDir, databaseUrl }));
    }
    await work(hosts);
  } finally {
    for (const host of hosts) await host.stop();
  }
}

type On = { origins: string[]; tenants: Tenant[]; parts: Record<keyof Cost, number[]> };

function onOf(hosts: Program[], tenants: Tenant[], rest: Omit<On["parts"], "hosts">): On {
  const parts = { hosts: hosts.flatMap(({ pids }) => pids), ...rest };
  return { origins: hosts.map(({ origin }) => origin), tenants, parts };
}

async function measureEach(heading: string, on: On): Promise<void> {
  const costs = [];
  for (const [name, [, call]] of Object.entries(MIX)) {
    const { cost, times } = await measured(on, 4, ALONE_MS, call);
    costs.push({ name: `${name}: CPU of the hosts`, unit: "ms", samples: [cost.hosts] });
    costs.push({ name: `${name}: CPU of Postgres`, unit: "ms", samples: [cost.Postgres] });
    costs.push({ name: `${name}: p50`, unit: "ms", samples: [at(times, 0.5)] });
  }
  report(heading, costs);
}

async function measureMix(heading: string, on: On, stages: number[]): Promise<void> {
  const rows: (string | number)[][] = [];
  let columns: string[] = [];
  for (const many of stages) {
    const { cost, times, seconds, failures } = await measured(on, many, STAGE_MS, anyOf);
    const all = cost.hosts + cost.Postgres + cost.PgBouncer;
    const figures: [name: string, value: number, unit?: string][] = [
      ["answered per second", times.length / seconds],
      ["per core", 1000 / all],
      ["p50", at(times, 0.5), "ms"],
      ["p95", at(times, 0.95), "ms"],
      ["CPU: hosts", cost.hosts, "ms"],
      ["CPU: Postgres", cost.Postgres, "ms"],
      ["CPU: PgBouncer", cost.PgBouncer, "ms"],
      ["cores used", (all * times.length) / seconds / 1000],
      ["failed", [...failures.values()].reduce((a, b) => a + b, 0)],
    ];
    const named = figures.map(([name, value, unit = ""]) => ({ name, unit, samples: [value] }));
    addFigures(`${heading}: ${many} clients`, named);
    columns = ["at once", ...figures.map(([name, , unit]) => (unit ? `${name} (${unit})` : name))];
    rows.push([many, ...figures.map(([, value]) => value)]);
    for (const [what, count] of failures) console.log(`  ${many} clients: ${count} × ${what}`);
    if (at(times, 0.95) > END_MS) break;
  }
  printTable(heading, columns, rows);
}

type Loaded = { times: number[]; failures: Map<string, number>; seconds: number };
type Cost = { hosts: number; Postgres: number; PgBouncer: number };

async function measured(
  on: On,
  many: number,
  ms: number,
  call: (tenant: Tenant) => Call,
): Promise<Loaded & { cost: Cost }> {
  const { hosts, Postgres, PgBouncer } = on.parts;
  const used = () => [hosts, Postgres, PgBouncer].map(cpuMs);
  const before = used();
  const loaded = await load(on, many, ms, call);
  const [ofHosts = 0, ofPostgres = 0, ofPgBouncer = 0] = used().map(
    (now, i) => (now - (before[i] ?? 0)) / Math.max(1, loaded.times.length),
  );
  return { ...loaded, cost: { hosts: ofHosts, Postgres: ofPostgres, PgBouncer: ofPgBouncer } };
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

function anyOf(tenant: Tenant): Call {
  let left = Math.random() * 100;
  for (const [share, call] of Object.values(MIX)) {
    left -= share;
    if (left < 0) return call(tenant);
  }
  return saleOf(tenant);
}

async function load(
  { origins, tenants }: On,
  many: number,
  ms: number,
  call: (tenant: Tenant) => Call,
): Promise<Loaded> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: many });
  const loaded: Loaded = { times: [], failures: new Map(), seconds: 0 };
  const begun = performance.now();
  const asker = async (i: number) => {
    for (let n = i; performance.now() < begun + ms; n++) {
      const tenant = tenants[Math.floor(Math.random() * tenants.length)] as Tenant;
      const asked = performance.now();
      const said = await send(agent, origins[n % origins.length] ?? "", tenant.bearer, call(tenant));
      if (said === "200") loaded.times.push(performance.now() - asked);
      else loaded.failures.set(said, (loaded.failures.get(said) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: many }, (_, i) => asker(i)));
  loaded.seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return loaded;
}

function send(
  agent: http.Agent,
  origin: string,
  bearer: string,
  { method, path, body }: Call,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${bearer}`,
      ...(body && { "content-type": "application/json" }),
    };
    const request = http.request(`${origin}/api/v1${path}`, { agent, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        if (answer.statusCode !== 200) text += chunk;
      });
      answer.on("end", () => resolve(`${answer.statusCode}${text && ` ${text.slice(0, 150)}`}`));
      answer.on("error", (error) => resolve(error.message));
    });
    request.on("error", (error) => resolve(error.message));
    request.end(body && JSON.stringify(body));
  });
}
