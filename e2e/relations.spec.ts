import {
  api,
  choose,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  test,
} from "./support.ts";

test("shows a husband on both contacts and removes the relation", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  const made: { id: string }[] = [];
  for (const [firstName, birthday] of [
    ["Amara", ""],
    ["Daniel", "1980-06-03"],
  ]) {
    const email = `${firstName}-${name}@example.com`.toLowerCase();
    const person = { firstName, lastName: name, email, phoneNumber: "", birthday };
    made.push(await api(page, "POST", "/contacts/createContact", person));
  }
  const open = async (id = "") => {
    await page.goto(`/dashboard/contacts/profile/${id}`);
  };
  await open(made[0]?.id);
  const relations = page.getByRole("region", { name: "Relations" });
  await relations.getByRole("button", { name: "Add relation" }).click();
  const dialog = page.getByRole("dialog", { name: "Add relation" });
  await choose(page, "Contact", name, new RegExp(`Daniel ${name}`));
  await fill(page, { "What Daniel is to Amara": "Husband" });
  await expect(dialog.getByLabel("What Amara is to Daniel")).toHaveValue("Wife");
  await clickForToast(dialog.getByRole("button", { name: "Add", exact: true }), "Relation added");
  await expect(relations.getByRole("listitem")).toContainText("Husband · birthday Jun 3");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await relations.getByRole("link", { name: `Daniel ${name}` }).click();
  await expect(page.getByRole("heading", { name: `Daniel ${name}`, level: 1 })).toBeVisible();
  await open(made[1]?.id);
  await expect(relations.getByRole("listitem")).toContainText("Wife");
  await relations.getByRole("button", { name: `Change the relation to Amara ${name}` }).click();
  const edit = page.getByRole("dialog", { name: `Amara ${name} and Daniel` });
  await edit.getByLabel("What Amara is to Daniel").fill("Partner");
  await clickForToast(edit.getByRole("button", { name: "Save" }), "Relation saved");
  await expect(relations.getByRole("listitem")).toContainText("Partner");
  await relations.getByRole("button", { name: `Change the relation to Amara ${name}` }).click();
  await edit.getByRole("button", { name: "Remove relation" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(relations.getByText(/^No relations yet/)).toBeVisible();
  for (const { id } of made) await api(page, "DELETE", `/contacts/${id}`);
});
