import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Page } from "@playwright/test";
import { freePort, statusOf } from "./deployment.ts";
import { OWNER, Section7Host } from "./section-7.ts";
import { clickForToast, expect, fill, isPhone, refetch, signIn, toast, visitorTest } from "./support.ts";

const test = visitorTest.extend<object, { site: { host: Section7Host; url: string } }>({
  site: [
    async ({ browserName: _ }, use) => {
      const host = new Section7Host();
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const web = spawn(
        process.execPath,
        ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"],
        {
          env: {
            ...process.env,
            API_URL: await host.start(),
            NEXTAUTH_URL: url,
            NEXTAUTH_SECRET: "of the journeys against any host",
          },
          stdio: "ignore",
        },
      );
      const ended = once(web, "exit");
      await expect.poll(() => statusOf(`${url}/login`), { timeout: 120_000 }).toBe(200);
      await use({ host, url });
      web.kill();
      await ended;
      await host.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

async function enter(page: Page) {
  await signIn(page, OWNER);
  await page.waitForURL(/\/dashboard$/);
  const needed = page.getByRole("dialog", { name: "Email Integration Needed" });
  await expect(needed).toContainText("You need to set up your email integration inside of Settings");
  await needed.getByRole("button", { name: "Close" }).click();
  await expect(needed).toHaveCount(0);
}

const rows = (page: Page) => page.locator("tbody tr");

test("signs in, shows figures, and signs out", async ({ page, site }) => {
  await page.goto("/login");
  await Promise.all([
    expect(toast(page, "Incorrect Password")).toBeVisible(),
    signIn(page, { ...OWNER, password: "wrong" }),
  ]);
  await enter(page);
  const figures = page.getByRole("region", { name: "Statistics" });
  for (const card of [
    /Total Customers\s*3\s*Up \+4\.2%/,
    /Sales Revenue\s*\$1,240\.50\s*Down -2%/,
    /Emails Sent\s*24,988\s*Down -1\.39%/,
    /Appointments Booked\s*1056\s*Up \+10\.18%/,
  ]) {
    await expect(figures.getByRole("link", { name: card })).toBeVisible();
  }
  await page.getByRole("button", { name: /^Account/ }).click();
  await clickForToast(page.getByRole("menuitem", { name: "Sign out" }), "Logged out successfully");
  await expect(page).toHaveURL(/\/login$/);
  expect(site.host.received.map(({ call }) => call)).toContain("GET /dashboard/");
});

test("lists, finds, creates, edits and deletes contacts with section-7 calls", async ({
  page,
  site: { host },
}) => {
  await enter(page);
  await page.goto("/dashboard/contacts");
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText("$99.50");
  await expect(rows(page).nth(2)).toContainText("No sales yet");
  await page.getByRole("searchbox").fill("zoë");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox").fill("");
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole("button", { name: "New", exact: true }).click();
  const names = { "First name": "Mara", "Last name": "Lindqvist" };
  await fill(page, { ...names, Email: "mara@example.com", "Phone number": "4155550137" });
  const dialog = page.getByRole("dialog");
  await clickForToast(dialog.getByRole("button", { name: "Create", exact: true }), "Contact Created");
  expect(host.sent("POST /contacts/createContact")).toEqual([
    expect.objectContaining({ firstName: "Mara", lastName: "Lindqvist", phoneNumber: "+1 415 555 0137" }),
  ]);
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Edit Mara Lindqvist" }).click();
  await fill(page, { "First name": "Maria" });
  await clickForToast(dialog.getByRole("button", { name: "Save" }), "Contact Edited");
  await page.getByRole("button", { name: "Delete Maria Lindqvist" }).click();
  await clickForToast(
    page.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
    "Contact Deleted",
  );
  await expect(rows(page)).toHaveCount(3);
});

test("searches a sale's options locally and sends only the sale", async ({ page, site: { host } }) => {
  await enter(page);
  await page.goto("/dashboard/sales?new=true");
  const contact = page.getByRole("combobox", { name: "Contact" });
  await contact.fill("zzz");
  await expect(page.getByText("No results found")).toBeVisible();
  await contact.fill("zoe");
  await expect(page.getByRole("option", { name: "Amara Okafor" })).toHaveCount(0);
  await page.getByRole("option", { name: "Zoë Müller" }).click();
  await page.getByRole("combobox", { name: "Product category" }).fill("creme");
  await page.getByRole("option", { name: "Crème boxes" }).click();
  await fill(page, { Cost: "$1,240.50" });
  await clickForToast(
    page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }),
    "Sale created successfully",
  );
  expect(host.sent("POST /purchases/createPurchase")).toEqual([
    expect.objectContaining({
      cost: "1240.50",
      contact: { id: "2", name: "Zoë Müller" },
      productCategory: { id: "6", name: "Crème boxes" },
    }),
  ]);
  await expect(rows(page)).toHaveCount(2);
});

test("the calendar asks for an account, then shows its events", async ({ page, site: { host } }) => {
  await enter(page);
  const calls = () => host.received.filter(({ call }) => call.endsWith("getCalendarEvents"));
  await page.goto("/dashboard/appointments?week=2026-11-18");
  const main = page.getByRole("main");
  await expect(main.getByText("You need to set up your email integration inside of Settings")).toBeVisible();
  await expect(main.getByRole("link", { name: "Go", exact: true })).toHaveAttribute(
    "href",
    "/dashboard/settings/integrations",
  );
  await expect(page.getByRole("button", { name: "New appointment" })).toHaveCount(0);
  await expect(main.getByText("No appointments this week")).toHaveCount(0);
  expect(calls()).toEqual([]);

  const me = await (await page.request.get("/api/v1/users/me")).json();
  await page.route("**/api/v1/users/me", (route) =>
    route.fulfill({ json: { ...me, isEmailIntegrationComplete: true } }),
  );
  await expect(async () => {
    await refetch(page);
    await expect(main.getByText("1 appointment", { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole("button", { name: /^Ring fitting, 10:00 AM/ }).press("Enter");
  const card = page.getByRole("dialog", { name: "Ring fitting" });
  await expect(card).toContainText("10:00 – 11:00 AM · 1 h");
  await expect(card.getByRole("button", { name: "Move" })).toHaveCount(0);
  expect(calls()).not.toEqual([]);
});

test("a profile shows sales and notes, and notes are plain text", async ({ page }) => {
  await enter(page);
  await page.goto("/dashboard/contacts/profile/3");
  if (isPhone(page)) await page.getByRole("tab", { name: "Notes" }).click();
  await expect(page.getByText("Likes emeralds")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "New note" })).toBeVisible();
  for (const name of ["Add photos or files", "Mention a colleague", "New appointment", "History"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  if (isPhone(page)) await page.getByRole("tab", { name: "Sales" }).click();
  await expect(page.getByText("No sales found")).toBeVisible();
});

test("offers no feature of the complete host", async ({ page, site: { host } }) => {
  await enter(page);
  await page.goto("/dashboard/automations");
  await expect(rows(page)).toContainText("Birthday greeting");
  await page.getByRole("button", { name: "Edit Birthday greeting" }).click();
  await expect(page).toHaveURL(/\/dashboard\/automations$/);
  await page.goto("/dashboard/templates/edit/0");
  await fill(page, { Name: "Thanks", Subject: "Thank you", Content: "Dear {{firstName}}," });
  await clickForToast(page.getByRole("button", { name: "Save Template" }), "Template Created Successfully");
  await expect(page).toHaveURL(/\/templates\/edit\/41$/);
  await page.goto("/dashboard/contacts/profile/3");
  await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Marketing emails" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "More for Amara Okafor" })).toHaveCount(0);
  await page.goto("/dashboard/settings");
  await expect(
    page.getByRole("region", { name: "Password" }).or(page.getByText("Change password")).first(),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Marketing emails" })).toHaveCount(0);
  await page.goto("/dashboard/contacts?new=true");
  await fill(page, { Email: "new@example.com", "Phone number": "+1 415 555 0199" });
  for (const path of ["contacts/profile/3/everything", "mail", "campaigns", "reports", "settings/data"]) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByText("Your host does not offer this.")).toBeVisible();
  }
  await page.goto("/dashboard/automations/update/4");
  await expect(page.getByText("Editing is not available yet.")).toBeVisible();
  const beyond = host.received.filter(({ call }) =>
    /booking|today|mails|campaigns|fields|tags|segments|people|timeline|logout|import|consent|erase|everything/.test(
      call,
    ),
  );
  expect(beyond.map(({ call }) => call).filter((call) => !call.endsWith("/authentication/logout"))).toEqual(
    [],
  );
});

test("a changed password keeps the page if signing in again fails", async ({ page, site: { host } }) => {
  host.me.email = OWNER.email;
  await enter(page);
  await page.goto("/dashboard/settings");
  const change = page.getByRole("button", { name: "Change password" });
  const passwords = ["Current password", "New password", "Confirm password"];
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  host.refusesSignIn = true;
  try {
    const [current, next] = [OWNER.password, "Moonstone-7"];
    await fill(page, { "Current password": current, "New password": next, "Confirm password": next });
    await clickForToast(change, "Password updated", "Success!");
    for (const label of passwords) await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
    await expect(change).toBeEnabled();
    await expect(toast(page, "Password updated")).toBeVisible();
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    expect(host.sent("POST /authentication/login").at(-1)).toMatchObject({ password: next });
  } finally {
    host.refusesSignIn = false;
    delete host.me.email;
  }
});
