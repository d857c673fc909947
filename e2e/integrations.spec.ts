import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, goTo, isPhone, test, toast } from "./support.ts";

const PATH = "/dashboard/settings/integrations";
const week = (isOpen: (day: number, hour: number) => boolean) =>
  Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_, hour) => isOpen(day, hour)));

const calendars = [
  { id: "shop", name: "Shop", is_primary: true, is_read_only: false },
  { id: "holidays", name: "Holidays", is_primary: false, is_read_only: true },
];

/** Other journeys use the real account. */
async function show(page: Page, account: object, list: object[] = calendars) {
  const saved: { calendarId: string; availability: boolean[][] }[] = [];
  await page.route("**/api/v1/unipile/getAccountInfo", (route) => route.fulfill({ json: account }));
  await page.route(/\/unipile\/getCalendars/, (route) => route.fulfill({ json: list }));
  await page.route("**/api/v1/unipile/setCalendar", (route) => {
    saved.push(route.request().postDataJSON());
    return route.fulfill({ json: {} });
  });
  await page.goto("/dashboard/settings?subject=Integrations");
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: /^(Integrations|Mail and calendar)$/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Integrations" })).toBeVisible();
  return saved;
}

const connected = (calendarData: object | null = null) => ({
  isAuthorized: true,
  provider: "google",
  address: "shop@example.com",
  calendarData,
});
const cell = (page: Page, day: string, hours: string) =>
  page.getByRole("gridcell", { name: `${day}, ${hours}`, exact: true });

test("shows the store's connected account and its hours", { tag: "@desktop" }, async ({ page }) => {
  await page.goto(PATH);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change Email Account" })).toBeVisible();
  await expect(page.getByRole("grid", { name: "Weekly availability" }).getByRole("gridcell")).toHaveCount(
    168,
  );
  await expect(page.getByText(/hours per week/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("without an account, the only action opens the provider's page", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.route("**/api/v1/unipile/generateAccountLink", (route) =>
    route.fulfill({ json: { url: "https://provider.example.com/link" } }),
  );
  await page.route(/^https:\/\/provider\.example\.com\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Provider</title><h1>Sign in there</h1>" }),
  );
  await show(page, { isAuthorized: false });
  await expect(page.getByText("No email provider connected.")).toBeVisible();
  await expect(page.getByText("Your calendar is kept in Loupe.").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: "Shop" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect Email Account" }).click();
  await expect(page.getByRole("heading", { name: "Sign in there" })).toBeVisible();
});

test("changes an account on its provider's page, and disconnects it", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.route("**/api/v1/unipile/changeAccount", (route) =>
    route.fulfill({ json: { url: "https://provider.example.com/change" } }),
  );
  await page.route(/^https:\/\/provider\.example\.com\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Provider</title><h1>Change it there</h1>" }),
  );
  let removed = 0;
  await page.route("**/api/v1/unipile/removeAccount", (route) => {
    removed += 1;
    return route.fulfill({ json: {} });
  });
  await show(page, connected());
  await expect(page.getByRole("img", { name: "Google" })).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("alertdialog", { name: "Disconnect the email provider?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(removed).toBe(0);
  await page.getByRole("button", { name: "Disconnect" }).click();
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect(toast(page, "Email provider disconnected.")).toBeVisible();
  expect(removed).toBe(1);
  await page.getByRole("button", { name: "Change Email Account" }).click();
  await expect(page.getByRole("heading", { name: "Change it there" })).toBeVisible();
});

test("doesn't follow an unsafe link", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/api/v1/unipile/generateAccountLink", (route) =>
    route.fulfill({ json: { url: "javascript:alert(1)" } }),
  );
  await show(page, { isAuthorized: false });
  await page.getByRole("button", { name: "Connect Email Account" }).click();
  await expect(toast(page, "Error: The link of the email provider is not valid")).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect Email Account" })).toBeVisible();
});

test("shows a broken account as an alert", { tag: "@desktop" }, async ({ page }) => {
  await show(page, { ...connected(), error: "We can no longer sign in to this account." });
  await expect(
    page.getByRole("alert").filter({ hasText: "Error: We can no longer sign in to this account." }),
  ).toBeVisible();
});

test("a click toggles an hour, and dragging repeats it", {
  tag: "@desktop",
}, async ({ page }) => {
  const saved = await show(page, connected({ calendarId: "shop", availability: week(() => false) }));
  await cell(page, "Monday", "9 AM – 10 AM").hover();
  await page.mouse.down();
  await cell(page, "Monday", "10 AM – 11 AM").hover();
  await cell(page, "Monday", "11 AM – 12 PM").hover();
  const fill = (hours: string) =>
    cell(page, "Monday", hours).evaluate((one) => getComputedStyle(one).backgroundImage);
  expect(await fill("10 AM – 11 AM")).toContain("45deg");
  expect(await fill("10 AM – 11 AM")).not.toContain("135deg");
  await page.getByRole("heading", { name: "Appointment Settings" }).hover();
  await cell(page, "Friday", "9 AM – 10 AM").hover();
  await page.mouse.up();
  await expect(page.getByText("9 AM – 12 PM")).toBeVisible();
  await cell(page, "Monday", "10 AM – 11 AM").click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Calendar set.")).toBeVisible();
  expect(saved).toEqual([
    { calendarId: "shop", availability: week((day, hour) => day === 1 && (hour === 9 || hour === 11)) },
  ]);
});

test("paints hours with a finger without scrolling the page", { tag: "@phone" }, async ({ page }) => {
  await show(page, connected({ calendarId: "shop", availability: week(() => false) }));
  const finger = await page.context().newCDPSession(page);
  await finger.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const [first, last] = [cell(page, "Monday", "9 AM – 10 AM"), cell(page, "Monday", "11 AM – 12 PM")];
  await first.evaluate((node) => node.scrollIntoView({ block: "center" }));
  const scrolled = await page.evaluate(() => scrollY);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", at?: Locator) => {
    const box = await at?.boundingBox();
    const touchPoints = box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
    await finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", first);
  await touch("touchMove", last);
  await touch("touchEnd");
  await expect(page.getByText("3 hours per week")).toBeVisible();
  await expect(page.getByText("9 AM – 12 PM")).toBeVisible();
  await touch("touchStart", last);
  await touch("touchEnd");
  await expect(page.getByText("9 – 11 AM")).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("No hours are open, so no one can book.")).toBeVisible();
});

test("paints hours by keyboard and by presets", async ({ page }) => {
  const saved = await show(page, connected({ calendarId: "shop", availability: week(() => false) }));
  const phone = isPhone(page);
  await cell(page, "Monday", "9 AM – 10 AM").focus();
  await page.keyboard.press("Space");
  const on = phone ? "ArrowDown" : "ArrowRight";
  await page.keyboard.press(`Shift+${on}`);
  await page.keyboard.press(on);
  await expect(cell(page, "Monday", "11 AM – 12 PM")).toBeFocused();
  await expect(cell(page, "Monday", "10 AM – 11 AM")).toHaveAttribute("aria-selected", "true");
  await expect(cell(page, "Monday", "11 AM – 12 PM")).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Home");
  await expect(
    cell(page, phone ? "Sunday" : "Monday", phone ? "11 AM – 12 PM" : "12 AM – 1 AM"),
  ).toBeFocused();
  await page.getByRole("button", { name: "Copy Monday to weekdays" }).click();
  await expect(page.getByText("10 hours per week")).toBeVisible();
  await page.getByRole("button", { name: "Sat, all hours" }).click();
  await page.getByRole("button", { name: "12 AM, all days" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Calendar set.")).toBeVisible();
  const weekday = (day: number) => day > 0 && day < 6;
  expect(saved[0]?.availability).toEqual(
    week((day, hour) => hour === 0 || day === 6 || (weekday(day) && (hour === 9 || hour === 10))),
  );
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("No hours are open, so no one can book.")).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("requires a calendar that isn't read-only", { tag: "@desktop" }, async ({ page }) => {
  const saved = await show(page, connected());
  await expect(page.getByRole("radio", { name: /Holidays/ })).toBeDisabled();
  await page.getByRole("button", { name: "Weekdays 9–5" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Please select a calendar" })).toBeVisible();
  await page.getByRole("radio", { name: /Shop/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Calendar set.")).toBeVisible();
  expect(saved).toHaveLength(1);
  expect(saved[0]?.availability.flat().filter(Boolean)).toHaveLength(40);
  await goTo(page, "Contacts");
});

test("asks before losing painted hours", { tag: "@desktop" }, async ({ page }) => {
  await show(page, connected({ calendarId: "shop", availability: week(() => false) }));
  await page.getByRole("button", { name: "Weekdays 9–5" }).click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Billing" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByText("40 hours per week")).toBeVisible();
});

test.describe("with a failing provider", () => {
  test.use({ failing: true });

  test("shows why calendars can't be loaded, and retries", { tag: "@desktop" }, async ({ page }) => {
    await show(page, connected());
    await page.route(/\/unipile\/getCalendars/, (route) =>
      route.fulfill({ status: 502, json: { message: "Google does not answer" } }),
    );
    await page.goto("/dashboard/settings/billing");
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: "Integrations" })
      .click();
    await expect(page.getByText("Error: Google does not answer")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  test("a refused week stays painted", { tag: "@desktop" }, async ({ page }) => {
    await show(page, connected({ calendarId: "shop", availability: week(() => false) }));
    await page.route("**/api/v1/unipile/setCalendar", (route) =>
      route.fulfill({ status: 502, json: { message: "Google does not answer" } }),
    );
    await page.getByRole("button", { name: "Weekdays 9–5" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "Error: Google does not answer")).toBeVisible();
    await expect(page.getByText("40 hours per week")).toBeVisible();
  });
});
