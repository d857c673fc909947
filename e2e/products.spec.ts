import type { Page } from "@playwright/test";
import {
  act,
  choose,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  isPhone,
  test,
  toast,
} from "./support.ts";

const rows = (page: Page) => page.getByRole("table", { name: /Product Categories/ }).locator("tbody tr");

test("creates, renames and deletes a category", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  await page.goto("/dashboard/products");
  await expect(page.getByRole("heading", { name: "Product Categories" })).toBeVisible();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Product name is required")).toBeVisible();
  await fill(page, { "Product name": name, Description: "For the journey" });
  await clickForToast(
    page.getByRole("dialog").getByRole("button", { name: "Create" }),
    "Product Created",
    "Success!",
  );
  await expect(rows(page).filter({ hasText: name })).toHaveCount(1);

  await act(page, "Edit", name);
  await expect(page.getByLabel("Description")).toHaveValue("For the journey");
  await fill(page, { "Product name": `${name} two` });
  await clickForToast(page.getByRole("button", { name: "Save" }), "Product Updated");

  await act(page, "Delete", `${name} two`);
  await expect(page.getByRole("alertdialog")).toContainText("keep its name");
  await clickForToast(
    page.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
    "Product Deleted",
  );
  await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
});

test("creates a missing category within the sale form", {
  tag: "@desktop",
}, async ({ page }) => {
  const name = freshName();
  await page.goto("/dashboard/sales?new=true");
  await fill(page, { Cost: "250" });
  await choose(page, "Contact", "oka", /Okafor/);
  const created = expect(toast(page, "Product Created")).toBeVisible();
  await choose(page, "Product category", name, `Create category “${name}”`);
  await created;
  const category = page.getByRole("combobox", { name: "Product category" });
  await expect(category).toHaveValue(name);
  await clickForToast(
    page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }),
    "Sale created successfully",
  );
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("$250.00");

  await page.goto("/dashboard/sales?new=true");
  await category.fill(name.toUpperCase());
  await expect(page.getByRole("option", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(category).toHaveValue(name);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(`/dashboard/products?q=${name}`);
  await act(page, "Delete", name);
  await clickForToast(
    page.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
    "Product Deleted",
  );
});

test("shared categories have no buttons", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/products");
  const shared = rows(page).filter({ hasText: "Shared" });
  await expect(shared.first()).toBeVisible();
  await expect(shared.getByRole("button")).toHaveCount(0);
  await page.getByRole("searchbox").fill("WATCH");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Watches");
});

test("a form is at most 48rem wide, full screen on phones", async ({ page }) => {
  await page.goto("/dashboard/products");
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New product category" });
  await expect(dialog).toHaveCSS("width", isPhone(page) ? "390px" : "768px");
});

test("categories are accessible and fit", async ({ page }) => {
  await page.goto("/dashboard/products");
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveTitle(/^Product Categories · /);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
