import type { Page } from "@playwright/test";

export type Picture = {
  name: string;
  path: string;
  phone?: boolean;
  prepare?: (page: Page) => Promise<void>;
};

export const pictureFile = (name: string) => `docs/guide/pictures/${name}.jpg`;

const press = (role: "button" | "link" | "tab", name: string) => async (page: Page) => {
  await page.getByRole(role, { name }).first().click();
};

async function openFirstRow(page: Page) {
  await page.locator("tbody tr a").first().click();
  await page.waitForURL(/profile/);
}

const showAllColumns = (page: Page) => page.setViewportSize({ width: 1680, height: 800 });

export const PICTURES: Picture[] = [
  { name: "home", path: "/dashboard" },
  { name: "contacts", path: "/dashboard/contacts" },
  { name: "profile", path: "/dashboard/contacts", prepare: openFirstRow },
  { name: "calendar", path: "/dashboard/appointments" },
  { name: "new-appointment", path: "/dashboard/appointments", prepare: press("button", "New appointment") },
  { name: "appointment-types", path: "/dashboard/settings/appointments" },
  { name: "sales", path: "/dashboard/sales" },
  { name: "repairs", path: "/dashboard/repairs", prepare: showAllColumns },
  { name: "templates", path: "/dashboard/templates" },
  { name: "automations", path: "/dashboard/automations" },
  { name: "status", path: "/dashboard/settings/status" },
  { name: "security", path: "/dashboard/settings/security" },
  { name: "home-phone", path: "/dashboard", phone: true },
  { name: "calendar-phone", path: "/dashboard/appointments", phone: true },
];
