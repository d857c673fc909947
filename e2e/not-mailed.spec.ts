import { createGreetedContact, type Mail, mailTo, ONE_CLICK, rows, SENT_MAIL } from "./mails.ts";
import { api, expect, expectAccessible, expectNoSidewaysScroll, freshName, test, toast } from "./support.ts";

test("a customer unsubscribes without scripts and gets no further emails", {
  tag: "@phone",
}, async ({ page, browser, baseURL }) => {
  const name = freshName();
  await page.goto(SENT_MAIL);
  await expect(page.getByRole("heading", { name: "Sent mail", level: 1 })).toBeVisible();
  const { email, token, create, clear } = await createGreetedContact(page, name);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: undefined });
  const reader = await context.newPage();
  await reader.goto(`/unsubscribe/${token}`);
  await expect(reader.getByRole("heading", { name: "Unsubscribe" })).toBeVisible();
  const masked = `${name[0]?.toLowerCase()}•••@example.com`;
  await expect(reader.getByText(masked)).toBeVisible();
  await reader.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(reader.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  await expect(reader).toHaveURL(new RegExp(`/unsubscribe/${token}$`));
  expect((await context.request.post(`/api/unsubscribe/${token}`, ONE_CLICK)).status()).toBe(200);
  await context.close();

  await create();
  expect(await mailTo(page, email, "skipped")).toMatchObject({ reason: "Unsubscribed" });
  await page.reload();
  const row = rows(page).filter({ hasText: name }).filter({ hasText: "Skipped" });
  await expect(row).toHaveCount(1);

  await clear();
});

test("unblocks an address with a reason and emails it again", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  await page.goto(SENT_MAIL);
  await expect(page.getByRole("heading", { name: "Sent mail", level: 1 })).toBeVisible();
  const { email, token, create, clear } = await createGreetedContact(page, name);
  await page.request.post(`/api/unsubscribe/${token}`, ONE_CLICK);

  await page.getByRole("button", { name: "Blocked addresses", exact: true }).click();
  await expect(page).toHaveURL(/state=not-mailed/);
  const dialog = page.getByRole("dialog", { name: `Email ${email} again?` });
  await expect(page.getByRole("heading", { name: "Blocked addresses", level: 1 })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  const row = page.getByRole("table", { name: /Blocked addresses/ }).locator("tbody tr");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`${name} Frost`);
  await expect(row).toContainText("Unsubscribed: automations send nothing");
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const choose = (action: string) => row.getByRole("button", { name: action, exact: true }).click();
  await choose(`Open email to ${email}`);
  await expect(page.getByRole("dialog", { name: `Welcome, ${name}!` })).toBeVisible();
  await page.keyboard.press("Escape");

  await choose(`Unblock ${email}`);
  await dialog.getByRole("button", { name: "Unblock", exact: true }).click();
  await expect(dialog.getByText("Please say how they asked for emails again").first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "How they asked for it" }).fill("Asked at the counter");
  await dialog.getByRole("button", { name: "Unblock", exact: true }).click();
  await expect(toast(page, "Emails to this address are sent again")).toBeVisible();
  await expect(row).toContainText("Unblocked");
  await expect(row).toContainText(/Unblocked by .+ on .+: Asked at the counter/);
  await page.reload();
  await expect(row).toContainText(/Unblocked by .+ on .+: Asked at the counter/);

  await create();
  const greetings = async () =>
    (await api<Mail[]>(page, "GET", "/mails?limit=100"))
      .filter(({ toAddress }) => toAddress === email)
      .map(({ state }) => state);
  await expect.poll(greetings, { timeout: 120_000 }).toEqual(["kept", "kept"]);
  await clear();
});

test("a profile shows why email is blocked, and unblocks it", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  await page.goto(SENT_MAIL);
  await expect(page.getByRole("heading", { name: "Sent mail", level: 1 })).toBeVisible();
  const { id, email, token, clear } = await createGreetedContact(page, name);
  await page.request.post(`/api/unsubscribe/${token}`, ONE_CLICK);

  await page.goto(`/dashboard/contacts/profile/${id}`);
  const line = page.getByText(/^Automations do not email this address: they unsubscribed on \w+ \d+\.$/);
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const dialog = page.getByRole("dialog", { name: `Email ${email} again?` });
  await page.getByRole("button", { name: "Unblock", exact: true }).click();
  await expect(dialog).toContainText("They unsubscribed themselves");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Unblock", exact: true }).click();
  await dialog.getByRole("textbox", { name: "How they asked for it" }).fill("Called us");
  await dialog.getByRole("button", { name: "Unblock", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(line).toHaveCount(0);
  await clear();
});

test.describe("with a failing host", () => {
  test.use({ failing: true });

  test("shows a bounce's reason, a failed and an empty list", { tag: "@desktop" }, async ({ page }) => {
    const bounced = {
      id: "01a1fee6-dbf0-73b6-93db-5e15476c4ec8",
      address: "amara@example.com",
      reason: "bounced",
      said: "There is no such mailbox: 550 5.1.1 User unknown",
      createdAt: "2026-07-01T13:00:00Z",
      contact: null,
      mail: null,
      liftedAt: null,
      liftedBy: null,
      liftedBecause: null,
    };
    let answer: object = { status: 500, json: { status: 500, message: "The database is away" } };
    await page.route(/\/api\/v1\/suppressions(\?|$)/, (route) => route.fulfill(answer));
    await page.goto(SENT_MAIL);
    await page.getByRole("button", { name: "Blocked addresses", exact: true }).click();
    await expect(page.getByRole("main").getByText("The database is away")).toBeVisible();
    answer = { json: [] };
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No blocked addresses")).toBeVisible();
    await expectAccessible(page);
    answer = { json: [bounced] };
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.getByRole("button", { name: "Blocked addresses", exact: true }).click();
    const row = page.getByRole("table", { name: /Blocked addresses/ }).locator("tbody tr");
    await expect(row).toContainText("Bounced: nothing is sent");
    await expect(row).toContainText(`“${bounced.said}”`);
    await expectNoSidewaysScroll(page);
  });
});
