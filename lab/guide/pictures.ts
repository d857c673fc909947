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

export const PICTURES: Picture[] = [
  { name: "home", path: "/dashboard" },
  { name: "new-appointment", path: "/dashboard/appointments", prepare: press("button", "New appointment") },
  { name: "sales", path: "/dashboard/sales" },
  { name: "calendar-phone", path: "/dashboard/appointments", phone: true },
];
