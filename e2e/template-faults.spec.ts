import type { Page } from "@playwright/test";
import { expect, fill, freshName, isPhone, test, toast } from "./support.ts";
import { choose, content, openList, openMade, openNew, rows, save, subject, unsaved } from "./templates.ts";

test.use({ failing: true });

const alert = (page: Page) => page.getByRole("main").getByRole("alert");

test("a refused template keeps its text and shows the reason", { tag: "@desktop" }, async ({ page }) => {
  await openNew(page);
  await page.route("**/createTemplate", (route) =>
    route.fulfill({ status: 400, json: { message: "The shelf is full" } }),
  );
  await fill(page, { Name: "Birthday", Subject: "Hello", Content: "Dear friend," });
  await save(page);
  await expect(toast(page, "Failed to create template")).toContainText("Error! Try again.");
  await expect(alert(page)).toHaveText("The shelf is full");
  await expect(content(page)).toHaveValue("Dear friend,");
  await expect(page).toHaveURL(/\/edit\/0$/);
  await expect(unsaved(page)).toBeVisible();
});

test("the second of two editors can take the other version", {
  tag: "@desktop",
}, async ({ page }) => {
  await openMade(page, "The first words");
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await expect(content(colleague)).toHaveValue("The first words");
  await content(page).fill("My words");
  await content(colleague).fill("Their words");
  await save(colleague);
  await expect(toast(colleague, "Template Updated Successfully")).toBeVisible();
  await colleague.close();

  let read = () => {};
  const chosen = new Promise<void>((resolve) => (read = resolve));
  await page.route(/\/api\/v1\/templates\//, async (route) => {
    if (route.request().method() === "GET") await chosen;
    await route.continue();
  });
  await save(page);
  await expect(toast(page, "Failed to update template")).toBeVisible();
  await expect(alert(page)).toContainText("Changed by someone else");
  await expect(content(page)).toHaveValue("My words");
  await page.getByRole("radio", { name: "Content: theirs" }).check();
  await expect(content(page)).toHaveValue("Their words");
  read();
  await content(page).fill("Both our words");
  await save(page);
  await expect(toast(page, "Template Updated Successfully")).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
});

test("says why a used template can't be deleted", { tag: "@desktop" }, async ({ page, baseURL }) => {
  const name = await openMade(page);
  const rule = freshName();
  const nobody = {
    type: "STRING",
    field: "Contact.email",
    operation: "EQUALS",
    value: "nobody@example.invalid",
  };
  const made = await page.request.post("/api/v1/automations/createAutomation", {
    headers: { origin: new URL(baseURL ?? page.url()).origin },
    data: {
      name: rule,
      trigger: { type: "EVENT_BASED" },
      condition: [nobody],
      action: { type: "SEND_EMAIL", templateId: page.url().split("/").pop() },
    },
  });
  expect(made.status()).toBe(200);
  await openList(page);
  const row = rows(page).filter({ hasText: name });
  await expect(row).toContainText("Used by 1 automation");

  await choose(page, "Delete", name);
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`“${rule}”`);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Failed to delete template")).toBeVisible();
  await expect(alert(page)).toHaveText(
    `The automation “${rule}” sends this template. Give it another one first.`,
  );
  await expect(row).toHaveCount(1);
});

test("a missing template shows a message and a link back", { tag: "@desktop" }, async ({ page }) => {
  for (const id of ["00000000-0000-4000-8000-000000000000", "no%20id"]) {
    await page.goto(`/dashboard/templates/edit/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Template not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Back to templates" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
});

async function walkToTemplates(page: Page) {
  await page.goto("/dashboard/products");
  await expect(page.getByRole("heading", { level: 1, name: "Product Categories" })).toBeVisible();
  if (isPhone(page)) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Templates" }).click();
  } else {
    await page.getByRole("link", { name: "Templates" }).locator("visible=true").click();
  }
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
}

test("an empty list offers ideas that open the editor", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/getMyTemplates", (route) => route.fulfill({ json: [] }));
  await walkToTemplates(page);
  await expect(page.getByText("No data available")).toBeVisible();
  await page.getByRole("link", { name: /Thank you/ }).click();
  await expect(subject(page)).toHaveValue("Thank you, {{firstName}}");
});

test("works without the list of placeholders", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/templates/placeholders", (route) => route.fulfill({ status: 500, json: {} }));
  await walkToTemplates(page);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByText("Unknown placeholder")).toHaveCount(0);
  await page.getByRole("link", { name: "Add", exact: true }).first().click();
  await expect(page.getByText("The placeholders could not be loaded.")).toBeVisible();
  await content(page).fill("Dear {{anything}},");
  await expect(page.getByText("is not a known placeholder")).toHaveCount(0);
  await page.unroute("**/templates/placeholders");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Insert firstName" })).toBeVisible();
  await expect(page.getByText("{{anything}} is not a known placeholder.")).toBeVisible();
});
