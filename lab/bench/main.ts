// Measures the production build as ratios to anchors of the same run.
// npm run bench [-- OPTION]
// bytes: lists libraries that are in several files, and opens each screen once
// waits: how long 45 everyday actions wait with a slow network
// trace [PATH ...]: what the browser's main thread does while a screen opens
// import: imports large messy files, kills the host, reverts the imports
// cold: size and cold start of each function on a Vercel-style platform
// million: segments, orders and reports of a million contacts, on Postgres
// scale [STORES CONTACTS]: two hosts behind PgBouncer, 1,000 stores of 1,000 contacts
// compare A.json B.json
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import pg from "pg";
import { ensureBrowser, systemChromium } from "#scripts/setup/browser.mjs";
import { ensureBuild } from "#scripts/setup/build.mjs";
import { root, say } from "#scripts/setup/run.mjs";
import { startTemporaryPostgres } from "#scripts/test/postgres.mjs";
import { buildAnchors, startAnchors } from "./anchors.ts";
import { benchCold } from "./cold.ts";
import { benchFeeds } from "./feeds.ts";
import { compareFigures, saveFigures } from "./figures.ts";
import { benchHost, signIn, startHost } from "./host.ts";
import { benchImport } from "./import.ts";
import { listLibraries } from "./libraries.ts";
import { benchLists } from "./lists.ts";
import { benchMillion } from "./million.ts";
import { benchPages } from "./pages.ts";
import type { Program } from "./program.ts";
import { benchScale } from "./scale.ts";
import { allScreens } from "./screens.ts";
import { benchSlots } from "./slots.ts";
import { slowNetwork } from "./slow-network.ts";
import { fillStores, type Stores, type Where } from "./store.ts";
import { benchTrace } from "./trace.ts";
import { benchWaits } from "./waits.ts";
import { benchBff, signInBrowser, startWeb } from "./web.ts";
import { benchWrites } from "./writes.ts";

const [mode, ...files] = process.argv.slice(2);
if (mode === "compare") {
  if (files.length !== 2) throw new Error("npm run bench -- compare A.json B.json");
  compareFigures(files[0] ?? "", files[1] ?? "");
  process.exit();
}
const ROUNDS = 5;
process.chdir(root);
const scratch = mkdtempSync(join(tmpdir(), "loupe-bench-"));
const folder = (name: string) => {
  mkdirSync(join(scratch, name), { mode: 0o700 });
  return join(scratch, name);
};

try {
  const embedded: Where = { dataDir: folder("pglite") };
  if (mode === "import") await benchImport(embedded);
  else if (mode === "cold") await benchCold(embedded, folder("cold"), ROUNDS);
  else if (mode === "million") await benchPostgres(({ url }) => benchMillion(folder("million"), url));
  else if (mode === "scale") {
    const [organizations = 1000, contacts = 1000] = files.map(Number);
    await benchPostgres((postgres) => benchScale(folder("scale"), postgres, { organizations, contacts }));
  } else await benchProduct(embedded);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function benchProduct(where: Where): Promise<void> {
  ensureBuild(process.execPath);
  ensureBrowser(process.execPath);
  if (mode === "waits") {
    await benchSlow(where);
    return say(`figures are saved in ${saveFigures(mode)}`);
  }
  if (mode === "trace")
    return withBrowser(where, ({ browser, web, owner }) => benchTrace(browser, web, owner, files, ROUNDS));
  say("building the anchors");
  buildAnchors();
  if (mode === "bytes") {
    listLibraries();
    return benchWeb(where, false);
  }
  await benchAll(where);
  say(`figures are saved in ${saveFigures(mode)}`);
}

async function benchAll(where: Where): Promise<void> {
  benchSlots(ROUNDS);
  const cluster = await startTemporaryPostgres(scratch);
  try {
    say("filling databases with 100,000 contacts each");
    const [embedded, postgres] = await Promise.all([
      fillStores(where, { dataDir: folder("pglite-small") }),
      cluster && fillPostgres(cluster),
    ]);
    benchWrites(embedded, postgres);
    await benchHost("PGlite", embedded);
    if (cluster && postgres) await benchHost(cluster.what, postgres);
    else console.log("\nPostgres: not measured, no server binaries found (initdb)");
    await benchWeb(postgres?.large ?? where, true);
  } finally {
    cluster?.stop();
  }
}

async function benchPostgres(
  bench: (postgres: { url: string; pid: number }) => Promise<void>,
): Promise<void> {
  const cluster = await startTemporaryPostgres(scratch);
  if (!cluster) throw new Error("No Postgres: no server binaries found (initdb)");
  try {
    await bench(cluster);
    say(`figures are saved in ${saveFigures(mode)}`);
  } finally {
    await cluster.stop();
  }
}

async function fillPostgres({ url, pid }: { url: string; pid: number }): Promise<Stores> {
  const small = new URL(url);
  small.pathname = "/small";
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query("create database small");
  await admin.end();
  return fillStores(
    { dataDir: folder("postgres-large"), databaseUrl: url },
    { dataDir: folder("postgres-small"), databaseUrl: small.href },
    pid,
  );
}

type Opened = { browser: Browser; host: Program; web: Program; owner: BrowserContext; logs: string };

async function withBrowser(where: Where, bench: (opened: Opened) => Promise<void>): Promise<void> {
  const logs = folder("web");
  const host = await startHost(where);
  const web = await startWeb(logs, host);
  const browser = await chromium.launch({ executablePath: systemChromium() });
  try {
    const owner = await browser.newContext({ serviceWorkers: "block" });
    await signInBrowser(owner, web.origin);
    await bench({ browser, host, web, owner, logs });
  } finally {
    await browser.close();
    for (const program of [web, host]) await program.stop();
  }
}

async function benchSlow(where: Where): Promise<void> {
  const host = await startHost(where);
  const slow = await slowNetwork();
  const web = await startWeb(folder("web"), host, slow.origin);
  slow.connect(Number(new URL(web.origin).port));
  const browser = await chromium.launch({ executablePath: systemChromium() });
  try {
    await benchWaits(browser, slow.origin, ROUNDS);
  } finally {
    await browser.close();
    slow.stop();
    for (const program of [web, host]) await program.stop();
  }
}

async function benchWeb(where: Where, timed: boolean): Promise<void> {
  await withBrowser(where, async ({ browser, host, web, owner, logs }) => {
    const bearer = `Bearer ${await signIn(host)}`;
    const anchors = await startAnchors(logs, host, bearer);
    try {
      await benchPages(browser, web, anchors, owner, await allScreens(host, bearer), timed ? ROUNDS : 1);
      if (!timed) return;
      await benchLists(browser, web, anchors, owner, ROUNDS);
      await benchBff(web, anchors, owner);
      await benchFeeds(web, host, bearer);
    } finally {
      await anchors.stop();
    }
  });
}
