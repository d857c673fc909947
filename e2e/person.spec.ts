import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { newColleague } from "./colleague.ts";
import { openProfile } from "./profile.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  keysReady,
  test,
} from "./support.ts";

const more = (page: Page, name: string) => page.getByRole("button", { name: `More for ${name}` });
const dialog = (page: Page, name: RegExp) => page.getByRole("dialog", { name });

async function open(page: Page, name: string, item: string) {
  await keysReady(page);
  await more(page, name).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("marketing consent requires its wording, shown in the history", {
  tag: "@desktop",
}, async ({ page }) => {
  const { name } = await openProfile(page);
  await keysReady(page);
  const consent = page.getByRole("region", { name: "Marketing emails" });
  await expect(consent).toContainText("Not known");
  await consent.getByRole("button", { name: "Change marketing emails" }).click();
  const form = dialog(page, /marketing emails\?$/);
  await form.getByRole("radio", { name: "Yes" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter how they agreed")).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel("How they said it").fill("Signed the card at the till");
  await clickForToast(form.getByRole("button", { name: "Save" }), "Consent saved");
  await expect(consent).toContainText(/Yes.*since .*“Signed the card at the till”.*noted by/s);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "History" }).click();
  await expect(dialog(page, /History/)).toContainText(/consent to marketing emails from not known to yes/);
  await dialog(page, /History/)
    .getByRole("button", { name: "Close" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("exports and erases a contact, rejects later imports", { tag: "@desktop" }, async ({ page }) => {
  const { name, last } = await openProfile(page);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await api(page, "POST", "/notes/", { contactId: id, content: `Asked about pearls\nfor ${last}` });
  await open(page, name, "Export all data");
  await expect(
    page.getByRole("heading", { level: 1, name: new RegExp(`has stored about ${name}$`) }),
  ).toBeVisible();
  const part = (title: string) => page.getByRole("region", { name: new RegExp(`^${title}`) });
  await expect(part("Contact")).toContainText("Mar 14, 1968");
  await expect(part("Notes")).toContainText("Asked about pearls");
  await expect(part("Sales")).toContainText("No sales");
  await expect(part("History")).toContainText("Created the note");
  await expect(page.getByRole("main")).not.toContainText(/[\da-f]{8}-[\da-f]{4}-/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download JSON" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^everything-.*\.json$/);
  const exported = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(exported).toMatchObject({ contact: name, names: { [id]: name } });
  expect(exported.records.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["contact", "note", "history"]),
  );
  await page.getByRole("link", { name, exact: true }).click();

  await open(page, name, "Erase for good…");
  const form = dialog(page, /^Erase/);
  await expect(form).toContainText("What stays");
  await expect(form).toContainText("This can’t be undone");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.getByLabel(/to confirm/).fill("Someone");
  await form.getByRole("button", { name: "Erase for good" }).click();
  await expect(form.getByText("The name doesn't match")).toBeVisible();
  await form.getByLabel(/to confirm/).fill(name.toUpperCase());
  await clickForToast(form.getByRole("button", { name: "Erase for good" }), "Erased for good");
  await expect(page).toHaveURL(/\/dashboard\/contacts$/);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);

  await page.goto("/dashboard/contacts?new=true");
  await fill(page, { Email: `${last}@example.com` });
  await expect(page.getByText("This person was erased permanently.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/dashboard/settings/data?kind=contacts");
  const buffer = Buffer.from(
    `First name,Last name,Email,Newsletter\nAmara,${last},${last}@example.com,yes\n`,
  );
  const choose = page.getByLabel("CSV, Excel or vCard file");
  await choose.setInputFiles({ name: `${last}.csv`, mimeType: "text/csv", buffer });
  await expect(page.getByRole("combobox", { name: "Newsletter holds" })).toHaveText("Marketing consent");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/was erased permanently and is skipped/).first()).toBeVisible();
});

test("staff can record consent, but not export or erase @desktop", async ({ page, browser }) => {
  const { name } = await openProfile(page);
  const url = page.url();
  const { page: theirs, leave } = await newColleague(page, browser);
  await theirs.goto(url);
  await expect(theirs.getByRole("button", { name: "Change marketing emails" })).toBeVisible();
  await more(theirs, name).click();
  await expect(theirs.getByRole("menuitem", { name: /^Merge/ })).toBeVisible();
  await expect(theirs.getByRole("menuitem", { name: /^(Export|Erase)/ })).toHaveCount(0);
  await theirs.goto(`${url}/everything`);
  await expect(theirs.getByText("Only the owner and admins")).toBeVisible();
  await theirs.goto("/dashboard/settings/integrations/marketing");
  await expect(theirs.getByText("Only the owner and admins can change this.")).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Consent" })).toHaveCount(0);
  await leave();
  await page.goto("/dashboard/settings/integrations/marketing");
  await expect(page.getByRole("radio", { name: "Everyone who hasn’t said no" })).toBeChecked();
});
