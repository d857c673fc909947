import { combobox, openPanel, panel, pick, pickAll, textbox } from "./automations.ts";
import { expect, test } from "./support.ts";

test("shows the fields that match the other choices", { tag: "@desktop" }, async ({ page }) => {
  await openPanel(page);
  await pick(page, "Trigger type", "Recurring");
  await expect(textbox(page, "Schedule")).toBeVisible();
  await pick(page, "Trigger type", "Event");
  await expect(textbox(page, "Schedule")).toHaveCount(0);

  const fields = async () => {
    await combobox(page, "Field").click();
    const names = await page.getByRole("option").allTextContents();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("option")).toHaveCount(0);
    return names;
  };
  const dates = ["Birthday", "Anniversary", "Last contacted"];
  expect(await fields()).toEqual([...dates, "Purchase cost", "Contact name", "Contact email"]);
  await pick(page, "Condition type", "Date");
  expect(await fields()).toEqual(dates);
  await expect(textbox(page, "Value")).toHaveCount(0);
  await pick(page, "Field", "Last contacted");
  await expect(textbox(page, "Value")).toHaveCount(0);
  await pickAll(page, { Operation: "Greater than", Unit: "Days" });
  await textbox(page, "How many days").fill("180");
  await expect(panel(page)).toContainText("if their last contact was more than 180 days ago or never");

  await pick(page, "Condition type", "Numeric");
  await expect(combobox(page, "Unit")).toHaveCount(0);
  await expect(combobox(page, "Field")).toHaveText("Choose…");
  expect(await fields()).toEqual(["Purchase cost"]);
  await pick(page, "Field", "Purchase cost");
  const number = page.getByRole("spinbutton", { name: "Value" });
  await expect(number).toHaveValue("");
  await number.fill("99.50");
  await expect(panel(page)).toContainText("When a purchase over $99.50 is recorded");

  await pick(page, "Condition type", "Text");
  expect(await fields()).toEqual(["Contact name", "Contact email"]);
  await expect(page.getByRole("textbox", { name: "Value" })).toHaveValue("");

  await expect(combobox(page, "Template")).toHaveCount(0);
  await pick(page, "Action type", "Send email");
  await expect(combobox(page, "Template")).toBeVisible();
});

test("an incomplete automation shows what is missing", { tag: "@desktop" }, async ({ page }) => {
  await openPanel(page);
  const create = panel(page).getByRole("button", { name: "Create" });
  await create.click();
  for (const message of [
    "Name is required",
    "Trigger type is required",
    "Condition type is required",
    "Field is required",
    "Operation is required",
    "Action type is required",
  ]) {
    await expect(panel(page).getByText(message, { exact: true })).toBeVisible();
  }
  await expect(textbox(page, "Name")).toBeFocused();
  await textbox(page, "Name").fill("Rule 66");
  await expect(panel(page).getByText("Please enter a valid name")).toBeVisible();
  await textbox(page, "Name").fill("Rule");
  await expect(panel(page).getByText("Please enter a valid name")).toHaveCount(0);
  await pickAll(page, { "Trigger type": "Recurring", "Action type": "Send email", Field: "Contact email" });
  await create.click();
  await expect(panel(page).getByText("Required", { exact: true })).toHaveCount(2);
  await pick(page, "Operation", "Equals");
  await create.click();
  await expect(panel(page).getByText("Required", { exact: true })).toHaveCount(3);
  await textbox(page, "Schedule").fill("every morning");
  await expect(panel(page).getByText(/^Five parts: minute, hour/)).toBeVisible();
});
