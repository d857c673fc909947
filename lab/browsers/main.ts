import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root, say } from "#scripts/setup/run.mjs";
import { answers, start, stop } from "#scripts/start/child.mjs";
import { freePorts } from "#scripts/start/ports.mjs";
import type { Driver, Size } from "./driver.ts";
import { startFirefox } from "./firefox.ts";
import { smoke } from "./smoke.ts";
import { startWebkit } from "./webkit.ts";

const SIZES: Size[] = [
  [1440, 900],
  [390, 844],
];

process.chdir(root);
const firefox = program("firefox-esr") ?? program("firefox");
const webkit = program("WebKitWebDriver");
const mini = miniBrowser();
const browsers: ((size: Size) => Promise<Driver>)[] = [];
if (firefox) browsers.push((size) => startFirefox(firefox, size));
else say("Firefox: not run, not installed");
if (webkit && mini && program("xvfb-run") && program("dbus-run-session")) {
  browsers.push((size) => startWebkit({ driver: webkit, browser: mini }, size));
} else
  say("WebKit: not run, WebKitWebDriver, its MiniBrowser, xvfb-run or dbus-run-session is not installed");

const dataDir = mkdtempSync(join(tmpdir(), "loupe-browsers-"));
const [port, apiPort] = await freePorts(2);
const origin = `http://127.0.0.1:${port}`;
const app = start({
  name: "The app",
  args: ["scripts/start.mjs"],
  env: {
    HOST: "127.0.0.1",
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    BACKUP_AT: "off",
    // So a developer's .env.local can't point to real data.
    API_URL: "",
    DATABASE_URL: "",
    NEXTAUTH_URL: "",
    WEB_URL: "",
  },
  log: join(dataDir, "app.log"),
});
let failed = 0;
try {
  await answers(app, `${origin}/login`);
  for (const launch of browsers) for (const size of SIZES) failed += await run(launch, size);
} finally {
  await stop(app);
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${browsers.length * SIZES.length - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

async function run(launch: (size: Size) => Promise<Driver>, size: Size): Promise<number> {
  const driver = await launch(size);
  try {
    await smoke(driver, origin);
    return 0;
  } catch (error) {
    console.error(`  ✗ ${error instanceof Error ? error.message : error}`);
    return 1;
  } finally {
    await driver.close();
  }
}

function program(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function miniBrowser(): string | undefined {
  const libraries = existsSync("/usr/lib") ? readdirSync("/usr/lib") : [];
  return libraries
    .filter((name) => name.endsWith("-linux-gnu"))
    .map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file));
}
