import type { Page } from "@playwright/test";
import {
  act,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  isPhone,
  test,
} from "./support.ts";

const rows = (page: Page) => page.getByRole("table", { name: /Product Categories/ }).locator("tbody tr");

test("a category is created, renamed and deleted", async ({ page }) => {
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

test("shared categories have no buttons, and the search filters by name", async ({ page }) => {
  await page.goto("/dashboard/products");
  const shared = rows(page).filter({ hasText: "Shared" });
  await expect(shared.first()).toBeVisible();
  await expect(shared.getByRole("button")).toHaveCount(0);
  await page.getByRole("searchbox").fill("WATCH");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Watches");
});

test("a form is at most 48rem wide, and a phone's whole screen", async ({ page }) => {
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
