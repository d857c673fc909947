import type { Page } from "@playwright/test";
import {
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  htmlOf,
  keysReady,
  test,
  watchLayoutShifts,
} from "./support.ts";

const UNDER_THE_BAR = { rule: "target-size", inside: "li[data-row]" };
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

async function choose(page: Page, period: string): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().includes("/api/v1/dashboard?"));
  await page.getByRole("button", { name: period }).click();
  const { totalRevenue } = await (await answer).json();
  return dollars.format(totalRevenue);
}

test("the first HTML contains the period's figures", {
  tag: "@desktop",
}, async ({ page }) => {
  await expect(async () => {
    const html = await (await page.goto("/dashboard"))?.text();
    expect(html).toMatch(/Sales Revenue(<[^>]*>)*[^$]*\$[\d,]+\.\d\d/);
  }).toPass();
  await expect(page).toHaveTitle(/^Dashboard · /);
  const revenue = page.getByRole("link", { name: /^Sales Revenue/ });
  const figure = revenue.getByText(/^\$[\d,]+\.\d\d$/);
  const week = await figure.textContent();
  await expect(page.getByRole("button", { name: "Last 7 days" })).toHaveAttribute("aria-pressed", "true");
  const all = await choose(page, "All Time");
  await expect(page).toHaveURL(/period=all/);
  expect(all).not.toBe(week);
  await expect(figure).toHaveText(all);
  await page.reload();
  await expect(page.getByRole("button", { name: "All Time" })).toHaveAttribute("aria-pressed", "true");
  // Other journeys record sales in the meantime.
  await expect(figure).toHaveText(await choose(page, "Last 7 days"));
});

test("nothing moves when another period's figures arrive late", async ({ page }) => {
  const shifts = await watchLayoutShifts(page);
  await page.goto("/dashboard");
  const chart = page.getByRole("region", { name: "Revenue by day" });
  const customers = page.getByRole("region", { name: "Recent Customers" });
  await expect(chart).toBeVisible();
  await keysReady(page);
  // Chromium excuses shifts up to half a second after a click.
  await page.route("**/api/v1/dashboard?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  for (const period of ["Last 30 days", "All Time", "Last 7 days"]) {
    await page.getByRole("button", { name: period }).click();
    await expect(chart).toHaveCount(period === "All Time" ? 0 : 1);
    if (period !== "Last 7 days") await expect(customers).toHaveAttribute("aria-busy", "true");
    await expect(customers).toHaveAttribute("aria-busy", "false");
  }
  expect(await shifts()).toEqual([]);
});

test("cards, activity and customers link to the right places", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard?period=all");
  for (const [name, href] of [
    [/^Total Customers/, "/dashboard/contacts"],
    [/^Sales Revenue/, "/dashboard/sales"],
    [/^Emails Sent [\d,]+ /, "/dashboard/automations"],
    [/^Appointments Booked [\d,]+ /, "/dashboard/appointments"],
    [/^New Sale/, "/dashboard/sales?new=true"],
  ] as const) {
    await expect(page.getByRole("main").getByRole("link", { name })).toHaveAttribute("href", href);
  }
  const sales = page.getByRole("table", { name: "Recent sales" });
  await expect(sales.getByText("Paid").first()).toBeVisible();
  await expect(sales.locator("tbody tr")).toHaveCount(8);
  const customers = page.getByRole("region", { name: "Recent Customers" });
  await expect(customers.getByRole("listitem")).toHaveCount(5);
  await customers
    .getByRole("link", { name: /Last Sale/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/contacts\/profile\//);
});

test("the chart's values are available as a table", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard?period=30");
  await expect(page.getByRole("img", { name: /Sales revenue per day. Highest/ })).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  const table = page.getByRole("table", { name: "Revenue by day" });
  await expect(table.locator("tbody tr")).toHaveCount(30);
  await expect(table.getByRole("columnheader")).toHaveText(["Day", "Customers", "Revenue"]);
  await expectAccessible(page, UNDER_THE_BAR);
});

test("a birthday appears on its day with its links", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const me = await (await page.request.get("/api/v1/users/me")).json();
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const today = new Intl.DateTimeFormat("en-US", { ...parts, timeZone: me.timezone }).format(new Date());
  await page.goto("/dashboard/contacts?new=true");
  const contact = {
    "First name": "Amara",
    "Last name": last,
    Email: `${last}@example.com`,
    "Phone number": "+1 415 555 0134",
    Birthday: `${today.slice(0, 6)}1984`,
  };
  await fill(page, contact);
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("link", { name: `Amara ${last}` })).toBeVisible();

  await page.getByRole("link", { name: "Dashboard" }).locator("visible=true").click();
  const day = page.getByRole("region", { name: "Birthdays and anniversaries" });
  const birthday = day.getByRole("listitem").filter({ hasText: last });
  await expect(birthday).toContainText("Turns");
  await birthday.getByRole("button", { name: `Greet Amara ${last}` }).click();
  const greeting = page.getByRole("dialog", { name: `Greet Amara ${last}` });
  await expect(greeting.getByRole("combobox", { name: "Template" })).toHaveText("Birthday greeting");
  await expect(greeting.getByRole("figure", { name: "Preview" })).toContainText("Happy birthday");
  await expectAccessible(page, UNDER_THE_BAR);
  await clickForToast(greeting.getByRole("button", { name: "Send" }), "The email is on its way");
  await expect(birthday.getByRole("checkbox", { name: `Done: Amara ${last}` })).toBeChecked();
  await expect(birthday.getByRole("button", { name: /^Greet/ })).toHaveCount(0);
  await expect(async () => {
    expect(await htmlOf(page, "/dashboard")).toContain(`Done: Amara ${last}`);
  }).toPass();
  await birthday.getByRole("link", { name: `Amara ${last}`, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Amara ${last}` })).toBeVisible();
});

test("guides a new store to its first sale", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/products");
  const nothing = { recentPurchases: [], topContacts: [], totalContactsCount: 0, totalRevenue: 0 };
  await page.route("**/api/v1/dashboard?*", (route) => route.fulfill({ json: nothing }));
  await page.getByRole("link", { name: "Dashboard" }).locator("visible=true").click();
  const steps = page.getByRole("region", { name: "Get started" });
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await steps.getByRole("link", { name: /Record your first sale/ }).click();
  await expect(page.getByRole("dialog", { name: "New sale" })).toBeVisible();
});

test("1, 2 and 3 choose the period, n opens a new sale", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
  await keysReady(page);
  const pressed = (name: string) => page.getByRole("button", { name, pressed: true });
  await page.keyboard.press("3");
  await expect(pressed("All Time")).toBeVisible();
  await page.keyboard.press("2");
  await expect(pressed("Last 30 days")).toBeVisible();
  await page.keyboard.press("1");
  await expect(pressed("Last 7 days")).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New sale" })).toBeVisible();
});

test("Home is accessible and fits", async ({ page }) => {
  await page.goto("/dashboard?period=all");
  await expect(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
  await expectAccessible(page, UNDER_THE_BAR);
  await expectNoSidewaysScroll(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: /^Today/ })).toBeVisible();
  await expectAccessible(page, UNDER_THE_BAR);
  await expectNoSidewaysScroll(page);
});

test.describe("with a failing host", () => {
  test.use({ failing: true });

  test("shows dashes instead of errors or false zeros", { tag: "@desktop" }, async ({ page }) => {
    await page.route("**/api/v1/dashboard?*", (route) =>
      route.fulfill({ status: 500, json: { message: "no" } }),
    );
    await page.goto("/dashboard/products");
    const link = page.getByRole("link", { name: "Dashboard" }).locator("visible=true");
    // Before React has the link, a click loads a document, whose data the host reads.
    const hasReact = () => link.evaluate((one) => Object.keys(one).some((key) => key.startsWith("__react")));
    await expect.poll(hasReact).toBe(true);
    await link.click();
    await expect(page.getByRole("link", { name: /^Total Customers —$/ })).toBeVisible();
    await expect(page.getByText("$0.00")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
});
