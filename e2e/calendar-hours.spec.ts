import { appointment, box, day, event, HOUR, open, place, ROW, title } from "./calendar.ts";
import { expect, expectNoSidewaysScroll, isPhone, test } from "./support.ts";

test("the week has 96 rows and starts at mid-morning", async ({ page }) => {
  await open(page, "?week=2026-06-17", [
    event("Opening", "2026-06-14T09:00:00-07:00", "2026-06-14T09:15:00-07:00"),
    event("Blink", "2026-06-14T10:45:00-07:00", "2026-06-14T10:50:00-07:00"),
    event("Ring fitting", "2026-06-15T10:00:00-07:00", "2026-06-15T11:00:00-07:00"),
  ]);
  await expect(title(page, "June 2026")).toBeVisible();
  const rows = page.locator("[data-row]");
  await expect(rows).toHaveCount(96);
  for (const row of await rows.all()) expect((await box(row)).height).toBe(ROW);
  const days = page.getByRole("region", { name: /day, June \d+$/ });
  await expect(days).toHaveCount(7);
  await expect(days.first()).toHaveAccessibleName("Sunday, June 14");
  await expect(days.last()).toHaveAccessibleName("Saturday, June 20");

  await expect(appointment(page, "Opening, 9:00 AM to 9:15 AM")).toBeInViewport({ ratio: 1 });
  await expect(appointment(page, "Blink, 10:45 AM to 10:50 AM")).toBeInViewport();
  expect((await place(page, /^Opening/)).top).toBeCloseTo(9 * HOUR + 1, 0);
  for (const name of [/^Opening/, /^Blink/]) {
    const { height } = await place(page, name);
    expect(height).toBeGreaterThanOrEqual(ROW - 2);
    expect(height).toBeLessThanOrEqual(ROW);
  }
  expect((await place(page, /^Ring fitting/)).height).toBeCloseTo(HOUR - 2, 0);
  await expect(day(page, "Monday, June 15").getByRole("listitem")).toHaveText([/Ring fitting/]);
});

test("overlapping appointments are side by side", async ({ page }) => {
  const times = ["09:00 10:30", "09:15 09:20", "09:15 11:00", "09:30 09:45", "10:00 10:15", "10:30 12:00"];
  await open(
    page,
    "?week=2026-06-14",
    times.map((time, index) => {
      const [start, end] = time.split(" ");
      return event(`Number ${index}`, `2026-06-14T${start}:00-07:00`, `2026-06-14T${end}:00-07:00`);
    }),
  );
  const buttons = day(page, "Sunday, June 14").getByRole("button");
  await expect(buttons).toHaveCount(times.length);
  const boxes = await Promise.all((await buttons.all()).map(box));
  boxes.forEach((a, index) => {
    expect(a.width).toBeGreaterThan(16);
    for (const b of boxes.slice(index + 1)) {
      const apart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(apart).toBe(true);
    }
  });
});

test("all-day events are above the hours; overnight events are split", { tag: "@desktop" }, async ({
  page,
}) => {
  await open(page, "?week=2026-06-14", [
    event("Trade fair", "2026-06-14", "2026-06-16"),
    event("Night shift", "2026-06-14T22:00:00-07:00", "2026-06-15T02:00:00-07:00"),
  ]);
  const names = (name: string) => day(page, name).getByRole("button").locator(".sr-only").allTextContents();
  expect(await names("Sunday, June 14")).toEqual([
    "Trade fair, all day, Jun 14 to Jun 15, with Priya",
    "Night shift, Jun 14, 10:00 PM to Jun 15, 2:00 AM, with Priya",
  ]);
  expect(await names("Monday, June 15")).toEqual([
    "Trade fair, continued, all day, Jun 14 to Jun 15, with Priya",
    "Night shift, continued, Jun 14, 10:00 PM to Jun 15, 2:00 AM, with Priya",
  ]);
  expect(await names("Tuesday, June 16")).toEqual([]);
  expect((await place(page, /^Night shift, continued/)).height).toBeCloseTo(2 * HOUR - 2, 0);
});

test("events keep their local time when clocks go forward", { tag: "@desktop" }, async ({ page }) => {
  await open(page, "?week=2026-03-08", [
    event("Early", "2026-03-08T01:00:00-08:00", "2026-03-08T01:30:00-08:00"),
    event("Across", "2026-03-08T09:30:00Z", "2026-03-08T10:30:00Z"),
    event("Morning", "2026-03-08T10:00:00-07:00", "2026-03-08T11:00:00-07:00"),
  ]);
  await expect(day(page, "Sunday, March 8").getByText("Clocks go forward")).toBeAttached();
  expect((await place(page, /^Early/)).top).toBeCloseTo(HOUR + 1, 0);
  const across = await place(page, "Across, 1:30 AM PST to 3:30 AM PDT");
  expect(across.top).toBeCloseTo(1.5 * HOUR + 1, 0);
  expect(across.height).toBeCloseTo(2 * HOUR - 2, 0);
  expect(await place(page, /^Morning, 10:00 AM/)).toEqual({ top: 10 * HOUR + 1, height: HOUR - 2 });
});

test("events of a repeated hour are side by side", { tag: "@desktop" }, async ({ page }) => {
  await open(page, "?week=2026-11-01", [
    event("First", "2026-11-01T01:15:00-07:00", "2026-11-01T01:45:00-07:00"),
    event("Second", "2026-11-01T01:15:00-08:00", "2026-11-01T01:45:00-08:00"),
    event("Morning", "2026-11-01T18:00:00Z", "2026-11-01T19:00:00Z"),
  ]);
  const first = appointment(page, "First, 1:15 AM PDT to 1:45 AM PDT");
  const second = appointment(page, "Second, 1:15 AM PST to 1:45 AM PST");
  const [a, b] = [await box(first), await box(second)];
  expect(a.y).toBe(b.y);
  expect(a.x + a.width).toBeLessThanOrEqual(b.x);
  expect(await place(page, /^First/)).toEqual({ top: 1.25 * HOUR + 1, height: HOUR / 2 - 2 });
  expect(await place(page, "Morning, 10:00 AM to 11:00 AM")).toEqual({
    top: 10 * HOUR + 1,
    height: HOUR - 2,
  });
});

test("a phone shows two days, and its strip all others", async ({ page }) => {
  await open(page, "?week=2026-06-14", []);
  const days = page.getByRole("region", { name: /day, June \d+$/ });
  const inView = async () => {
    const frame = await box(page.getByRole("region", { name: "Hours, scrollable" }));
    const boxes = await Promise.all((await days.all()).map(box));
    return boxes.filter(({ x, width }) => x >= frame.x + 63 && x + width <= frame.x + frame.width + 1).length;
  };
  expect(await inView()).toBe(isPhone(page) ? 2 : 7);
  if (isPhone(page)) {
    await expect(day(page, "Thursday, June 18")).not.toBeInViewport();
    await page.getByRole("button", { name: "Thursday, June 18" }).click();
    await expect(day(page, "Thursday, June 18")).toBeInViewport();
    await expect(page.getByText("9 AM")).toBeInViewport();
  }
  await expectNoSidewaysScroll(page);
});
