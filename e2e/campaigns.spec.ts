import type { Page } from "@playwright/test";
import { newColleague } from "./colleague.ts";
import { show } from "./profile.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  test,
} from "./support.ts";

async function audience(page: Page) {
  const lastName = freshName();
  for (const [firstName, email] of [
    ["Amara", `amara.${lastName}@example.com`],
    ["Grace", `grace.${lastName}@example.com`],
    ["Newton", ""],
  ])
    await api(page, "POST", "/contacts/createContact", {
      ...{ firstName, lastName, email, phoneNumber: `+44 ${Date.now()}` },
      ...{ birthday: null, anniversary: null },
    });
  const template = { name: lastName, subject: "New pearls, {{firstName}}", content: "Come and see them." };
  await api(page, "POST", "/templates/createTemplate", template);
  return lastName;
}

test("previews and sends a campaign, reports the result", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/campaigns");
  const name = await audience(page);
  const where = JSON.stringify([[{ field: "name", contains: name }]]);
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.goto(`/dashboard/campaigns/new?where=${encodeURIComponent(where)}`);
  const outlook = page.getByRole("status").filter({ hasText: "get it" });
  await expect(outlook).toHaveText(/^2 of 3 get it/);
  await expect(page.getByRole("list", { name: "Who won’t get it" })).toContainText("1 · No email address");

  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("A name is required")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expect(page.getByText("A template is required")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(`Pearls ${name}`);
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name, exact: true }).click();
  await page.getByRole("button", { name: `Preview for Grace ${name}` }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("New pearls, Grace");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByRole("alertdialog", { name: "Send to 2?" }).getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/campaigns\/[\w-]{36}$/);
  await expect(page.getByRole("heading", { name: `Pearls ${name}`, level: 1 })).toBeVisible();
  const report = page.getByRole("region", { name: "Report" });
  await expect(report).toContainText(/Not sent2/, { timeout: 120_000 });
  await expect(report).toContainText(/Skipped1/);
  await expect(report).toContainText("1 · No email address");
  await expect(page.getByRole("status").filter({ hasText: "Done" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const emails = page.getByRole("region", { name: "Emails" });
  await expect(emails.getByRole("listitem").filter({ hasText: `Grace ${name}` })).toContainText("Not sent");

  await emails.getByRole("link", { name: `Grace ${name}` }).click();
  await show(page, "Timeline");
  await page.getByRole("link", { name: `Pearls ${name}` }).click();
  await expect(page.getByRole("heading", { name: `Pearls ${name}`, level: 1 })).toBeVisible();
  await page.goto(`/dashboard/mail?q=${name}`);
  await page.getByRole("button", { name: "New pearls, Grace", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: `Pearls ${name}` })
    .click();
  await expect(page.getByRole("heading", { name: `Pearls ${name}`, level: 1 })).toBeVisible();

  await page.goto("/dashboard/campaigns");
  const row = page.getByRole("row").filter({ hasText: `Pearls ${name}` });
  await expect(row).toContainText("Done");
  await expectAccessible(page);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/campaigns\/new$/);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Quick find" }).getByRole("combobox").fill(`pearls ${name}`);
  await page.getByRole("option", { name: `Pearls ${name}` }).click();
  await expect(page.getByRole("heading", { name: `Pearls ${name}`, level: 1 })).toBeVisible();
});

test("saves a draft, schedules it, and makes it a draft again", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/campaigns/new");
  const name = await audience(page);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "get it" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(`Later ${name}`);
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name, exact: true }).click();
  await page.reload();
  await expect(page.getByText("Draft restored")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`Later ${name}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\/[\w-]{36}$/);
  await page.reload();
  await expect(page.getByText("Draft restored")).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`Later ${name}`);

  await page.getByLabel("Start time").fill("2027-06-01T09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Scheduled$/ })).toBeVisible();
  await page.getByRole("button", { name: "Back to draft" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
});

test.describe("with two editors of a draft", () => {
  test.use({ failing: true });

  test("the second sees both versions and chooses", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/campaigns");
    const name = freshName();
    const where = JSON.stringify([[{ field: "name", contains: name }]]);
    const { id } = await api<{ id: string }>(page, "POST", "/campaigns", { name, where });
    await page.goto(`/dashboard/campaigns/${id}`);
    await expect(page.getByRole("status").filter({ hasText: "get it" })).toBeVisible();
    const box = page.getByRole("textbox", { name: "Name" });
    await box.fill(`Mine ${name}`);
    const theirs = { name: `Theirs ${name}`, where: "[]", version: 1 };
    await api(page, "PATCH", `/campaigns/${id}`, theirs);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Changed by someone else" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("radio", { name: "Name: theirs" }).check();
    await expect(box).toHaveValue(`Theirs ${name}`);
    await page.getByRole("radio", { name: "Name: mine" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Changed by someone else" })).toBeHidden();
    await expect(async () => {
      const now = await api<object>(page, "GET", `/campaigns/${id}`);
      expect(now).toMatchObject({ name: `Mine ${name}`, where: "[]", version: 3 });
    }).toPass();
    await api(page, "DELETE", `/campaigns/${id}`);
  });
});

test("starts a campaign from selected contacts, and changes them", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/campaigns");
  const last = await audience(page);
  await page.goto(`/dashboard/contacts?q=${last}`);
  await expect(page.locator("tbody tr[data-row]")).toHaveCount(3);
  const bar = page.getByRole("region", { name: "Selected contacts" });
  const choose = async () => {
    for (const name of ["Amara", "Newton"])
      await page.getByRole("checkbox", { name: `Select ${name} ${last}` }).click();
    await bar.getByRole("button", { name: "Add to campaign" }).click();
  };
  await choose();
  await expectNoSidewaysScroll(page);
  await clickForToast(
    page.getByRole("menuitem", { name: "New campaign", exact: true }),
    "2 contacts added to a new campaign",
  );
  await expect(page).toHaveURL(/\/campaigns\/[\w-]{36}$/);
  const outlook = page.getByRole("status").filter({ hasText: "get it" });
  await expect(outlook).toHaveText(/^1 of 2 get it/);
  await page.getByRole("textbox", { name: "Name" }).fill(`Chosen ${last}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Chosen ${last}`, level: 1 })).toBeVisible();
  await clickForToast(
    page.getByRole("button", { name: `Take Amara ${last} out` }),
    `Amara ${last} taken out`,
  );
  await expect(outlook).toHaveText(/^0 of 1 get it/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(outlook).toHaveText(/^1 of 2 get it/);

  await page.goto(`/dashboard/contacts?q=${last}`);
  await choose();
  await clickForToast(
    page.getByRole("menuitem", { name: `Chosen ${last} · 2` }),
    `2 contacts added to “Chosen ${last}”`,
  );
  const drafts = await api<{ id: string; name: string; chosen: number }[]>(
    page,
    "GET",
    "/campaigns?state=draft",
  );
  const made = drafts.find(({ name }) => name === `Chosen ${last}`);
  expect(made?.chosen).toBe(2);
  await api(page, "DELETE", `/campaigns/${made?.id}`);
});

const card = (page: Page) => page.getByRole("region", { name: "Limits and quiet hours" });

/** Far away, so quiet hours don't delay other journeys' emails. */
async function storesTime(page: Page, hours: number): Promise<string> {
  const { timezone } = await api<{ timezone: string }>(page, "GET", "/users/me");
  const at = new Date(Date.now() + hours * 3_600_000);
  return at.toLocaleTimeString("en-GB", { timeZone: timezone, hour: "2-digit", minute: "2-digit" });
}

test("a campaign shows when quiet hours delay it", {
  tag: "@desktop",
}, async ({ page, browser }) => {
  await page.goto("/dashboard/settings/integrations/marketing");
  const before = await api<object>(page, "GET", "/organization/mailLimits");
  const [from, until] = [await storesTime(page, 10), await storesTime(page, 12)];
  try {
    await expect(card(page).getByLabel("Emails per person")).toHaveValue("2");
    await expect(card(page).getByLabel("Within days")).toHaveValue("7");
    await expectAccessible(page);
    await card(page).getByLabel("Emails per person").fill("3");
    await card(page).getByLabel("Within days").fill("14");
    await card(page)
      .getByLabel(/^Birthday and anniversary emails/)
      .uncheck();
    await card(page).getByLabel("Send nothing during quiet hours").check();
    await card(page).getByLabel("From").fill(from);
    await card(page).getByLabel("Until").fill(from);
    await card(page).getByRole("button", { name: "Save limits" }).click();
    await expect(card(page)).toContainText("Quiet hours can't start and end at the same time");
    await card(page).getByLabel("Until").fill(until);
    await expectNoSidewaysScroll(page);
    await clickForToast(card(page).getByRole("button", { name: "Save limits" }), "Limits saved");
    await page.reload();
    await expect(card(page).getByLabel("Emails per person")).toHaveValue("3");
    await expect(card(page).getByLabel("Within days")).toHaveValue("14");
    await expect(card(page).getByLabel(/^Birthday and anniversary emails/)).not.toBeChecked();
    await expect(card(page).getByLabel("From")).toHaveValue(from);
    await card(page).getByLabel("Limit how many emails one person gets").uncheck();
    await expect(card(page).getByLabel("Emails per person")).toHaveCount(0);

    await page.goto("/dashboard/campaigns/new");
    await expect(page.getByText(/^Quiet hours: emails don’t leave from \d+:\d\d [AP]M to /)).toBeVisible();

    const name = await audience(page);
    const templates = await api<{ id: string; name: string }[]>(page, "GET", "/templates/getMyTemplates");
    const { id } = await api<{ id: string }>(page, "POST", "/campaigns", {
      name,
      templateId: templates.find((one) => one.name === name)?.id,
      where: JSON.stringify([[{ field: "name", contains: name }]]),
    });
    await api(page, "POST", `/campaigns/${id}/schedule`, { at: `2099-12-01T${from}` });
    await page.goto(`/dashboard/campaigns/${id}`);
    await expect(page.getByText(/^It starts in quiet hours: no email leaves before /)).toBeVisible();
    await api(page, "POST", `/campaigns/${id}/stop`);

    const { page: theirs, leave } = await newColleague(page, browser);
    await theirs.goto("/dashboard/settings/integrations/marketing");
    await expect(theirs.getByText("Only the owner and admins can change this.")).toBeVisible();
    await expect(card(theirs)).toHaveCount(0);
    await leave();
  } finally {
    await api(page, "POST", "/organization/mailLimits", before);
  }
});
