import type { Locator, Page } from "@playwright/test";
import { expect, refetch } from "./support.ts";

export const LA = "America/Los_Angeles";
export const ROW = 40;
export const HOUR = 4 * ROW;

export const event = (title: string, start: string, end: string) => {
  const [from, to] = [start, end].map((time) =>
    new Date(time.includes("T") ? time : `${time}T00:00:00-07:00`).toISOString(),
  );
  const isAllDay = !start.includes("T");
  return { id: `${title} ${start}`, title, start: from, end: to, isAllDay, isFree: false, booking: null };
};

/** The server loads the first view; later requests of the browser are answered here. */
export async function open(page: Page, query: string, events: object[], me: object = {}) {
  const user = await (await page.request.get("/api/v1/users/me")).json();
  const answer = { ...user, timezone: LA, isEmailIntegrationComplete: true, ...me };
  if (answer.isEmailIntegrationComplete) {
    await page.addInitScript((id) => sessionStorage.setItem("integration-asked", id), answer.id);
  }
  await page.route("**/api/v1/users/me", (route) => route.fulfill({ json: answer }));
  let isAnswered = false;
  await page.route(CALENDARS, async (route) => {
    await route.fulfill({ json: calendarOf(answer.id, events) });
    isAnswered = true;
  });
  await page.goto(`/dashboard/appointments${query}`);
  await expect(async () => {
    await refetch(page);
    await expect(page.getByText(answer.timezone)).toBeVisible({ timeout: 250 });
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/appointment/, { timeout: 1000 });
    expect(isAnswered).toBe(true);
  }).toPass();
}

export const CALENDARS = "**/api/v1/people/calendar?*";

export function calendarOf(id: string, events: object[]) {
  const person = { id, name: "Priya", isMe: true, isBookable: true, error: null };
  return {
    ...{ timezone: LA, today: "2026-06-15", types: [], waiting: 0 },
    people: [{ ...person, open: [], away: [], events }],
  };
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

export async function place(page: Page, name: string | RegExp) {
  const [first, own] = [await box(page.locator("[data-row='0']")), await box(appointment(page, name))];
  return { top: own.y - first.y, height: own.height };
}
