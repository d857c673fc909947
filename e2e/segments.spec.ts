import type { Page } from "@playwright/test";
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  keysReady,
  test,
  toast,
} from "./support.ts";

const DAY_MS = 86_400_000;
const iso = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const born = (days: number) => `1980${iso(days).slice(4, 10)}T12:00:00.000Z`;

async function threePeople(page: Page) {
  const lastName = freshName();
  const contact = (firstName: string, more: object) =>
    api<{ id: string }>(page, "POST", "/contacts/createContact", {
      ...{ firstName, lastName, phoneNumber: "+1 415 555 0188", birthday: null, anniversary: null },
      email: `${firstName}.${lastName}@example.com`,
      ...more,
    });
  await contact("Amara", { birthday: born(3) });
  const { id } = await contact("Grace", { birthday: born(60) });
  await contact("Newton", {});
  const [category] = await api<{ id: string; name: string }[]>(
    page,
    "GET",
    "/product-categories/getMyProductCategoriesBasic",
  );
  await api(page, "POST", "/purchases/createPurchase", {
    contact: { id, name: `Grace ${lastName}` },
    productCategory: category,
    cost: "1500",
    createdAt: iso(-300),
    invoiceNumber: "",
  });
  return lastName;
}

async function add(page: Page, field: string) {
  const choice = page.getByRole("option", { name: field, exact: true });
  const adding = page.getByRole("button", { name: "Add condition" });
  const sheet = page.getByRole("dialog", { name: "Conditions" });
  if (isPhone(page)) {
    if (!(await sheet.isVisible())) {
      await page.getByRole("button", { name: /^Conditions: |^Add condition$/ }).click();
    }
    if (await sheet.getByRole("group").count()) {
      await sheet.getByRole("button", { name: "Add condition" }).click();
    }
  } else {
    await adding.click();
  }
  await page.getByRole("combobox", { name: "Search conditions" }).fill(field);
  await choice.click();
}

test("finds contacts by birthday, spending and absence", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const lastName = await threePeople(page);
  await page.goto(`/dashboard/contacts?q=${lastName}`);
  const rows = page.locator("tbody tr[data-row]");
  await expect(rows).toHaveCount(3);

  await add(page, "Birthday");
  const done = page.getByRole("button", { name: "Done", exact: true });
  if (!isPhone(page)) await done.click();
  else await page.getByRole("button", { name: /^Show/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Amara");
  if (!isPhone(page)) {
    await page.getByRole("button", { name: /^Birthday in the next/ }).click();
    await expect(page.getByLabel("Days")).toBeFocused();
    await page.keyboard.type("90");
    await page.getByRole("heading", { name: "Contacts" }).click();
    await expect(rows).toHaveCount(2);
    await page.getByRole("button", { name: /^Birthday in the next/ }).click();
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("columnheader", { name: "Next birthday" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
  }
  await expect(page.getByRole("status").filter({ hasText: "1 of" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Everyone", exact: true }).click();
  await expect(rows).toHaveCount(3);

  await add(page, "Spent");
  await page.getByLabel("Amount", { exact: true }).fill("1,000");
  if (!isPhone(page)) await done.click();
  await add(page, "Last sale");
  if (!isPhone(page)) {
    await page.getByLabel("Type when").fill("not since 3 months");
    await expect(page.getByText("Last sale not in the last 3 months.")).toBeVisible();
    await expectAccessible(page);
    await done.click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("columnheader", { name: "Spent" })).toBeVisible();
    await page.getByRole("button", { name: "and", exact: true }).click();
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: "or", exact: true }).click();
  } else {
    const lastSale = page.getByRole("group", { name: "Last sale" });
    await lastSale.getByRole("button", { name: /^Exclude these/ }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Show/ }).click();
  }
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Grace");
});

test("saves, changes, deletes and restores a segment", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const lastName = await threePeople(page);
  const where = JSON.stringify([[{ field: "name", contains: lastName }]]);
  await page.goto(`/dashboard/contacts?where=${encodeURIComponent(where)}&sort=name:desc`);
  const rows = page.locator("tbody tr[data-row]");
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole("status").filter({ hasText: "3 of" })).toBeVisible();

  const name = `Quiet ${lastName}`;
  const dialog = page.getByRole("dialog", { name: "Save segment" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("A name is required").first()).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("radio", { name: "Everyone" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Segment Created")).toBeVisible();
  const chip = page.getByRole("button", { name: `Everyone’s: ${name}` });
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "Everyone", exact: true }).click();
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await keysReady(page);
  await page.keyboard.press("f");
  await expect(page.getByRole("combobox", { name: "Search conditions" })).toBeFocused();
  await page.keyboard.press("Escape");
  await chip.click();
  await expect(page).toHaveURL(/sort=name(:|%3A)desc/);
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Newton");

  const menu = page.getByRole("button", { name: `${name}: changed, not saved` });
  await add(page, "Birthday");
  await page.getByRole("button", { name: "Done", exact: true }).press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Birthday/ }).last()).toBeFocused();
  await menu.click();
  await page.getByRole("menuitem", { name: "Discard changes" }).click();
  await expect(rows).toHaveCount(3);
  await add(page, "Birthday");
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await menu.click();
  await page.getByRole("menuitem", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: `${name}: saved` })).toBeVisible();
  await expect(toast(page, "Segment Updated")).toBeVisible();
  await page.reload();
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await expect(rows).toHaveCount(1);

  await page.getByRole("button", { name: `${name}: saved` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(chip).toHaveCount(0);
  await expect(rows).toHaveCount(1);
});
