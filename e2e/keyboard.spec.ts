import { expect, test } from "./support.ts";

// The keys are the same at every size: a tablet may have a keyboard too.
test("single keys search, create, go and explain themselves", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox");
  await expect(search).toBeFocused();
  await page.keyboard.type("n?g");
  await expect(search).toHaveValue("n?g");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await search.blur();

  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New contact" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.locator("tbody tr").nth(1).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.locator("tbody tr").first().getByRole("link").first()).toBeFocused();

  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page).toHaveURL(/\/dashboard\/products/);
});

test("single keys can be switched off, the palette stays", async ({ page }) => {
  await page.goto("/dashboard/products");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByLabel("Use single keys as shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Quick find" }).getByRole("combobox").fill("okafor");
  await expect(page.getByRole("option", { name: /Okafor/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/contacts\/profile\//);
  await page.evaluate(() => localStorage.removeItem("single-keys"));
});

test("a dialog gives the focus back to what opened it", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const opener = page.getByRole("button", { name: "New", exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("First name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});
