import type { Page } from "@playwright/test";
import { api, expect, freshName, isPhone } from "./support.ts";

/** A region of the profile; on phones the panel of its tab. */
export const zone = (page: Page, name: "Profile" | "Sales" | "Notes") =>
  page.getByRole(isPhone(page) ? "tabpanel" : "region", { name, exact: true });

export const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Makes a contact of its own, and opens the profile from the list. */
export async function openProfile(page: Page): Promise<{ name: string; last: string }> {
  const last = freshName();
  await api(page, "POST", "/contacts/createContact", {
    firstName: "Amara",
    lastName: last,
    email: `${last}@example.com`,
    phoneNumber: "+1 415 555 0134",
    birthday: "1968-03-14",
  });
  await page.goto(`/dashboard/contacts?q=${last}`);
  await page.getByRole("link", { name: `Amara ${last}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Amara ${last}` })).toBeVisible();
  return { name: `Amara ${last}`, last };
}

/** Shows a zone: on phones behind its tab, elsewhere there all the time. */
export async function show(page: Page, name: "Profile" | "Sales" | "Notes") {
  if (isPhone(page)) await page.getByRole("tab", { name }).click();
  await expect(zone(page, name)).toBeVisible();
}
