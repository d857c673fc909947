import type { Locator, Page } from "@playwright/test";
import { box } from "./calendar.ts";
import { appointmentOf, calendar, column, columns, IN_THE_GRID, open, test } from "./front-desk-page.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, isPhone, toast } from "./support.ts";

async function quarter(page: Page): Promise<number> {
  return (await box(page.locator("[data-hours]").first())).height / 96;
}

async function drag(page: Page, what: Locator, by: { x: number; y: number }, grab = 0.4) {
  const { x, y, width, height } = await box(what);
  const from = { x: x + width / 3, y: y + height * grab };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2);
    await page.mouse.move(from.x + by.x, from.y + by.y);
    await expect(page.locator("[data-lifted]")).toBeAttached({ timeout: 500 });
  }).toPass();
}

const said = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });

test("shows five people with sixty appointments in the first HTML", async ({ page, site }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/calendar|bookings/i.test(pathname)) asked.push(`${pathname} ${searchParams.get("from")}`);
  });
  await expect(async () => {
    asked.length = 0;
    await open(page, site);
    const again = asked.filter((call) => call.includes("getCalendarEvents") || call.endsWith(site.desk.day));
    expect(again).toEqual([]);
  }).toPass();
  await expect(columns(page)).toHaveCount(5);
  await expect(calendar(page).getByText("60 appointments")).toBeVisible();
  const buttons = calendar(page).locator("[data-booking]");
  await expect(buttons).toHaveCount(60);
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => {
      const name = one.querySelector("b");
      const inside = name?.getBoundingClientRect();
      const { top, bottom } = one.getBoundingClientRect();
      return { cut: !inside || inside.top < top || inside.bottom > bottom + 1, width: inside?.width ?? 0 };
    }),
  );
  expect(names.filter(({ cut, width }) => cut || width < 20)).toEqual([]);
  await expect(column(page, "Maya").getByText("From 10 AM")).toBeAttached();
  await expect(column(page, "Eleanor").getByText("Lunch")).toBeAttached();
  await expect(appointmentOf(page, "Beyza").first()).toHaveAccessibleName(
    /with Eleanor Finch, no email, call to remind$/,
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, IN_THE_GRID);

  const frame = await box(page.getByRole("region", { name: "Hours, scrollable" }));
  if (!isPhone(page)) {
    const [hours, row] = [await box(page.locator("[data-hours]").first()), await quarter(page)];
    expect(hours.y + row * 4 * 9).toBeGreaterThanOrEqual(frame.y + 48);
    expect(hours.y + row * 4 * 18).toBeLessThanOrEqual(frame.y + frame.height + 1);
    const types = page.getByRole("group", { name: "Types" });
    await expect(types.getByRole("button", { name: /^(Pick-up|\d+ more types)/ })).toBeInViewport({
      ratio: 1,
    });
    return;
  }
  const inView = async () => {
    const boxes = await Promise.all((await columns(page).all()).map(box));
    return boxes.filter(({ x, width }) => x >= frame.x + 49 && x + width <= frame.x + frame.width + 1).length;
  };
  await expect.poll(inView).toBe(2);
  expect(await quarter(page)).toBe(22);
  const strip = page.getByRole("group", { name: "People" });
  await strip.getByRole("button", { name: /Priya/ }).click();
  await expect(column(page, "Priya").getByRole("heading")).toBeInViewport({ ratio: 1 });
  await expect(strip.getByRole("button", { name: /Priya/ })).toHaveAttribute("aria-pressed", "true");

  for (const item of ["Maya Lindqvist", "Valuation"]) {
    await page.getByRole("button", { name: /^Filter/ }).click();
    await page.getByRole("menu").getByText(item, { exact: true }).click();
  }
  await expect(columns(page)).toHaveCount(1);
  await expect(page).toHaveURL(/people=.*type=|type=.*people=/);
});

test("the URL defines the people, appointments and colors", { tag: "@desktop" }, async ({ page, site }) => {
  await open(page, site);
  const choose = async (menu: RegExp, item: string) => {
    await page.getByRole("button", { name: menu }).click();
    await page.getByRole("menu").getByText(item, { exact: true }).click();
  };
  await choose(/^People/, "Only me");
  await expect(page).toHaveURL(/people=me/);
  await expect(columns(page)).toHaveCount(1);
  await choose(/^People/, "Maya Lindqvist");
  await expect(columns(page)).toHaveCount(2);
  await choose(/^Color by/, "Person");
  await expect(page).toHaveURL(/color=person/);
  const types = page.getByRole("group", { name: "Types" });
  await types.getByRole("button", { name: /^Valuation/ }).click();
  await types.getByRole("button", { name: /^Pick-up/ }).click({ modifiers: ["Shift"] });
  await expect(calendar(page).getByText("8 appointments")).toBeVisible();
  await page.reload();
  await expect(columns(page)).toHaveCount(2);
  await expect(calendar(page).locator("[data-booking]")).toHaveCount(8);
  await page.getByRole("tab", { name: "Week" }).click();
  await expect(page).toHaveURL(/people=.*week=/);
  // The URL changes before the screen.
  await expect(columns(page)).toHaveCount(0);
  await expect(calendar(page).getByText(/^\d+ appointments$/)).toBeVisible();
  await expect(appointmentOf(page, "Eleni")).toHaveCount(0);
  await expectAccessible(page, IN_THE_GRID);
  await page.getByRole("tab", { name: "Day" }).click();
  await expect(columns(page)).toHaveCount(2);
  const frame = await box(page.getByRole("region", { name: "Hours, scrollable" }));
  await expect
    .poll(async () => {
      const ten = (await box(page.locator("[data-hours]").first())).y + (await quarter(page)) * 40;
      return ten >= frame.y && ten < frame.y + frame.height / 3;
    })
    .toBe(true);
});

test("names people whose calendar can't be read", { tag: "@desktop" }, async ({ page, site }) => {
  await open(page, site);
  await page.route("**/api/v1/people/calendar?*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.people[0].error = "This calendar can't be read right now.";
    await route.fulfill({ response, json: answer });
  });
  const alert = page.getByRole("main").getByRole("alert");
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(alert).toContainText("Eleanor Finch: This calendar can't be read right now.", {
      timeout: 2_000,
    });
  }).toPass();
  await expect(calendar(page).getByText("60 appointments")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toHaveCount(0);
});

test("drags an appointment to someone, lengthens it, undoes both", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await open(page, site);
  const cooper = appointmentOf(page, "Cooper").first();
  await expect(cooper).toHaveAccessibleName(/1:00 PM to 1:15 PM, with Eleanor/);
  const row = await quarter(page);
  const { width } = await box(column(page, "Eleanor"));

  await drag(page, cooper, { x: width, y: -4 * row });
  await expect(said(page, /Cooper Lind to Mateo .*, 12:00 PM – 12:15 PM/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-lifted]")).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await drag(page, cooper, { x: width, y: -4 * row });
  await page.mouse.up();
  const moved = column(page, "Mateo").getByRole("button", { name: /Cooper Lind, 12:00 PM to 12:15 PM/ });
  await expect(moved).toBeVisible();
  const done = toast(page, "Cooper Lind to Mateo, 12:00 PM.");
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone")).toBeVisible();
  await expect(
    column(page, "Eleanor").getByRole("button", { name: /Cooper Lind, 1:00 PM to/ }),
  ).toBeVisible();

  const closed = Array.from({ length: 7 }, () => Array(24).fill(false));
  await site.desk.owner("POST", "/organization/brand", { hours: closed });
  await drag(page, cooper, { x: width, y: -4 * row });
  await expect(said(page, /12:15 PM: The store is closed that day\./)).toBeVisible();
  await page.mouse.up();
  const warned = toast(page, "Cooper Lind to Mateo, 12:00 PM. The store is closed that day.");
  await warned.getByRole("button", { name: "Undo" }).click();
  await expect(cooper).toHaveAccessibleName(/1:00 PM to 1:15 PM, with Eleanor/);
  await site.desk.owner("POST", "/organization/brand", { hours: null });

  const ruth = appointmentOf(page, "Ruth").first();
  await expect(ruth).toHaveAccessibleName(/11:15 AM to 12:00 PM/);
  await drag(page, ruth, { x: 0, y: 2 * row }, 0.97);
  await page.mouse.up();
  await expect(ruth).toHaveAccessibleName(/11:15 AM to 12:30 PM/);
  await page.reload();
  await expect(ruth).toHaveAccessibleName(/11:15 AM to 12:30 PM/);
});

test("moves an appointment by keyboard, warns, and announces the result", {
  tag: "@desktop",
}, async ({ page, site }) => {
  await open(page, site);
  const hannah = appointmentOf(page, "Hannah").first();
  await hannah.focus();
  await page.keyboard.press("m");
  await expect(said(page, /Hannah Frost to Eleanor Finch, 1:15 PM – 1:45 PM/)).toBeVisible();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "Shift+ArrowDown", "Alt+ArrowUp"])
    await page.keyboard.press(key);
  await expect(said(page, /12:25 PM – 1:10 PM: Eleanor works until .*is busy then/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-lifted]")).toHaveCount(0);
  await expect(hannah).toBeFocused();

  for (const key of ["m", "ArrowUp", "ArrowUp", "ArrowUp", "Shift+ArrowUp"]) await page.keyboard.press(key);
  await expect(said(page, /12:30 PM – 12:45 PM: Eleanor works until /)).toBeVisible();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Move anyway?" });
  await expect(question).toContainText(/Eleanor works until \d+:\d\d [AP]M/);
  await expectAccessible(page, IN_THE_GRID);
  await question.getByRole("button", { name: "Put back" }).press("Enter");
  await expect(hannah).toHaveAccessibleName(/1:15 PM to 1:45 PM/);

  await hannah.focus();
  for (const key of ["m", "ArrowUp", "ArrowUp", "ArrowUp", "Shift+ArrowUp", "Enter"])
    await page.keyboard.press(key);
  await question.getByRole("button", { name: "Move anyway" }).press("Enter");
  const moved = column(page, "Eleanor").getByRole("button", {
    name: /Hannah Frost, 12:30 PM to 12:45 PM, with Eleanor Finch, Outside hours, by Priya$/,
  });
  await expect(moved).toBeFocused();
});

test("a long press lifts an appointment, and a swipe scrolls", { tag: "@phone" }, async ({ page, site }) => {
  await open(page, site);
  const chidi = appointmentOf(page, "Chidi").first();
  const { x, y, width, height } = await box(chidi);
  const row = await quarter(page);
  const touch = await page.context().newCDPSession(page);
  const at = (type: "touchStart" | "touchMove" | "touchEnd", down: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2, y: y + height / 2 + down }],
    });
  await at("touchStart", 0);
  await expect(page.locator("[data-lifted]")).toBeAttached();
  await at("touchMove", row / 2);
  await at("touchMove", -row);
  await expect(said(page, /Chidi Lind to Eleanor Finch, 9:15 AM – 9:45 AM/)).toBeVisible();
  await at("touchEnd", 0);
  await expect(chidi).toHaveAccessibleName(/9:15 AM to 9:45 AM/);
  await expect(toast(page, "Chidi Lind to Eleanor, 9:15 AM.")).toBeVisible();
});

test("clicking an empty time opens a new appointment there", async ({ page, site }) => {
  await open(page, site);
  const { x, y, width, height } = await box(column(page, "Mateo").locator("[data-hours]"));
  const top = y + (12.6 / 24) * height;
  await page.mouse.click(x + width / 2, top);
  const at = encodeURIComponent(site.desk.at("12:30"));
  const person = site.desk.people.find(({ firstName }) => firstName === "Mateo")?.id;
  await expect(page).toHaveURL(new RegExp(`new=1&person=${person}&at=${at}`));
  if (isPhone(page)) await expect(page.getByRole("dialog", { name: "New appointment" })).toBeVisible();
  else await expect(column(page, "Mateo").getByText(/^New 12:30 – 1:00 PM/)).toBeVisible();
});

test("prints a day of everyone with phone numbers", { tag: "@desktop" }, async ({ page, site }) => {
  await open(page, site);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("+1 415 555 1004")).toBeVisible();
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
});
