import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { systemChromium } from "#scripts/setup/browser.mjs";
import { root, say } from "#scripts/setup/run.mjs";
import { answers, start, stop } from "#scripts/start/child.mjs";
import { freePorts } from "#scripts/start/ports.mjs";
import { PICTURES, type Picture, pictureFile } from "./pictures.ts";

const MAX_BYTES = 120_000;
const SETTLE_MS = 1500;
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

process.chdir(root);
const dataDir = mkdtempSync(join(tmpdir(), "loupe-guide-"));
const [port, apiPort] = await freePorts(2);
const baseURL = `http://127.0.0.1:${port}`;
const app = start({
  name: "The app",
  args: ["scripts/start.mjs"],
  env: {
    ...{ HOST: "127.0.0.1", PORT: String(port), API_PORT: String(apiPort), DATA_DIR: dataDir },
    ...{ BACKUP_AT: "off", API_URL: "", DATABASE_URL: "", NEXTAUTH_URL: "", WEB_URL: "" },
  },
  log: join(dataDir, "app.log"),
});
let browser: Browser | undefined;
try {
  await answers(app, `${baseURL}/login`);
  browser = await chromium.launch({ executablePath: systemChromium() });
  const wanted = process.argv.slice(2);
  await take(
    browser,
    PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
  );
} finally {
  await browser?.close();
  await stop(app);
  rmSync(dataDir, { recursive: true, force: true });
}

async function take(browser: Browser, pictures: Picture[]) {
  mkdirSync("docs/guide/pictures", { recursive: true });
  for (const phone of [false, true]) {
    const context = await browser.newContext({
      ...(phone ? PHONE : DESKTOP),
      ...{ baseURL, colorScheme: "light", reducedMotion: "reduce", locale: "en-US" },
    });
    const page = await context.newPage();
    await signIn(page);
    for (const picture of pictures.filter((one) => (one.phone ?? false) === phone)) {
      await takeOne(page, picture);
    }
    await context.close();
  }
}

async function signIn(page: Page) {
  await page.goto("/login");
  await page.getByLabel("Email").fill("owner@example.com");
  await page.getByLabel("Password", { exact: true }).fill("Welcome-1");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/dashboard**");
  const welcome = page.getByText("Login successful", { exact: true });
  await welcome.waitFor();
  await welcome.waitFor({ state: "hidden" });
}

async function takeOne(page: Page, picture: Picture) {
  const path = pictureFile(picture.name);
  try {
    if (!picture.phone) await page.setViewportSize(DESKTOP.viewport);
    await page.goto(picture.path);
    await page.waitForLoadState("networkidle");
    await picture.prepare?.(page);
    await page
      .getByRole("region", { name: "Demo store" })
      .evaluateAll((cards) => cards.map((card) => card.remove()));
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path, type: "jpeg", quality: 80, animations: "disabled", caret: "hide" });
  } catch (error) {
    throw new Error(`${picture.name}: ${error instanceof Error ? error.message : error}`);
  }
  const bytes = statSync(path).size;
  if (bytes > MAX_BYTES) throw new Error(`${path} has ${bytes} bytes, more than ${MAX_BYTES}`);
  say(`${path}: ${Math.round(bytes / 1000)} kB`);
}
