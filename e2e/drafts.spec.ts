import type { Browser, Page } from "@playwright/test";
import { type Colleague, newColleague } from "./colleague.ts";
import { show } from "./profile.ts";
import { clickForToast, expect, fill, freshName, person, signIn, test } from "./support.ts";

const contactForm = (page: Page) => page.getByRole("dialog", { name: "New contact" });
const signInDialog = (page: Page) => page.getByRole("dialog", { name: "Sign in again" });

async function endSession({ page }: Colleague, browser: Browser) {
  const copy = await browser.newContext({ storageState: await page.context().storageState() });
  const elsewhere = await copy.newPage();
  await elsewhere.goto(new URL("/dashboard", page.url()).href);
  await elsewhere
    .getByRole("button", { name: /^Account|^More/ })
    .locator("visible=true")
    .first()
    .click();
  await elsewhere.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await copy.close();
}

async function typeContact(page: Page, name: string) {
  await page.goto(new URL("/dashboard/contacts?new=true", page.url()).href);
  await fill(page, { "First name": name, "Last name": name, Email: `${name}@example.com`.toLowerCase() });
  await page.getByLabel("Phone number", { exact: true }).fill("+1 415 555 0132");
}

test.describe("a session that ends while a form is open", () => {
  test.use({ failing: true });

  test("can be renewed in place, and saving continues", { tag: "@desktop" }, async ({ page, browser }) => {
    await page.goto("/dashboard");
    const colleague = await newColleague(page, browser);
    const own = colleague.page;
    const name = freshName();
    await typeContact(own, name);
    await endSession(colleague, browser);
    await own.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = signInDialog(own);
    await expect(dialog.getByLabel("Email")).toHaveValue(colleague.email);
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await dialog.getByLabel("Password", { exact: true }).fill("not-the-one");
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Incorrect Password");
    await dialog.getByRole("button", { name: "Not now" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(contactForm(own).getByLabel("First name")).toHaveValue(name);
    await own.getByRole("button", { name: "Create", exact: true }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(colleague.password);
    await clickForToast(dialog.getByRole("button", { name: "Sign in", exact: true }), "Contact Created");
    await expect(contactForm(own)).toHaveCount(0);
    await expect(own).toHaveURL(/\/dashboard\/contacts$/);
    await expect(own.getByRole("link", { name: `${name} ${name}` })).toBeVisible();
    await colleague.leave();
  });

  test("doesn't show the text to another person", { tag: "@desktop" }, async ({ page, browser }) => {
    await page.goto("/dashboard");
    const colleague = await newColleague(page, browser);
    const own = colleague.page;
    const name = freshName();
    await typeContact(own, name);
    await endSession(colleague, browser);
    await own.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = signInDialog(own);
    await fill(own, { Password: person.password });
    await dialog.getByLabel("Email").fill(person.email);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(own).toHaveURL(/\/dashboard$/);
    await expect(dialog).toHaveCount(0);
    await own.goto(new URL("/dashboard/contacts?new=true", own.url()).href);
    await expect(contactForm(own).getByLabel("First name")).toHaveValue("");
    const [found] = await (
      await own.request.get(new URL(`/api/v1/contacts?page=1&limit=50&search=${name}`, own.url()).href)
    ).json();
    expect(found).toBeUndefined();
    await colleague.leave();
  });

  test("leads to the login page if there is no unsaved text", { tag: "@desktop" }, async ({
    page,
    browser,
  }) => {
    await page.goto("/dashboard");
    const colleague = await newColleague(page, browser);
    await endSession(colleague, browser);
    await colleague.page.getByRole("link", { name: "Contacts" }).locator("visible=true").click();
    await expect(colleague.page).toHaveURL(/\/login\?next=/);
    await colleague.leave();
  });
});

async function reload(page: Page) {
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
}

test.describe("a reload", () => {
  test("keeps a draft until saved or discarded", { tag: "@desktop" }, async ({ page }) => {
    const name = freshName();
    await page.goto("/dashboard");
    await typeContact(page, name);
    await page.getByLabel("Birthday", { exact: true }).fill("3/14/1968");
    await reload(page);
    const form = contactForm(page);
    await expect(form.getByText("Draft restored")).toBeVisible();
    await expect(form.getByLabel("First name")).toHaveValue(name);
    await expect(form.getByLabel("Birthday", { exact: true })).toHaveValue("03/14/1968");
    await clickForToast(form.getByRole("button", { name: "Create", exact: true }), "Contact Created");

    await page.getByRole("button", { name: "New", exact: true }).click();
    await expect(form.getByLabel("First name")).toHaveValue("");
    await expect(form.getByText("Draft restored")).toHaveCount(0);
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: `${name} ${name}` }).click();
    await show(page, "Profile");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const details = page.getByRole("form", { name: "Details" });
    await details.getByLabel("First name").fill("Zoë");
    await reload(page);
    await expect(details.getByText("Draft restored")).toBeVisible();
    await expect(details.getByLabel("First name")).toHaveValue("Zoë");
    await details.getByRole("button", { name: "Discard" }).click();
    await expect(details.getByLabel("First name")).toHaveValue(name);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: `${name} ${name}` })).toBeVisible();
    await expect(details.getByText("Draft restored")).toHaveCount(0);
  });

  test("keeps a note for its writer until sign-out", { tag: "@desktop" }, async ({ page, browser }) => {
    await page.goto("/dashboard");
    const colleague = await newColleague(page, browser);
    const own = colleague.page;
    const [contact] = await (
      await own.request.get(new URL("/api/v1/contacts?page=1&limit=1", own.url()).href)
    ).json();
    const profile = new URL(`/dashboard/contacts/profile/${contact.id}?view=notes`, own.url()).href;
    const box = own.getByLabel("New note");
    await own.goto(profile);
    await box.fill("Prefers yellow gold");
    await reload(own);
    await expect(box).toHaveValue("Prefers yellow gold");
    await expect(own.getByText("Draft restored")).toBeVisible();

    await own.context().clearCookies();
    own.once("dialog", (dialog) => dialog.accept());
    await own.goto(new URL("/login", own.url()).href);
    await signIn(own);
    await own.waitForURL(/\/dashboard$/);
    await own.goto(profile);
    await expect(box).toHaveValue("");
    await own.context().clearCookies();
    await own.goto(new URL("/login", own.url()).href);
    await signIn(own, colleague);
    await own.waitForURL(/\/dashboard$/);
    await own.goto(profile);
    await expect(box).toHaveValue("Prefers yellow gold");

    await own.getByRole("button", { name: /^Account/ }).click();
    await own.getByRole("menuitem", { name: "Sign out" }).click();
    await own.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect(own).toHaveURL(/\/login$/);
    await signIn(own, colleague);
    await own.waitForURL(/\/dashboard$/);
    await own.goto(profile);
    await expect(own.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(box).toHaveValue("");
    await colleague.leave();
  });
});
