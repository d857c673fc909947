import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { startDeployment } from "./deployment.ts";
import { expect, freshName, signIn, visitorTest } from "./support.ts";

type Site = { url: string; newOwner: () => { link: string; email: string } };

/** The demo accounts of other journeys can't sign in next to a real store. */
export const newStoreTest = visitorTest.extend<object, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { url, env, stop } = await startDeployment();
      const newOwner = () => {
        const email = `${freshName()}@store.example`.toLowerCase();
        const output = execFileSync(
          process.execPath,
          [
            "server/cli/main.ts",
            "org",
            "--name",
            "New store",
            "--email",
            email,
            "--first-name",
            "Olu",
            "--timezone",
            "UTC",
          ],
          { env, encoding: "utf8" },
        );
        return { email, link: /https?:\S+/.exec(output)?.[0] ?? "" };
      };
      await use({ url, newOwner });
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

const PASSWORD = "Opal-ring-77";

export async function openNewStore(page: Page, { newOwner }: Site): Promise<void> {
  const { link, email } = newOwner();
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, { email, password: PASSWORD });
}
