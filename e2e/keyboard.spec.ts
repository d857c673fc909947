import { openProfile, show } from "./profile.ts";
import { api, expect, expectAccessible, freshName, goTo, keysReady, test } from "./support.ts";

test("single keys search, create, navigate and show help", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  await keysReady(page);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox");
  await expect(search).toBeFocused();
  await page.keyboard.type("n?g");
  await expect(search).toHaveValue("n?g");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await search.blur();

  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New contact" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New", exact: true })).toBeFocused();

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.locator("tbody tr").nth(1).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.locator("tbody tr").first().getByRole("link").first()).toBeFocused();

  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page).toHaveURL(/\/dashboard\/products/);
});

const lists = [
  { path: "contacts?q=okafor", edits: "Edit contact" },
  { path: "products?q=pearls", edits: "Edit product category" },
  { path: "sales?q=pearls", edits: "Edit sale" },
  { path: "templates?q=birthday", edits: "Edit Template" },
];

for (const { path, edits } of lists) {
  test(`edits and deletes the focused row by key: ${path}`, { tag: "@desktop" }, async ({ page }) => {
    await page.goto(`/dashboard/${path}`);
    await expect(page.locator("tbody tr").first()).toBeVisible();
    await keysReady(page);
    await page.keyboard.press("Delete");
    await page.keyboard.press("e");
    await page.keyboard.press("j");
    const focused = page.locator("tbody tr:focus-within");
    await expect(focused).toHaveCount(1);
    await page.keyboard.press("Delete");
    const question = page.getByRole("alertdialog", { name: /^Delete / });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await expect(focused).toHaveCount(1);
    await page.keyboard.press("e");
    await expect(
      page.getByRole("dialog", { name: edits }).or(page.getByRole("heading", { level: 1, name: edits })),
    ).toBeVisible();
  });
}

test("single keys can be turned off, the palette stays", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/products");
  await keysReady(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByLabel("Use single keys as shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("padmavathi");
  await expect(page.getByRole("dialog", { name: "Quick find" }).getByRole("combobox")).toHaveValue(
    "padmavathi",
  );
  await expect(page.getByRole("option", { name: /Padmavathi/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/contacts\/profile\//);
  await page.evaluate(() => localStorage.removeItem("single-keys"));
});

test("Enter in the palette opens the person before results arrive", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/products");
  await keysReady(page);
  const palette = page.getByRole("dialog", { name: "Quick find" });
  const theme = await page.locator("html").getAttribute("class");
  const last = freshName();
  await api(page, "POST", "/contacts/createContact", {
    ...{ firstName: "Noor", lastName: last, email: `${last}@example.com` },
    phoneNumber: `+1 415 ${Date.now().toString().slice(-7)}`,
  });
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").pressSequentially(last);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/contacts\/profile\//);
  expect(await page.locator("html").getAttribute("class")).toBe(theme);
  await show(page, "Profile");
  const number =
    (await page
      .getByRole("link", { name: /^\+?[\d ()-]{10,}$/ })
      .first()
      .textContent()) ?? "";
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill(number.replace(/\D/g, "").slice(-10));
  await expect(palette.getByRole("option", { name: number }).locator("mark")).toBeVisible();
  await expectAccessible(page);
});

test("the palette refunds the only sale that it finds", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/sales");
  const invoice = await page
    .getByText(/^INV-\d{4}-0\d{3}$/)
    .first()
    .textContent();
  await keysReady(page);
  const palette = page.getByRole("dialog", { name: "Quick find" });
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill(invoice ?? "");
  await expect(palette.getByRole("option", { name: "Print receipt" })).toBeVisible();
  await expectAccessible(page);
  await palette.getByRole("option", { name: "Refund…" }).click();
  await expect(page.getByRole("dialog", { name: `Refund ${invoice}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the palette offers actions for the only contact found", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  await api(page, "POST", "/contacts/createContact", {
    ...{ firstName: "Noor", lastName: last, email: `${last}@example.com`, phoneNumber: "" },
  });
  const palette = page.getByRole("dialog", { name: "Quick find" });
  async function ask(action: string) {
    await page.goto("/dashboard/products");
    await keysReady(page);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(last);
    await palette.getByRole("option", { name: `${action} Noor ${last}` }).click();
  }
  await ask("Add note on");
  await expect(page.getByLabel("New note")).toBeFocused();
  await ask("Add task for");
  await expect(page.getByRole("tabpanel", { name: "Task" })).toBeVisible();
  await ask("New sale for");
  await expect(page.getByRole("combobox", { name: "Contact" })).toHaveValue(`Noor ${last}`);
  await expect(page).not.toHaveURL(/do=/);
});

test("a contact's page puts their actions first in the palette", { tag: "@desktop" }, async ({ page }) => {
  const { name } = await openProfile(page);
  await keysReady(page);
  const palette = page.getByRole("dialog", { name: "Quick find" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("option").first()).toHaveText(`New sale for ${name}`);
  await expectAccessible(page);
  await palette.getByRole("option", { name: `Edit ${name}` }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Amara");
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: `Add note on ${name}` }).click();
  await expect(page.getByLabel("New note")).toBeFocused();
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: `New sale for ${name}` }).click();
  await expect(page.getByRole("combobox", { name: "Contact" })).toHaveValue(name);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("erase");
  await palette.getByRole("option", { name: `Merge, export or erase ${name}…` }).click();
  await expect(page.getByRole("menuitem", { name: "Erase for good…" })).toBeVisible();
  await page.keyboard.press("Escape");

  await goTo(page, "Products");
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("closing a dialog returns the focus", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  await keysReady(page);
  const opener = page.getByRole("button", { name: "New", exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("First name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.blur();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Quick find" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#main")).toBeFocused();
});

test("an open dialog blocks keys and protects text", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/dashboard/products");
  await goTo(page, "Contacts");
  await page.getByRole("button", { name: "New", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New contact" });
  await form.getByLabel("First name").fill("Amara");
  await form.getByRole("button", { name: "Cancel" }).focus();
  for (const key of ["?", "g", "p", "Control+k"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page).toHaveURL(/\/contacts/);

  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(form.getByLabel("First name")).toHaveValue("Amara");
  const asked = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
  await page.evaluate(() => window.location.reload());
  await asked;
  await form.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Shift+Tab");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/contacts/);
});

test("the theme is light, dark or the system's", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/dashboard/products");
  const html = page.locator("html");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitemradio", { name }).click();
  };
  await expect(html).toHaveClass(/dark/);
  await choose("Light theme");
  await expect(html).not.toHaveClass(/dark/);
  await choose("System theme");
  await expect(html).toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).not.toHaveClass(/dark/);
  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(page.getByRole("menuitemradio", { checked: true })).toHaveText("System theme");
});

test("the focus isn't lost between screens, or in conditions, refunds and bookings", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/dashboard/products");
  await keysReady(page);
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/dashboard\/contacts/);
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New contact" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New", exact: true })).toBeFocused();

  await page.keyboard.press("f");
  const search = page.getByRole("combobox", { name: "Search conditions" });
  await search.fill("zzz");
  await expect(page.getByRole("status").filter({ hasText: "No condition has this name." })).toBeVisible();
  await search.fill("birthday");
  await search.press("Enter");
  await expect(page.getByRole("dialog", { name: /: condition$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add condition" })).toBeFocused();

  await page.goto("/dashboard/sales?q=pearls");
  await expect(page.locator("tbody tr").first()).toBeVisible();
  await keysReady(page);
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Another amount" }).press("Enter");
  await expect(page.getByLabel("Amount", { exact: true })).toBeFocused();

  await page.goto("/dashboard/appointments");
  await keysReady(page);
  await page.keyboard.press("n");
  const panel = page.getByRole("complementary", { name: "New appointment" });
  await panel.getByRole("button", { name: "Close" }).press("Control+Enter");
  const caller = panel.getByRole("combobox", { name: "Caller" });
  await expect(caller).toBeFocused();
  await expect(caller).toHaveAccessibleDescription("Who’s calling?");
});
