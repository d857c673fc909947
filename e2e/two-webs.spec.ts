import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { freePort, statusOf } from "./deployment.ts";
import { clickForToast, expect, signIn, visitorTest } from "./support.ts";

/** `second`: another web app on the same host, like additional instances on a platform. */
const test = visitorTest.extend<object, { second: string }>({
  second: [
    async ({ browserName: _ }, use) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const { E2E_DATA_DIR = "", API_PORT = "4100" } = process.env;
      const web = spawn(
        process.execPath,
        ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"],
        {
          env: {
            ...process.env,
            API_URL: `http://127.0.0.1:${API_PORT}`,
            NEXTAUTH_URL: url,
            NEXTAUTH_SECRET: readFileSync(`${E2E_DATA_DIR}/secret`, "utf8"),
          },
          stdio: "ignore",
        },
      );
      const ended = once(web, "exit");
      await expect.poll(() => statusOf(`${url}/login`), { timeout: 120_000 }).toBe(200);
      await use(url);
      web.kill();
      await ended;
    },
    { scope: "worker" },
  ],
});

test("signing out at one web app ends the other's session", {
  tag: "@desktop",
}, async ({ page, context, browser, second }) => {
  await signIn(page);
  await page.waitForURL(/\/dashboard$/);
  const stolen = await browser.newContext({ storageState: await context.storageState() });
  const me = `${second}/api/v1/users/me`;
  expect((await stolen.request.get(me)).status()).toBe(200);
  await page.getByRole("button", { name: /^Account/ }).click();
  await clickForToast(page.getByRole("menuitem", { name: "Sign out" }), "Logged out successfully");

  expect((await stolen.request.get(me)).status()).toBe(401);
  const replayed = await stolen.newPage();
  await replayed.goto(`${second}/dashboard/contacts`);
  await expect(replayed).toHaveURL(/\/login\?/);
  await stolen.close();
});
