import {
  combobox,
  openList,
  openPanel,
  panel,
  pick,
  pickAll,
  removeAutomation,
  rows,
  startQuestion,
  textbox,
} from "./automations.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, freshName, test, toast } from "./support.ts";
import { makeTemplate } from "./templates.ts";

test("creates a recurring automation and describes it", { tag: "@desktop" }, async ({ page }) => {
  const { name: template } = await makeTemplate(page, "Hello {{firstName}}");
  const name = freshName();
  await openPanel(page);
  await expect(textbox(page, "Schedule")).toHaveCount(0);
  await textbox(page, "Name").fill(name);
  await pick(page, "Trigger type", "Recurring");
  await expect(textbox(page, "Schedule")).toHaveAttribute("placeholder", "0 9 * * *");
  await page.getByRole("button", { name: "Mondays" }).click();
  await expect(textbox(page, "Schedule")).toHaveValue("0 9 * * 1");
  await expect(panel(page).getByText("On Monday at 9:00 AM", { exact: true })).toBeVisible();
  await textbox(page, "Time").fill("14:30");
  await expect(textbox(page, "Schedule")).toHaveValue("30 14 * * 1");
  await textbox(page, "Schedule").fill("0 9 * * *");
  await expect(page.getByRole("button", { name: "Every day" })).toHaveAttribute("aria-pressed", "true");
  await pickAll(page, { "Condition type": "Date", Field: "Birthday", Operation: "Equals" });
  await pickAll(page, { "Action type": "Send email", Template: template });
  await expect(page.getByRole("figure", { name: "Preview" })).toContainText("Hello {{firstName}}");
  await expect(panel(page)).toContainText(
    new RegExp(`Every day at 9:00 AM \\(\\S+\\), everyone whose birthday is today gets “${template}”\\.`),
  );

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/createAutomation", async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(noteTintedRows);
  const sent = page.waitForRequest("**/createAutomation");
  await panel(page).getByRole("button", { name: "Create" }).click();
  await expect(panel(page).getByRole("button", { name: "Creating..." })).toBeVisible();
  expect((await sent).postDataJSON()).toEqual({
    name,
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: null, unit: null }],
    action: { type: "SEND_EMAIL", templateId: expect.any(String) },
    start: false,
  });
  release();
  await expect(toast(page, "Automation created successfully")).toContainText("Success!");
  await expect(panel(page)).toHaveCount(0);
  const question = startQuestion(page, name);
  await expect(question).toContainText(/(Nobody yet|\d+ (person|people)) at 9:00 AM (today|tomorrow)/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  const row = rows(page).filter({ hasText: name });
  await expect(row).toContainText("Paused");
  await expect(row).toContainText(`Every day at 9:00 AM → birthday is today → ${template}`);
  await expect.poll(() => page.evaluate(() => document.body.dataset.seenTint)).toContain(name);
  await removeAutomation(page, name);
});

function noteTintedRows() {
  new MutationObserver(() => {
    const tinted = document.querySelector("[data-tinted] td")?.textContent;
    if (tinted) document.body.dataset.seenTint = tinted;
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-tinted"] });
}

test("creates one-time and event automations", { tag: "@desktop" }, async ({ page }) => {
  const { name: template } = await makeTemplate(page);
  const once = freshName();
  await openPanel(page);
  await textbox(page, "Name").fill(once);
  await pickAll(page, { "Trigger type": "One-time", Field: "Anniversary" });
  await expect(combobox(page, "Condition type")).toHaveText("Date");
  await pickAll(page, { Operation: "Equals", Unit: "Days" });
  await textbox(page, "How many days").fill("7");
  await pickAll(page, { "Action type": "Send email", Template: template });
  await expect(panel(page)).toContainText("Once ever, everyone whose anniversary is in 7 days gets");
  let sent = page.waitForRequest("**/createAutomation");
  await textbox(page, "Name").press("ControlOrMeta+Enter");
  expect((await sent).postDataJSON()).toMatchObject({
    trigger: { type: "DATE_BASED", schedule: null },
    condition: [{ field: "Contact.anniversary", value: 7, unit: "DAYS" }],
  });
  await expect(rows(page).filter({ hasText: once })).toContainText(
    `One-time → anniversary is in 7 days → ${template}`,
  );

  const question = startQuestion(page, once);
  await expect(question).toContainText(/at 9:00 AM (today|tomorrow)/);
  await question.getByRole("button", { name: "Start" }).click();
  await expect(question).toHaveCount(0);
  await expect(rows(page).filter({ hasText: once })).toContainText("Active");

  const event = freshName();
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await textbox(page, "Name").fill(event);
  await pickAll(page, { "Trigger type": "Event", Field: "Purchase cost", Operation: "Greater than" });
  await textbox(page, "Value").fill("1000000");
  await pickAll(page, { "Action type": "Send email", Template: template });
  sent = page.waitForRequest("**/createAutomation");
  await panel(page).getByRole("button", { name: "Create" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    trigger: { type: "EVENT_BASED", schedule: null },
    condition: [{ type: "NUMERIC", operation: "GREATER_THAN", value: 1_000_000, unit: null }],
  });
  await expect(rows(page).filter({ hasText: event })).toContainText(
    `Event → a purchase over $1,000,000.00 → ${template}`,
  );
  await expect(startQuestion(page, event)).toContainText("From now on, for each new sale that meets");
  await startQuestion(page, event).getByRole("button", { name: "Keep paused" }).click();
  await expect(rows(page).filter({ hasText: event })).toContainText("Paused");
  await removeAutomation(page, once);
});

test("the panel opens by key and URL, and protects text", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/dashboard/automations?new=true");
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/automations$/);
  await expect(page.locator("iframe")).toHaveCount(0);

  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await textbox(page, "Name").fill("Not yet");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(textbox(page, "Name")).toHaveValue("Not yet");
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(panel(page)).toHaveCount(0);
});

test("creates an automation with the keyboard only", { tag: "@desktop" }, async ({ page }) => {
  const { name: template } = await makeTemplate(page);
  const name = freshName();
  await openPanel(page);
  await textbox(page, "Name").focus();
  const choose = async (label: string, option: string) => {
    await page.keyboard.press("Tab");
    await expect(combobox(page, label)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox")).toBeVisible();
    // A list that reloads while open moves the focus to its first option.
    await page.keyboard.press("Home");
    const focused = page.locator('[role="option"]:focus');
    const text = async () => (await focused.textContent()) ?? "";
    for (let at = await text(); at !== option; at = await text()) {
      await page.keyboard.press("ArrowDown");
      await expect(focused).not.toHaveText(at);
    }
    await page.keyboard.press("Enter");
    await expect(combobox(page, label)).toHaveText(option);
    await expect(combobox(page, label)).toBeFocused();
  };
  await page.keyboard.type(name);
  await choose("Trigger type", "Event");
  await page.keyboard.press("Tab");
  await expect(combobox(page, "Event")).toBeFocused();
  await choose("Condition type", "Text");
  await choose("Field", "Contact name");
  await choose("Operation", "Equals");
  await page.keyboard.press("Tab");
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await expect(combobox(page, "Only for")).toBeFocused();
  const link = page.getByRole("dialog").getByRole("link", { name: "Contacts", exact: true });
  if (await link.isVisible()) await page.keyboard.press("Tab");
  await choose("Action type", "Send email");
  await choose("Template", template);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(startQuestion(page, name).getByRole("button", { name: "Keep paused" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(startQuestion(page, name)).toHaveCount(0);
  const row = rows(page).filter({ hasText: name });
  await expect(row).toContainText(`Event → name is “${name}” → ${template}`);
  await expect(row).toContainText("Active");
});

test("the list and panel are accessible and fit", async ({ page }) => {
  await openList(page);
  await expect(page).toHaveTitle(/^Automations · /);
  const nav = page.getByRole("navigation", { name: "Templates and automations" });
  await expect(nav.getByRole("link", { name: "Automations" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await panel(page).getByRole("button", { name: "Create" }).click();
  await pickAll(page, { "Trigger type": "Recurring", Field: "Birthday", "Action type": "Send email" });
  await page.getByRole("button", { name: "Every day" }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("an empty list explains itself, and an idea fills the panel", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/getAutomations", (route) => route.fulfill({ json: [] }));
  await page.goto("/dashboard/templates/edit/0");
  await expect(page.getByRole("heading", { level: 1, name: "Create Template" })).toBeVisible();
  await page.getByRole("button", { name: "Go back" }).click();
  await page.getByRole("link", { name: "Automations" }).click();
  await expect(page.getByText("No data available")).toBeVisible();
  await expect(page.getByText(/everyone whose birthday is today gets “Birthday greeting”/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: /Anniversary reminder/ }).click();
  await expect(textbox(page, "Name")).toHaveValue("Anniversary reminder");
  await expect(textbox(page, "How many days")).toHaveValue("7");
  await expect(panel(page)).toContainText("everyone whose anniversary is in 7 days gets");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});

test.describe("with a refusing host", () => {
  test.use({ failing: true });

  test("the panel keeps its text after a refusal", { tag: "@desktop" }, async ({ page }) => {
    const { name: template } = await makeTemplate(page);
    const name = freshName();
    await openPanel(page);
    await textbox(page, "Name").fill(name);
    await pickAll(page, { "Trigger type": "Recurring", Field: "Contact name", Operation: "Equals" });
    await textbox(page, "Value").fill(name);
    await pickAll(page, { "Action type": "Send email", Template: template });
    await textbox(page, "Schedule").fill("*/5 * * * *");
    await panel(page).getByRole("button", { name: "Create" }).click();
    await expect(toast(page, "Failed to create automation")).toContainText("Error! Try again.");
    await expect(panel(page).getByRole("alert")).toContainText("once an hour");
    await expect(textbox(page, "Name")).toHaveValue(name);
    await expect(combobox(page, "Template")).toHaveText(template);
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
    await textbox(page, "Schedule").fill("0 */2 * * *");
    await panel(page).getByRole("button", { name: "Create" }).click();
    await expect(rows(page).filter({ hasText: name })).toBeVisible();
  });
});
