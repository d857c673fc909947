import { mailTo, rows, SENT_MAIL } from "./mails.ts";
import { bookButton, newContact, openPanel, someNumber } from "./staff-booking.ts";
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  refetch,
  test,
  toast,
} from "./support.ts";

test("a test email appears in Sent mail and can be read", { tag: "@desktop" }, async ({ page }) => {
  const subject = `Rings for ${freshName()}`;
  await page.goto(SENT_MAIL);
  await expect(page.getByRole("heading", { name: "Sent mail", level: 1 })).toBeVisible();
  await api(page, "POST", "/templates/test", { subject, content: "Dear {{firstName}},\n\nsee <b>you</b>." });
  await page.reload();
  const row = rows(page).filter({ hasText: subject });
  await expect(row).toContainText("Not sent", { timeout: 120_000 });
  await expect(row).toContainText("No email account is connected");
  await expect(row.getByRole("button", { name: /^Resend/ })).toHaveCount(0);
  await expect(row).toContainText("Test");

  await row.getByRole("button", { name: subject, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: subject });
  // The frame runs no scripts, so Playwright can't query inside it.
  const letter = dialog.getByTitle("Email");
  await expect(letter).toHaveAttribute("sandbox", "");
  await expect(letter).toHaveAttribute("srcdoc", /<p>Dear \w+,<\/p>\s*<p>see &lt;b&gt;you&lt;\/b&gt;\.<\/p>/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole("tab", { name: "Plain text" }).click();
  await expect(dialog.locator("pre")).toContainText("see <b>you</b>.");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("a store that can't send says so everywhere", { tag: "@desktop" }, async ({ page }) => {
  const number = someNumber();
  const email = `${freshName().toLowerCase()}@example.com`;
  await page.goto("/dashboard/appointments");
  const name = await newContact(page, number, email);
  const shown = await openPanel(page);
  await page.keyboard.type(name);
  await shown.getByRole("option", { name: new RegExp(`^${name} \\(`) }).click();
  await expect(shown.getByRole("status").filter({ hasText: number })).toHaveText(
    `No email account is connected: no confirmation is sent, call ${number} to remind.`,
  );
  await expectAccessible(page);
  await shown
    .getByRole("button", { name: /(AM|PM), / })
    .first()
    .click();
  const notice = toast(page, name);
  await Promise.all([expect(notice).toBeVisible(), bookButton(shown).click()]);
  await expect(notice.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(notice).not.toContainText(/mail/i);

  await mailTo(page, email, "kept");
  await page.goto(SENT_MAIL);
  await expect(page.getByText(/^No email account is connected\. Emails are not sent\./)).toBeVisible();
  const row = rows(page).filter({ hasText: name }).filter({ hasText: "Confirmed" });
  await expect(row).toContainText("Not sent");
  await expect(row).toContainText("No email account is connected · Once you connect one, you can resend it.");
  await page.getByRole("button", { name: "Not sent", exact: true }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole("link", { name }).click();
  const entry = page.getByRole("tabpanel", { name: "Timeline" }).getByRole("listitem");
  await expect(entry.filter({ hasText: "Not sent" })).toContainText("No email account is connected");
  await expectNoSidewaysScroll(page);
});

test("Sent mail is reachable from palette, settings and profile", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  const contact = { firstName: name, lastName: "Frost", email: `${name.toLowerCase()}@example.com` };
  await page.goto("/dashboard/settings/integrations");
  await page.getByRole("link", { name: /^Sent mail/ }).click();
  await expect(page.getByRole("heading", { name: "Sent mail", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Sent mail/);
  const made = await api<{ id: string }>(page, "POST", "/contacts/createContact", {
    ...contact,
    phoneNumber: "+44 20 7946 0018",
  });
  const subject = `Rings for ${name}`;
  await api(page, "POST", "/templates/test", { subject, content: "Hello", contactId: made.id });

  await page.getByRole("searchbox", { name: "Search" }).fill(subject);
  await expect(page).toHaveURL(/q=Rings/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Failed" }).click();
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByText("No data available")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No emails match.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page).toHaveURL(/\/dashboard\/mail$/);

  await page.goto(`/dashboard/contacts/profile/${made.id}`);
  await page.getByRole("link", { name: `Emails to ${name} Frost` }).click();
  await expect(page.getByRole("button", { name: `To ${name} Frost only; show everyone’s` })).toBeVisible();
  await expect(page.getByText("No emails match.")).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("button", { name: /Quick find/ }).click();
  await page.getByRole("dialog", { name: "Quick find" }).getByRole("combobox").fill("sent mail");
  await page.getByRole("option", { name: /^Sent mail/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/mail$/);
  await api(page, "DELETE", `/contacts/${made.id}`);
});

test("shows lasting problems everywhere, others until dismissed", { tag: "@desktop" }, async ({ page }) => {
  const broken = {
    id: "01a1fee6-dbf0-73b6-93db-5e15476c4ec8",
    kind: "mail",
    text: "The mail server no longer accepts this account. Connect it again.",
    href: "/dashboard/settings/integrations",
    beganAt: "2026-07-01T13:00:00Z",
    canDismiss: false,
  };
  const failed = {
    ...broken,
    id: "01a1fee6-dbf0-73b6-93db-5e15476c4ec9",
    kind: "mailsFailed",
    text: "Some emails could not be delivered and won't be retried. Open Sent mail to see why.",
    href: "/dashboard/mail?state=failed",
    canDismiss: true,
  };
  let incidents = [broken, failed];
  await page.route(/\/incidents\/[^/]+\/dismiss$/, (route) => {
    incidents = incidents.filter(({ id }) => !route.request().url().includes(id));
    return route.fulfill({ json: {} });
  });
  await page.route("**/api/v1/users/me", async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), incidents } });
  });
  await page.goto("/dashboard/contacts");
  await expect(async () => {
    await refetch(page);
    await expect(page.getByText(broken.text)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.getByText(failed.text)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Open Sent mail" }).click();
  await expect(page).toHaveURL(/\/dashboard\/mail\?state=failed$/);
  await expect(page.getByText(failed.text)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText(failed.text)).toHaveCount(0);
  await expect(page.getByText(broken.text)).toBeVisible();
  await page.getByRole("link", { name: "Open integration settings" }).click();
  await expect(page.getByRole("heading", { name: "Integrations", level: 1 })).toBeVisible();
  await expect(page.getByText(broken.text)).toHaveCount(0);
});

test("only a person resends an email with unknown outcome", { tag: "@desktop" }, async ({ page }) => {
  const id = "01a1fee6-dbf0-73b6-93db-5e15476c4ec8";
  const mail = {
    id,
    kind: "booking",
    toAddress: "amara@example.com",
    toName: "Amara Okafor",
    contact: null,
    subject: "Your appointment",
    state: "unknown",
    reason: "The server stopped while it was sending this email",
    createdAt: "2026-07-01T13:00:00Z",
    dueAt: "2026-07-01T13:00:00Z",
    sentAt: null,
  };
  const resent: string[] = [];
  await page.route(/\/api\/v1\/mails(\/|\?|$)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === "POST") {
      resent.push(pathname);
      mail.state = "sent";
      return route.fulfill({ json: {} });
    }
    const whole = { ...mail, text: "See you at ten.", html: "<p>See you at ten.</p>", via: "imap" };
    return route.fulfill({ json: pathname.endsWith(id) ? whole : [mail] });
  });
  await page.goto("/dashboard/templates");
  await page.getByRole("link", { name: "Sent mail" }).click();
  const row = rows(page).filter({ hasText: "Your appointment" });
  await expect(row).toContainText("Unknown");
  await expect(row).toContainText("Amara Okafor");
  await row.getByRole("button", { name: "Your appointment", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Your appointment" });
  await expect(dialog).toContainText("It may have arrived");
  await expect(dialog).toContainText("The server stopped while it was sending this email");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(toast(page, "Email is on its way again")).toBeVisible();
  await expect(dialog).toContainText("Sent");
  await expect(dialog.getByRole("button", { name: "Resend" })).toHaveCount(0);
  expect(resent).toEqual([`/api/v1/mails/${id}/resend`]);
});

test("customers' pages explain invalid links", { tag: "@phone" }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, storageState: undefined });
  const page = await context.newPage();
  const answer = await page.goto("/unsubscribe/no-such-link");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("This link is not complete.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/api/unsubscribe/no-such-link");
  await expect(page).toHaveURL(/\/unsubscribe\/no-such-link$/);
  await context.close();
});
