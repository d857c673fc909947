import type { Page } from "@playwright/test";
import { startDeployment } from "./deployment.ts";
import { busyDay, type Desk } from "./front-desk.ts";
import { expect, signInByApi, visitorTest } from "./support.ts";

type Site = { url: string; desk: Desk };

/** Five bookable people would get other journeys' bookings. */
export const test = visitorTest.extend<object, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startDeployment();
      const desk = await busyDay(url);
      await use({ url, desk });
      await desk.close();
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  page: async ({ page, site }, use) => {
    await signInByApi(page.context().request, site.url);
    await use(page);
  },
});

export const calendar = (page: Page) => page.getByRole("region", { name: "Calendar", exact: true });
export const columns = (page: Page) => page.getByRole("region", { name: /^[^,]+, Sunday, / });
export const column = (page: Page, firstName: string) =>
  page.getByRole("region", { name: new RegExp(`^${firstName} .*, Sunday, `) });
export const appointmentOf = (page: Page, caller: string) =>
  page.getByRole("button", { name: new RegExp(` · ${caller}`) });

export async function open(page: Page, { desk }: Site, more = "") {
  await page.goto(`/dashboard/appointments?day=${desk.day}${more}`);
  await expect(columns(page).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

export const IN_THE_GRID = { rule: "target-size", inside: "[data-hours]" };
