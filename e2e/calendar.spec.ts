import { appointment, box, CALENDARS, calendarOf, day, event, HOUR, LA, open, title } from "./calendar.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  isPhone,
  keysReady,
  refetch,
  test,
  toast,
} from "./support.ts";

test("Previous, Today and Next depend on the view", { tag: "@desktop" }, async ({ page }) => {
  await open(page, "?week=2026-03-10", []);
  await expect(page.getByText("No appointments this week")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?week=2026-03-17$/);
  await expect(day(page, "Sunday, March 15")).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page).toHaveURL(/\?week=2026-03-03$/);
  await expect(day(page, "Sunday, March 1")).toBeVisible();

  await page.getByRole("tab", { name: "Day" }).click();
  await expect(page.getByText("No appointments on this day")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?day=2026-03-04$/);
  await expect(day(page, "Wednesday, March 4")).toBeVisible();

  await page.getByRole("tab", { name: "Month" }).click();
  await expect(page.getByText("No appointments this month")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?month=2026-04-04$/);
  await expect(title(page, "April 2026")).toBeVisible();
  await page.reload();
  await expect(title(page, "April 2026")).toBeVisible();

  await page.getByRole("button", { name: "Today" }).click();
  await expect(page).toHaveURL(/\?month=$/);
  await expect(page.getByRole("cell").and(page.locator("[aria-current=date]"))).toBeVisible();
  await page.getByRole("tab", { name: "Week" }).click();
  await expect(page).toHaveURL(/\/appointments$/);
  await expect(page.getByRole("region").and(page.locator("[aria-current=date]"))).toBeVisible();
});

test("the month shows three titles and links to the day", { tag: "@desktop" }, async ({ page }) => {
  const hours = ["09", "10", "11", "12", "13"];
  await open(
    page,
    "?month=2026-06-01",
    hours.map((hour, index) =>
      event(`Visit ${index}`, `2026-06-18T${hour}:00:00-07:00`, `2026-06-18T${hour}:30:00-07:00`),
    ),
  );
  await expect(page.getByRole("columnheader").first()).toHaveText("Sun");
  await expect(page.getByRole("cell")).toHaveCount(42);
  await expect(page.getByText("5 appointments", { exact: true })).toBeVisible();
  const cell = page
    .getByRole("cell")
    .filter({ has: page.getByRole("button", { name: /^Thursday, June 18/ }) });
  if (isPhone(page)) {
    await cell.getByRole("button", { name: "Thursday, June 18, 5 appointments" }).click();
  } else {
    await expect(cell.getByRole("listitem")).toHaveText([/^Visit 0/, /^Visit 1/, /^Visit 2/, "2 more"]);
    await cell.getByRole("button", { name: "2 more on Thursday, June 18" }).click();
  }
  await expect(page).toHaveURL(/\?day=2026-06-18$/);
  await expect(day(page, "Thursday, June 18").getByRole("button")).toHaveCount(5);
  await expect(page.getByRole("region", { name: "Hours, scrollable" })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\?month=2026-06-01$/);
  await expect(page.getByRole("cell")).toHaveCount(42);
});

test("an appointment's card opens by key and returns the focus", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "?week=2026-06-14", [
    event("Ring fitting with a very long title", "2026-06-14T10:00:00-07:00", "2026-06-14T11:30:00-07:00"),
  ]);
  const button = appointment(page, /^Ring fitting/);
  await button.focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog", { name: "Ring fitting with a very long title" });
  await expect(card).toContainText("Sunday, June 14, 2026");
  await expect(card).toContainText("10:00 – 11:30 AM · 1 h 30 min");
  await expect(card).toContainText(LA);
  await expectAccessible(page);
  await card.getByRole("button", { name: "Copy" }).click();
  await expect(toast(page, "Copied Successfully!")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Ring fitting with a very long title\nSunday, June 14, 2026\n10:00 – 11:30 AM (${LA})`,
  );
  await card.focus();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("t goes to today, arrows move, unless keys are off", {
  tag: "@desktop",
}, async ({ page }) => {
  await open(page, "?week=2026-03-10", []);
  await keysReady(page);
  for (const key of ["Right", "Right", "Left"]) await page.keyboard.press(`Arrow${key}`);
  await expect(page).toHaveURL(/\?week=2026-03-17$/);
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/\?week=2026-03-10$/);
  await page.getByRole("tab", { name: "Week" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/\?day=2026-03-10$/);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/\?week=2026-03-10$/);
  await expect(page.getByRole("tab", { name: "Week" })).toHaveAttribute("aria-selected", "true");

  await page.evaluate(() => localStorage.setItem("single-keys", "off"));
  await page.keyboard.press("t");
  await page.evaluate(() => localStorage.removeItem("single-keys"));
  await expect(page).toHaveURL(/\?week=2026-03-10$/);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/\/templates/);
  await page.goBack();
  await expect(page).toHaveURL(/\?week=2026-03-10$/);
  await expect(title(page, "March 2026")).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("t");
    await expect(page).toHaveURL(/\/appointments$/, { timeout: 1000 });
  }).toPass();
});

test("the current-time line moves", { tag: "@desktop" }, async ({ page }) => {
  const hour = new Date().getUTCHours();
  await page.clock.install();
  await open(page, "", [], { timezone: `Etc/GMT${hour < 12 ? hour - 12 : `+${hour - 12}`}` });
  const line = page.getByText(/^12:\d\d$/);
  const before = await box(line);
  const row = await box(page.locator("[data-row='0']"));
  expect(before.y - row.y).toBeGreaterThan(12 * HOUR - 20);
  await page.clock.fastForward("01:00:00");
  const later = page.getByText(/^1:\d\d$/);
  await expect(later).toBeAttached();
  expect((await box(later)).y - before.y).toBeGreaterThanOrEqual(HOUR);
});

for (const view of ["week", "day", "month"]) {
  test(`the ${view} is accessible and fits`, async ({ page }) => {
    await open(page, `?${view}=2026-06-15`, [
      event("Trade fair", "2026-06-15", "2026-06-17"),
      event("Call", "2026-06-15T09:00:00-07:00", "2026-06-15T09:15:00-07:00"),
      event("Ring fitting", "2026-06-15T10:00:00-07:00", "2026-06-15T11:00:00-07:00"),
    ]);
    await expect(page).toHaveTitle(/^Appointments · /);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test("today's column is accessible", { tag: "@desktop" }, async ({ page }) => {
  await open(page, "", []);
  await expectAccessible(page);
});

test.describe("with a failing host", () => {
  test.use({ failing: true });

  test("keeps loaded events, and retrying loads the rest", { tag: "@desktop" }, async ({ page }) => {
    const fitting = event("Ring fitting", "2026-06-15T10:00:00-07:00", "2026-06-15T11:00:00-07:00");
    await open(page, "?week=2026-06-14", [fitting]);
    let isAway = true;
    const me = await (await page.request.get("/api/v1/users/me")).json();
    await page.route(CALENDARS, (route) =>
      route.fulfill(
        isAway
          ? { status: 500, json: { message: "The calendar does not answer" } }
          : { json: calendarOf(me.id, [fitting]) },
      ),
    );
    const alert = page.getByRole("main").getByRole("alert");
    await expect(async () => {
      await refetch(page);
      await expect(alert).toContainText("The calendar does not answer", { timeout: 1000 });
    }).toPass();
    await expect(appointment(page, /^Ring fitting/)).toBeAttached();
    await expectAccessible(page);

    await page.getByRole("tab", { name: "Month" }).click();
    await expect(alert).toBeVisible();
    await expect(page.getByText("No appointments this month")).toHaveCount(0);
    const again = alert.getByRole("button", { name: "Try again" });
    isAway = false;
    await expect(async () => {
      // Click all at once: requests may replace the alert and its button.
      for (const button of await again.elementHandles()) await button.dispatchEvent("click");
      await expect(alert).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await expect(page.getByText("1 appointment", { exact: true })).toBeVisible();
  });
});
