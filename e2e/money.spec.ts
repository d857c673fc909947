import type { Page } from "@playwright/test";
import { openNewStore, newStoreTest as test } from "./new-store.ts";
import {
  act,
  api,
  choose,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  toast,
} from "./support.ts";

async function begin(page: Page) {
  await page.getByRole("heading", { name: /^Set up/ }).waitFor();
  const contact = { firstName: "Greta", lastName: "Winter", email: "greta@example.com", phoneNumber: "" };
  await api(page, "POST", "/contacts/createContact", contact);
  await api(page, "POST", "/product-categories/createProductCategory", { name: "Rings", description: "" });
  await page.goto("/dashboard/settings/store/taxes");
  const needed = page.getByRole("dialog", { name: "Email Integration Needed" });
  await needed.getByRole("button", { name: "Close" }).click();
}

async function chooseCurrency(page: Page, text: string, option: RegExp) {
  await expect(async () => {
    await page.getByRole("combobox", { name: "Currency" }).fill(text);
    await page.getByRole("option", { name: option }).click({ timeout: 1_000 });
  }).toPass();
}

test("a store in euros reads and formats its amounts", {
  tag: "@phone",
}, async ({ page, site }) => {
  await openNewStore(page, site);
  await begin(page);
  await chooseCurrency(page, "euro", /^EUR/);
  await page.getByRole("combobox", { name: "Number format" }).click();
  await page.getByRole("option", { name: /^1\.234\.567,89\s€$/ }).click();
  await expect(page.getByText(/^1\.240,50\s€$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await clickForToast(page.getByRole("button", { name: "Save currency, tax and dates" }), "Saved");

  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  await choose(page, "Contact", "greta", /Greta/);
  await choose(page, "Product category", "rings", /^Rings$/);
  await fill(page, { Cost: "1.240,505" });
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("At most 2 decimals")).toBeVisible();
  await fill(page, { Cost: "1.240,50" });
  await clickForToast(
    dialog.getByRole("button", { name: "Create", exact: true }),
    "Sale created successfully",
  );
  const row = page.getByRole("table", { name: /Sales/ }).locator("tbody tr");
  await expect(row).toContainText(/1\.240,50\s€/);

  await page.goto("/dashboard/sales");
  await act(page, "Edit", "sale to Greta Winter for 1.240,50 €");
  const sale = page.getByRole("dialog", { name: "Edit sale" });
  await expect(sale.getByLabel("Cost")).toHaveValue("1240,50");
  await sale.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: "Refund" });
  await refund.getByRole("button", { name: "Another amount" }).click();
  await expect(refund.getByLabel("Amount")).toHaveValue("1240,50");
  await fill(page, { Amount: "1.300" });
  await refund.getByRole("button", { name: "Refund" }).click();
  await expect(refund.getByText(/can't be more than what was paid \(1\.240,50\s€\)/)).toBeVisible();
  await fill(page, { Amount: "240,5", Reason: "The stone was loose" });
  await expectAccessible(page);
  await clickForToast(refund.getByRole("button", { name: "Refund" }), "Refund recorded");
  await expect(sale.getByRole("region", { name: "Refunds" })).toContainText(/240,50\s€ of 1\.240,50\s€/);
  await expect(sale.getByRole("listitem")).toContainText("The stone was loose");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Escape");
  await expect(row).toContainText("Part refunded");

  await page.goto("/dashboard?period=7");
  await expect(page.getByRole("region", { name: "Statistics" })).toContainText(/1\.000,00\s€/);
  await expect(page.getByRole("table", { name: "Recent sales" })).toContainText("Part refunded");
  await expect(page.locator("main")).not.toContainText("$");

  await page.goto("/dashboard/sales");
  await act(page, "Edit", "sale to Greta Winter for 1.240,50 €");
  await sale.getByRole("button", { name: /^Delete the refund/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Refund deleted")).toBeVisible();
  await expect(sale.getByRole("listitem")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(row).not.toContainText("refunded");
});

test("yen have no decimals", { tag: "@phone" }, async ({ page, site }) => {
  await openNewStore(page, site);
  await begin(page);
  const setMoney = (currency: string) =>
    api(page, "POST", "/organization", { name: "Gems", currency, notation: "en-US" });
  const [contact] = await api<object[]>(page, "GET", "/contacts/basic?search=greta&page=1&limit=1");
  const [productCategory] = await api<object[]>(
    page,
    "GET",
    "/product-categories/getMyProductCategoriesBasic",
  );
  const sale = { createdAt: new Date().toISOString(), contact, productCategory };
  await setMoney("JPY");
  await api(page, "POST", "/purchases/createPurchase", { ...sale, cost: 12000 });
  await page.goto("/dashboard/sales");
  await expect(page.getByRole("table", { name: /Sales/ })).toContainText("¥12,000");

  await setMoney("USD");
  await api(page, "POST", "/purchases/createPurchase", { ...sale, cost: "12.50" });
  await page.goto("/dashboard/settings/store/taxes");
  await chooseCurrency(page, "yen", /^JPY/);
  await page.getByRole("button", { name: "Save currency, tax and dates" }).click();
  await expect(
    page.getByText("Some sales have more decimals than this currency: JPY has none").first(),
  ).toBeVisible();
});
