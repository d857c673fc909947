import { openNewStore, newStoreTest as test } from "./new-store.ts";
import { api, choose, expect, expectAccessible, expectNoSidewaysScroll, fill, toast } from "./support.ts";

const FIELDS = "/dashboard/settings/data/fields";

test("a store adds suggested fields and uses them", { tag: "@desktop" }, async ({ page, site }) => {
  await openNewStore(page, site);
  await page.getByRole("heading", { name: /^Set up/ }).waitFor();
  await page.goto(FIELDS);
  const needed = page.getByRole("dialog", { name: "Email Integration Needed" });
  await needed.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Start as a jeweler" }).click();
  await expect(page.getByRole("button", { name: "Edit Metal" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

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
  const group = page.getByRole("region", { name: "Sizes and taste" });
  await expect(group).toContainText("Wrist16.5 cm");
  await expect(group).toContainText("MetalPlatinum 950");
  await expect(group).toContainText("Budget$4,000.00");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

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

  await page.goto(FIELDS);
  await page.getByRole("button", { name: "Delete Allergies" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 contact has a value");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Hidden: 1 field").click();
  await page.getByRole("button", { name: "Restore Allergies" }).click();
  await expect(page.getByRole("button", { name: "Edit Allergies" })).toBeVisible();
});

test("own fields work in imports, templates and sales", { tag: "@desktop" }, async ({ page, site }) => {
  await openNewStore(page, site);
  await page.getByRole("heading", { name: /^Set up/ }).waitFor();
  const plain = { options: [], isRequired: false, isSearchable: false, isWarning: false };
  const sizes = { ...plain, group: "Sizes" };
  const metal = [
    { id: "g", text: "Gold" },
    { id: "p", text: "Platinum" },
  ];
  await api(page, "POST", "/fields", {
    fields: [
      { ...sizes, label: "Ring size", kind: "number", suffix: "left hand" },
      { ...sizes, label: "Metal", kind: "choice", options: metal },
    ],
  });

  await page.goto("/dashboard/settings/data?kind=contacts");
  const needed = page.getByRole("dialog", { name: "Email Integration Needed" });
  await needed.getByRole("button", { name: "Close" }).click();
  const people = "First name,Email,Ring size,Metal\nAda,ada@example.com,54,Plat\n";
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(people) };
  await page.getByLabel("CSV, Excel or vCard file").setInputFiles(file);
  await expect(page.getByRole("combobox", { name: "Ring size holds" })).toHaveText("Ring size");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("1 row has an unclear value of “Metal”.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Metal of row 2" })).toHaveAccessibleDescription(
    "“Plat” isn't one of the choices",
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Take the suggestion" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("status").filter({ hasText: "people.csv is imported" })).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await page.getByRole("link", { name: "Ada" }).first().click();
  await expect(page.getByRole("region", { name: "Sizes" })).toContainText("Ring size54 left hand");

  await page.goto("/dashboard/templates/edit/0");
  await page.getByRole("button", { name: "Insert placeholder" }).click();
  await expect(page.getByRole("menu")).toContainText("Sizes");
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Ring size" }).click();
  const written = page.getByLabel("Content", { exact: true });
  await expect(written).toHaveValue("{{ringSize}}");
  await expect(page.getByText("is not a known placeholder")).toHaveCount(0);
  await expect(page.getByRole("article", { name: "Email" })).toContainText("54");

  await page.goto(FIELDS);
  await page.getByRole("button", { name: "New field for sales" }).click();
  const dialog = page.getByRole("dialog", { name: "New field" });
  await fill(page, { Name: "Engraving", Group: "Workshop" });
  await dialog.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Text" }).click();
  await dialog.getByLabel("Include in sales search").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("button", { name: "Edit Engraving" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto("/dashboard/sales?new=true");
  await choose(page, "Contact", "Ada", /Ada/);
  await page.getByRole("combobox", { name: "Product category" }).fill("Rings");
  await page.getByRole("option", { name: /Rings/ }).first().click();
  await fill(page, { Cost: "900", Engraving: "Für immer" });
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click();
  await expect(toast(page, "Sale created successfully").first()).toBeVisible();
  await page.goto("/dashboard/sales?q=immer");
  await expect(page.getByRole("table").getByText("$900.00")).toBeVisible();
});
