import type { Page } from "@playwright/test";
import { newColleague } from "./colleague.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  keysReady,
  signIn,
  test,
  toast,
  watchLayoutShifts,
} from "./support.ts";

const PATH = "/dashboard/settings";

/** Input before hydration is lost. */
async function chooseKathmandu(page: Page) {
  await expect(async () => {
    await page.getByRole("combobox", { name: "Organization timezone" }).fill("kathmandu");
    await page.getByRole("option", { name: /Kathmandu/ }).click({ timeout: 1_000 });
  }).toPass();
}

test("shows a new name in the account menu at once", { tag: "@desktop" }, async ({ page, browser }) => {
  await page.goto(PATH);
  const { page: own, leave } = await newColleague(page, browser);
  await own.goto(new URL(PATH, page.url()).href);
  await keysReady(own);
  await fill(own, { "First name": "Zoë-Marie" });
  await own.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(own, "Info updated successfully")).toBeVisible();
  await expect(own.getByRole("button", { name: /^Account: Zoë-Marie/ })).toBeVisible();
  await fill(own, { "Last name": "" });
  await own.getByRole("button", { name: "Save", exact: true }).click();
  await expect(own.getByText("Last name is required")).toBeVisible();
  await fill(own, { "Last name": "Frost" });
  await own.getByRole("button", { name: "Save", exact: true }).click();
  await expect(own.getByRole("button", { name: "Account: Zoë-Marie Frost" })).toBeVisible();
  await own.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Billing" }).click();
  await expect(own.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  await leave();
});

test("changing the password signs out only other devices", { tag: "@desktop" }, async ({ page, browser }) => {
  await page.goto(PATH);
  const { email, password, page: own, leave } = await newColleague(page, browser);
  await own.goto(new URL(PATH, page.url()).href);
  const change = own.getByRole("button", { name: "Change password" });
  await change.click();
  await expect(own.getByText("Password must be at least 6 characters")).toHaveCount(3);
  await fill(own, {
    "Current password": "not this one",
    "New password": "Moonstone-7",
    "Confirm password": "Moonstone-8",
  });
  await expect(own.getByText("Passwords do not match")).toBeVisible();
  await fill(own, { "Confirm password": "Moonstone-7" });
  await change.click();
  await expect(toast(own, "Password update failed")).toBeVisible();
  await expect(own.getByLabel("New password", { exact: true })).toHaveValue("Moonstone-7");
  await fill(own, { "Current password": password });
  await change.click();
  await expect(toast(own, "Password updated")).toBeVisible();
  await expect(own.getByLabel("New password", { exact: true })).toHaveValue("");
  await expect(own).toHaveURL(/\/settings$/);
  await expect(async () => {
    await own.goto(new URL("/dashboard/sales", page.url()).href);
    await expect(own.getByRole("heading", { level: 1, name: "Sales" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await own.goto("about:blank");
  await own.context().clearCookies();
  await own.goto(new URL("/login", page.url()).href);
  await signIn(own, { email, password: "Moonstone-7" });
  await expect(own).toHaveURL(/\/dashboard$/);
  await leave();
});

test("finds and saves the store's timezone by typing", { tag: "@desktop" }, async ({ page }) => {
  // Other journeys count days in the store's timezone.
  const sent: unknown[] = [];
  await page.route("**/api/v1/organization/timezone", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: {} });
  });
  await page.goto(PATH);
  const zone = page.getByRole("combobox", { name: "Organization timezone" });
  await expect(zone).toHaveValue(/^America\/New York · \d+:\d\d [AP]M \(GMT-[45]\)$/);
  await chooseKathmandu(page);
  await page.getByRole("button", { name: "Save timezone" }).click();
  await expect(toast(page, "Sucessfully updated")).toBeVisible();
  expect(sent).toEqual([{ timezone: "Asia/Kathmandu" }]);
  await zone.fill("atlantis");
  await expect(page.getByText("No results found")).toBeVisible();
  await zone.press("Escape");
  await page.getByRole("button", { name: "Save timezone" }).click();
  await expect(page.getByText("Timezone is required")).toBeVisible();
  await page.getByRole("button", { name: "Use this device’s timezone" }).click();
  await expect(page.getByText("Timezone is required")).toHaveCount(0);
});

test.describe("with an intended failure", () => {
  test.use({ failing: true });

  test("a refused timezone shows an error and stays selected", { tag: "@desktop" }, async ({ page }) => {
    await page.route("**/api/v1/organization/timezone", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 500, json: { message: "The clock is broken" } })
        : route.fallback(),
    );
    await page.goto(PATH);
    const zone = page.getByRole("combobox", { name: "Organization timezone" });
    await chooseKathmandu(page);
    await page.getByRole("button", { name: "Save timezone" }).click();
    await expect(toast(page, "Failed to update")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "The clock is broken" })).toBeVisible();
    await expect(zone).toHaveValue(/^Asia\/Kathmandu/);
  });
});

test("the account page is accessible and doesn't shift during hydration", async ({ page }) => {
  const moves = await watchLayoutShifts(page);
  await page.goto(`${PATH}?card`);
  await keysReady(page);
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Organization timezone" })).toHaveValue(/America/);
  expect(await moves()).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
