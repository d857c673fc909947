import { label, openProfile, section, show } from "./profile.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  isPhone,
  test,
} from "./support.ts";

test("shows everything about a contact, filtered, searched and pinned", async ({ page }) => {
  await openProfile(page);
  const contactId = /profile\/([\w-]+)/.exec(page.url())?.[1] ?? "";
  await api(page, "POST", "/notes/", { contactId, content: "Came in with Daniel" });
  await page.goto(`/dashboard/contacts/profile/${contactId}`);
  await show(page, "Timeline");
  const timeline = section(page, "Timeline");
  const rows = timeline.getByRole("listitem");
  await expect(rows.filter({ hasText: "created this contact" })).toBeVisible();

  if (isPhone(page)) await page.getByRole("button", { name: "Note, mail, text or task…" }).click();
  await label(page, "New note").fill("Nickel allergy: never show plated pieces");
  await page.getByRole("button", { name: "Pin this note" }).click();
  await expectAccessible(page);
  await clickForToast(page.getByRole("button", { name: "Add note" }), "Note created successfully");
  const pinned = timeline.getByRole("list", { name: "Pinned notes" });
  await expect(pinned).toContainText("Nickel allergy");
  await expect(pinned).toContainText("Pinned by Priya Raman");

  if (isPhone(page)) await page.getByRole("button", { name: "Note, mail, text or task…" }).click();
  await page.getByRole("tab", { name: "Task" }).click();
  if (!isPhone(page)) await expect(page.getByLabel("What", { exact: true })).toBeFocused();
  await label(page, "What").fill("Order the sizing bar");
  await expectAccessible(page);
  await clickForToast(page.getByRole("button", { name: "Add task" }), "Task created");
  const todo = rows.filter({ hasText: "Order the sizing bar" });
  await clickForToast(todo.getByRole("checkbox"), "Done: Order the sizing bar");
  await expect(todo).toHaveCount(0);

  const chip = (name: RegExp) => timeline.getByRole("group", { name: "Show" }).getByRole("button", { name });
  await expect(chip(/^Notes/)).toHaveText("Notes2");
  await chip(/^Changes/).click();
  await expect(page).toHaveURL(/kind=change/);
  await expect(chip(/^Changes/)).toHaveAttribute("aria-pressed", "true");
  await expect(pinned).toHaveCount(0);
  await expect(timeline).not.toContainText("Came in with Daniel");
  await page.reload();
  await expect(rows.filter({ hasText: "created this contact" })).toBeVisible();
  await chip(/^Sales/).click();
  await expect(timeline).toContainText("Nothing of this kind yet");
  await expectAccessible(page);
  await timeline.getByRole("button", { name: "All", exact: true }).last().click();
  await expect(timeline).toContainText("Came in with Daniel");
  await expectNoSidewaysScroll(page);

  if (!isPhone(page)) {
    await timeline.getByRole("searchbox", { name: "Search timeline" }).fill("daniel");
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText("Came in with Daniel");
    await timeline.getByRole("searchbox", { name: "Search timeline" }).fill("");
  }
  await pinned.getByRole("button", { name: /^Unpin note/ }).click();
  await expect(pinned).toHaveCount(0);
  await expect(rows.filter({ hasText: "Nickel allergy" })).toBeVisible();
});
