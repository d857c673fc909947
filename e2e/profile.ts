import type { Page } from "@playwright/test";
import { expect, freshName, isPhone } from "./support.ts";

/** A region of the profile; on phones the panel of its tab. */
export const zone = (page: Page, name: "Profile" | "Sales" | "Notes") =>
  page.getByRole(isPhone(page) ? "tabpanel" : "region", { name, exact: true });

export const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Makes a contact of its own and opens the profile from the list, as people do. */
export async function openProfile(page: Page): Promise<{ name: string; last: string }> {
  const last = freshName();
  await page.goto("/dashboard/contacts?new=true");
  const fields = {
    "First name": "Amara",
    "Last name": last,
    Email: `${last}@example.com`,
    "Phone number": "+1 415 555 0134",
    Birthday: "3/14/1968",
  };
  for (const [name, value] of Object.entries(fields)) await label(page, name).fill(value);
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: `Amara ${last}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Amara ${last}` })).toBeVisible();
  return { name: `Amara ${last}`, last };
}

/** Shows a zone: on phones behind its tab, elsewhere there all the time. */
export async function show(page: Page, name: "Profile" | "Sales" | "Notes") {
  if (isPhone(page)) await page.getByRole("tab", { name }).click();
  await expect(zone(page, name)).toBeVisible();
}
