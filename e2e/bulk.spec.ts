import type { Locator, Page } from "@playwright/test";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  test,
  toast,
} from "./support.ts";

async function longPress(page: Page, on: Locator, until: Locator) {
  const { x, y, width, height } = (await on.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await expect(until).toBeVisible();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function people(page: Page, count: number) {
  const lastName = freshName();
  for (const firstName of ["Amara", "Bo", "Chidi", "Dora", "Elif"].slice(0, count)) {
    const email = `${firstName}.${lastName}@example.com`;
    await api(page, "POST", "/contacts/createContact", { firstName, lastName, email, phoneNumber: "" });
  }
  return lastName;
}

test("selects, tags and deletes contacts, and undoes everything", async ({ page }) => {
  const last = await people(page, 5);
  const tag = `Bulk ${freshName()}`;
  await page.goto(`/dashboard/contacts?q=${last}`);
  const rows = page.locator("tbody tr[data-row]");
  await expect(rows).toHaveCount(5);
  const bar = page.getByRole("region", { name: "Selected contacts" });
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name} ${last}` });
  if (isPhone(page)) {
    await page.getByRole("button", { name: "Contacts menu" }).click();
    await page.getByRole("menuitem", { name: "Select contacts" }).click();
    await expect(bar.getByRole("button")).toHaveText([/^Select all/, ""]);
    await rows.nth(0).click();
    await box("Dora").click();
    await box("Chidi").click();
  } else {
    await box("Elif").click();
    await box("Chidi").click({ modifiers: ["Shift"] });
  }
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await bar.getByRole("button", { name: "Merge" }).click();
  const merge = page.getByRole("dialog", { name: "Merge 3 contacts into one" });
  await expect(merge.getByRole("radio").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await merge.getByRole("button", { name: "Cancel" }).click();

  await bar.getByRole("button", { name: "Select all 5" }).click();
  await expect(bar.getByRole("status")).toHaveText("5 selected");
  await box("Amara").click();
  await expect(bar.getByRole("status")).toHaveText("4 selected");
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("combobox", { name: "Add a tag to 4 contacts" }).fill(tag);
  await clickForToast(page.getByRole("option", { name: `Create “${tag}”` }), `4 contacts tagged “${tag}”`);
  await expect(bar).toBeHidden();
  const counted = async () =>
    (await api<{ name: string; count: number }[]>(page, "GET", "/tags")).find(({ name }) => name === tag)
      ?.count;
  expect(await counted()).toBe(4);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone")).toBeVisible();
  expect(await counted()).toBeUndefined();

  if (isPhone(page)) {
    await longPress(page, page.getByRole("link", { name: `Amara ${last}` }), bar);
    await expect(bar.getByRole("status")).toHaveText("1 selected");
    await expect(box("Amara")).toBeChecked();
    await expect(page).toHaveURL(/\/dashboard\/contacts\?q=/);
    await box("Bo").click();
  } else {
    await page.getByRole("link", { name: `Amara ${last}` }).focus();
    await page.keyboard.press("x");
    await expect(bar.getByRole("status")).toHaveText("1 selected");
    await page.keyboard.press("Control+a");
    await expect(bar.getByRole("status")).toHaveText("5 selected");
    await page.keyboard.press("b");
    await expect(bar.getByRole("button", { name: "Tag" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(bar).toBeHidden();
    for (const name of ["Amara", "Bo"]) await box(name).click();
  }
  await bar.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 2 contacts?" });
  await expect(question).toContainText("the trash, where you can restore them for 30 days");
  await clickForToast(question.getByRole("button", { name: "Delete 2" }), "2 contacts deleted");
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(rows).toHaveCount(5);
});
