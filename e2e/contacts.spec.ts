import type { Page } from "@playwright/test";
import {
  act,
  answerCalls,
  clickForToast,
  expect,
  expectAccessible,
  expectLoaded,
  expectNoSidewaysScroll,
  fill,
  freshName,
  goTo,
  isPhone,
  scrollToEnd,
  test,
  toast,
} from "./support.ts";

const rows = (page: Page) => page.getByRole("table", { name: /Contacts/ }).locator("tbody tr");

/** A contact that no other journey changes. */
async function someContact(page: Page) {
  await page.goto("/dashboard/contacts?q=okafor");
  const second = rows(page).nth(1);
  const name = (await second.getByRole("link").first().textContent()) ?? "";
  const [id, next] = await second.evaluate((row) =>
    [row, row.nextElementSibling].map((row) => row?.getAttribute("data-row")),
  );
  return { row: page.locator(`[data-row="${id}"]`), name, next };
}

test("the first HTML contains rows, scrolling loads more", { tag: "@desktop" }, async ({ page }) => {
  let pages: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/v1/contacts") pages.push(url.searchParams.get("page") ?? "");
  });
  await expect(async () => {
    // The previous load may still be requesting.
    await page.goto("about:blank");
    pages = [];
    const html = await (await page.goto("/dashboard/contacts"))?.text();
    expect(html?.match(/data-row-link/g)?.length).toBe(20);
  }).toPass();
  await expectLoaded(page, 50);
  await expect(page).toHaveTitle(/^Contacts · /);
  await expect(async () => {
    await scrollToEnd(page);
    // Other journeys may shift contacts between pages.
    await expectLoaded(page, /9\d|\d{3,}/, 1_000);
  }).toPass();
  expect(pages).not.toContain("1");
  expect(pages.filter((number) => number === "2")).toHaveLength(1);
  expect(pages).not.toContain("5");
});

test("creates, finds, edits and deletes a contact", async ({ page }) => {
  const last = freshName();
  await page.goto("/dashboard/contacts");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await fill(page, {
    "First name": "Amara",
    "Last name": last,
    Email: `${last}@example.com`,
    "Phone number": "(415) 555-0134",
    Birthday: "3/14/1968",
  });
  await page.getByLabel("Anniversary", { exact: true }).focus();
  await expect(page.getByLabel("Phone number")).toHaveValue("+1 415 555 0134");
  await expect(page.getByLabel("Birthday", { exact: true })).toHaveValue("03/14/1968");
  await clickForToast(
    page.getByRole("dialog").getByRole("button", { name: "Create" }),
    "Contact Created",
    "Success!",
  );
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rows(page).filter({ hasText: last })).toHaveCount(1);

  await page.getByRole("searchbox", { name: "Search" }).fill(last.toLowerCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`q=${last.toLowerCase()}`));
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await act(page, "Edit", `Amara ${last}`);
  await expect(page.getByLabel("Birthday", { exact: true })).toHaveValue("03/14/1968");
  await fill(page, { "First name": "Amaranta" });
  await clickForToast(page.getByRole("button", { name: "Save" }), "Contact Edited");
  await expect(page.getByRole("link", { name: `Amaranta ${last}` })).toBeVisible();

  await act(page, "Delete", `Amaranta ${last}`);
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(rows(page)).toHaveCount(1);
  await act(page, "Delete", `Amaranta ${last}`);
  await clickForToast(question.getByRole("button", { name: "Delete" }), "Contact Deleted");
  await expect(page.getByText("No data available")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear search" }).click();
  await expectLoaded(page, 50);
});

test("an incomplete contact shows what is missing", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts?new=true");
  const dialog = page.getByRole("dialog", { name: "New contact" });
  await dialog.getByRole("button", { name: "Create" }).click();
  for (const message of [
    "First name is required",
    "Last name is required",
    "Invalid email format",
    "Phone number must be at least 10 digits",
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel("First name")).toBeFocused();
  await fill(page, { "First name": "R2D2", Birthday: "someday", Email: "amara@" });
  await expect(dialog.getByText("Please enter a valid name")).toBeVisible();
  await expect(dialog.getByText("Invalid input")).toBeVisible();
  await fill(page, { "First name": "Zoë", Birthday: "" });
  await expect(dialog.getByText("Please enter a valid name")).toHaveCount(0);

  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/contacts$/);
});

test("a search without results finds a contact created since", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const search = page.getByRole("searchbox");
  await page.goto("/dashboard/contacts");
  await search.fill(last);
  await expect(page.getByText("No data available")).toBeVisible();
  await search.fill("");
  await expectLoaded(page, 50);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await fill(page, {
    "First name": "Zed",
    "Last name": last,
    Email: `${last}@example.com`,
    "Phone number": "4155550134",
  });
  await clickForToast(page.getByRole("dialog").getByRole("button", { name: "Create" }), "Contact Created");
  await search.fill(last);
  await expect(rows(page)).toHaveCount(1);
});

test("a deleted row disappears before the host answers", { tag: "@desktop" }, async ({ page }) => {
  const { row, name } = await someContact(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/v1\/contacts\//, async (route) => {
    if (route.request().method() !== "DELETE") return route.fallback();
    await answered;
    await route.fulfill({ status: 200, json: {} });
  });
  await act(page, "Delete", name);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
  await expect(toast(page, "Contact Deleted")).toHaveCount(0);
  answer();
  await expect(toast(page, "Contact Deleted")).toBeVisible();
});

test.describe("with a failing host", () => {
  test.use({ failing: true });

  test("a refused deletion restores the row in its place", { tag: "@desktop" }, async ({ page }) => {
    const { row, name, next } = await someContact(page);
    await answerCalls(page, /\/contacts\//, { status: 500, json: { message: "no" } }, ["DELETE"]);
    await act(page, "Delete", name);
    await clickForToast(
      page.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
      "Failed to delete contact",
      "Error! Try again.",
    );
    await expect(row).toContainText(name);
    expect(await row.evaluate((row) => row.nextElementSibling?.getAttribute("data-row"))).toBe(next);
  });

  test("a refused contact stays in the form with the host's reason", { tag: "@desktop" }, async ({
    page,
  }) => {
    await answerCalls(page, /\/createContact$/, { status: 400, json: { message: "The list is full" } });
    await page.goto("/dashboard/contacts?new=true");
    await fill(page, {
      "First name": "Amara",
      "Last name": "Okafor",
      Email: "a@example.com",
      "Phone number": "4155550134",
    });
    await clickForToast(
      page.getByRole("dialog").getByRole("button", { name: "Create" }),
      "Failed to create contact",
    );
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("The list is full");
    await expect(page.getByLabel("First name")).toHaveValue("Amara");
  });

  test("a list that fails to load can be loaded again", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/products");
    await page.route("**/api/v1/contacts?*", (route) => route.fulfill({ status: 502, body: "<html>" }));
    await Promise.all([
      expect(toast(page, "Failed to fetch contacts")).toHaveCount(1),
      goTo(page, "Contacts"),
    ]);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Failed to fetch contacts");
    await page.unroute("**/api/v1/contacts?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expectLoaded(page, 50);
  });
});

test("the list, its form and its confirmation are accessible", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  await expectLoaded(page, 50);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const { name } = await someContact(page);
  await act(page, "Delete", name);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.goto("/dashboard/contacts?q=okafor&new=true");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("First name is required")).toBeVisible();
  await expectAccessible(page);
});

test("the table is 70vh high", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const height = await page
    .getByRole("region", { name: /Contacts table/ })
    .evaluate((region) => getComputedStyle(region).maxHeight);
  expect(height).toBe(isPhone(page) ? "none" : `${0.7 * 900}px`);
});
