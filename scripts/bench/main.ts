// npm run bench: figures of the production build on this machine, as ratios to anchors measured in the same run.
// It judges nothing: it prints, and writes all figures to a file below .bench.
// `npm run bench -- bytes` measures the scripts of each screen alone, on the demo store.
// `npm run bench -- compare A.json B.json` lays two such files beside each other.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureBrowser, systemChromium } from "#scripts/setup/browser.mjs";
import { ensureBuild } from "#scripts/setup/build.mjs";
import { root, say } from "#scripts/setup/run.mjs";
import { throwAwayPostgres } from "#scripts/test/postgres.mjs";
import { buildAnchors, startAnchors } from "./anchors.ts";
import { compareFigures, saveFigures } from "./figures.ts";
import { benchHost, signIn, startHost } from "./host.ts";
import { benchLists } from "./lists.ts";
import { benchPages } from "./pages.ts";
import { allScreens } from "./screens.ts";
import { benchSlots } from "./slots.ts";
import { fillStore, type Where } from "./store.ts";
import { benchBff, signInBrowser, startWeb } from "./web.ts";

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
  mkdirSync(join(scratch, name));
  return join(scratch, name);
};

try {
  ensureBuild(process.execPath);
  ensureBrowser(process.execPath);
  say("building the anchors");
  buildAnchors();
  const embedded: Where = { dataDir: folder("pglite") };
  if (mode === "bytes") await benchWeb(embedded, false);
  else {
    await benchAll(embedded);
    say(`all figures: ${saveFigures()}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function benchAll(where: Where): Promise<void> {
  benchSlots();
  say("filling the embedded database with 100,000 contacts");
  const organization = await fillStore(where);
  await benchHost("PGlite", where, organization);
  if (!(await benchPostgres())) await benchWeb(where, true);
}

async function benchWeb(where: Where, timed: boolean): Promise<void> {
  const logs = folder("web");
  const host = await startHost(where);
  const bearer = `Bearer ${await signIn(host)}`;
  const anchors = await startAnchors(logs, host, bearer);
  const web = await startWeb(logs, host);
  const browser = await chromium.launch({ executablePath: systemChromium() });
  try {
    const owner = await browser.newContext();
    await signInBrowser(owner, web.origin);
    await benchPages(browser, web, anchors, owner, await allScreens(host, bearer), timed ? ROUNDS : 1);
    if (!timed) return;
    await benchLists(browser, web, anchors, owner, ROUNDS);
    await benchBff(web, anchors, owner);
  } finally {
    await browser.close();
    for (const program of [web, anchors, host]) await program.stop();
  }
}

/** The web app stands on it, too. False where there is none. */
async function benchPostgres(): Promise<boolean> {
  const cluster = await throwAwayPostgres(scratch);
  if (!cluster) {
    console.log("\nPostgres: not measured, no server binaries found (initdb)");
    return false;
  }
  try {
    const where = { dataDir: folder("with-postgres"), databaseUrl: cluster.url };
    say(`filling ${cluster.what} with 100,000 contacts`);
    const organization = await fillStore(where);
    await benchHost(cluster.what, where, organization, cluster.pid);
    await benchWeb(where, true);
    return true;
  } finally {
    cluster.stop();
  }
}
