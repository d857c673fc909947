import type { Locator, Page } from "@playwright/test";
import { askAgain, expect } from "./support.ts";

export const LA = "America/Los_Angeles";
export const ROW = 40;
export const HOUR = 4 * ROW;

export const event = (title: string, start: string, end: string) => ({
  id: `${title} ${start}`,
  title,
  start: { date_time: start },
  end: { date_time: end },
});

/**
 * Opens the calendar of a host where nobody has one of their own, with exact events, in an exact timezone. The server has read the first view for itself; what the
 * browser reads again, as it does when its window gets the focus, is answered here.
 */
export async function open(page: Page, query: string, events: object[], me: object = {}) {
  const user = await (await page.request.get("/api/v1/users/me")).json();
  const answer = { ...user, timezone: LA, isEmailIntegrationComplete: true, ...me };
  // Whether or not the store is connected, nothing lies over the calendar.
  if (answer.isEmailIntegrationComplete) {
    await page.addInitScript((id) => sessionStorage.setItem("integration-asked", id), answer.id);
  }
  await page.route("**/api/v1/users/me", (route) => route.fulfill({ json: answer }));
  await alone(page);
  await page.route("**/api/v1/unipile/getCalendarEvents?*", (route) => route.fulfill({ json: events }));
  await page.goto(`/dashboard/appointments${query}`);
  const read = answer.isEmailIntegrationComplete ? /appointment/ : /\d/;
  await expect(async () => {
    await askAgain(page);
    await expect(page.getByText(answer.timezone)).toBeVisible({ timeout: 250 });
    await expect(page.getByRole("main").getByRole("status")).toHaveText(read, { timeout: 1000 });
  }).toPass();
}

/** From now on the host has no calendars of people, as soon as it is asked again. */
export async function alone(page: Page) {
  const names: string[] = await (await page.request.get("/api/v1/capabilities")).json();
  const rest = names.filter((name) => name !== "people.calendar");
  await page.route("**/api/v1/capabilities", (route) => route.fulfill({ json: rest }));
}

export const title = (page: Page, text: string) =>
  page.getByRole("heading", { level: 1, name: text, exact: true });
export const day = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const appointment = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

export async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error("not on screen");
  return found;
}

/** Where an appointment begins and how high it is, in px from the day's first row. */
export async function place(page: Page, name: string | RegExp) {
  const [first, own] = [await box(page.locator("[data-row='0']")), await box(appointment(page, name))];
  return { top: own.y - first.y, height: own.height };
}
