import {
  expect,
  expectLoaded,
  freshName,
  goTo,
  isPhone,
  keysReady,
  openFrozenContacts,
  scrollToEnd,
  test,
} from "./support.ts";

test("Back restores rows, scroll position and focus", async ({ page }) => {
  await openFrozenContacts(page);
  const rows = page.locator("tbody tr[data-row]");
  await expectLoaded(page, 50);
  await scrollToEnd(page);
  await expectLoaded(page, /9\d|\d{3,}/);
  const link = rows.nth(12).getByRole("link").first();
  await link.scrollIntoViewIfNeeded();
  const href = await link.getAttribute("href");
  const before = (await link.boundingBox())?.y ?? 0;
  await link.click();
  await expect(page).toHaveURL(/\/profile\//);
  await page.goBack();
  await expectLoaded(page, /9\d|\d{3,}/);
  const again = rows.locator(`a[data-row-link][href="${href}"]`);
  await expect(again).toBeInViewport();
  await expect(again).toBeFocused();
  const after = (await again.boundingBox())?.y ?? 0;
  expect(Math.abs(after - before)).toBeLessThanOrEqual(2);
});

test("Back restores a search and its focus", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  await page.getByRole("searchbox").fill("okafor");
  await expect(page).toHaveURL(/q=okafor/);
  const link = page.locator("tbody tr").nth(2).getByRole("link").first();
  await expect(link).toContainText("Okafor");
  const name = (await link.textContent()) ?? "";
  await link.click();
  await expect(page).toHaveURL(/\/profile\//);
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("okafor");
  await expect(page.getByRole("link", { name }).first()).toBeFocused();
});

test("a link followed right after typing wins", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  // Longer than the search box waits for the next key.
  await page.route(/_rsc=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByRole("searchbox").fill("ring");
  await goTo(page, "Sales");
  await expect(page).toHaveURL(/\/sales\?q=ring$/);
  await page.getByRole("searchbox").fill("okafor");
  await page.locator("tbody tr").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/profile\//);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the top bar's back button goes up from a deep link", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/dashboard/settings/team");
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/settings\/team$/);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
});

test("the search text follows from list to list", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts?q=ring");
  await goTo(page, "Sales");
  await expect(page).toHaveURL(/\/sales\?q=ring$/);
  await expect(page.getByRole("searchbox")).toHaveValue("ring");
  const [contact] = await (await page.request.get("/api/v1/contacts?page=1&limit=1")).json();
  const [automation] = await (await page.request.get("/api/v1/automations/getAutomations")).json();
  for (const path of [
    "",
    "/settings",
    "/settings/team",
    "/appointments",
    "/templates/edit/0",
    `/automations/update/${automation.id}`,
    `/contacts/profile/${contact.id}`,
  ]) {
    await page.goto(`/dashboard${path}`);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("searchbox")).toHaveCount(0);
  }
});

test("Back closes an open dialog before leaving the page", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/dashboard");
  await goTo(page, "Contacts");
  const dialog = page.getByRole("dialog", { name: "New contact" });
  for (const close of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
    await page.getByRole("button", { name: "New", exact: true }).click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard\/contacts$/);
  }
  await page.getByRole("searchbox").fill("okafor");
  await expect(page).toHaveURL(/q=okafor/);
  await expect(page.locator("tbody tr").first()).toContainText("Okafor");
  await page.locator("tbody tr").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/profile\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/contacts\?q=okafor$/);
  await expect(page.getByRole("searchbox")).toHaveValue("okafor");
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("Back from a dialog with text asks, and declining stays", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/dashboard");
  await goTo(page, "Contacts");
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New contact" });
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  const name = freshName();
  await dialog.getByLabel("First name").fill(name);
  for (const keep of [
    () => question.getByRole("button", { name: "Keep editing" }).click(),
    () => page.goBack(),
  ]) {
    await page.goBack();
    await expect(question).toBeVisible();
    await keep();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByLabel("First name")).toHaveValue(name);
  }
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/contacts$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("Back and Forward from typed text ask, and confirming continues", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/dashboard/contacts");
  await goTo(page, "Settings");
  await goTo(page, "Products");
  const question = page.getByRole("alertdialog", { name: "Save changes to Personal Information?" });
  for (const [way, path] of [
    ["forward", "products"],
    ["back", "contacts"],
  ] as const) {
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
    // Typed, because browsers only ask after user interaction.
    await page.getByLabel("First name").pressSequentially("Zoë");
    await page.evaluate((way) => window.history[way](), way);
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/${path}$`));
  }
});

test("Back closes one dialog at a time", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard");
  await page.goto("/dashboard/sales?new=true");
  const sale = page.getByRole("dialog", { name: "New sale" });
  const contact = page.getByRole("dialog", { name: "New contact" });
  await sale.getByLabel("Contact", { exact: true }).fill(freshName());
  await page.getByRole("option", { name: /Create contact/ }).click();
  await expect(contact).toBeVisible();
  await page.goBack();
  await expect(contact).toHaveCount(0);
  await expect(sale).toBeVisible();
  await page.goBack();
  await expect(sale).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/sales$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard\/sales$/);
  await expect(page.getByRole("heading", { level: 1, name: "Sales" })).toBeVisible();
  await expect(sale).toHaveCount(0);
});

test("Back closes the palette and the phone's sheet", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const phone = isPhone(page);
  const overlay = page.getByRole("dialog", { name: phone ? "More" : "Quick find" });
  const open = async () => {
    await (phone
      ? page.getByRole("button", { name: "More", exact: true }).click()
      : page.keyboard.press("Control+k"));
    await expect(overlay).toBeVisible();
  };
  if (!phone) await keysReady(page);
  await open();
  await page.goBack();
  await expect(overlay).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/contacts$/);
  await open();
  const place = phone
    ? overlay.getByRole("link", { name: "Sales" })
    : overlay.getByRole("option", { name: /^Sales/ });
  await place.click();
  await expect(page).toHaveURL(/\/dashboard\/sales$/);
  await expect(overlay).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/contacts$/);
  await expect(overlay).toHaveCount(0);
});
