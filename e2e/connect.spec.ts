import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, fill, test } from "./support.ts";

const SETTINGS = /\/dashboard\/settings\/integrations/;

async function open(page: Page) {
  await page.goto("/dashboard/settings/integrations");
  await page.getByRole("button", { name: "Change Email Account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Connect your account" })).toBeVisible();
}

const ownServers = (page: Page) => page.getByRole("button", { name: "Enter server settings" }).click();
const connect = (page: Page) => page.getByRole("button", { name: "Connect", exact: true });

async function expectReadable(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
}

test("offers the ways to connect and a link back", async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle("Connect your account · Loupe");
  await expect(page.getByText("The new account replaces")).toBeVisible();
  await expectReadable(page);
  await page.getByLabel("Email address").fill("store@gmail.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("App password")).toBeFocused();
  await expectReadable(page);
  await page.getByRole("button", { name: "Enter server settings" }).click();
  await expect(page.getByLabel("Email address")).toHaveValue("store@gmail.com");
  await expect(page.getByLabel("SMTP server")).toBeVisible();
  await expectReadable(page);
  await page.getByRole("link", { name: "Back to Settings" }).click();
  await expect(page).toHaveURL(SETTINGS);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
});

test("connects Loupe's own calendar with one click", { tag: "@desktop" }, async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Use Loupe itself" }).click();
  await expect(page).toHaveURL(SETTINGS);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Store calendar" })).toBeChecked();
});

test.describe("with a refused form", () => {
  test.use({ failing: true });

  test("shows errors next to fields and keeps input", { tag: "@desktop" }, async ({ page }) => {
    await open(page);
    await ownServers(page);
    await fill(page, { "Email address": "store@example.com" });
    await page.getByRole("group", { name: "Outgoing email" }).getByLabel("Port").fill("99999");
    await connect(page).click();
    await expect(page.getByText("Enter a port from 1 to 65535")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue("store@example.com");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/^Required/);
    await expectReadable(page);
  });

  test("shows one message if servers reject the sign-in", { tag: "@desktop" }, async ({ page }) => {
    await open(page);
    await ownServers(page);
    await fill(page, {
      "Email address": "store@example.com",
      Password: "not-the-password",
      "SMTP server": "no-such-host.invalid",
      "CalDAV address": "no-such-host.invalid",
    });
    await connect(page).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Could not connect with these details. Check them and try again.",
    );
    await expect(page.getByLabel("CalDAV address")).toHaveValue("no-such-host.invalid");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await expectReadable(page);
  });

  test("a used link has expired", { tag: "@desktop" }, async ({ page }) => {
    await open(page);
    const link = page.url();
    await page.getByRole("button", { name: "Use Loupe itself" }).click();
    await expect(page).toHaveURL(SETTINGS);
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "This link has expired" })).toBeVisible();
    await expectReadable(page);
    await page.getByRole("link", { name: "Go to Settings" }).click();
    await expect(page).toHaveURL(SETTINGS);
  });
});
