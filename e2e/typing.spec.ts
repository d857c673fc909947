import type { Page } from "@playwright/test";
import { openPanel, someNumber } from "./staff-booking.ts";
import { api, clickForToast, expect, fill, freshName, test } from "./support.ts";

async function newContact(page: Page, lastName: string, phoneNumber = ""): Promise<string> {
  const body = { firstName: "Mei", lastName, email: `${lastName}@example.com`.toLowerCase(), phoneNumber };
  return (await api<{ id: string }>(page, "POST", "/contacts/createContact", body)).id;
}

test("weekdays are next ones for tasks, last ones for sales", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard?task=new");
  const { timezone } = await api<{ timezone: string }>(page, "GET", "/users/me");
  const formatted = (options: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat("en-US", { timeZone: timezone, ...options }).format(at);
  const weekday = (at: number) => formatted({ weekday: "short" }, at).toLowerCase();
  const written = (at: number) => formatted({ month: "2-digit", day: "2-digit", year: "numeric" }, at);
  const inThreeDays = Date.now() + 3 * 86_400_000;
  const threeDaysAgo = Date.now() - 3 * 86_400_000;

  const task = page.getByRole("dialog", { name: "New task" });
  await task.getByLabel("Due", { exact: true }).fill(weekday(inThreeDays));
  await expect(
    task.getByText(formatted({ month: "short", day: "numeric", year: "numeric" }, inThreeDays)),
  ).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(task.getByRole("button", { name: "Choose due" })).toBeFocused();
  await expect(task.getByLabel("Due", { exact: true })).toHaveValue(written(inThreeDays));

  await page.goto("/dashboard/settings/appointments/waiting");
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add to the waiting list" });
  await sheet.getByLabel("Day", { exact: true }).fill(weekday(inThreeDays));
  await sheet.getByLabel("Until", { exact: true }).click();
  await expect(sheet.getByLabel("Until", { exact: true })).toBeFocused();
  await expect(sheet.getByLabel("Day", { exact: true })).toHaveValue(written(inThreeDays));

  await page.goto("/dashboard/sales?new=true");
  const sale = page.getByRole("dialog", { name: "New sale" });
  await sale.getByLabel("Sale date", { exact: true }).fill(weekday(threeDaysAgo));
  await sale.getByLabel("Cost", { exact: true }).focus();
  await expect(sale.getByLabel("Sale date", { exact: true })).toHaveValue(written(threeDaysAgo));
});

test("Tab and Enter choose the first option, however fast", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/sales");
  const last = freshName();
  await newContact(page, last);
  await api(page, "POST", "/product-categories/createProductCategory", { name: `Brooches ${last}` });
  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  const contact = dialog.getByRole("combobox", { name: "Contact" });
  const category = dialog.getByRole("combobox", { name: "Product category" });
  await contact.focus();
  await page.keyboard.type(last.toLowerCase());
  await page.keyboard.press("Tab");
  await expect(category).toBeFocused();
  await category.click();
  await page.keyboard.type(`brooches ${last}`.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(contact).toHaveValue(`Mei ${last}`);
  await expect(category).toHaveValue(`Brooches ${last}`);
  await fill(page, { Cost: "120" });
  await clickForToast(
    dialog.getByRole("button", { name: "Create", exact: true }),
    "Sale created successfully",
  );
  const row = page.getByRole("row").filter({ hasText: `Brooches ${last}` });
  await expect(row).toContainText(`Mei ${last}`);
});

test("keeps text that matches nobody, and says what to do", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  const contact = dialog.getByRole("combobox", { name: "Contact" });
  await contact.fill("Nobody of that name");
  await expect(page.getByRole("option", { name: /Create contact/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(contact).toHaveAccessibleDescription("Choose one from the list");
  await expect(contact).toHaveValue("Nobody of that name");
});

test("Tab chooses the first matching caller", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/appointments");
  const last = freshName();
  await newContact(page, last, someNumber());
  const panel = await openPanel(page);
  await page.keyboard.type(last);
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("button", { name: "Choose another caller" })).toBeVisible();
  await expect(panel).toContainText(`Mei ${last}`);
});

test("Tab adds the typed tag", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const last = freshName();
  const id = await newContact(page, last);
  await page.goto(`/dashboard/contacts/profile/${id}`);
  await page.getByRole("button", { name: `Tag Mei ${last}`, exact: true }).click();
  await page.getByRole("combobox", { name: `Add a tag to Mei ${last}` }).fill(last);
  await expect(page.getByRole("option", { name: `Create “${last}”` })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("list", { name: `Tags of Mei ${last}` })).toHaveText(last);
});

test("goes on after a typed discount, with one key or one press", async ({ page, isMobile }) => {
  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  const cost = dialog.getByLabel("Cost");
  await cost.click();
  await page.keyboard.type("1240.50 - 10%");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("textbox", { name: "Sale date" })).toBeFocused();
  await expect(cost).toHaveValue("1240.50");
  await dialog.getByRole("button", { name: "Remove the discount" }).click();

  await cost.fill("1240.50 - 10%");
  await dialog.getByRole("button", { name: "Part paid" }).scrollIntoViewIfNeeded();
  await cost.focus();
  const press = (name: string) => {
    const button = dialog.getByRole("button", { name, exact: true });
    return isMobile ? button.tap() : button.click();
  };
  await press("Part paid");
  await expect(dialog.getByLabel("Paid now")).toBeVisible();
  await expect(dialog.getByText("−$124.05")).toBeVisible();

  await press("Remove the discount");
  await press("Discount");
  await press("Paid in full");
  await expect(dialog.getByLabel("Paid now")).toHaveCount(0);
  await press("Discount");
  await dialog.getByRole("textbox", { name: "Discount" }).fill("10%");
  await press("Part paid");
  await expect(dialog.getByLabel("Paid now")).toBeVisible();
  await expect(dialog.getByText("−$124.05")).toBeVisible();
});
