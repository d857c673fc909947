import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  signIn,
  visitorTest,
} from "./support.ts";

type Type = { id: string; name: string; appointmentBookingLink: string };

/** The owner's session in a context of its own: the visitor has none. */
async function asOwner(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error("the journey has no browser");
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL });
  const owner = await context.newPage();
  await signIn(owner);
  await owner.waitForURL(/\/dashboard/);
  const headers = { origin: baseURL };

  return {
    /** A type of its own, a quarter of an hour long; answers its page's path. */
    async addType(name: string): Promise<string> {
      const data = { name, defaultMeetingLength: 15, daysInAdvance: 60 };
      expect((await context.request.post("/api/v1/appointmentTypes", { headers, data })).status()).toBe(200);
      const types: Type[] = await (await context.request.get("/api/v1/appointmentTypes")).json();
      const link = types.find((type) => type.name === name)?.appointmentBookingLink ?? "";
      return new URL(link).pathname;
    },

    /** The newest mail to an address, as it was written. */
    async mailTo(address: string): Promise<string> {
      const found = await context.request.get(`/api/v1/mails?search=${address}&limit=50`);
      const mails: { id: string; toAddress: string; kind: string }[] = await found.json();
      const mail = mails.find(({ toAddress, kind }) => toAddress === address && kind === "booking");
      const whole = await (await context.request.get(`/api/v1/mails/${mail?.id}`)).json();
      return whole.text;
    },

    close: () => context.close(),
  };
}

/** Any free time of a day far ahead: other journeys book in the same calendar. */
async function chooseAny(page: Page): Promise<string> {
  const times = page.locator("button[aria-pressed]");
  const chosen = times.nth(Math.floor(Math.random() * (await times.count())));
  const name = (await chosen.getAttribute("aria-label")) ?? "";
  await chosen.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /Your details|Choose another time/ })).toBeVisible();
  return name;
}

visitorTest.describe("a visitor in Tokyo", () => {
  visitorTest.use({ timezoneId: "Asia/Tokyo" });

  visitorTest("books by keyboard, moves by the mail's link, and cancels", async ({ page }) => {
    await page.goto("/login");
    const owner = await asOwner(page);
    const title = freshName();
    const path = await owner.addType(title);
    const email = `${title.toLowerCase()}@example.com`;

    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Marlow & Finch`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByLabel("Timezone")).toHaveValue("Asia/Tokyo");
    await expect(page.getByText("The store is in America/New York.")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole("link", { name: "Later days" }).click();
    await expect(page).toHaveURL(/\?from=/);
    await expect(page.getByLabel("Timezone")).toHaveValue("Asia/Tokyo");
    await chooseAny(page);
    await page.getByRole("button", { name: "Book appointment" }).press("Enter");
    await expect(page.getByText("Name is required")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await page.getByLabel("Name", { exact: true }).fill("Zoë Frost");
    await page.getByLabel("Email").fill(email);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Book appointment" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
    await expect(page.getByText(/GMT\+9/)).toBeVisible();
    await expect(page.getByText(/(EST|EDT) at the store/)).toBeVisible();
    await expectNoSidewaysScroll(page);

    const first = await owner.mailTo(email);
    const linkOf = (text: string, what: string) =>
      new URL(new RegExp(`To ${what} it: (\\S+)`).exec(text)?.[1] ?? "").pathname;
    await page.goto(linkOf(first, "move"));
    await expect(page.getByRole("heading", { name: "Choose another time" })).toBeVisible();
    await expect(page.getByLabel("Timezone")).toHaveValue("Asia/Tokyo");
    await expectAccessible(page);
    await chooseAny(page);
    await page.getByRole("button", { name: "Move appointment" }).click();
    await expect(page.getByRole("heading", { name: "Your appointment is moved" })).toBeVisible();

    await page.goto(linkOf(first, "cancel"));
    await expect(page.getByText(/was changed since this link was sent/)).toBeVisible();
    const second = await owner.mailTo(email);
    const cancel = linkOf(second, "cancel");
    await page.goto(cancel);
    await page.getByRole("button", { name: "Cancel appointment" }).click();
    await expect(page.getByText("Your appointment is cancelled. The store knows.")).toBeVisible();
    await page.goto(cancel);
    await expect(page.getByText("This appointment was cancelled.")).toBeVisible();
    await owner.close();
  });
});

visitorTest("who is too late is told, keeps the form, and sees the other times", async ({ page }) => {
  await page.goto("/login");
  const owner = await asOwner(page);
  const path = await owner.addType(freshName());
  await page.goto(`${path}`);
  await page.getByRole("link", { name: "Later days" }).click();
  await expect(page).toHaveURL(/\?from=/);
  // Chosen in this page, and meanwhile booked in another one.
  const other = await page.context().newPage();
  await other.goto(page.url());
  const name = await chooseAny(page);
  await page.getByLabel("Name", { exact: true }).fill("Zoë Frost");
  await other.getByRole("button", { name, exact: true }).click();
  await other.getByLabel("Name", { exact: true }).fill("Anna Bell");
  await other.getByLabel("Email").fill("anna@example.com");
  await other.getByRole("button", { name: "Book appointment" }).click();
  await expect(other.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();

  await page.getByLabel("Email").fill("zoe@example.com");
  await page.getByRole("button", { name: "Book appointment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "just taken" })).toBeVisible();
  await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await chooseAny(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Zoë Frost");
  await expect(page.getByLabel("Email")).toHaveValue("zoe@example.com");
  await owner.close();
});

visitorTest("links of nothing say so", async ({ page }) => {
  await page.goto("/book/no-such-link");
  await expect(page.getByRole("heading", { name: "This booking link leads nowhere" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/book/manage/${"A".repeat(64)}`);
  await expect(page.getByRole("heading", { name: "This link leads to no appointment" })).toBeVisible();
});

visitorTest("days and times can be read without scripts", async ({ page, browser }) => {
  await page.goto("/login");
  const owner = await asOwner(page);
  const title = freshName();
  const path = await owner.addType(title);
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(path);
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(reader.getByRole("button", { name: /^\d+:\d\d [AP]M, / }).first()).toBeVisible();
  await expect(reader.getByText("Closed").first()).toBeVisible();
  await context.close();
  await owner.close();
});
