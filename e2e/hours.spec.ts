import { expect, expectAccessible, expectNoSidewaysScroll, freshName, test } from "./support.ts";

const PATH = "/dashboard/settings/appointments";

test("days off are entered for oneself and for the whole store, listed, and taken back", async ({ page }) => {
  await page.goto(PATH);
  await page
    .getByRole("navigation", { name: "Appointment", exact: true })
    .getByRole("link", { name: "Hours" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Hours" })).toBeVisible();
  await expect(page.getByRole("grid", { name: "Weekly availability" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const section = page.getByRole("region", { name: "Days off and other hours" });
  const add = async (reason: string, more: () => Promise<void>) => {
    await section.getByRole("button", { name: "Add" }).click();
    const dialog = page.getByRole("dialog", { name: "Days off or other hours" });
    // Far from what other journeys book.
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
    await expect(page.getByRole("combobox", { name: "Opens" })).toContainText("9 AM");
  });
  const own = section.getByRole("listitem").filter({ hasText: mine });
  await expect(own).toContainText("9 AM – 1 PM");
  await add(everybodys, () => page.getByRole("checkbox", { name: "For the whole store" }).check());
  const stores = section.getByRole("listitem").filter({ hasText: everybodys });
  await expect(stores).toContainText("Whole store · Closed");
  // Without the notification, which may lie over the hours.
  await page.reload();
  await expect(stores).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const one of [own, stores]) {
    await one.getByRole("button", { name: /^Remove/ }).click();
    await expect(one).toBeHidden();
  }
});

test("the owner sees the hours of each person", async ({ page }) => {
  await page.goto(`${PATH}/hours`);
  await page.getByRole("combobox", { name: "Person" }).click();
  await page.getByRole("option", { name: /^Mateo/ }).click();
  await expect(page).toHaveURL(/\?person=/);
  await expect(page.getByRole("heading", { name: "Every week" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Person" })).toContainText("Mateo");
});
