import { expect, expectAccessible, expectNoSidewaysScroll, keysReady, test } from "./support.ts";

const PATH = "/dashboard/settings";

test("finds a setting by another word and scrolls to its card", { tag: "@desktop" }, async ({ page }) => {
  await page.goto(`${PATH}/team`);
  const nav = page.getByRole("navigation", { name: "Settings" });
  await expect(nav.getByRole("link")).toHaveText([
    "Account",
    "Appointment",
    "Teams",
    "Roles",
    "Integrations",
    "Billing",
    "Store",
    "Data",
    "Advanced",
  ]);
  const box = page.getByRole("searchbox", { name: "Search settings" });
  await keysReady(page);
  await page.keyboard.press("/");
  await page.keyboard.type("dark mode");
  const results = page.getByRole("region", { name: "Results" });
  await expect(results.getByRole("heading")).toHaveText("1 setting for “dark mode”");
  await box.fill("hours");
  await expect(results.getByRole("link").first()).toContainText("Opening hours");
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(results.getByRole("link").nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(box).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: /You/ })).toBeVisible();

  await box.fill("VAT");
  await box.press("Enter");
  await expect(page).toHaveURL(`${PATH}/store/taxes?card=Currency%2C%20tax%20and%20dates`);
  const card = page.getByRole("region", { name: "Currency, tax and dates" });
  await expect(card).toHaveAttribute("data-ring");
  await expect(card).not.toHaveAttribute("data-ring");
  await expect(nav.getByRole("link", { name: "Taxes and receipts" })).toHaveAttribute("aria-current", "page");
});

test("a phone lists the subjects and opens a page", { tag: "@phone" }, async ({ page }) => {
  await page.goto(PATH);
  const nav = page.getByRole("navigation", { name: "Settings" });
  await expect(nav.getByRole("link")).toHaveCount(8);
  await expectAccessible(page);
  await nav.getByRole("link", { name: "Store" }).click();
  await nav.getByRole("link", { name: "Taxes and receipts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Taxes and receipts" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("main").getByRole("link", { name: "Store", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await nav.getByRole("link", { name: /^Account/ }).click();
  await nav.getByRole("link", { name: "Account", exact: true }).click();
  await expect(page.getByLabel("First name")).toBeVisible();
});
