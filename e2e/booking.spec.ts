import type { FrameLocator, Page } from "@playwright/test";
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

    async deleteType(name: string): Promise<void> {
      const types: Type[] = await (await context.request.get("/api/v1/appointmentTypes")).json();
      const id = types.find((type) => type.name === name)?.id;
      expect((await context.request.delete(`/api/v1/appointmentTypes/${id}`, { headers })).status()).toBe(
        200,
      );
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

/** A time's button, also on a day that is closed: `name` is its whole label. */
function time(page: Page | FrameLocator, name: string) {
  return page.locator(`button[aria-label="${name}"]`);
}

/** Opens the day of a time, where it is not, and chooses it. */
async function choose(page: Page | FrameLocator, name: string) {
  const day = page.locator("details").filter({ has: time(page, name) });
  if ((await day.getAttribute("open")) === null) await day.locator("summary").press("Enter");
  await time(page, name).press("Enter");
  await expect(page.getByRole("button", { name: /^(Book|Move) appointment$/ })).toBeVisible();
}

/** Any free time of any day that is shown: other journeys book in the same calendar. */
async function chooseAny(page: Page | FrameLocator): Promise<string> {
  const times = page.locator("details button");
  await expect(times.first()).toBeAttached();
  const any = times.nth(Math.floor(Math.random() * (await times.count())));
  const name = (await any.getAttribute("aria-label")) ?? "";
  await choose(page, name);
  return name;
}

/** A day within the next weeks, far enough apart for journeys that take a day's first time. */
function anyDay(): string {
  const days = 7 + Math.floor(Math.random() * 45);
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The two more weeks are there once this says so. */
async function showLater(page: Page) {
  const until = await page.getByRole("status").filter({ hasText: "Shown until" }).textContent();
  await page.getByRole("link", { name: "Later days" }).click();
  await expect(page.getByRole("status").filter({ hasText: until ?? "" })).toHaveCount(0);
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

    await showLater(page);
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
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const file = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
    const calendar = await page.request.get(file ?? "");
    expect(calendar.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(await calendar.text()).toContain(`SUMMARY:${title} at Marlow & Finch`);

    const first = await owner.mailTo(email);
    const linkOf = (text: string, what: string) =>
      new URL(new RegExp(`To ${what} it: (\\S+)`).exec(text)?.[1] ?? "").pathname;
    await page.goto(linkOf(first, "move"));
    await expect(page.getByRole("heading", { name: "Choose another time" })).toBeVisible();
    await expect(page.getByLabel("Timezone")).toHaveValue("Asia/Tokyo");
    await expect(page.getByRole("link", { name: "Add to calendar" })).toBeVisible();
    await showLater(page);
    await chooseAny(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Move appointment" }).click();
    await expect(page.getByRole("heading", { name: "Your appointment is moved" })).toBeVisible();

    await page.goto(linkOf(first, "cancel"));
    await expect(page.getByText(/was changed since this link was sent/)).toBeVisible();
    await expectAccessible(page);
    const second = await owner.mailTo(email);
    const cancel = linkOf(second, "cancel");
    await page.goto(cancel);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Cancel appointment" }).click();
    await expect(page.getByText("Your appointment is cancelled. The store knows.")).toBeVisible();
    await page.goto(cancel);
    await expect(page.getByRole("heading", { name: "This appointment was cancelled" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Book another time" })).toHaveAttribute("href", path);
    await expectAccessible(page);
    await owner.close();
  });
});

visitorTest("who is too late is told, keeps the form, and sees the other times", async ({ page }) => {
  await page.goto("/login");
  const owner = await asOwner(page);
  const path = await owner.addType(freshName());
  await page.goto(`${path}?from=${anyDay()}`);
  // Chosen in this page, and meanwhile booked in another one.
  const other = await page.context().newPage();
  await other.goto(page.url());
  const name = await chooseAny(page);
  await page.getByLabel("Name", { exact: true }).fill("Zoë Frost");
  await choose(other, name);
  await other.getByLabel("Name", { exact: true }).fill("Anna Bell");
  await other.getByLabel("Email").fill("anna@example.com");
  await other.getByRole("button", { name: "Book appointment" }).click();
  await expect(other.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();

  await page.getByLabel("Email").fill("zoe@example.com");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByRole("button", { name: "Book appointment" }).click();
  const told = page.getByRole("alert").filter({ hasText: "just taken" });
  await expect(told).toBeInViewport();
  await expect(time(page, name)).toHaveCount(0);
  // The times that are free now came with the refusal.
  expect(asked.filter((call) => call.includes("/api/v1/"))).toEqual([`POST /api/v1${path}`]);
  await chooseAny(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Zoë Frost");
  await expect(page.getByLabel("Email")).toHaveValue("zoe@example.com");
  await owner.close();
});

visitorTest("nothing but keys: from the times to the confirmation", async ({ page }) => {
  await page.goto("/login");
  const owner = await asOwner(page);
  await page.goto(`${await owner.addType(freshName())}?from=${anyDay()}`);
  await page.getByLabel("Timezone").focus();
  const first = page.locator("details").first();
  const name = (await first.locator("button").first().getAttribute("aria-label")) ?? "";
  await page.keyboard.press("Tab");
  await expect(first.locator("summary")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(time(page, name)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your details" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Choose a time" })).toBeFocused();
  await choose(page, name);
  for (const text of ["", "Zoë Frost", "zoe@example.com"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your appointment is booked" })).toBeFocused();
  await owner.close();
});

visitorTest("a store's own site can show the page, and nothing else of ours", async ({ page }) => {
  await page.goto("/login");
  const owner = await asOwner(page);
  const origin = new URL(page.url()).origin;
  const path = await owner.addType(freshName());
  await page.route("http://shop.example.com/**", (route) => {
    const src = origin + new URL(route.request().url()).pathname;
    const body = `<!doctype html><title>Our shop</title><iframe src="${src}" width="340" height="700"></iframe>`;
    return route.fulfill({ contentType: "text/html", body });
  });
  await page.goto(`http://shop.example.com${path}`);
  const frame = page.frameLocator("iframe");
  await chooseAny(frame);
  await frame.getByLabel("Name", { exact: true }).fill("Zoë Frost");
  await frame.getByLabel("Email").fill("zoe@example.com");
  await frame.getByRole("button", { name: "Book appointment" }).click();
  await expect(frame.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
  // What must not be framed opens in the whole window.
  const move = frame.getByRole("link", { name: "Move it" });
  const managed = (await move.getAttribute("href")) ?? "";
  await move.click();
  await expect(page).toHaveURL(origin + managed);

  for (const own of ["/login", "/dashboard", managed]) {
    await page.goto(`http://shop.example.com${own}`);
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  }
  await owner.close();
});

visitorTest("a kind of appointment that is no longer offered", async ({ page }) => {
  await page.goto("/login");
  const owner = await asOwner(page);
  const title = freshName();
  const path = await owner.addType(title);
  await page.goto(`${path}?from=${anyDay()}`);
  await chooseAny(page);
  await page.getByLabel("Name", { exact: true }).fill("Zoë Frost");
  await page.getByLabel("Email").fill("zoe@example.com");
  await owner.deleteType(title);
  await page.getByRole("button", { name: "Book appointment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "leads nowhere" })).toBeInViewport();
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This booking link leads nowhere" })).toBeVisible();
  await owner.close();
});

visitorTest("as far ahead as can be booked, and no further", async ({ page }) => {
  await page.goto("/login");
  const owner = await asOwner(page);
  await page.goto(`${await owner.addType(freshName())}?from=9999-12-31`);
  await expect(page.getByText(/^Appointments can be booked until/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Later days" })).toHaveCount(0);
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
  await expect(reader.getByText("To book one, please turn JavaScript on.")).toBeVisible();
  await expect(reader.getByRole("link", { name: /@/ })).toBeVisible();
  await expect(reader.getByRole("button", { name: /^\d+:\d\d [AP]M, / }).first()).toBeVisible();
  await expect(reader.getByText("Closed").first()).toBeVisible();
  await expectNoSidewaysScroll(reader);
  await reader.getByRole("link", { name: "Later days" }).click();
  await expect(reader).toHaveURL(/\?from=/);
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await reader.goto("/book/no-such-link");
  await expect(reader.getByRole("heading", { name: "This booking link leads nowhere" })).toBeVisible();
  await context.close();
  await owner.close();
});
