import { readFile } from "node:fs/promises";
import { newColleague } from "./colleague.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test, toast } from "./support.ts";

const EXPORT = "/dashboard/settings/data/export";
const SIGNATURE = "PK\u0005\u0006";

test("exports everything as one archive and records who did it", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/settings/data");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Export" }).click();
  await expect(page.getByRole("heading", { name: "Export everything", level: 2 })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  await expect(page.getByRole("status").filter({ hasText: /Preparing…|Exporting…/ })).toBeVisible();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/-everything-\d{4}-\d{2}-\d{2}\.zip$/);
  const archive = await readFile(await saved.path(), "latin1");
  expect(archive.slice(-22, -18)).toBe(SIGNATURE);
  for (const name of ["README.txt", "csv/contacts.csv", "excel/sales.xlsx", "json/mails.json"]) {
    expect(archive).toContain(name);
  }
  await expect(toast(page, "Everything exported")).toBeVisible();
  await expect(page.getByText(/^Last exported .* by \S+/)).toBeVisible();
  await page.goto("/dashboard/settings/data/history?kind=organization&since=0");
  await expect(page.getByRole("table", { name: /History/ })).toContainText("last export of everything");
});

test("exports a list from its menu and the export page", { tag: "@desktop" }, async ({ page }) => {
  const excel = async (press: () => Promise<void>, name: RegExp) => {
    const download = page.waitForEvent("download");
    await press();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(name);
    const book = await readFile(await saved.path(), "latin1");
    expect(book.slice(-22, -18)).toBe(SIGNATURE);
    expect(book).toContain("xl/worksheets/sheet1.xml");
  };
  await page.goto("/dashboard/contacts");
  await page.getByRole("button", { name: "Contacts menu" }).click();
  await excel(() => page.getByRole("menuitem", { name: "Save for Excel" }).click(), /^contacts-.*\.xlsx$/);
  await page.goto(EXPORT);
  await excel(() => page.getByRole("button", { name: "Sales for Excel" }).click(), /^sales-.*\.xlsx$/);
});

test.describe("with a failing host", () => {
  test.use({ failing: true });

  test("a failed export shows an error and can be repeated", { tag: "@desktop" }, async ({ page }) => {
    await page.goto(EXPORT);
    const problem = page.getByRole("region", { name: "Export everything" }).getByRole("alert");
    let downloads = 0;
    page.on("download", () => downloads++);
    const zip = { status: 200, contentType: "application/zip" };
    const answers = [
      { status: 503, json: { status: 503, message: "Other exports are running. Try again in a minute." } },
      { ...zip, body: "PK cut off in the mid" },
      { ...zip, body: `${SIGNATURE}${"\0".repeat(18)}` },
    ];
    await page.route("**/api/v1/data/export", (route) =>
      route.request().method() === "POST" ? route.fulfill(answers.shift()) : route.fallback(),
    );
    await page.getByRole("button", { name: "Export everything" }).click();
    await expect(problem).toContainText("Other exports are running.");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(problem).toContainText("The connection was lost");
    await expectAccessible(page);
    expect(downloads).toBe(0);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Try again" }).click();
    await download;
    await expect(page.getByRole("button", { name: "Export everything" })).toBeVisible();
  });
});

test("staff don't see the exports @desktop", async ({ page, browser }) => {
  await page.goto("/dashboard");
  const colleague = await newColleague(page, browser);
  await colleague.page.goto("/dashboard/settings/data");
  const parts = colleague.page.getByRole("navigation", { name: "Settings" });
  await expect(parts.getByRole("link", { name: "Import" })).toBeVisible();
  await expect(parts.getByRole("link", { name: "Export" })).toHaveCount(0);
  await colleague.leave();
});
