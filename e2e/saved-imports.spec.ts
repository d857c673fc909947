import { expect, expectAccessible, freshName, test } from "./support.ts";

test("edits the columns of a saved import and asks about cash sales", { tag: "@desktop" }, async ({
  page,
}) => {
  const name = freshName();
  const button = (label: string | RegExp) => page.getByRole("button", { name: label });
  const file = (text: string) => ({ name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.goto("/dashboard/settings/data");
  const sale = `Receipt,Sold on,Customer,Total,Note\n${name}-1,2026-11-20,ZZ CASH SALE,80.00,Gift\n`;
  await page.getByLabel("CSV, Excel or vCard file").setInputFiles(file(sale));
  await button("Continue").click();
  await expect(page.getByText("1 row has a name that looks like a walk-in customer.")).toBeVisible();
  await button("It’s a walk-in sale").click();
  await button(/^Import 1 row/).click();
  await button("Save these columns as…").click();
  await page.getByLabel("Save these columns as").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Save these columns as")).toHaveCount(0);
  await page.goto("/dashboard/settings/data");
  const saved = page.getByRole("region", { name: "Saved imports" }).getByRole("listitem");
  await expect(saved.filter({ hasText: name })).toContainText("Sales · by hand");
  await button(name).first().click();
  await button("Edit columns").click();
  const dialog = page.getByRole("dialog", { name: "Edit columns" });
  await expect(dialog.getByRole("combobox", { name: "Total holds" })).toHaveText("Amount");
  await expectAccessible(page);
  await dialog.getByRole("combobox", { name: "Customer holds" }).click();
  await page.getByRole("option", { name: "Left out" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Columns: Receipt, Sold on, Total, Note")).toBeVisible();
});
