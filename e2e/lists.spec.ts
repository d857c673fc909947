import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { clickForToast, expect, expectLoaded, isPhone, test, toast } from "./support.ts";

const rows = (page: Page) => page.getByRole("table", { name: /Contacts|Sales/ }).locator("tbody tr");
const menu = (page: Page, name: string) => page.getByRole("button", { name: `${name} menu` });
const entry = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });

test("an export contains all search results, not only loaded ones", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/sales");
  await expectLoaded(page, 50);
  await menu(page, "Sales").click();
  const [download] = await Promise.all([page.waitForEvent("download"), entry(page, "Export").click()]);
  expect(download.suggestedFilename()).toMatch(/^sales-.*\d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...lines] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(head).toContain(
    "Contact Name,Sale Price,Product Name,Sale Date,Invoice Number,Refunded,Paid,Open,Method,Items,Discount,Tax,Sold by",
  );
  expect(lines.length).toBeGreaterThan(100);
  for (const line of lines) expect(line).toMatch(/,\d+\.\d\d,[^,]+,\d{4}-\d\d-\d\d,/);
  await expect(toast(page, "sales exported")).toBeVisible();
});

test.describe("with a failing host", () => {
  test.use({ failing: true });

  test("an export that fails to load shows an error", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/contacts");
    await expectLoaded(page, 50);
    await page.route("**/api/v1/contacts?*page=2*limit=100*", (route) =>
      route.fulfill({ status: 502, body: "" }),
    );
    await menu(page, "Contacts").click();
    let downloads = 0;
    page.on("download", () => downloads++);
    await clickForToast(entry(page, "Export"), "Failed to fetch contacts");
    expect(downloads).toBe(0);
  });
});

test("a button pressed before its code has loaded works", { tag: "@phone" }, async ({ page }) => {
  let load = () => {};
  const held = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard/contacts", { waitUntil: "commit" });
  await menu(page, "Contacts").click();
  load();
  await expect(entry(page, "Export")).toBeVisible();
});

test("a long export shows its progress and can be stopped", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  await expectLoaded(page, 50);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/v1/contacts?*page=2*limit=100*", async (route) => {
    await held;
    await route.fallback();
  });
  await menu(page, "Contacts").click();
  await entry(page, "Export").click();
  await expect(page.getByRole("status").filter({ hasText: "Exporting… 100" })).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  goOn();
  await expect(page.getByText("Exporting…")).toHaveCount(0);
  await expect(toast(page, "exported")).toHaveCount(0);
});

test("stores compact rows per browser, from the first paint", { tag: "@desktop" }, async ({ page }) => {
  const height = () =>
    rows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().height);
  await page.goto("/dashboard/contacts?q=okafor");
  await expect(rows(page).first()).toBeVisible();
  await menu(page, "Contacts").click();
  await expect(entry(page, "Export")).toBeVisible();
  expect(await height()).toBe(48);
  await entry(page, "Compact rows").click();
  await expect.poll(height).toBe(40);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await height()).toBe(40);
  await menu(page, "Contacts").click();
  await entry(page, "Comfortable rows").click();
  await expect.poll(height).toBe(48);
});

test("an email can be copied if there is room", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/dashboard/contacts?q=okafor");
  const link = rows(page).first().locator('a[href^="mailto:"]');
  const email = (await link.textContent()) ?? "";
  await link.focus();
  if (isPhone(page)) return expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  const copy = page.getByRole("button", { name: `Copy ${email}` });
  await expect(copy).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(copy).toBeFocused();
  await clickForToast(copy, "Copied Successfully!");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(email);
});
