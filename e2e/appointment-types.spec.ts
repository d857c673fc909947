import {
  act,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  isPhone,
  test,
  toast,
} from "./support.ts";

const PATH = "/dashboard/settings/appointments";

test.describe("as somebody who may use the clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("a type is created, its link copied, edited and deleted", async ({ page }) => {
    const name = freshName();
    await page.goto(PATH);
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    await fill(page, { Name: name, "Default meeting length": "45", "Days in advance": "20" });
    await page.getByRole("button", { name: "Create" }).click();
    await expect(toast(page, "Sucessfully created")).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("45 min · bookable up to 20 days ahead");

    if (isPhone(page)) {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Copy Booking Link" }).click();
    } else {
      await page.getByRole("button", { name: `Copy Booking Link of ${name}` }).click();
    }
    await expect(toast(page, "Copied Successfully!")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`^https?://[^/]+/book/${name.toLowerCase()}-[0-9a-f]{8}$`));

    await act(page, "Edit", name);
    await fill(page, { "Default meeting length": "60" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Sucessfully updated")).toBeVisible();
    await expect(row).toContainText("60 min");

    await act(page, "Delete", name);
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Sucessfully deleted")).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});

test("what does not fit is told, and nothing typed is lost", async ({ page }) => {
  await page.goto(PATH);
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await fill(page, { Name: "", "Default meeting length": "20", "Days in advance": "0" });
  await page.getByRole("button", { name: "Create" }).click();
  const form = page.getByRole("dialog", { name: "New appointment type" });
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(form.getByText("Must be in 15-minute increments")).toBeVisible();
  await expect(form.getByText("Must be 1 or more")).toBeVisible();
  await fill(page, { "Default meeting length": "30.5" });
  await expect(form.getByText("Must be a whole number")).toBeVisible();
  await expect(form.getByLabel("Days in advance")).toHaveValue("0");
  await expectAccessible(page);
});

test("a link that cannot be copied is shown instead", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.route("**/api/v1/appointmentTypes", (route) =>
    route.fulfill({
      json: [
        {
          id: "1",
          name: "Fitting",
          defaultMeetingLength: "45",
          daysInAdvance: 30,
          appointmentBookingLink: "https://book.example.com/fitting",
        },
        {
          id: "2",
          name: "Odd",
          defaultMeetingLength: 30,
          daysInAdvance: 1,
          appointmentBookingLink: "javascript:alert(1)",
        },
      ],
    }),
  );
  await page.goto("/dashboard/settings");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Appointment" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Odd" })).toBeVisible();
  if (isPhone(page)) {
    await page.getByRole("button", { name: "Actions for Fitting" }).click();
    await page.getByRole("menuitem", { name: "Copy Booking Link" }).click();
  } else {
    await expect(page.getByRole("button", { name: "Copy Booking Link of Odd" })).toHaveCount(0);
    await page.getByRole("button", { name: "Copy Booking Link of Fitting" }).click();
  }
  await expect(toast(page, "Failed to copy.")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Link")).toHaveValue("https://book.example.com/fitting");
});

test("appointment types are accessible and fit", async ({ page }) => {
  await page.goto(PATH);
  await expect(page.getByRole("heading", { level: 1, name: "Appointment types" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
