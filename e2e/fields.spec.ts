import { openNewStore, newStoreTest as test } from "./new-store.ts";
import { api, expect, expectAccessible, expectNoSidewaysScroll, fill, isPhone, toast } from "./support.ts";

const FIELDS = "/dashboard/settings/data/fields";

test("a store begins with a jeweller's fields, orders them, and has them on the form and the profile", async ({
  page,
  site,
}) => {
  await openNewStore(page, site);
  await page.getByRole("heading", { name: /^Welcome/ }).waitFor();
  await page.goto(FIELDS);
  const needed = page.getByRole("dialog", { name: "Email Integration Needed" });
  await needed.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Begin as a jeweller" }).click();
  await expect(page.getByRole("button", { name: "Edit Metal" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // By keys alone, and kept.
  await page.getByRole("button", { name: "Move Budget" }).focus();
  await page.keyboard.press("ArrowUp");
  const items = page.getByRole("region", { name: "Sizes and taste" }).getByRole("listitem");
  await expect(items.last()).toContainText("Wish list");
  await expect(page.getByRole("button", { name: "Move Budget" })).toBeFocused();

  await page.getByRole("button", { name: "Edit Metal" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit field" });
  await dialog.getByRole("textbox", { name: "Option 4" }).fill("Platinum 950");
  await dialog.getByLabel("Required in the form").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Required", { exact: true })).toBeVisible();

  await page.goto("/dashboard/contacts");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  const form = page.getByRole("dialog", { name: "New contact" });
  await fill(page, { "First name": "Greta", Email: "greta@example.com" });
  await form.getByLabel("Wrist (cm)").fill("16,5");
  await form.getByLabel("Allergies").fill("Nickel");
  await form.getByLabel("Budget").fill("$4,000");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Required")).toBeVisible();
  await form.getByLabel("Platinum 950").check();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(toast(page, "Contact Created")).toBeVisible();

  await page.getByRole("link", { name: "Greta" }).first().click();
  if (isPhone(page)) await page.getByRole("tab", { name: "Profile" }).click();
  const group = page.getByRole("region", { name: "Sizes and taste" });
  await expect(group).toContainText("Wrist16.5 cm");
  await expect(group).toContainText("MetalPlatinum 950");
  await expect(group).toContainText("Budget$4,000.00");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // Somebody else changes one field while another is edited here: both are kept.
  const id = page.url().split("/").at(-1) ?? "";
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Wrist (cm)").fill("17");
  const fields = await api<{ id: string; label: string }[]>(page, "GET", "/fields");
  const allergies = fields.find(({ label }) => label === "Allergies")?.id ?? "";
  const theirs = { firstName: "Greta", lastName: "", email: "greta@example.com", phoneNumber: "" };
  await api(page, "PATCH", `/contacts/updateContact/${id}`, { ...theirs, fields: { [allergies]: "Latex" } });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Changed by someone else" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(group).toContainText("Wrist17 cm");
  await expect(group).toContainText("Latex");

  // What Greta has is put away first.
  await page.goto(FIELDS);
  await page.getByRole("button", { name: "Delete Allergies" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 contact has a value");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Put away: 1 field").click();
  await page.getByRole("button", { name: "Bring back Allergies" }).click();
  await expect(page.getByRole("button", { name: "Edit Allergies" })).toBeVisible();
});
