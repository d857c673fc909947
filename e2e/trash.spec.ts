import type { Page } from "@playwright/test";
import { show } from "./profile.ts";
import {
  act,
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  keysReady,
  test,
  toast,
} from "./support.ts";

const TRASH = "/dashboard/settings/data/trash";
const inTrash = (page: Page, name: string) =>
  page.getByRole("table", { name: /Trash/ }).locator("tbody tr").filter({ hasText: name });
const listed = (page: Page, name: string) =>
  page
    .getByRole("table", { name: /newest first/ })
    .locator("tbody tr")
    .filter({ hasText: name });

async function newContact(page: Page) {
  const name = freshName();
  const form = { firstName: name, lastName: "Nwosu", email: `${name}@example.com`, phoneNumber: "" };
  const { id } = await api<{ id: string }>(page, "POST", "/contacts/createContact", form);
  return { id, name: `${name} Nwosu` };
}

async function agree(page: Page, verb: string, text: string) {
  const button = page.getByRole("alertdialog").getByRole("button", { name: verb });
  await clickForToast(button, text);
}

async function onRow(page: Page, label: string, name: string) {
  await inTrash(page, name)
    .getByRole("button", { name: new RegExp(`^${label} `) })
    .click();
}

test("undoes a deletion from its toast", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const { name } = await newContact(page);
  await page.reload();
  await act(page, "Delete", name);
  await agree(page, "Delete", "Contact Deleted");
  await expect(listed(page, name)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(toast(page, `${name} is back`)).toBeVisible();
  await expect(listed(page, name)).toHaveCount(1);
});

test("deletes, restores and erases a contact", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const { id, name } = await newContact(page);
  await api(page, "POST", "/notes/", { contactId: id, content: "Asked about lab-grown stones" });
  await page.reload();
  await act(page, "Delete", name);
  await agree(page, "Delete", "Contact Deleted");

  await page.goto(TRASH);
  await expect(page.getByRole("heading", { name: "Trash", level: 1 })).toBeVisible();
  await expect(inTrash(page, name)).toContainText("Contact · 1 note");
  await expect(inTrash(page, name)).toContainText("30 days");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole("button", { name: /^Notes/ })
    .or(page.getByRole("button", { name: /^Contacts/ }))
    .first()
    .click();
  await page.getByRole("button", { name: /^All/ }).click();
  await page.getByRole("searchbox", { name: "Search the trash" }).fill(name.toLowerCase());
  await expect(page.getByRole("table", { name: /Trash/ }).locator("tbody tr")).toHaveCount(1);
  await onRow(page, "Restore", name);
  await expect(page.getByRole("heading", { name: "Trash", level: 1 })).toBeFocused();
  await expect(toast(page, `${name} is back`)).toBeVisible();
  await expect(inTrash(page, name)).toHaveCount(0);

  await page.goto(`/dashboard/contacts/profile/${id}?view=notes`);
  await expect(page.getByText("Asked about lab-grown stones")).toBeVisible();

  await page.goto("/dashboard/contacts");
  await act(page, "Delete", name);
  await agree(page, "Delete", "Contact Deleted");
  await page.goto(TRASH);
  await onRow(page, "Erase", name);
  await agree(page, "Erase", "Erased for good");
  await expect(inTrash(page, name)).toHaveCount(0);
});

test.describe("deleted in another tab", () => {
  test.use({ failing: true });

  test("an open contact says so and can be restored", async ({ page }) => {
    await page.goto("/dashboard/contacts");
    const { id, name } = await newContact(page);
    await page.reload();
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await api(page, "DELETE", `/contacts/${id}`);
    // A return to the tab reads again, at most every 5 seconds.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await expect(page.getByRole("heading", { level: 1, name: "Contact deleted" })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await expect(page.getByText(/^Priya Raman deleted “.*Days left to restore: 30\.$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Restore" }).dblclick();
    await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
    await expect(page.getByText("does not exist")).toHaveCount(0);
  });
});

test("shows who changed a contact in both histories", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const { id, name } = await newContact(page);
  const [firstName, lastName] = name.split(" ");
  const changed = { firstName, lastName, email: "adaeze.new@example.com", phoneNumber: "" };
  await api(page, "PATCH", `/contacts/updateContact/${id}`, changed);
  await page.goto(`/dashboard/contacts/profile/${id}`);
  await keysReady(page);
  await show(page, "Profile");
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: "History" });
  await expect(dialog.getByRole("listitem").first()).toContainText(
    /changed.*email from .* to adaeze\.new@example\.com/s,
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.goto("/dashboard/settings/data/history?kind=contact");
  const row = page
    .getByRole("table", { name: /History/ })
    .locator("tbody tr")
    .filter({ hasText: name });
  await expect(row.first()).toContainText("adaeze.new@example.com");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("combobox", { name: "Who" }).click();
  await page.getByRole("option", { name: "Visitors" }).click();
  await expect(row).toHaveCount(0);
});

test("exports the history as a file @desktop", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const { name } = await newContact(page);
  await page.goto("/dashboard/settings/data/history?kind=contact&since=0");
  await expect(page.getByRole("table", { name: /History/ })).toContainText(name);
  await page.getByRole("button", { name: "History menu" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /Export/ }).click();
  expect((await download).suggestedFilename()).toMatch(/history.*\.csv$/);
  await expect(toast(page, "exported")).toBeVisible();
});
