import type { Page } from "@playwright/test";
import { label, openProfile, section, show } from "./profile.ts";
import {
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  htmlOf,
  isPhone,
  keysReady,
  test,
  toast,
} from "./support.ts";

async function addNote(page: Page, content: string) {
  await label(page, "New note").fill(content);
  await Promise.all([
    expect(toast(page, "Note created successfully").first()).toBeVisible(),
    label(page, "New note").press("Control+Enter"),
  ]);
  await expect(section(page, "Notes").getByRole("listitem").first()).toContainText(content.slice(0, 20));
  await expect(label(page, "New note")).toHaveValue("");
}

test("a profile is edited in place", async ({ page }) => {
  const { name, last } = await openProfile(page);
  await expect(page).toHaveTitle(new RegExp(`^${name} · `));
  await expect(page.getByRole("link", { name: `Call ${name}` })).toHaveAttribute("href", "tel:+14155550134");
  await expect(page.getByRole("link", { name: `Email ${name}` })).toHaveAttribute(
    "href",
    `mailto:${last}@example.com`,
  );
  const profile = section(page, "Profile");
  await expect(profile).toContainText("Mar 14, 1968");
  await expect(profile).toContainText("None yet");
  await expect(page.getByRole("banner").getByRole("searchbox")).toHaveCount(0);

  const places = () =>
    Promise.all(
      ["First name", "Last name", "Email", "Phone number", "Birthday", "Anniversary"].map((text) =>
        profile.locator("dt:visible, label:visible").filter({ hasText: text }).last().boundingBox(),
      ),
    );
  const before = await places();
  await page.keyboard.press("e");
  await expect(profile.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(label(page, "First name")).toBeVisible();
  const during = await places();
  for (const [i, place] of before.entries()) {
    expect(during[i]?.x).toBe(place?.x);
    expect((during[i]?.y ?? 0) - (place?.y ?? 0)).toBeLessThan(200);
  }

  await label(page, "First name").fill("");
  await page.keyboard.press("Control+s");
  await expect(profile.getByText("First name is required")).toBeVisible();
  await expect(label(page, "First name")).toBeFocused();
  await label(page, "First name").fill("Amaranta");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(label(page, "First name")).toHaveValue("Amaranta");
  await clickForToast(
    profile.getByRole("button", { name: "Save" }),
    "Profile updated successfully",
    "Success!",
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Amaranta ${last}`);
  await expect(profile.getByRole("button", { name: "Edit" })).toBeFocused();

  await profile.getByRole("button", { name: "Edit" }).click();
  await label(page, "Anniversary").fill("6/9/2012");
  await profile.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(profile).toContainText("Not set");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Amaranta ${last}`);
});

test("unsaved text survives an accidental click", { tag: "@desktop" }, async ({ page }) => {
  await openProfile(page);
  const url = page.url();
  await show(page, "Notes");
  await label(page, "New note").fill("Prefers yellow gold");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  const keep = question.getByRole("button", { name: "Keep editing" });

  await page.getByRole("link", { name: "Contacts" }).locator("visible=true").click();
  await keep.click();
  await page.getByRole("button", { name: "Go back" }).click();
  await keep.click();
  expect(page.url().split("?")[0]).toBe(url);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await keep.click();
  const asked = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
  await page.evaluate(() => window.location.reload());
  await asked;
  await expect(label(page, "New note")).toHaveValue("Prefers yellow gold");

  await page.getByRole("button", { name: "Go back" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/dashboard\/contacts(\?|$)/);
});

test("writes, reads, edits and deletes notes", { tag: "@desktop" }, async ({ page }) => {
  await openProfile(page);
  await show(page, "Notes");
  const notes = section(page, "Notes");
  const items = notes.getByRole("listitem");
  await expect(notes).toContainText("No Notes found");
  await notes.getByRole("button", { name: "Add note" }).click();
  await expect(notes.getByText("Note content is required")).toBeVisible();

  const long = `Brought in a brooch. ${"She would like it to be reset. ".repeat(7)}The end`;
  await addNote(page, long);
  await expect(items.getByText(`${long.slice(0, 190).trimEnd()}…`, { exact: true })).toBeVisible();
  await notes.getByRole("button", { name: "Show more" }).click();
  await expect(items).toContainText("The end");
  await notes.getByRole("button", { name: "Show less" }).click();
  await expect(items).not.toContainText("The end");
  await addNote(page, "Allergic to nickel");
  await expect(items).toHaveCount(2);

  const edit = notes.getByRole("button", { name: /Edit note “Allergic/ });
  await edit.click();
  await expect(label(page, "Edit note")).toBeFocused();
  await label(page, "Edit note").fill("Allergic to nickel and brass");
  await clickForToast(notes.getByRole("button", { name: "Save note" }), "Note updated successfully");
  await expect(items.first()).toContainText("nickel and brass");
  await expect(edit).toBeFocused();

  await notes.getByRole("button", { name: /Delete note “Allergic/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete this note?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(items).toHaveCount(2);
  await notes.getByRole("button", { name: /Delete note “Allergic/ }).click();
  await clickForToast(question.getByRole("button", { name: "Delete" }), "Note deleted successfully");
  await expect(items).toHaveCount(1);
});

test("records and corrects a sale from the profile", { tag: "@desktop" }, async ({ page }) => {
  const { name } = await openProfile(page);
  await show(page, "Sales");
  const sales = section(page, "Sales");
  await expect(sales).toContainText("No sales found");
  await page.getByRole("button", { name: "Create new sale" }).click();
  const dialog = page.getByRole("dialog", { name: "New sale" });
  await expect(dialog.getByRole("combobox", { name: "Contact" })).toHaveValue(name);
  await dialog.getByRole("combobox", { name: "Product category" }).click();
  await page.getByRole("option").first().click();
  await expect(dialog.getByRole("combobox", { name: "Product category" })).not.toHaveValue("");
  await dialog.getByLabel("Cost").fill("$1,240.50");
  const invoice = `INV-${Date.now()}`;
  await dialog.getByLabel("Invoice number").fill(invoice);
  await clickForToast(dialog.getByRole("button", { name: "Create" }), "Sale created successfully");
  const item = sales.getByRole("listitem");
  await expect(item).toContainText(invoice);
  await expect(item).toContainText("$1,240.50");

  await sales.getByRole("button", { name: `Edit sale ${invoice}` }).click();
  await page.getByRole("dialog").getByLabel("Cost").fill("1250");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(item).toContainText("$1,250.00");
  await expect(sales.getByRole("img", { name: /Total \$1,250\.00/ })).toBeVisible();
  await sales.getByRole("button", { name: "Show as a table" }).click();
  await expect(sales.getByRole("table", { name: "Sales per month" }).getByRole("row").nth(1)).toContainText(
    "$1,250.00",
  );
  await show(page, "Timeline");
  const sold = section(page, "Timeline").getByRole("listitem").filter({ hasText: invoice });
  await sold.getByRole("button").first().click();
  await expect(page.getByRole("dialog", { name: "Edit sale" }).getByLabel("Cost")).toHaveValue(/1,?250/);
});

test("the first HTML contains profile and URL's view", { tag: "@desktop" }, async ({ page }) => {
  await openProfile(page);
  const [profile] = page.url().split("?");
  await expect(async () => {
    for (const [view, text] of [
      ["timeline", "created this contact"],
      ["sales", "No sales found"],
      ["notes", "No Notes found"],
    ]) {
      const html = await htmlOf(page, `${profile}?view=${view}`);
      for (const part of ["Mar 14, 1968", text]) expect(html).toContain(part);
    }
  }).toPass();
});

test("renders only the sales near the screen", { tag: "@desktop" }, async ({ page }) => {
  const sales = Array.from({ length: 300 }, (_, index) => ({
    id: `sale-${index}`,
    cost: "10.00",
    invoiceNumber: `INV-${index}`,
    productCategory: null,
    createdAt: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
  }));
  await page.route("**/getAllPurchasesByContactId/*", (route) => route.fulfill({ json: sales }));
  await openProfile(page);
  await show(page, "Sales");
  const items = section(page, "Sales").getByRole("listitem");
  await expect(items.first()).toHaveAccessibleName(/^INV-0,/);
  expect(await items.count()).toBeLessThan(60);
  const last = section(page, "Sales").getByRole("listitem", { name: /^INV-299,/ });
  await expect(async () => {
    await section(page, "Sales")
      .locator("li")
      .last()
      .evaluate((item) => item.scrollIntoView({ block: "end" }));
    await expect(last).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expect(last).toHaveAttribute("aria-posinset", "300");
  await expect(last).toHaveAttribute("aria-setsize", "300");
  expect(await items.count()).toBeLessThan(60);
});

test("has tabs beside the card and remembers the last choice", async ({ page }) => {
  await openProfile(page);
  const first = isPhone(page) ? "Profile" : "Timeline";
  await expect(page.getByRole("tab", { name: first, selected: true })).toBeVisible();
  const own = page.getByRole("tablist").first().getByRole("tab");
  if (!isPhone(page)) await expect(own).toHaveText([/^Timeline/, /^Sales/, /^Notes/]);
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sales" })).toBeFocused();
  await expect(section(page, "Sales")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("tab", { name: "Notes", selected: true })).toBeFocused();
  await expect(page).toHaveURL(/\?view=notes/);
  await page.reload();
  await expect(section(page, "Notes")).toBeVisible();
  if (isPhone(page)) return;
  const list = page.getByRole("region", { name: "Notes list, scrollable" });
  expect((await list.boundingBox())?.height).toBe(300);
  await keysReady(page);
  await page.keyboard.press("1");
  await expect(section(page, "Timeline")).toBeVisible();
  await page.keyboard.press("n");
  await expect(label(page, "New note")).toBeFocused();
  await page.getByRole("tab", { name: "Sales" }).click();
  await page.goto(page.url().split("?")[0] ?? "");
  await expect(section(page, "Sales")).toBeVisible();
});

test("the profile is accessible and fits, viewed and edited", async ({ page }) => {
  await openProfile(page);
  for (const name of ["Timeline", "Sales", "Notes", "Profile"] as const) {
    await show(page, name);
    if (name === "Notes") await addNote(page, "Allergic to nickel");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await section(page, "Profile").getByRole("button", { name: "Edit" }).click();
  await label(page, "Email").fill("amara@");
  await section(page, "Profile").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Invalid email format")).toBeVisible();
  await expectAccessible(page);
});
