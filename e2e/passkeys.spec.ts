import type { Page } from "@playwright/test";
import { codeOf } from "./authenticator-app.ts";
import { newColleague } from "./colleague.ts";
import { startDeployment } from "./deployment.ts";
import { expect, expectAccessible, signIn, signInByApi, toast, visitorTest } from "./support.ts";

const PASSWORD = "aA1!aA1!";

/** Browsers don't allow passkeys for 127.0.0.1. */
const test = visitorTest.extend<object, { site: string }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startDeployment({}, "localhost");
      await use(url);
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site),
});

const PATH = "/dashboard/settings/security";

async function addAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("adds a passkey, requires second steps and resets one", {
  tag: "@desktop",
}, async ({ page, browser, site }) => {
  await signInByApi(page.request, site);
  await addAuthenticator(page);
  await page.goto("/dashboard");
  const colleague = await newColleague(page, browser, "USER", "Bea");
  const { page: own, email, leave } = colleague;

  await page.goto(PATH);
  const card = page.getByRole("region", { name: "Two-step sign-in" });
  await card.getByRole("button", { name: "Add a passkey" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" });
  await asked.getByLabel("Password", { exact: true }).fill("Welcome-1");
  await asked.getByRole("button", { name: "Continue" }).click();
  const kept = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(kept.getByRole("listitem")).toHaveCount(10);
  await kept.getByRole("button", { name: "I’ve saved my codes" }).click();
  await expect(card.getByRole("button", { name: /^Remove the passkey/ })).toBeVisible();
  await expectAccessible(page);

  await card.getByRole("checkbox", { name: /^Require a second step/ }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/login");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(toast(page, "Login successful")).toBeVisible();

  await own.context().clearCookies();
  await own.goto(`${site}/login`);
  await signIn(own, { email, password: PASSWORD });
  await own.getByText("Can’t scan it?").click();
  await expectAccessible(own);
  const secret = (await own.getByRole("code").textContent()) ?? "";
  await own.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await own.getByRole("button", { name: "Continue" }).click();
  await expect(own.getByRole("main").getByRole("listitem")).toHaveCount(10);
  await own.getByRole("button", { name: "I’ve saved my codes" }).click();
  await expect(own).toHaveURL(/\/dashboard/);

  await page.goto("/dashboard/settings/team");
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: /^Reset the second step of Bea/ }).click();
  await page
    .getByRole("dialog", { name: "Confirm it’s you" })
    .getByRole("button", { name: "Use a passkey" })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset", exact: true }).click();
  await expect(toast(page, "Second step reset")).toBeVisible();
  await own.goto(`${site}${PATH}`);
  await expect(own).toHaveURL(/\/login/);
  await leave();
});
