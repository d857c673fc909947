import { newColleague } from "./colleague.ts";
import { openNewStore, newStoreTest as test } from "./new-store.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, fill, isPhone } from "./support.ts";

test("a new owner does two steps, skips others and returns later", async ({ page, site, browser }) => {
  await openNewStore(page, site);

  await expect(page).toHaveURL(/\/dashboard\/setup$/);
  await expect(page.getByRole("heading", { name: "Welcome, Olu" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const steps = page.getByRole("navigation", { name: "Set-up steps" });
  const step = (name: RegExp) => steps.getByRole("button", { name });
  await expect(step(/Your store/)).toHaveAttribute("aria-current", "step");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expect(async () => {
    await page.getByLabel("Store name").fill("Opal & Ash");
    await page.getByRole("combobox", { name: "Currency" }).fill("pound");
    await page.getByRole("option", { name: /^GBP/ }).click({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText("£1,240.50")).toBeVisible();
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(step(/Your store.+done/)).toBeVisible();

  await expect(page.getByRole("heading", { name: "Opening hours" })).toBeFocused();
  await page.getByRole("button", { name: "Weekdays 9–5" }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(step(/Opening hours.+done/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your team" })).toBeFocused();
  if (isPhone(page)) return;
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(step(/Your team.+skipped/)).toBeVisible();

  await page.getByRole("button", { name: "Skip set-up" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const needed = page.getByRole("dialog", { name: "Email Integration Needed" });
  await needed.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("£0.00").first()).toBeVisible();
  const staff = await newColleague(page, browser);
  await expect(staff.page.getByText("£0.00").first()).toBeVisible();
  await staff.page.waitForLoadState("networkidle");
  await expect(staff.page.getByText(/Email Integration Needed|not set up yet/)).toHaveCount(0);
  await staff.leave();
  const back = page.getByRole("link", { name: "Set-up: 2 of 5" });
  await page.reload();
  await expect(back).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await back.click();
  await expect(step(/Your customers/)).toHaveAttribute("aria-current", "step");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add a contact" }).click();
  const contact = page.getByRole("dialog", { name: "New contact" });
  await fill(page, { "First name": "Greta", "Last name": "Winter", Email: "greta@example.com" });
  await contact.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Added: Greta Winter.")).toBeVisible();
  await expect(step(/Your customers.+done/)).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Mail and calendar" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Connect Email Account" })).toBeVisible();
  await expectAccessible(page);

  await step(/Your team/).click();
  await page.getByLabel("First name").fill("Amara");
  await page.getByLabel("Last name").fill("Okafor");
  await page.getByLabel("Email", { exact: true }).fill("amara@store.example");
  await page.getByRole("radio", { name: /User/ }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const invitation = page.getByRole("dialog", { name: "Invitation for Amara" });
  await invitation.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Invited: Amara.")).toBeVisible();
  await expect(step(/Your team.+done/)).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "Set-up: 4 of 5" })).toBeVisible();
  await page.getByRole("button", { name: "Hide set-up" }).click();
  await expect(page.getByRole("link", { name: /Set-up/ })).toHaveCount(0);
});
