import type { Page } from "@playwright/test";
import { createFor, openAutomation, openList, pick, rows, section, textbox } from "./automations.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  test,
  toast,
  watchLayoutShifts,
} from "./support.ts";

const unsaved = (page: Page) => page.getByText("Unsaved changes", { exact: true });

const createRule = (page: Page) =>
  createFor(page, freshName(), { type: "TIME_BASED", schedule: "0 9 * * *" });

async function openNewRule(page: Page) {
  const rule = await createRule(page);
  await page.goto(`/dashboard/automations/update/${rule.id}`);
  // The field is filled during hydration.
  await expect(textbox(page, "Name")).toHaveValue(rule.name);
  return rule;
}

async function navigateToNewRule(page: Page) {
  const rule = await createRule(page);
  await openList(page);
  await openAutomation(page, rule.name);
  return rule;
}

test("editing keeps saved changes and asks about others", {
  tag: "@desktop",
}, async ({ page }) => {
  const { name } = await openNewRule(page);
  await expect(page).toHaveTitle(new RegExp(`^${name} · `));
  await textbox(page, "Name").fill(`${name} two`);
  await pick(page, "Trigger type", "Event");
  await expect(textbox(page, "Schedule")).toHaveCount(0);
  await expect(unsaved(page)).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await textbox(page, "Name").press("ControlOrMeta+s");
  expect((await sent).postDataJSON()).toMatchObject({
    name: `${name} two`,
    trigger: { type: "EVENT_BASED", schedule: null },
    version: 1,
  });
  await expect(toast(page, "Automation updated successfully")).toBeVisible();
  await expect(unsaved(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} two`);
  await expect(page.getByText("Next run: As soon as it happens")).toBeVisible();

  await textbox(page, "Name").fill(`${name} three`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} three`);
  await page.reload();
  await expect(textbox(page, "Name")).toHaveValue(`${name} three`);

  await textbox(page, "Name").fill("Lost");
  await page.getByRole("button", { name: "Go back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(textbox(page, "Name")).toHaveValue("Lost");
  await page.getByRole("button", { name: "Go back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(rows(page).filter({ hasText: `${name} three` })).toContainText("Event → name is");
});

test("can be paused, resumed and deleted", { tag: "@desktop" }, async ({ page }) => {
  const { name } = await openNewRule(page);
  const state = page.getByRole("main").getByRole("status").filter({ hasNotText: "Loading" });
  await expect(state).toHaveText("Active");
  await expect(page.getByText(/^Next run: \w{3} \d+, \d{4}, 9:00 AM/)).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(state).toHaveText("Paused");
  await expect(page.getByText("Nothing is sent while it’s paused.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resume" })).toBeFocused();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(state).toHaveText("Active");
  await textbox(page, "Name").fill(`${name} two`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} two`);

  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: `Delete ${name} two?` });
  await expect(question).toContainText("Its waiting emails are not sent");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} two`);
  await page.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Automation deleted successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/automations$/);
  await expect(page.getByRole("heading", { level: 1, name: "Automations" })).toBeVisible();
  await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
});

test("shows who would get an email, and sent ones", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const { name } = await createFor(page, `Amara ${last}`, { type: "EVENT_BASED" }, "Welcome {{firstName}}");
  await openList(page);
  await openAutomation(page, name);
  await expect(await section(page, "Recipients")).toContainText("No one right now");
  await expect(await section(page, "History")).toContainText("No emails yet");

  await page.goto("/dashboard/contacts?new=true");
  await fill(page, {
    "First name": "Amara",
    "Last name": last,
    Email: `${last}@example.com`,
    "Phone number": "+1 415 555 0134",
  });
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(toast(page, "Contact Created")).toBeVisible();

  await openList(page);
  await openAutomation(page, name);
  const recipients = await section(page, "Recipients");
  await expect(recipients).toContainText("1 contact");
  await expect(recipients.getByRole("link", { name: `Amara ${last}` })).toBeVisible();
  await expect(recipients).toContainText(`${last}@example.com`);
  const history = await section(page, "History");
  const mail = history.getByRole("listitem").filter({ hasText: `Amara ${last}` });
  await expect(mail).toContainText("Not sent");
  await expect(history.getByRole("button", { name: "All 1" })).toHaveAttribute("aria-pressed", "true");
  await mail.getByRole("link", { name: `Amara ${last}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Amara ${last}` })).toBeVisible();
});

const mails = Array.from({ length: 60 }, (_, i) => ({
  id: `mail-${i}`,
  kind: "automation",
  toAddress: `ann${i}@example.com`,
  toName: `Ann ${i}`,
  contact: { id: `contact-${i}`, name: `Ann ${i}` },
  state: ["unknown", "failed", "skipped"][i] ?? "sent",
  reason:
    ["The server stopped while it was sending this email", "No such mailbox", "Unsubscribed"][i] ?? null,
  createdAt: "2026-11-21T14:00:00.000Z",
  sentAt: i > 2 ? "2026-11-21T14:00:05.000Z" : null,
}));

async function answerHistory(page: Page, mails: readonly Record<string, unknown>[], counts: object) {
  await page.route(/\/automations\/[\w-]+\/mails(\?|$)/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const its = mails.filter(({ state }) => (query.get("state") ?? state) === state);
    const from = its.findIndex(({ id }) => id === query.get("before")) + 1;
    return route.fulfill({ json: { counts, mails: its.slice(from, from + 50) } });
  });
}

test("filters the history by state, and resends failed emails", { tag: "@desktop" }, async ({ page }) => {
  await answerHistory(page, mails, { unknown: 1, failed: 1, skipped: 1, sent: 57 });
  await navigateToNewRule(page);
  const history = await section(page, "History");
  const items = history.getByRole("listitem");
  await expect(items).toHaveCount(50);
  await history.getByRole("button", { name: "Show more" }).click();
  await expect(items).toHaveCount(60);
  await expect(history.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await expect(items.filter({ hasText: "Unsubscribed" })).toContainText("Skipped");
  await expect(items.filter({ hasText: "Unsubscribed" }).getByRole("button")).toHaveCount(0);

  await history.getByRole("button", { name: "Failed 1" }).click();
  await expect(page).toHaveURL(/state=failed/);
  await expect(items).toHaveCount(1);
  await expect(items).toContainText("No such mailbox");
  await expectAccessible(page);
  const resent = page.waitForRequest("**/mails/mail-1/resend");
  await page.route("**/mails/mail-1/resend", (route) => route.fulfill({ json: {} }));
  await items.getByRole("button", { name: "Resend to Ann 1" }).click();
  await resent;
  await expect(toast(page, "Email is on its way again")).toBeVisible();
  await history.getByRole("button", { name: "All 60" }).click();
  await expect(items).toHaveCount(50);
});

test("a growing history skips no email", { tag: "@desktop" }, async ({ page }) => {
  const growing = [...mails];
  await answerHistory(page, growing, { sending: 1 });
  await navigateToNewRule(page);
  const items = (await section(page, "History")).getByRole("listitem");
  await expect(items).toHaveCount(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(items).toHaveCount(60);
  growing.unshift(...mails.slice(0, 5).map((mail) => ({ ...mail, id: `new-${mail.id}` })));
  await expect(items).toHaveCount(65);
});

test("the automation page is accessible and doesn't shift during hydration", async ({ page }) => {
  const moves = await watchLayoutShifts(page);
  await openNewRule(page);
  await expect(page.getByRole("figure", { name: "Preview" })).not.toHaveText("");
  expect(await moves()).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const name of ["Recipients", "History"] as const)
    await expect(await section(page, name)).toBeVisible();
  await expectAccessible(page);
});

test.describe("with an intended failure", () => {
  test.use({ failing: true });

  test("the second of two editors can take the other version", {
    tag: "@desktop",
  }, async ({ page }) => {
    const { name } = await openNewRule(page);
    await textbox(page, "Name").fill(`${name} mine`);
    const colleague = await page.context().newPage();
    await colleague.goto(page.url());
    await expect(textbox(colleague, "Name")).toHaveValue(name);
    await textbox(colleague, "Name").fill(`${name} theirs`);
    await colleague.getByRole("button", { name: "Save" }).click();
    await expect(toast(colleague, "Automation updated successfully")).toBeVisible();
    await colleague.close();

    await page.getByRole("button", { name: "Save" }).click();
    const alert = page.getByRole("form", { name: "Rule" }).getByRole("alert");
    await expect(alert).toContainText("Changed by someone else");
    await expect(textbox(page, "Name")).toHaveValue(`${name} mine`);
    await page.getByRole("radio", { name: "Name: theirs" }).check();
    await expect(textbox(page, "Name")).toHaveValue(`${name} theirs`);
    await textbox(page, "Name").fill(`${name} ours`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} ours`);
    await expect(alert).toHaveCount(0);
  });

  test("announces why the host paused it, and stays if deleting fails", {
    tag: "@desktop",
  }, async ({ page }) => {
    const reason = "The mailbox refused the password";
    await page.route(/\/automations\/[\w-]{30,}$/, async (route) => {
      if (route.request().method() === "DELETE") return route.fulfill({ status: 500, json: {} });
      const answer = await (await route.fetch()).json();
      return route.fulfill({ json: { ...answer, isActive: false, pausedReason: reason } });
    });
    const { name } = await navigateToNewRule(page);
    await expect(page.getByRole("alert").filter({ hasText: reason })).toContainText("Its emails are waiting");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Failed to delete automation")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(textbox(page, "Name")).toHaveValue(name);
  });

  test("a missing automation shows a message and a link back", { tag: "@desktop" }, async ({ page }) => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "no%20id"]) {
      await page.goto(`/dashboard/automations/update/${id}`);
      await expect(page.getByRole("heading", { level: 1, name: "Automation not found" })).toBeVisible();
    }
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/automations$/);
  });
});
