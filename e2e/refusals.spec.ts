import type { Locator, Page } from "@playwright/test";
import { label, openProfile, section, show } from "./profile.ts";
import { answerCalls, clickForToast, expect, fill, isPhone, test } from "./support.ts";

test.use({ failing: true });

function failWrites(page: Page, path: RegExp) {
  return answerCalls(page, path, { status: 500, json: {} }, ["POST", "PUT", "PATCH", "DELETE"]);
}

async function act(row: Locator, verb: "Edit" | "Delete") {
  const page = row.page();
  if (isPhone(page)) {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: verb, exact: true }).click();
  } else {
    await row.getByRole("button", { name: new RegExp(`^${verb} `) }).click();
  }
}

const TITLE = "Error! Try again.";

const lists = [
  {
    what: "sale",
    path: "sales?q=pearls",
    calls: /\/purchases\//,
    field: { Cost: "77" },
    cell: 1,
    refused: ["Error creating sale", "Error editing sale", "Error deleting sale"],
  },
  {
    what: "product",
    path: "products?q=pearls",
    calls: /\/product-categories\//,
    field: { "Product name": "Pearls and more" },
    cell: 0,
    refused: ["Error creating product", "Error updating product", "Error deleting product"],
  },
] as const;

for (const { what, path, calls, field, cell, refused } of lists) {
  const [creating, editing, deleting] = refused;
  test(`shows SPEC's message if the host fails on a ${what}, and keeps the input`, {
    tag: "@desktop",
  }, async ({ page }) => {
    await page.goto(`/dashboard/${path}`);
    const row = page.locator("tbody tr").first();
    const before = row.locator("td").nth(cell);
    const text = (await before.textContent()) ?? "";
    await failWrites(page, calls);

    await act(row, "Edit");
    const dialog = page.getByRole("dialog");
    await fill(page, field);
    await clickForToast(dialog.getByRole("button", { name: "Save", exact: true }), editing, TITLE);
    await expect(dialog.getByRole("alert")).toHaveText(editing);
    for (const [name, value] of Object.entries(field))
      await expect(page.getByLabel(name, { exact: true })).toHaveValue(value);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(before).toHaveText(text);

    await act(row, "Delete");
    const question = page.getByRole("alertdialog");
    await clickForToast(question.getByRole("button", { name: "Delete" }), deleting, TITLE);
    await expect(before).toHaveText(text);

    await page.getByRole("button", { name: "New", exact: true }).click();
    if (what === "sale") {
      for (const name of ["Contact", "Product category"]) {
        await page.getByRole("combobox", { name }).fill(name === "Contact" ? "okafor" : "pearls");
        await page
          .getByRole("option", { name: /Okafor|Pearls/ })
          .first()
          .click();
      }
    }
    await fill(page, field);
    await clickForToast(dialog.getByRole("button", { name: "Create", exact: true }), creating, TITLE);
    await expect(dialog.getByRole("alert")).toHaveText(creating);
  });
}

test("shows the host's reason for refusing a product", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/products");
  await answerCalls(page, /createProductCategory$/, {
    status: 409,
    json: { message: "There are enough categories" },
  });
  await page.getByRole("button", { name: "New", exact: true }).click();
  await fill(page, { "Product name": "Pearls" });
  await clickForToast(
    page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }),
    "There are enough categories",
    TITLE,
  );
});

test("a note survives a refused update or deletion", { tag: "@desktop" }, async ({ page }) => {
  await openProfile(page);
  await show(page, "Notes");
  const notes = section(page, "Notes");
  await label(page, "New note").fill("Prefers yellow gold");
  await clickForToast(notes.getByRole("button", { name: "Add note" }), "Note created successfully");
  await failWrites(page, /\/notes\//);

  await notes.getByRole("button", { name: /^Edit note/ }).click();
  await label(page, "Edit note").fill("Prefers white gold");
  await clickForToast(notes.getByRole("button", { name: "Save note" }), "Note update failed", TITLE);
  await expect(label(page, "Edit note")).toHaveValue("Prefers white gold");
  await notes.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(notes.getByRole("listitem")).toContainText("Prefers yellow gold");

  await notes.getByRole("button", { name: /^Delete note/ }).click();
  await clickForToast(
    page.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
    "Note deletion failed",
    TITLE,
  );
  await expect(notes.getByRole("listitem")).toContainText("Prefers yellow gold");
});
