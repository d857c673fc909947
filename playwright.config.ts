import { existsSync, rmSync } from "node:fs";
import { defineConfig, firefox, webkit } from "@playwright/test";
import { systemChromium } from "./scripts/setup/browser.mjs";
import { hasDovecot, hasRadicale } from "./scripts/test/servers.mjs";

const deployed = process.env.E2E_BASE_URL || undefined;
// Lets a run into a preview that is closed to strangers.
const bypass = deployed && process.env.E2E_BYPASS;
const port = process.env.PORT || "3100";
const apiPort = process.env.API_PORT || "4100";
const baseURL = deployed ?? `http://127.0.0.1:${port}`;

// Workers read this file too; they inherit the variable, so the data folder is emptied once and before the start.
if (!deployed && !process.env.E2E_DATA_DIR) {
  process.env.E2E_DATA_DIR = ".data-e2e";
  // A list is no start: the journeys may be running beside it.
  if (!process.argv.includes("--list")) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true });
}

// E2E_SLOW=6 slows the pages down six times (support.ts): whatever a slow machine would trip over shows up here.
const slow = Number(process.env.E2E_SLOW ?? 1);

// They start the web app themselves, the first against a host of its own; the last is about the machine that hosts.
const ANY_HOST = "any-host.spec.ts";
const OWN_SITE = [
  ANY_HOST,
  "setup.spec.ts",
  "money.spec.ts",
  "fields.spec.ts",
  "booking-limits.spec.ts",
  "front-desk-calendar.spec.ts",
  "front-desk-time.spec.ts",
  "backups.spec.ts",
  "passkeys.spec.ts",
  "calendar-server.spec.ts",
  "letters.spec.ts",
  "two-webs.spec.ts",
];
// A real calendar server and a real mail server, where the machine has them.
const NO_SERVER = [
  ...(hasRadicale ? [] : ["calendar-server.spec.ts"]),
  ...(hasDovecot ? [] : ["letters.spec.ts"]),
];

const executablePath = systemChromium();

// Chromium's own protocol is part of them: a slow network, a finger that moves.
const CHROMIUM_ALONE = ["bulk.spec.ts", "integrations.spec.ts", "parts.spec.ts"];
// Where `npx playwright install firefox webkit` has brought them; systems' own Playwright cannot drive (npm run browsers does).
const others = [firefox, webkit].filter((one) => existsSync(one.executablePath()));

export default defineConfig({
  testDir: "./e2e",
  globalSetup: "./e2e/own-store.ts",
  outputDir: "./test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "./test-results/e2e.json" }]],
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
  // Two browsers, web and host share CI's two cores; a journey that needed its second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // Two browsers, the web app and the host share what may be two cores.
  timeout: 60_000 * slow,
  expect: { timeout: 10_000 * slow },
  use: {
    baseURL,
    // The cookie is for what the browser fetches by itself.
    ...(bypass && {
      extraHTTPHeaders: { "x-vercel-protection-bypass": bypass, "x-vercel-set-bypass-cookie": "true" },
    }),
    // What a worker fetches and keeps by itself is the matter of one journey (offline.spec.ts).
    serviceWorkers: "block",
    // A deployment under trial may have one that nobody has signed.
    ignoreHTTPSErrors: Boolean(deployed && process.env.E2E_ANY_CERTIFICATE),
    // Of a second try alone, and without the film: each costs a sixth of the browsers' time.
    trace: { mode: "on-first-retry", screenshots: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      // Some things are done with a finger alone. With a mouse and keys (@desktop) is done what is theirs alone, and once what is
      // the same at any width: a line above such a journey says why it is.
      grepInvert: /@phone/,
      testIgnore: deployed ? OWN_SITE : NO_SERVER,
      // Without movements, each picture of which would have to be drawn; a phone's are small, and there they are.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "reduce" } },
    },
    {
      name: "phone",
      grepInvert: /@desktop/,
      // What a host can do makes no difference to how wide a screen is.
      testIgnore: deployed ? OWN_SITE : [ANY_HOST, ...NO_SERVER],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    ...others.map((one) => ({
      name: one.name(),
      grepInvert: /@phone/,
      testIgnore: [...OWN_SITE, ...CHROMIUM_ALONE],
      use: {
        browserName: one.name() as "firefox" | "webkit",
        launchOptions: {},
        viewport: { width: 1440, height: 900 },
        contextOptions: { reducedMotion: "reduce" as const },
      },
    })),
  ],
  webServer: deployed
    ? undefined
    : {
        command: "node scripts/start.mjs",
        // start.mjs opens the web port only once the host is healthy.
        url: `${baseURL}/login`,
        timeout: 120_000,
        gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
        env: {
          HOST: "127.0.0.1",
          PORT: port,
          API_PORT: apiPort,
          DATA_DIR: process.env.E2E_DATA_DIR ?? "",
          BACKUP_AT: "off",
          // Empty, so that a person's .env.local cannot point the journeys at real data.
          API_URL: "",
          DATABASE_URL: "",
          NEXTAUTH_URL: "",
          WEB_URL: "",
        },
      },
});
