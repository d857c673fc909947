import { openProfile } from "./profile.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, fill, freshName, test, toast } from "./support.ts";
import {
  choose,
  content,
  expectSaved,
  openList,
  openMade,
  openNew,
  preview,
  rows,
  save,
  subject,
  unsaved,
} from "./templates.ts";

test("creates, changes, duplicates and deletes a template", {
  tag: "@desktop",
}, async ({ page }) => {
  const name = freshName();
  await openList(page);
  await expect(page).toHaveTitle(/^Templates · /);
  await page.getByRole("link", { name: "Add", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Create Template" })).toBeVisible();
  await expect(page).toHaveTitle(/^Create Template · /);
  await fill(page, { Name: name, Subject: "Hello {{firstName}}", Content: "Dear friend," });
  await expect(unsaved(page)).toBeVisible();
  await content(page).press("ControlOrMeta+s");
  await expect(toast(page, "Template Created Successfully")).toContainText("Success!");
  await expectSaved(page);
  await expect(page).toHaveTitle(/^Edit Template · /);
  await expect(unsaved(page)).toHaveCount(0);

  await expect(content(page)).toBeFocused();
  await page.keyboard.type(" hello!");
  await expect(content(page)).toHaveValue("Dear friend, hello!");
  await save(page);
  await expect(toast(page, "Template Updated Successfully")).toBeVisible();
  await page.reload();
  await expect(content(page)).toHaveValue("Dear friend, hello!");
  await expect(page.getByText("Draft restored")).toHaveCount(0);

  await openList(page);
  const row = rows(page).filter({ hasText: name });
  await expect(row).toContainText("Hello {{firstName}}");
  await choose(page, "Duplicate", name);
  await expect(page.getByRole("heading", { level: 1, name: "Create Template" })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(`Copy of ${name}`);
  await expect(content(page)).toHaveValue("Dear friend, hello!");
  await save(page);
  await expectSaved(page);
  await expect(content(page)).toHaveValue("Dear friend, hello!");

  await openList(page);
  for (const doomed of [`Copy of ${name}`, name]) {
    await choose(page, "Delete", doomed);
    await Promise.all([
      expect(toast(page, "Template Deleted Successfully").first()).toBeVisible(),
      page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click(),
    ]);
    await expect(page.getByRole("link", { name: doomed, exact: true })).toHaveCount(0);
  }
  await expect(row).toHaveCount(0);
});

test("inserts a placeholder, and one undo removes it", { tag: "@desktop" }, async ({ page }) => {
  await openNew(page);
  await content(page).pressSequentially("Dear , hello");
  for (let i = 0; i < ", hello".length; i++) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Insert firstName" }).click();
  await expect(content(page)).toHaveValue("Dear {{firstName}}, hello");
  await expect(content(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(content(page)).toHaveValue("Dear , hello");
  await page.keyboard.type("friend");
  await expect(content(page)).toHaveValue("Dear friend, hello");

  await page.getByLabel("Insert in Subject").check();
  await subject(page).fill("For you");
  await page.getByRole("button", { name: "Insert placeholder" }).click();
  await page.getByRole("menuitem", { name: "lastName" }).click();
  await expect(subject(page)).toHaveValue("For you{{lastName}}");
  await expect(content(page)).toHaveValue("Dear friend, hello");
  await subject(page).press("ControlOrMeta+z");
  await expect(subject(page)).toHaveValue("For you");
});

test("two braces offer placeholders, and Escape closes only the list", { tag: "@desktop" }, async ({
  page,
}) => {
  await openNew(page);
  const list = page.getByRole("listbox", { name: "Placeholders" });
  await content(page).pressSequentially("Dear {{");
  await expect(list.getByRole("option").first()).toHaveText("{{firstName}}");
  await expect(list.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("LAST");
  await expect(list.getByRole("option").first()).toHaveText("{{lastName}}");
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(content(page)).toHaveValue("Dear {{lastName}}");
  await expect(list).toHaveCount(0);

  await page.keyboard.type(" {{");
  await list.getByRole("option", { name: "{{storeName}}" }).click();
  await expect(content(page)).toHaveValue("Dear {{lastName}} {{storeName}}");
  await page.keyboard.type("{{");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(content(page)).toHaveValue("Dear {{lastName}} {{storeName}}{{");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test.describe("with a refusing host", () => {
  test.use({ failing: true });

  test("offers to fix an unknown placeholder", {
    tag: "@desktop",
  }, async ({ page }) => {
    const name = await openMade(page);
    await fill(page, { Content: "Write to {{emial}} or {{emial}}." });
    await save(page);
    const refused = page.getByRole("alert").filter({ hasText: "is not a known placeholder" });
    await expect(refused).toContainText("{{emial}} is not a known placeholder. Did you mean {{email}}?");
    await expect(content(page)).toHaveValue("Write to {{emial}} or {{emial}}.");
    await page.getByRole("button", { name: "Did you mean {{email}}?" }).click();
    await expect(content(page)).toHaveValue("Write to {{email}} or {{email}}.");
    await save(page);
    await expect(toast(page, "Template Updated Successfully")).toBeVisible();
    await expect(page.getByText("is not a known placeholder")).toHaveCount(0);
    await openList(page);
    const row = rows(page).filter({ hasText: name });
    await expect(row).toBeVisible();
    await expect(row).not.toContainText("Unknown placeholder");
  });
});

test("only warns about unknown placeholders if the host accepts them", { tag: "@desktop" }, async ({
  page,
}) => {
  await openMade(page);
  await page.route("**/updateTemplate/*", (route) => route.fulfill({ json: {} }));
  await fill(page, { Content: "Write to {{emial}}." });
  await save(page);
  await expect(toast(page, "{{emial}} is not a known placeholder.")).toContainText("Warning!");
});

test("shows missing and long values at their fields", { tag: "@desktop" }, async ({ page }) => {
  await openNew(page);
  await save(page);
  for (const message of ["Template name is required", "Subject is required", "Content is required"]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await fill(page, { Name: "x".repeat(101), Subject: "y".repeat(201), Content: "z" });
  await expect(page.getByText("Template name is too long")).toBeVisible();
  await expect(page.getByText("Subject is too long")).toBeVisible();
  await expect(page.getByText("101/100")).toBeVisible();
  await expect(page.getByText("201/200")).toBeVisible();
  await fill(page, { Name: "x".repeat(100), Subject: "y".repeat(200) });
  await expect(page.getByText("too long")).toHaveCount(0);
  await expect(page).toHaveURL(/\/edit\/0$/);
});

test("the preview uses a real contact", { tag: "@desktop" }, async ({ page }) => {
  const { name, last } = await openProfile(page);
  await openNew(page);
  await fill(page, {
    Subject: "For {{name}}",
    Content: "Happy {{birthday}}, {{FIRSTNAME}}.\n{{anniversary}}{{wrong}}",
  });
  const shown = await preview(page);
  const picker = shown.getByRole("combobox", { name: "Preview for" });
  await picker.fill(last);
  await page.getByRole("option", { name }).click();
  const mail = shown.getByRole("article", { name: "Email" });
  await expect(mail).toContainText(`For ${name}`);
  await expect(mail).toContainText(`to ${last}@example.com`);
  await expect(mail).toContainText("Happy March 14, Amara.");
  await expect(mail.getByText("{{wrong}}")).toBeVisible();
  await expect(shown).toContainText("There’s no value for {{anniversary}}");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("a test email goes to the user, even unsaved", { tag: "@desktop" }, async ({ page }) => {
  await openNew(page);
  const shown = await preview(page);
  await shown.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  await expect(subject(page)).toBeFocused();
  await fill(page, { Subject: "For {{firstName}}", Content: "Dear {{firstName}}," });
  await (await preview(page)).getByRole("button", { name: "Send me a test" }).click();
  await expect(
    toast(page, "Not sent: no email account is connected. Read the test email in Sent mail."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/edit\/0$/);
});

test("leaving and reloading ask before text is lost", {
  tag: "@desktop",
}, async ({ page }) => {
  await openNew(page);
  await content(page).fill("A long letter");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await page.getByRole("button", { name: "Go back" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(content(page)).toHaveValue("A long letter");

  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("Draft restored")).toBeVisible();
  await expect(content(page)).toHaveValue("A long letter");
  await expect(unsaved(page)).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(content(page)).toHaveValue("");
  await expect(page.getByText("Draft restored")).toHaveCount(0);

  await content(page).fill("Another letter");
  await page.getByRole("button", { name: "Go back" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  await page.getByRole("link", { name: "Add", exact: true }).first().click();
  await expect(page.getByRole("button", { name: "Birthday wishes" })).toBeVisible();
  await expect(content(page)).toHaveValue("");
});

test("an idea fills a blank template", { tag: "@desktop" }, async ({ page }) => {
  await openNew(page);
  await page.getByRole("button", { name: "Birthday wishes" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Birthday wishes");
  await expect(subject(page)).toHaveValue("Happy birthday, {{firstName}}!");
  await expect(page.getByText("is not a known placeholder")).toHaveCount(0);
  await openNew(page, "?idea=again");
  await expect(subject(page)).toHaveValue("It has been a while, {{firstName}}");
  await expect(unsaved(page)).toHaveCount(0);
});

test("the list and editor are accessible and fit", async ({ page }) => {
  await openList(page);
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const nav = page.getByRole("navigation", { name: "Templates and automations" });
  await expect(nav.getByRole("link", { name: "Templates" })).toHaveAttribute("aria-current", "page");
  await openNew(page);
  await fill(page, { Subject: "{{emial}}", Content: "{{firstName}}" });
  await save(page);
  await expect(page.getByText("Template name is required")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
