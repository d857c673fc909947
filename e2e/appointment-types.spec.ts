import {
  act,
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  test,
  toast,
} from "./support.ts";

const PATH = "/dashboard/settings/appointments";

test.describe("with clipboard permission", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("creates, edits and deletes a type, and copies its link", { tag: "@desktop" }, async ({ page }) => {
    const name = freshName();
    await page.goto(PATH);
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    await fill(page, { Name: name, "Default meeting length": "45", "Days in advance": "20" });
    await page.getByRole("button", { name: "Create" }).click();
    await expect(toast(page, "Sucessfully created")).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("45 min · bookable up to 20 days ahead");

    await page.getByRole("button", { name: `Copy Booking Link of ${name}` }).click();
    await expect(toast(page, "Copied Successfully!")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`^https?://[^/]+/book/${name.toLowerCase()}-[0-9a-f]{8}$`));

    await page.getByRole("link", { name: `Edit ${name}`, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await fill(page, { "Default meeting length": "60" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Sucessfully updated")).toBeVisible();
    await page.getByRole("link", { name: "All types" }).click();
    await expect(row).toContainText("60 min");

    await act(page, "Delete", name);
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Sucessfully deleted")).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});

test("shows a type's rules in words", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  type Type = { id: string; name: string; appointmentBookingLink: string };
  const types = () => api<Type[]>(page, "GET", "/appointmentTypes");
  await page.goto(PATH);
  await api(page, "POST", "/appointmentTypes", { name, defaultMeetingLength: 60, daysInAdvance: 30 });
  const id = (await types()).find((one) => one.name === name)?.id;
  await page.goto(`${PATH}/${id}`);
  const nav = page.getByRole("navigation", { name: "Settings" });
  await expect(nav.getByRole("link", { name: "Appointment" })).toHaveAttribute("aria-current", "page");
  const words = page.getByRole("region", { name: "In words" });
  const pick = async (label: string, option: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await expect(words).toContainText("1 hour in the store with anyone who takes appointments.");
  await expect(words.getByRole("status")).toContainText(/\d free times? with these rules/);
  await fill(page, {
    "Buffer after": "15",
    "Maximum per day": "3",
    "Details for the visitor": "12 Harbor Street",
  });
  await page.getByTitle("Rose").click();
  await page.getByText("The person, or anyone").click();
  await pick("Minimum notice", "2 hours");
  await pick("Cancel or move until", "1 day before");
  await pick("Add a reminder", "2 hours before");
  await expect(words).toContainText("15 minutes free after.");
  await expect(words).toContainText("at least 2 hours and at most 30 days ahead, up to 3 a day");
  await expect(words).toContainText("Reminded 1 day and 2 hours before.");
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "Sucessfully updated")).toBeVisible();
  const saved = (await types()).find((one) => one.name === name);
  expect(saved).toMatchObject({
    ...{ minutesAfter: 15, mostPerDay: 3, placeText: "12 Harbor Street", color: 4, visitorChooses: true },
    ...{ notice: 120, changeNotice: 1440, reminders: [1440, 120], people: null },
  });
  await page.reload();
  await expect(page.getByLabel("Maximum per day")).toHaveValue("3");
  const copy = page.getByRole("button", { name: "Copy Booking Link" });
  await expect(copy).toBeVisible();
  await page.getByLabel("Only staff can book this").check();
  await expect(page.getByLabel("Waiting list when a day is full")).toBeDisabled();
  await expect(words).toContainText("Only staff can book it");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Sucessfully updated")).toBeVisible();
  await expect(page.getByText("Booking link turned off")).toBeVisible();
  await expect(copy).toHaveCount(0);
  expect((await page.request.get(saved?.appointmentBookingLink ?? "")).status()).toBe(404);
  await page.getByRole("link", { name: "All types" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Only staff");
  await expect(row.getByRole("button", { name: /Copy Booking Link/ })).toHaveCount(0);
  await page.goto(`${PATH}/${id}`);
  await fill(page, { "Buffer before": "1000" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Must be from 0 to 480")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Buffer before")).toHaveValue("0");
  await api(page, "DELETE", `/appointmentTypes/${id}`);
  await page.goto(`${PATH}/${id}`);
  await expect(page.getByRole("heading", { name: "This appointment type doesn’t exist" })).toBeVisible();
});

test("shows validation errors and keeps the input", { tag: "@desktop" }, async ({ page }) => {
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

test("shows a link that can't be copied", { tag: "@desktop" }, async ({ page }) => {
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
  await expect(page.getByRole("button", { name: "Copy Booking Link of Odd" })).toHaveCount(0);
  await page.getByRole("button", { name: "Copy Booking Link of Fitting" }).click();
  await expect(toast(page, "Failed to copy.")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Link")).toHaveValue("https://book.example.com/fitting");
});

test("appointment types are accessible and fit", async ({ page }) => {
  const name = `${freshName()} restringing and clasp consultation for an heirloom necklace`;
  const form = { name, defaultMeetingLength: 30, daysInAdvance: 30 };
  await api(page, "POST", "/appointmentTypes", form);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PATH);
  await expect(page.getByRole("heading", { level: 1, name: "Appointment types" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await page.getByText(name).evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThan(1);
  const types = await api<{ id: string; name: string }[]>(page, "GET", "/appointmentTypes");
  await api(page, "DELETE", `/appointmentTypes/${types.find((one) => one.name === name)?.id}`);
});
