import { openProfile } from "./profile.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

test("adds, finds, promotes and removes another email of a contact", async ({ page, isMobile }) => {
  await openProfile(page);
  const more = page.getByRole("region", { name: "More emails and numbers" });
  const dialog = page.getByRole("dialog");
  await more.getByRole("button", { name: "Add an email or number" }).click();
  const name = `work${Date.now()}@example.com`;
  await dialog.getByLabel("Email or phone number").fill("nobody");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Phone number must be at least 10 digits")).toBeVisible();
  await dialog.getByLabel("Email or phone number").fill(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(more.getByRole("link", { name })).toBeVisible();
  if (isMobile) await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await more.getByRole("button", { name: `Change ${name}` }).click();
  await dialog.getByRole("button", { name: "Make primary" }).click();
  await expect(more.getByRole("link", { name })).toHaveCount(0);
  await expect(page.getByRole("form", { name: "Details" }).getByRole("link", { name })).toBeVisible();
  await more.getByRole("button", { name: /^Change .*@/ }).click();
  await dialog.getByRole("button", { name: "Make primary" }).click();
  await more.getByRole("button", { name: `Change ${name}` }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(more.getByRole("link", { name })).toHaveCount(0);
});

test("adds emails and numbers with a new contact", async ({ page, isMobile }) => {
  await page.goto("/dashboard/contacts?new=true");
  const dialog = page.getByRole("dialog", { name: "New contact" });
  const name = `two${Date.now()}@example.com`;
  await dialog.getByLabel("First name").fill("Ottilie");
  await dialog.getByLabel("Email", { exact: true }).fill(`one${name}`);
  await dialog.getByRole("button", { name: "Another email or number" }).click();
  await expect(dialog.getByLabel("Another email or number 1")).toBeFocused();
  await dialog.getByLabel("Another email or number 1").fill(name);
  await dialog.getByRole("combobox", { name: "Kind 1" }).click();
  await page.getByRole("option", { name: "Work" }).click();
  if (isMobile) await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/dashboard/contacts?q=${name}`);
  await expect(page.getByText(`one${name}`).first()).toBeVisible();
});
