import { execFileSync } from "node:child_process";
import { startDeployment } from "./deployment.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  signIn,
  visitorTest,
} from "./support.ts";

type Site = { url: string; newOwner: () => { link: string; email: string } };

/** A deployment of its own: beside a real store the demo's people, who make the other journeys, cannot sign in. */
const test = visitorTest.extend<object, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { url, env, stop } = await startDeployment();
      const newOwner = () => {
        const email = `${freshName()}@store.example`.toLowerCase();
        const told = execFileSync(
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
        return { email, link: /https?:\S+/.exec(told)?.[0] ?? "" };
      };
      await use({ url, newOwner });
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

test("a new store's owner does two steps, skips the rest and comes back", async ({ page, site }) => {
  const { link, email } = site.newOwner();
  const password = "Opal-ring-77";
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, { email, password });

  // Home sends a new store's owner on, and nothing else stands in the way.
  await expect(page).toHaveURL(/\/dashboard\/setup$/);
  await expect(page.getByRole("heading", { name: "Welcome, Olu" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const steps = page.getByRole("navigation", { name: "Set-up steps" });
  const step = (name: RegExp) => steps.getByRole("button", { name });
  await expect(step(/Timezone/)).toHaveAttribute("aria-current", "step");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(step(/Timezone.+done/)).toBeVisible();

  // Without an account there are no hours: the step says so, and can wait.
  await expect(page.getByRole("heading", { name: "Opening hours" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Connect Email Account" })).toBeVisible();
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(step(/Opening hours.+skipped/)).toBeVisible();

  // The shared categories of this deployment are there already: the others are offered.
  await page.getByRole("button", { name: "Gift cards" }).click();
  await page.getByLabel("Another one").fill("Engagement rings");
  await page.getByLabel("Another one").press("Enter");
  await expect(page.getByRole("button", { name: "Engagement rings" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add 2 categories" }).click();
  await expect(page.getByRole("heading", { name: "Your team" })).toBeFocused();
  await expect(step(/Categories.+done/)).toBeVisible();

  await page.getByRole("button", { name: "Skip set-up" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const needed = page.getByRole("dialog", { name: "Email Integration Needed" });
  await needed.getByRole("button", { name: "Close" }).click();
  const back = page.getByRole("link", { name: "Set-up: 2 of 4" });
  await page.reload();
  await expect(back).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await back.click();
  await expect(step(/Your team/)).toHaveAttribute("aria-current", "step");
  await page.getByLabel("First name").fill("Amara");
  await page.getByLabel("Last name").fill("Okafor");
  await page.getByLabel("Email", { exact: true }).fill("amara@store.example");
  await page.getByRole("radio", { name: /User/ }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const invitation = page.getByRole("dialog", { name: "Invitation for Amara" });
  await invitation.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Invited: Amara.")).toBeVisible();
  await expect(step(/Your team.+done/)).toBeVisible();
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("link", { name: "Set-up: 3 of 4" })).toBeVisible();
  await page.getByRole("button", { name: "Hide set-up" }).click();
  await expect(page.getByRole("link", { name: /Set-up/ })).toHaveCount(0);
});
