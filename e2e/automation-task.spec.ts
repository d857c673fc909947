import {
  combobox,
  openPanel,
  panel,
  pick,
  pickAll,
  removeAutomation,
  section,
  startQuestion,
  textbox,
} from "./automations.ts";
import { api, expect, expectAccessible, expectNoSidewaysScroll, freshName, test } from "./support.ts";

test("an automation creates a task on Home", { tag: "@desktop" }, async ({ page }) => {
  const [name, lastName] = [freshName(), freshName()];
  await openPanel(page);
  await textbox(page, "Name").fill(name);
  await pick(page, "Trigger type", "Event");
  await pickAll(page, { "Condition type": "Text", Field: "Contact name", Operation: "Equals" });
  await page.getByRole("textbox", { name: "Value" }).fill(`Ada ${lastName}`);
  await pick(page, "Action type", "Create a task");
  await expect(combobox(page, "Template")).toHaveCount(0);
  await textbox(page, "Task").fill("Welcome {{frist}}");
  await pick(page, "For", "Everyone");
  await panel(page).getByRole("button", { name: "Create" }).click();
  await expect(panel(page).getByText("There is no placeholder {{frist}}")).toBeVisible();
  await textbox(page, "Task").fill("Welcome {{firstName}}");
  await expect(panel(page)).toContainText("is to be called: “Welcome {{firstName}}”");
  await expectAccessible(page);
  await panel(page).getByRole("button", { name: "Create" }).click();
  await startQuestion(page, name).getByRole("button", { name: "Start" }).click();
  await expect(startQuestion(page, name)).toHaveCount(0);

  const contact = { firstName: "Ada", lastName, email: `${Date.now()}@example.com`, phoneNumber: "" };
  const { id } = await api<{ id: string }>(page, "POST", "/contacts/createContact", contact);
  await page.goto("/dashboard");
  const call = page
    .getByRole("region", { name: "Customers to call" })
    .getByRole("listitem")
    .filter({ hasText: lastName });
  await expect(call).toContainText("Automation");
  await expect(call).toContainText(`Welcome Ada · automation “${name}”`);
  await page.getByRole("checkbox", { name: `Done: Ada ${lastName}` }).check({ force: true });
  await expect(page.getByRole("checkbox", { name: `Done: Ada ${lastName}` })).toBeChecked();

  await page.goto("/dashboard/automations");
  await page.getByRole("link", { name, exact: true }).click();
  const history = await section(page, "History");
  await expect(history).toContainText("1 done");
  await expect(history.getByRole("link", { name: `Ada ${lastName}` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await removeAutomation(page, name);
  await api(page, "DELETE", `/contacts/${id}`);
});
