import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Turn } from "#server/jobs/loop.ts";
import type { Opened } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/log.ts";
import { machineTime } from "#server/platform/machine.ts";

type Watched = Pick<Opened, "database" | "connections"> & { turns: () => Turn[]; clock: () => Date };

export function createMetrics(watched: Watched) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const count = countIn(registers);
  watchProcess(registers, watched);
  const askDatabase = watchMail(registers, watched);
  return {
    count,
    text: async () => {
      await askDatabase().catch(() => {});
      return registry.metrics();
    },
    type: registry.contentType,
  };
}

function countIn(registers: Registry[]): Log {
  const seconds = new Histogram({
    name: "loupe_request_seconds",
    help: "Duration of requests by endpoint and status",
    labelNames: ["row", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failures = new Counter({
    name: "loupe_job_failures_total",
    help: "Failed runs per job",
    labelNames: ["job"],
    registers,
  });
  const errors = new Counter({ name: "loupe_errors_total", help: "Unexpected errors", registers });
  const settled = new Counter({
    name: "loupe_mails_settled_total",
    help: "Outcomes of sent emails, for stores and for personal mailboxes",
    labelNames: ["of", "state"],
    registers,
  });
  return (event, fields = {}) => {
    const { row, status, ms, job, state } = fields;
    if (event === "request") seconds.observe({ row: String(row), status: String(status) }, Number(ms) / 1000);
    if (event === "mail") settled.inc({ of: "store", state: String(state) });
    if (event === "letter") settled.inc({ of: "person", state: String(state) });
    if (event === "mails lost") settled.inc({ of: "store", state: "unknown" }, Number(fields.count));
    if (event === "job failed") failures.inc({ job: String(job) });
    if (event === "error") errors.inc();
  };
}

function watchProcess(registers: Registry[], { turns, connections }: Watched): void {
  new Gauge({
    name: "loupe_job_seconds_since_turn",
    help: "Time since the last successful run per job",
    labelNames: ["job"],
    registers,
    collect() {
      this.reset();
      for (const { name, endedAt, startedAt } of turns())
        this.set({ job: name }, (machineTime() - (endedAt ?? startedAt)) / 1000);
    },
  });
  new Gauge({
    name: "loupe_database_connections",
    help: "Database connections: total, idle, and waiting requests",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, number] of Object.entries(connections())) this.set({ state }, number);
    },
  });
}

function watchMail(registers: Registry[], { database, clock }: Watched): () => Promise<void> {
  const mails = new Gauge({
    name: "loupe_mails",
    help: "Emails not sent yet in all stores: due, scheduled, and sending",
    labelNames: ["state"],
    registers,
  });
  const waited = new Gauge({
    name: "loupe_mail_oldest_due_seconds",
    help: "Delay of the oldest due email",
    registers,
  });
  const broken = new Gauge({
    name: "loupe_accounts_broken",
    help: "Accounts that must be connected again",
    registers,
  });
  return async () => {
    for (const gauge of [mails, waited, broken]) gauge.reset();
    const now = sql`${clock().toISOString()}::timestamptz`;
    const { rows } = await database.system((db) =>
      db.execute<Record<"due" | "later" | "sending" | "waited" | "broken", number>>(sql`select
        count(*) filter (where due_at <= ${now})::int as due, count(*) filter (where due_at > ${now})::int as later,
        coalesce(extract(epoch from ${now} - min(due_at)), 0)::float as waited,
        (select count(*)::int from mails where state = 'sending') as sending,
        (select count(*)::int from accounts where error is not null) as broken
        from mails where state = 'queued'`),
    );
    const [found] = rows;
    if (!found) return;
    for (const state of ["due", "later", "sending"] as const) mails.set({ state }, found[state]);
    waited.set(Math.max(0, found.waited));
    broken.set(found.broken);
  };
}

type Metrics = ReturnType<typeof createMetrics>;

type Listening = { server: Server; port: number };

/** A separate port, so that a public proxy doesn't expose metrics. */
export function serveMetrics(metrics: Metrics, at: { port: number; hostname: string }): Promise<Listening> {
  const server = createServer(async ({ url, method }, answer) => {
    answer.setHeader("x-content-type-options", "nosniff");
    if (method !== "GET" || url !== "/metrics") return answer.writeHead(404).end();
    try {
      const text = await metrics.text();
      answer.writeHead(200, { "content-type": metrics.type, "cache-control": "no-store" }).end(text);
    } catch {
      answer.writeHead(500).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.hostname, () =>
      resolve({ server, port: (server.address() as AddressInfo).port }),
    );
  });
}
