import type { Page } from "@playwright/test";
import { api, expect, freshName, isPhone } from "./support.ts";

type Zone = "Profile" | "Timeline" | "Sales" | "Notes";

export const section = (page: Page, name: Zone) =>
  name === "Profile" && !isPhone(page)
    ? page.getByRole("region", { name, exact: true })
    : page.getByRole("tabpanel", { name, exact: true });

export const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });

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
  await show(page, "Profile");
  return { name: `Amara ${last}`, last };
}

export async function show(page: Page, name: Zone) {
  if (name !== "Profile" || isPhone(page)) await page.getByRole("tab", { name }).click();
  await expect(section(page, name)).toBeVisible();
}
