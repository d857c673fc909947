import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

const money = /^\$[\d,]+\.\d\d$/;

test("the figures of the period come with the first HTML, and change with it", async ({ page }) => {
  const html = await (await page.request.get("/dashboard")).text();
  expect(html).toMatch(/Sales Revenue(<[^>]*>)*[^$]*\$[\d,]+\.\d\d/);

  await page.goto("/dashboard");
  await expect(page).toHaveTitle(/^Dashboard · /);
  const revenue = page.getByRole("link", { name: /^Sales Revenue/ });
  const figure = revenue.getByText(money);
  const week = await figure.textContent();
  await expect(page.getByRole("button", { name: "Last 7 days" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "All Time" }).click();
  await expect(page).toHaveURL(/period=all/);
  await expect(figure).not.toHaveText(week ?? "");
  await page.reload();
  await expect(page.getByRole("button", { name: "All Time" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(figure).toHaveText(week ?? "");
});

test("cards, activity and customers lead where they say", async ({ page }) => {
  await page.goto("/dashboard?period=all");
  for (const [name, href] of [
    [/^Total Customers/, "/dashboard/contacts"],
    [/^Sales Revenue/, "/dashboard/sales"],
    [/^Emails Sent 24,988 Down -1.39%/, "/dashboard/automations"],
    [/^Appointments Booked 1056 Up \+10.18%/, "/dashboard/appointments"],
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

test("the chart of the days can be read as a table", async ({ page }) => {
  await page.goto("/dashboard?period=30");
  await expect(page.getByRole("img", { name: /Sales revenue per day. Highest/ })).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("table", { name: "Revenue by day" }).locator("tbody tr")).toHaveCount(30);
  await expectAccessible(page);
});

test("home is accessible and fits", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test.describe("when the host fails", () => {
  test.use({ failing: true });

  test("errors stay silent: dashes, never a false zero", async ({ page }) => {
    await page.goto("/dashboard/products");
    await page.route("**/api/v1/dashboard?*", (route) =>
      route.fulfill({ status: 500, json: { message: "no" } }),
    );
    await page.getByRole("link", { name: "Dashboard" }).locator("visible=true").click();
    await expect(page.getByRole("link", { name: /^Total Customers — / })).toBeVisible();
    await expect(page.getByText("$0.00")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
});
