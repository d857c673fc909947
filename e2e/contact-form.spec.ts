import { show } from "./profile.ts";
import { api, clickForToast, expect, expectAccessible, fill, freshName, test } from "./support.ts";

test("warns about a known name or email while typing", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const email = (n: number) => `${last}-${n}@example.com`.toLowerCase();
  await page.goto("/dashboard/contacts");
  for (const n of [1, 2])
    await api(page, "POST", "/contacts/createContact", {
      firstName: "Amara",
      lastName: last,
      email: email(n),
      phoneNumber: `+1 415 555 017${n}`,
    });
  await page.goto("/dashboard/sales?new=true");
  await page.getByRole("combobox", { name: "Contact" }).fill(last);
  const twins = page.getByRole("option", { name: `Amara ${last}` });
  await expect(twins).toHaveCount(2);
  await expect(twins.filter({ hasText: `${email(2)} · …0172` })).toHaveCount(1);
  await expectAccessible(page);
  await twins.filter({ hasText: email(2) }).click();
  await expect(page.getByRole("dialog").getByText(`${email(2)} · …0172`)).toBeVisible();

  await page.getByRole("combobox", { name: "Contact" }).fill(`Amara ${last} again`);
  await page.getByRole("option", { name: /^Create contact/ }).click();
  const form = page.getByRole("dialog", { name: "New contact" });
  await form.getByLabel("Email").fill(email(1).toUpperCase());
  await form.getByText(`Amara ${last} has this email:`).waitFor();
  await expectAccessible(page);
  await form.getByRole("button", { name: "use this contact" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Contact" })).toHaveValue(`Amara ${last}`);

  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.goto("/dashboard/contacts?new=true");
  await fill(page, { "Phone number": "(415) 5550171" });
  const link = page.getByRole("link", { name: `Open Amara ${last}` });
  await expect(link).toBeVisible();
  const place = () => page.getByRole("button", { name: "Create", exact: true }).boundingBox();
  const before = await place();
  await fill(page, { "Phone number": "(415) 555017" });
  await expect(link).toHaveCount(0);
  expect(await place()).toEqual(before);
  await fill(page, { "Phone number": "(415) 5550171" });
  await link.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Amara ${last}` })).toBeVisible();
});

test("Ctrl+Enter saves a formatted number and a yearless birthday", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  await page.goto(`/dashboard/contacts?new=true&q=${last}`);
  const form = page.getByRole("dialog", { name: "New contact" });
  const known = { "First name": "Amara", "Last name": last, Email: `${last}@example.com` };
  await fill(page, { ...known, Birthday: "31 Feb", "Phone number": "4155550134" });
  await page.keyboard.press("Control+Enter");
  await expect(form.getByText("Invalid input").first()).toBeVisible();
  await fill(page, { Birthday: "14 Mar", Anniversary: "14.03.1968", "Phone number": "4155550135" });
  await expect(form.getByText("No year: add it at the end")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(form).toHaveCount(0);
  await page.getByRole("link", { name: `Amara ${last}` }).click();
  await show(page, "Profile");
  await expect(page.getByText("Mar 14, 1968").first()).toBeVisible();
  await expect(page.getByText("Mar 14", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("1604")).toHaveCount(0);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByLabel("Birthday", { exact: true })).toHaveValue("03/14");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("link", { name: "+1 415 555 0135" }).first()).toBeVisible();
});

test("creates a caller, and finds them by their last digits", { tag: "@phone" }, async ({ page }) => {
  const first = freshName();
  const digits = String(Date.now()).slice(-7);
  await page.goto("/dashboard/contacts?new=true");
  const dialog = page.getByRole("dialog", { name: "New contact" });
  await dialog.getByRole("button", { name: "Create" }).click();
  const missing = dialog.getByText("Invalid email format");
  await expect(missing).toBeVisible();
  await fill(page, { "First name": first, "Phone number": `212 ${digits}` });
  await expect(missing).toHaveCount(0);
  await expect(dialog.getByText("Last name is required")).toHaveCount(0);
  await expectAccessible(page);
  await clickForToast(dialog.getByRole("button", { name: "Create" }), "Contact Created");

  await page.getByRole("searchbox").fill(digits.slice(-4));
  await page.getByRole("link", { name: first, exact: true }).click();
  await show(page, "Profile");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await fill(page, { "Phone number": "" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Phone number must be at least 10 digits")).toBeVisible();
  await fill(page, { Email: `${first}@example.com` });
  await expect(page.getByText("Phone number must be at least 10 digits")).toHaveCount(0);
  await clickForToast(page.getByRole("button", { name: "Save" }), "Profile updated successfully");
  await expect(page.getByRole("link", { name: `${first}@example.com` })).toBeVisible();
});
