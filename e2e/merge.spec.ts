import type { Page } from "@playwright/test";
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  test,
  toast,
} from "./support.ts";

async function createDuplicates(page: Page) {
  await page.goto("/dashboard/contacts");
  const name = freshName();
  const phoneNumber = `+1 628 ${String(Math.random()).slice(2, 5)} ${String(Date.now()).slice(-4)}`;
  const make = (lastName: string, more: object) =>
    api<{ id: string }>(page, "POST", "/contacts/createContact", {
      ...{ firstName: name, lastName, email: `${name}@example.com`.toLowerCase(), phoneNumber: "", ...more },
    });
  const { id } = await make("Okafor", { phoneNumber });
  const { id: other } = await make("Okafor-Bell", {});
  return { name, phoneNumber, id, other };
}

test("finds and merges two duplicates, and undoes it", { tag: "@desktop" }, async ({ page }) => {
  const { name, phoneNumber, id } = await createDuplicates(page);
  await page.goto("/dashboard/settings/data/duplicates");
  const row = page.getByRole("row").filter({ hasText: `${name} Okafor-Bell` });
  await expect(row).toContainText("Same email, similar name");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole("button", { name: /^Merge/ }).click();
  const dialog = page.getByRole("dialog", { name: "Merge 2 contacts into one" });
  const names = dialog.getByRole("radiogroup", { name: "Name" });
  await names.getByRole("radio", { name: `${name} Okafor`, exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(names.getByRole("radio", { name: `${name} Okafor-Bell` })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: phoneNumber })).toBeChecked();
  await expect(dialog).toContainText("4 fields are the same on all.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Merge 2 contacts" }).click();
  await expect(toast(page, "2 contacts merged")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByText(/merges? of the last 30 days/).click();
  await page.getByRole("button", { name: `Undo the merge of ${name} Okafor-Bell` }).click();
  await expect(toast(page, "The contacts are separate again")).toBeVisible();
  await expect(row).toHaveCount(1);
  await page.goto(`/dashboard/contacts/profile/${id}`);
  await expect(page.getByRole("heading", { name: `${name} Okafor`, exact: true })).toBeVisible();
});

test("a profile warns about an existing person, and merges both", { tag: "@desktop" }, async ({ page }) => {
  const { name, id, other } = await createDuplicates(page);
  await page.goto(`/dashboard/contacts?new=true&q=${name}`);
  const form = page.getByRole("dialog", { name: "New contact" });
  await fill(page, { "First name": name, "Last name": "Okafor-Bel" });
  await expect(form.getByText(`${name} Okafor-Bell already exists:`)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("link", { name: `Open ${name} Okafor-Bell` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();

  await page.getByRole("button", { name: `More for ${name} Okafor-Bell` }).click();
  await page.getByRole("menuitem", { name: "Merge with another contact…" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Contact" }).fill(`${name} Okafor`);
  await page.getByRole("option", { name: new RegExp(`^${name} Okafor(?!-)`) }).click();
  const dialog = page.getByRole("dialog", { name: "Merge 2 contacts into one" });
  await dialog.getByRole("button", { name: `Use all of ${name} Okafor-Bell` }).click();
  await dialog.getByRole("button", { name: "Merge 2 contacts" }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${id}$`));
  await expect(page.getByRole("heading", { level: 1, name: `${name} Okafor-Bell` })).toBeVisible();
  await toast(page, "2 contacts merged").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "The contacts are separate again")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: `${name} Okafor`, exact: true })).toBeVisible();
  await page.goto(`/dashboard/contacts/profile/${other}`);
  await expect(page.getByRole("heading", { level: 1, name: `${name} Okafor-Bell` })).toBeVisible();
});
