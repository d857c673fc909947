import type { Page } from "@playwright/test";
import {
  api,
  choose,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  keysReady,
  test,
} from "./support.ts";

type Me = { id: string; timezone: string };
type Task = { id: string; what: string; dueDay: string };

async function dayOf(page: Page, days = 0): Promise<string> {
  const { timezone } = await api<Me>(page, "GET", "/users/me");
  const parts = { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const today = new Intl.DateTimeFormat("en-CA", parts).format(new Date());
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

async function makeTask(page: Page, changes: object = {}): Promise<{ id: string; what: string }> {
  const { id: personId } = await api<Me>(page, "GET", "/users/me");
  const what = `Polish ${freshName()}`;
  const task = { what, detail: null, personId, contact: null, dueDay: await dayOf(page), dueTime: null };
  const { id } = await api<Task>(page, "POST", "/tasks", { ...task, repeat: "NONE", ...changes });
  return { id, what };
}

const remove = (page: Page, { id }: { id: string }) => api(page, "DELETE", `/tasks/${id}`);
const today = (page: Page) => page.getByRole("region", { name: /^Today/ });
const rowOf = (page: Page, what: string) => today(page).getByRole("listitem").filter({ hasText: what });

test("lists today's tasks on Home and completes one by key", async ({ page }) => {
  const late = await makeTask(page, { dueDay: await dayOf(page, -1), repeat: "WEEKLY" });
  const task = await makeTask(page, { detail: "With the soft cloth" });
  await expect(async () => {
    expect(await (await page.goto("/dashboard"))?.text()).toContain(`Done: ${task.what}`);
  }).toPass();
  await expect(rowOf(page, late.what)).toContainText("1 day late");
  await expect(rowOf(page, task.what)).toContainText("With the soft cloth");
  const names = await page.getByRole("region", { name: "Tasks" }).getByRole("listitem").allTextContents();
  const at = (what: string) => names.findIndex((name) => name.includes(what));
  expect(at(late.what)).toBeLessThan(at(task.what));
  await expectAccessible(page, { rule: "target-size", inside: "li[data-row]" });
  await expectNoSidewaysScroll(page);

  const box = page.getByRole("checkbox", { name: `Done: ${task.what}` });
  const title = rowOf(page, task.what).getByRole("button", { name: task.what, exact: true });
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().includes(task.id),
  );
  if (isPhone(page)) {
    const target = await box.boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await box.click();
  } else {
    await keysReady(page);
    const rows = await today(page).locator("li[data-row]").allTextContents();
    for (let n = rows.findIndex((row) => row.includes(task.what)); n >= 0; n--)
      await page.keyboard.press("j");
    await expect(title).toBeFocused();
    await page.keyboard.press("x");
  }
  await expect(box).toBeChecked();
  await stored;
  await page.reload();
  await expect(box).toBeChecked();
  await box.click();
  await expect(box).not.toBeChecked();
  const lateBox = page.getByRole("checkbox", { name: `Done: ${late.what}` });
  await lateBox.click();
  await expect(lateBox).toBeChecked();
  const open = () => api<Task[]>(page, "GET", `/tasks?search=${encodeURIComponent(late.what)}`);
  await expect.poll(async () => (await open()).map(({ dueDay }) => dueDay)).toEqual([await dayOf(page, 6)]);
  await lateBox.click();
  await expect.poll(async () => (await open()).map(({ id }) => id)).toEqual([late.id]);

  await rowOf(page, task.what)
    .getByRole("button", { name: /^Later/ })
    .click();
  await clickForToast(page.getByRole("menuitem", { name: "Tomorrow" }), "Postponed to");
  await expect(rowOf(page, task.what)).toHaveCount(0);
  const what = "Photograph every estate piece for the window and the website";
  const long = await makeTask(page, { what, dueDay: await dayOf(page, 2) });
  await today(page)
    .getByRole("button", { name: /^Next 7 days/ })
    .click();
  await expect(rowOf(page, task.what)).toBeVisible();
  await expect(rowOf(page, what)).toBeVisible();
  await expectNoSidewaysScroll(page);
  for (const one of [late, task, long]) await remove(page, one);
});

test("creates a task anywhere, changes, deletes and restores it", async ({ page }) => {
  const last = freshName();
  const person = { firstName: "Mei", lastName: last, email: `${last}@example.com`, phoneNumber: "" };
  const { id } = await api<{ id: string }>(page, "POST", "/contacts/createContact", person);
  const what = `Send valuation ${last}`;
  await page.goto("/dashboard/products");
  if (isPhone(page)) {
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("link", { name: "New task" }).click();
  } else {
    await keysReady(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("new task");
    await page.getByRole("option", { name: "New task" }).click();
  }
  const dialog = page.getByRole("dialog", { name: "New task" });
  await dialog.getByLabel("What").fill(what);
  await dialog.getByLabel("Detail").fill("For her insurer");
  await choose(page, "About", last, `Mei ${last}`);
  await expectAccessible(page, { rule: "target-size", inside: "li[data-row]" });
  await clickForToast(dialog.getByRole("button", { name: "Create" }), "Task created");
  await expect(rowOf(page, what)).toContainText(`For her insurer · About Mei ${last}`);

  if (isPhone(page)) await rowOf(page, what).getByRole("button", { name: what, exact: true }).click();
  else {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(`valuation ${last}`);
    await page.getByRole("group", { name: "Tasks" }).getByRole("option", { name: what }).click();
  }
  const edit = page.getByRole("dialog", { name: "Edit task" });
  await edit.getByLabel("Time").fill("16:30");
  await clickForToast(edit.getByRole("button", { name: "Save" }), "Task saved");
  await expect(rowOf(page, what)).toContainText("4:30 PM");

  await page.goto(`/dashboard/contacts/profile/${id}?view=timeline`);
  const tasks = page
    .getByRole("tabpanel", { name: "Timeline" })
    .getByRole("listitem")
    .filter({ hasText: what });
  await expect(tasks).toContainText("Due");
  await clickForToast(tasks.getByRole("checkbox", { name: `Done: ${what}` }), `Done: ${what}`);
  await expect(tasks).toHaveCount(0);
  await page.goto("/dashboard");
  await expect(page.getByRole("checkbox", { name: `Done: ${what}` })).toBeChecked();
  await page.getByRole("checkbox", { name: `Done: ${what}` }).click();
  await rowOf(page, what)
    .getByRole("button", { name: /^Later/ })
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await clickForToast(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }), "Task deleted");
  await expect(rowOf(page, what)).toHaveCount(0);
  await api(page, "DELETE", `/contacts/${id}`);
});

test("remembers whose day is shown, also in the first HTML", { tag: "@desktop" }, async ({ page }) => {
  const me = await api<Me>(page, "GET", "/users/me");
  const team = await api<{ id: string }[]>(page, "GET", "/organization/users");
  const other = team.find(({ id }) => id !== me.id);
  const task = await makeTask(page, { personId: other?.id });
  await page.goto("/dashboard");
  await expect(today(page).getByRole("button", { name: /^Next 7 days/ })).toBeVisible();
  await expect(rowOf(page, task.what)).toHaveCount(0);
  await page.getByRole("button", { name: "Everyone’s" }).click();
  await expect(rowOf(page, task.what)).toBeVisible();
  await expect(async () => {
    expect(await (await page.reload())?.text()).toContain(`Done: ${task.what}`);
  }).toPass();
  await expect(rowOf(page, task.what)).toBeVisible();
  await remove(page, task);
});

test.describe("with a failing host", () => {
  test.use({ failing: true });

  test("a day that fails to load can be loaded again", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/products");
    const fail = (route: { fulfill: (answer: object) => Promise<void> }) =>
      route.fulfill({ status: 500, json: { message: "no" } });
    await page.route("**/api/v1/today?*", fail);
    await page.getByRole("link", { name: "Dashboard" }).locator("visible=true").click();
    await expect(today(page).getByRole("alert")).toContainText("We couldn’t load today’s list.");
    await page.unroute("**/api/v1/today?*", fail);
    await today(page).getByRole("button", { name: "Try again" }).click();
    await expect(today(page).getByRole("button", { name: /^Next 7 days/ })).toBeVisible();
  });
});
