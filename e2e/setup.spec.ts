import { newColleague } from "./colleague.ts";
import { openNewStore, newStoreTest as test } from "./new-store.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, fill, isPhone } from "./support.ts";

test.use({ timezoneId: "America/New_York" });

test("a new owner does two steps and returns later", async ({ page, site, browser }) => {
  await openNewStore(page, site);

  await expect(page).toHaveURL(/\/dashboard\/setup$/);
  await expect(page.getByRole("heading", { name: "Set up New store" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const steps = page.getByRole("navigation", { name: "Setup steps" });
  const step = (name: RegExp) => steps.getByRole("button", { name });
  await expect(step(/You\b/).first()).toHaveAttribute("aria-current", "step");
  await expectAccessible(page);
  await expect(page.getByLabel("First name")).toHaveValue("Olu");
  await page.getByLabel("Last name").fill("Ash");
  await expect(page.getByRole("region", { name: "How it will look" })).toContainText("Olu Ash");
  await expect(page.getByText("Appointment with Olu")).toBeVisible();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(step(/^You \(done\)/)).toBeVisible();
  await expect(step(/Your store/)).toHaveAttribute("aria-current", "step");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const read = page.getByRole("region", { name: "From this device. Is this right?" });
  await expect(read).toContainText("New York");
  const live = async (country: string) => {
    await page.getByRole("combobox", { name: "Country" }).fill(country);
    await page.getByRole("option", { name: country }).click({ timeout: 1_000 });
  };
  await expect(async () => {
    await page.getByLabel("Store name").fill("Opal & Ash");
    await live("United Kingdom");
  }).toPass();
  await expect(read).toContainText(/£1,240\.50.*23\/11\/2026.*Monday/);
  await read.getByRole("button", { name: "Change week starts" }).click();
  await read.getByLabel("Week starts on").click();
  await page.getByRole("option", { name: "Saturday" }).click();
  await live("Germany");
  await expect(read).toContainText(/1\.240,50\s€.*23\/11\/2026.*Saturday/);
  await live("United Kingdom");
  await expect(read).toContainText(/£1,240\.50.*Saturday/);
  await read.getByRole("button", { name: "Change time zone" }).click();
  await expect(read.getByRole("combobox", { name: "Organization timezone" })).toHaveValue(/New York/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Looks right, continue" }).click();
  await expect(step(/Your store.+done/)).toBeVisible();

  await expect(page.getByRole("heading", { name: "When is your store open?" })).toBeFocused();
  await page.getByRole("button", { name: "Weekdays 9–5" }).click();
  await expect(page.getByRole("combobox", { name: "Hours of Olu Ash" })).toHaveText("Store hours");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(step(/Opening hours.+done/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Mail and calendar" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Connect Email Account" })).toBeVisible();
  await expectAccessible(page);
  if (isPhone(page)) return;
  await page.getByRole("button", { name: "Skip this step" }).click();
  await expect(step(/Mail and calendar.+skipped/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Who works with you?" })).toBeFocused();
  await page.getByRole("button", { name: "Skip this step" }).click();
  await expect(step(/Your team.+skipped/)).toBeVisible();

  await page.getByRole("button", { name: "Finish later" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("£0.00").first()).toBeVisible();
  await expect(page.getByText(/Email Integration Needed|not set up yet|Get started/)).toHaveCount(0);
  const staff = await newColleague(page, browser);
  await expect(staff.page.getByText("£0.00").first()).toBeVisible();
  await staff.page.waitForLoadState("networkidle");
  await expect(staff.page.getByText(/Email Integration Needed|not set up yet/)).toHaveCount(0);
  await staff.leave();
  const reminder = page.getByRole("region", { name: "Setup" });
  await page.reload();
  await expect(reminder).toContainText("Setup: bring your customers");
  await expect(page).toHaveURL(/\/dashboard$/);

  await reminder.getByRole("link", { name: "Continue" }).click();
  await expect(step(/Your customers/)).toHaveAttribute("aria-current", "step");
  await page.getByRole("link", { name: "Import a file" }).click();
  await page.getByRole("link", { name: "Back to setup" }).click();
  await expect(step(/Your customers/)).toHaveAttribute("aria-current", "step");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add a contact" }).click();
  const contact = page.getByRole("dialog", { name: "New contact" });
  await fill(page, { "First name": "Greta", "Last name": "Winter", Email: "greta@example.com" });
  await contact.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Added: Greta Winter.")).toBeVisible();
  await expect(step(/Your customers.+done/)).toBeVisible();
  await step(/Your team/).click();
  const person = (at: number) => page.getByRole("group", { name: `Person ${at}` });
  await person(1).getByLabel("First name").fill("Amara");
  await person(1).getByLabel("Last name").fill("Okafor");
  await person(1).getByLabel("Email").fill("amara@store.example");
  await person(1).getByLabel("Role").click();
  await page.getByRole("option", { name: "Admin" }).click();
  await person(1).getByLabel("Email").press("Enter");
  await expect(person(2).getByLabel("First name")).toBeFocused();
  await expect(person(2).getByLabel("Role")).toContainText("Admin");
  await expect(person(2).getByLabel("Hours")).toContainText("Store hours");
  await page.keyboard.insertText("Ben");
  await person(2).getByLabel("Last name").fill("Ode");
  await person(2).getByLabel("Email").fill("AMARA@store.example");
  await page.getByRole("button", { name: "Create 2 links" }).click();
  await expect(person(2)).toContainText("This address is already in the list");
  const owner = await page.evaluate(async () => (await (await fetch("/api/v1/users/me")).json()).email);
  await person(2).getByLabel("Email").fill(owner);
  await page.getByRole("button", { name: "Create 2 links" }).click();
  await expect(page.getByRole("list", { name: "Invited" })).toContainText("Amara Okafor");
  await expect(person(1)).toContainText("already has an account");
  await expect(person(1).getByLabel("First name")).toHaveValue("Ben");
  await expectAccessible(page);
  await person(1).getByLabel("Email").fill("ben@store.example");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Copy all links" })).toBeVisible();
  await expect(person(1).getByLabel("First name")).toHaveValue("");
  await expect(step(/Your team.+done/)).toBeVisible();
  await step(/Kind of store/).click();
  await page.getByRole("radio", { name: "Jeweler" }).check();
  const added = page.getByRole("list", { name: "What will be added" });
  await expect(added).toContainText("CategoriesRepairs · Custom orders · Gift cards3");
  await added.getByRole("checkbox", { name: /Contact fields/ }).uncheck();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add these and finish" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/dashboard/setup?step=kind");
  await page.getByRole("radio", { name: "Jeweler" }).check();
  await expect(added.getByText("You have all of these.")).toHaveCount(3);
  await added.getByRole("checkbox", { name: /Contact fields/ }).uncheck();
  await page.getByRole("button", { name: "Add these and finish" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/dashboard/settings/store");
  await expect(page.getByText("Mon – Fri 9 AM – 5 PM")).toBeVisible();
  const orders = await page.evaluate(async () => {
    const answer = await fetch("/api/v1/product-categories/getMyProductCategories");
    return (await answer.json()).filter(({ name }: { name: string }) => name === "Custom orders").length;
  });
  expect(orders).toBe(1);
  await page.goto("/dashboard");
  await expect(reminder).toContainText("Setup: connect your email");
  await reminder.getByRole("button", { name: "Later" }).click();
  await expect(reminder).toHaveCount(0);
});

test.describe("on a device in Berlin", () => {
  test.use({ timezoneId: "Europe/Berlin", locale: "de-DE" });

  test("proposes its timezone and currency", { tag: "@desktop" }, async ({ page, site }) => {
    await openNewStore(page, site);
    await page.getByRole("button", { name: "Skip this step" }).click();
    const its = /Berlin.*1\.240,50\s€.*23\/11\/2026.*Monday/;
    await expect(page.getByRole("region", { name: "From this device. Is this right?" })).toContainText(its);
    await expect(page.getByRole("combobox", { name: "Country" })).toHaveValue("Germany");
    await page.getByRole("button", { name: "Looks right, continue" }).click();
    await page
      .getByRole("navigation")
      .getByRole("button", { name: /Your store.+done/ })
      .click();
    await expect(page.getByRole("region", { name: "Time, money and dates" })).toContainText(its);
    await expect(page.getByRole("combobox", { name: "Country" })).toHaveValue("Germany");
    await page.goto("/dashboard/contacts?new=true");
    const birthday = page.getByRole("textbox", { name: "Birthday" });
    await birthday.fill("3/4/2010");
    await expect(birthday).toHaveAttribute("placeholder", "DD/MM/YYYY");
    await page.getByRole("button", { name: "Choose birthday" }).click();
    await expect(page.getByRole("dialog", { name: "Birthday" }).locator("th").first()).toHaveText("Mo");
    await expect(page.getByRole("button", { name: /April 3, 2010/ })).toBeVisible();
    await page.goto("/dashboard/appointments?month=2026-11-01");
    await expect(page.getByRole("columnheader").first()).toHaveText("Mon");
  });
});
