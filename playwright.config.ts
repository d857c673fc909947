import { existsSync, rmSync } from "node:fs";
import { defineConfig, firefox, webkit } from "@playwright/test";
import { systemChromium } from "./scripts/setup/browser.mjs";
import { hasDovecot, hasRadicale } from "./scripts/test/servers.mjs";

const deployed = process.env.E2E_BASE_URL || undefined;
const bypass = deployed && process.env.E2E_BYPASS;
const port = process.env.PORT || "3100";
const apiPort = process.env.API_PORT || "4100";
const baseURL = deployed ?? `http://127.0.0.1:${port}`;

// Workers read this file too. They inherit the variable, so the data folder is emptied only once, before the
// start.
if (!deployed && !process.env.E2E_DATA_DIR) {
  process.env.E2E_DATA_DIR = ".data-e2e";
  // Listing must not delete the data of a running test.
  if (!process.argv.includes("--list")) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true });
}

const slow = Number(process.env.E2E_SLOW ?? (process.env.CI ? 4 : 1));

// These start their own web app. The first uses another host; the last needs the host's machine.
const ANY_HOST = "any-host.spec.ts";
const OWN_SITE = [
  ANY_HOST,
  "setup.spec.ts",
  "demo.spec.ts",
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
const NO_SERVER = [
  ...(hasRadicale ? [] : ["calendar-server.spec.ts"]),
  ...(hasDovecot ? [] : ["letters.spec.ts"]),
];

const executablePath = systemChromium();

// They use Chromium’s protocol, for a slow network or a moving finger, or its fake camera.
const CHROMIUM_ALONE = ["bulk.spec.ts", "integrations.spec.ts", "parts.spec.ts", "scan.spec.ts"];
// From `npx playwright install firefox webkit`. Playwright can't drive the system's (npm run browsers).
const others = [firefox, webkit].filter((one) => existsSync(one.executablePath()));

export default defineConfig({
  testDir: "./e2e",
  globalSetup: "./e2e/own-store.ts",
  outputDir: "./test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "./test-results/e2e.json" }]],
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
  // Two browsers, web app and host share CI's two cores. A test that passed on its second try is listed as
  // flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000 * slow,
  expect: { timeout: 10_000 * slow },
  use: {
    baseURL,
    ...(bypass && {
      extraHTTPHeaders: { "x-vercel-protection-bypass": bypass, "x-vercel-set-bypass-cookie": "true" },
    }),
    serviceWorkers: "block",
    ignoreHTTPSErrors: Boolean(deployed && process.env.E2E_ANY_CERTIFICATE),
    // Only on a retry and without screenshots, because tracing takes a sixth of the browsers' time.
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
      // Tests with @desktop need a mouse or keyboard, or don't depend on the width.
      grepInvert: /@phone/,
      testIgnore: deployed ? OWN_SITE : NO_SERVER,
      // Without animations, which are slow to render at this size.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "reduce" } },
    },
    {
      name: "phone",
      grepInvert: /@desktop/,
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
        // start.mjs opens the web port only after the host is healthy.
        url: `${baseURL}/login`,
        timeout: 120_000 * slow,
        gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
        env: {
          HOST: "127.0.0.1",
          PORT: port,
          API_PORT: apiPort,
          DATA_DIR: process.env.E2E_DATA_DIR ?? "",
          BACKUP_AT: "off",
          // So .env.local can't point the tests at real data.
          API_URL: "",
          DATABASE_URL: "",
          NEXTAUTH_URL: "",
          WEB_URL: "",
        },
      },
});
