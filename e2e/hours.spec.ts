import { newColleague } from "./colleague.ts";
import {
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  test,
} from "./support.ts";

const PATH = "/dashboard/settings/appointments";

test("adds, lists and removes days off of oneself and the store", { tag: "@desktop" }, async ({ page }) => {
  await page.goto(PATH);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Hours" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hours" })).toBeVisible();
  await expect(page.getByRole("grid", { name: "Weekly availability" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const section = page.getByRole("region", { name: "Days off and other hours" });
  const add = async (reason: string, more: () => Promise<void>) => {
    await section.getByRole("button", { name: "Add" }).click();
    const dialog = page.getByRole("dialog", { name: "Days off or other hours" });
    // Later than other journeys book.
    await dialog.getByRole("textbox", { name: "From" }).fill("12/24/2027");
    await dialog.getByRole("textbox", { name: "Until" }).fill("12/26/2027");
    await dialog.getByLabel("Reason").fill(reason);
    await more();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  const [mine, everybodys] = [freshName(), freshName()];
  await add(mine, async () => {
    await page.getByRole("radio", { name: "Other hours" }).check();
    const hours = page.getByRole("dialog").getByRole("textbox", { name: "Hours" });
    await expect(hours).toHaveValue("9 AM – 1 PM");
    await hours.fill("9.20 - 12");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText("“9.20” is not a quarter of an hour")).toBeVisible();
    await hours.fill("9.15 - 12");
  });
  const own = section.getByRole("listitem").filter({ hasText: mine });
  await expect(own).toContainText("9:15 AM – 12 PM");
  await add(everybodys, () => page.getByRole("checkbox", { name: "For the whole store" }).check());
  const stores = section.getByRole("listitem").filter({ hasText: everybodys });
  await expect(stores).toContainText("Whole store · Closed");
  // The toast may cover the hours.
  await page.reload();
  await expect(stores).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const one of [own, stores]) {
    await one.getByRole("button", { name: /^Remove/ }).click();
    await expect(one).toBeHidden();
  }
});

test("the owner sees each person's hours", { tag: "@desktop" }, async ({ page }) => {
  await page.goto(`${PATH}/hours`);
  await page.getByRole("combobox", { name: "Person" }).click();
  await page.getByRole("option", { name: /^Mateo/ }).click();
  await expect(page).toHaveURL(/\?person=/);
  await expect(page.getByRole("heading", { name: "Every week" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Person" })).toContainText("Mateo");
});

test("accepts typed and painted hours, keeps unreadable text", { tag: "@desktop" }, async ({
  page,
  browser,
}) => {
  await page.goto(PATH);
  const colleague = await newColleague(page, browser, "USER", "Maya");
  const own = colleague.page;
  try {
    await own.goto(`${PATH}/hours`);
    const saturday = own.getByRole("textbox", { name: "Hours on Saturday" });
    await expect(saturday).toHaveValue("Off");
    await saturday.fill("9.30-12:30; 13-17:30");
    const cell = (hours: string) => own.getByRole("gridcell", { name: `Saturday, ${hours}` });
    await expect(cell("9 AM – 10 AM, in part")).toBeVisible();
    await expect(cell("10 AM – 11 AM")).toHaveAttribute("aria-selected", "true");
    await expect(own.getByText("7.5 hours per week")).toBeVisible();
    await saturday.press("Enter");
    await expect(saturday).toHaveValue("9:30 – 12:30, 1 – 5:30 PM");
    await expect(own.getByText("Unsaved changes: Saturday")).toBeVisible();

    const monday = own.getByRole("textbox", { name: "Hours on Monday" });
    await monday.fill("9 until late");
    await own.getByRole("button", { name: "Save" }).click();
    await expect(own.getByText("Monday’s hours aren’t valid. Nothing is saved yet.")).toBeVisible();
    await expect(monday).toBeFocused();
    await expect(monday).toHaveValue("9 until late");
    await expect(own.getByText("Monday: Write hours like 9:30 – 12:30, 1 – 5:30")).toBeVisible();
    await expectNoSidewaysScroll(own);
    await own.evaluate(() => scrollTo(0, 0));
    await expectAccessible(own);
    await monday.fill("10 – 6");
    await clickForToast(own.getByRole("button", { name: "Save" }), "set.", "Success!");

    await own.reload();
    await expect(monday).toHaveValue("10 – 6 PM");
    await expect(saturday).toHaveValue("9:30 – 12:30, 1 – 5:30 PM");
    await cell("9 AM – 10 AM, in part").click();
    await expect(saturday).toHaveValue("9 – 12:30, 1 – 5:30 PM");
    await own.getByRole("button", { name: "Discard" }).click();
    await expect(saturday).toHaveValue("9:30 – 12:30, 1 – 5:30 PM");

    await own.goto("/dashboard/settings/integrations");
    await expect(own.getByText("9:30 AM – 12:30 PM, 1 – 5:30 PM")).toBeVisible();
    await own.getByRole("gridcell", { name: "Sunday, 8 AM – 9 AM" }).click();
    await clickForToast(own.getByRole("button", { name: "Save" }), "set.", "Success!");
    await own.goto(`${PATH}/hours`);
    await expect(saturday).toHaveValue("9:30 – 12:30, 1 – 5:30 PM");
    await expect(own.getByRole("textbox", { name: "Hours on Sunday" })).toHaveValue("8 – 9 AM");
  } finally {
    await colleague.leave();
  }
});
