import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openProfile, show } from "./profile.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  test,
} from "./support.ts";

const chips = (page: Page, name: string) => page.getByRole("list", { name: `Tags of ${name}` });
const begin = (page: Page, name: string) =>
  page.getByRole("button", { name: `Tag ${name}`, exact: true }).click();

async function onRow(page: Page, action: string, name: string) {
  const row = page.getByRole("row").filter({ hasText: name });
  if (!isPhone(page)) return row.getByRole("button", { name: `${action} ${name}` }).click();
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
}

test("adds, restores, renames, merges and deletes a tag", { tag: "@desktop" }, async ({ page }) => {
  const { name } = await openProfile(page);
  await show(page, "Profile");
  const [first, second] = [`Anna’s ${freshName()}`, `Bride ${freshName()}`];
  await begin(page, name);
  const box = page.getByRole("combobox", { name: `Add a tag to ${name}` });
  await box.fill(first);
  await page.getByRole("option", { name: `Create “${first}”` }).click();
  await expect(chips(page, name)).toHaveText(first);
  await expect(box).toHaveValue("");
  await box.pressSequentially(`${second},`);
  await expect(chips(page, name).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await box.press("Backspace");
  await expect(chips(page, name)).toHaveText(first);
  const isBack = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/tags"),
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chips(page, name).getByRole("listitem")).toHaveCount(2);
  expect((await isBack).status()).toBe(200);
  await page.reload();
  await show(page, "Profile");
  await expect(chips(page, name).getByRole("listitem")).toHaveText([first, second]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(`/dashboard/contacts?q=${name.split(" ").at(-1)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByText(first)).toBeVisible();
  await expect(row.getByText(second)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Contacts menu" }).click();
  await page.getByRole("menuitem", { name: "Export", exact: true }).click();
  const [header, line] = (await readFile(await (await download).path(), "utf8")).split(/\r?\n/);
  expect(header).toContain(",Tags,");
  expect(line).toContain(`"${first}, ${second}"`);

  await page.goto("/dashboard/settings/data/tags");
  await expect(page.getByRole("row").filter({ hasText: first })).toContainText("1");
  await onRow(page, "Edit", first);
  const renamed = freshName();
  await page.getByRole("textbox", { name: "Name" }).fill(renamed);
  await page.getByRole("radio", { name: "Gold" }).check();
  await clickForToast(page.getByRole("button", { name: "Save" }), "Tag saved");
  await onRow(page, "Merge", renamed);
  await page.getByRole("combobox", { name: "The tag that stays" }).click();
  await page.getByRole("option", { name: new RegExp(second) }).click();
  await clickForToast(page.getByRole("button", { name: `Merge into “${second}”` }), "Tags merged");
  await expect(page.getByRole("row").filter({ hasText: renamed })).toHaveCount(0);
  await expectAccessible(page);
  await onRow(page, "Delete", second);
  await clickForToast(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }), "Tag deleted");
  await expect(page.getByRole("row").filter({ hasText: second })).toHaveCount(0);
  const trash = await api<{ id: string; name: string }[]>(page, "GET", `/trash?kind=tag&search=${renamed}`);
  expect(trash.map((one) => one.name)).toEqual([renamed]);
});
