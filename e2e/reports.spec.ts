import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { api, expect, expectAccessible, expectNoSidewaysScroll, freshName, test } from "./support.ts";

type Made = { id: string };

async function createSales(page: Page) {
  const name = freshName();
  const email = `${name}@example.com`.toLowerCase();
  const person = { firstName: name, lastName: "Winter", email, phoneNumber: "" };
  const contact = await api<Made>(page, "POST", "/contacts/createContact", person);
  const category = await api<Made>(page, "POST", "/product-categories/createProductCategory", {
    name,
    description: "",
  });
  const parts = {
    contact: { ...contact, name },
    productCategory: { ...category, name },
    invoiceNumber: "",
  };
  const sales: Made[] = [];
  for (const [cost, createdAt] of [
    ["100.10", "2010-03-10"],
    ["200.20", "2011-03-09"],
    ["50.30", "2011-04-01"],
  ]) {
    sales.push(await api<Made>(page, "POST", "/purchases/createPurchase", { ...parts, cost, createdAt }));
  }
  await api(page, "POST", `/purchases/${sales[1]?.id}/refunds`, {
    amount: "20.20",
    createdAt: "2011-04-02",
    reason: "",
  });
  async function cleanUp() {
    for (const { id } of sales) await api(page, "DELETE", `/purchases/${id}`);
    await api(page, "DELETE", `/contacts/${contact.id}`);
    await api(page, "DELETE", `/product-categories/${category.id}`);
  }
  return { name, cleanUp };
}

test("reports, compares and exports a category's revenue", { tag: "@desktop" }, async ({ page }) => {
  const { name, cleanUp } = await createSales(page);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();
  await expect(page.getByRole("table", { name: "Sales by month" }).locator("tbody tr")).toHaveCount(12);
  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Custom" }).click();
  await page.getByLabel("From", { exact: true }).fill("2011-03-01");
  await page.getByLabel("To", { exact: true }).fill("2011-04-30");
  await page
    .getByRole("table", { name: "Sales by category" })
    .getByRole("button", { name, exact: true })
    .click();
  await expect(page).toHaveURL(/period=custom&from=2011-03-01&to=2011-04-30&category=/);

  const months = page.getByRole("table", { name: "Sales by month" }).locator("tbody tr");
  await expect(months).toHaveCount(2);
  await expect(months.first()).toHaveText(
    /^Mar 20111\$200\.20\$0\.00\$200\.20\$100\.10\$100\.10 more\$200\.2001$/,
  );
  await expect(months.last()).toHaveText(/^Apr 20111\$50\.30\$20\.20\$30\.10\$0\.00New\$50\.3001$/);
  await expect(page.getByRole("table", { name: "Best customers" }).locator("tbody tr")).toHaveText([
    `${name} Winter2$230.30$100.10`,
  ]);
  await expect(page.getByText("Average sale$125.25")).toBeVisible();
  const sellers = page.getByRole("table", { name: "Sales by person" }).locator("tbody tr");
  await expect(sellers).toHaveText([
    /^Priya Raman2\$250\.50\$20\.20\$230\.30\$100\.10\$130\.20 more\$125\.25$/,
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: "print" });
  await expect(sellers.getByText("Priya Raman")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export sales by month" })).toBeHidden();
  await page.emulateMedia({ media: null });

  const save = async (format: "CSV" | "Excel") => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export sales by month" }).click();
    await page.getByRole("menuitem", { name: format, exact: true }).click();
    return download;
  };
  expect((await save("Excel")).suggestedFilename()).toMatch(/^sales-by-month-.*-2011-04-30\.xlsx$/);
  const file = await save("CSV");
  expect(file.suggestedFilename()).toMatch(/^sales-by-month-.*-2011-03-01-2011-04-30\.csv$/);
  const [head, march] = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(head).toContain("Month,Sales,Sold,Refunded,Revenue,Previous year");
  expect(march).toBe("Mar 2011,1,200.20,0.00,200.20,100.10,,200.20,0,1");

  await page.reload();
  await expect(months).toHaveCount(2);
  await page.getByRole("combobox", { name: "Compared with" }).click();
  await page.getByRole("option", { name: "Previous period" }).click();
  await expect(page).toHaveURL(/compare=period/);
  await expect(months.first()).toHaveText(/^Mar 20111\$200\.20\$0\.00\$200\.20\$0\.00New/);
  await page.getByRole("combobox", { name: "Sold by" }).click();
  await page.getByRole("option", { name: "Eleanor Finch" }).click();
  await expect(page.getByText("No sales in this period.")).toBeVisible();
  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "This month" }).click();
  await expect(page.getByText("No sales in this period.")).toBeVisible();
  await page.getByRole("button", { name: "Last month" }).click();
  await expect(page.getByRole("combobox", { name: "Period" })).toHaveText("Last month");
  await cleanUp();
});

test("report tables become rows", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/dashboard/reports");
  const months = page.getByRole("table", { name: "Sales by month" });
  await expect(months).toBeVisible();
  await expect(months.locator("tbody [role=row] [role=rowheader]").first()).toBeVisible();
  const sizes = await page
    .locator("main :has(> table)")
    .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBe(0);
  await expectAccessible(page);
});
