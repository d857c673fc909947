import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { createApp } from "./app.ts";
import { explain, serveCommands } from "./cli/control.ts";
import { takeSecret } from "./data/backup/restore.ts";
import { backUpBefore } from "./data/backup/upgrade.ts";
import { backupSettings, createBackups, endFailure } from "./data/backup/work.ts";
import { closeDemo } from "./data/demo/demo.ts";
import { seedIfEmpty } from "./data/demo/seed.ts";
import { prepareDemos } from "./data/demo/visitors.ts";
import { createMetrics, serveMetrics } from "./jobs/health/metrics.ts";
import { problemsOf } from "./jobs/health/readiness.ts";
import { statusOf } from "./jobs/health/status.ts";
import { jobsOf } from "./jobs/jobs.ts";
import { afterWrites, type Jobs, LONGEST_MS, startJobs } from "./jobs/loop.ts";
import { keepTidy, tidy } from "./jobs/upkeep.ts";
import type { Database, Opened } from "./platform/db/client.ts";
import { openDatabase } from "./platform/db/open.ts";
import type { Host } from "./platform/handler.ts";
import { createDrain, drainOf } from "./platform/http/drain.ts";
import { countBy, log } from "./platform/log.ts";
import { after, sleep } from "./platform/machine.ts";
import { additionalSecret, deleteAdditionalSecret, hostSecret } from "./platform/secrets/host-secret.ts";
import { openKeyring } from "./platform/secrets/keyring.ts";
import { readSettings, type Settings } from "./platform/settings.ts";

const REQUESTS_MS = 3_500;
const LIMITS = { headersTimeout: 15_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };
const SHUTDOWN_MS = 4_900;

function refuse(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

try {
  await start();
} catch (error) {
  refuse(error);
}

async function beginTracing(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT && !env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return async () => {};
  const { startTracing } = await import("#lib/trace/otlp.ts");
  return startTracing("loupe-host", env);
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const ofBackups = backupSettings(settings, process.env);
  const drainMs = drainOf(process.env.DRAIN_SECONDS);
  const endTracing = await beginTracing(process.env);
  const opened = await openDatabase(settings, backUpBefore(settings, process.env));
  let jobs: Jobs | undefined;
  const watched = { ...opened, clock: settings.clock, turns: () => jobs?.turns() ?? [] };
  const metrics = settings.metrics && createMetrics(watched);
  if (metrics) countBy(metrics.count);
  await prepareStores(opened, settings);
  const secret = await openSecret(opened.database, settings);
  if (ofBackups.isOff)
    await opened.database.system((db) => endFailure(db, settings.clock(), { isGone: true }));
  const database = afterWrites(opened.database, () => jobs?.stir());
  const bare: Host = { ...settings, database, secret, wake: () => jobs?.wake() };
  const { job: backUp, backups } = createBackups(bare, ofBackups, log);
  let isEnding = () => false;
  const troubles = async () => (isEnding() ? ["This host is shutting down."] : problemsOf(watched));
  const status = statusOf({ embedded: opened.embedded, turns: watched.turns, troubles });
  // Demo stores need no backup, and a demo visitor must not back up the whole host.
  const host: Host = { ...bare, status, ...(!settings.isDemo && { backups }) };
  const app = createApp({ ...host, proxies: settings.proxies, log, troubles });
  const metricsServer = metrics && settings.metrics && (await serveMetrics(metrics, settings.metrics));
  const stopCommands = opened.embedded
    ? await serveCommands(settings.dataDir, { ...settings, ...opened })
    : () => {};
  const listening = { port: settings.port, hostname: settings.hostname, serverOptions: LIMITS };
  const server = serve({ fetch: app.fetch, ...listening }, ({ port }) => {
    log("ready", {
      url: `http://${settings.hostname}:${port}`,
      pid: process.pid,
      database: opened.embedded ? settings.dataDir : "postgres",
      ...(metricsServer && { metrics: metricsServer.port }),
    });
    const longestMs = LONGEST_MS[opened.embedded ? "embedded" : "postgres"];
    jobs = startJobs([...jobsOf(host), ...(settings.isDemo ? [] : [backUp])], log, longestMs);
  });
  const drain = createDrain(server as Server);
  isEnding = drain.isEnding;
  // Registered in the same tick, so that a taken port is reported.
  server.on("error", (error) => {
    stopCommands();
    opened.close().finally(() => refuse(error));
  });
  const stopTidying = keepTidy(opened, log);
  onSignal(async () => {
    stopTidying();
    stopCommands();
    after(drainMs + REQUESTS_MS, () => (server as Server).closeAllConnections());
    after(drainMs + SHUTDOWN_MS, () => process.exit(1));
    // Email that a slow mail server hasn't confirmed by then is marked as unknown.
    await Promise.all([drain.end(drainMs), Promise.race([jobs?.stop(), sleep(REQUESTS_MS)])]);
    metricsServer?.server.close();
    if (opened.embedded) await tidy(opened, log);
    await Promise.all([opened.close(), endTracing()]);
    process.exit(0);
  });
}

async function prepareStores(opened: Opened, settings: Settings): Promise<void> {
  const { database, embedded } = opened;
  const { isPublic, isDemo } = settings;
  await prepareDemos(database, settings);
  if (embedded && !isPublic && !isDemo && (await seedIfEmpty(database))) await tidy(opened, log);
  await closeDemo({ database, isPublic, isDemo });
}

function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      log("stopping", { signal });
      await stop();
    });
  }
}

async function openSecret({ system }: Database, { dataDir }: Settings): Promise<Host["secret"]> {
  await system((db) => takeSecret(db, dataDir, process.env));
  const given = { own: hostSecret(process.env, dataDir), also: additionalSecret(process.env, dataDir) };
  const secret = await system((db) => db.transaction((tx) => openKeyring(tx, given)));
  deleteAdditionalSecret(dataDir);
  return secret;
}
