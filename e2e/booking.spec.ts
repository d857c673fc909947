import { expect, expectAccessible, expectNoSidewaysScroll, freshName, visitorTest } from "./support.ts";
import { anyDay, asOwner, choose, chooseAny, showLater, time, waitForHydration } from "./visitor.ts";

visitorTest.describe("a visitor in Tokyo", () => {
  visitorTest.use({ timezoneId: "Asia/Tokyo" });

  visitorTest(
    "books by keyboard, moves by the email's link, and cancels",
    { tag: "@phone" },
    async ({ page, baseURL }) => {
      const owner = await asOwner(baseURL);
      const title = freshName();
      const path = await owner.addType(title);
      const email = `${title.toLowerCase()}@example.com`;

      await page.goto(path);
      await expect(page).toHaveTitle(`${title} · Marlow & Finch`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByLabel("Timezone")).toHaveValue("Asia/Tokyo");
      await expect(
        page.getByText(/^The store is in America.New.York, 1[34] hours behind you\.$/),
      ).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await showLater(page);
      const booked = await chooseAny(page);
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
        new URL(new RegExp(`${what}: (\\S+)`).exec(text)?.[1] ?? "").pathname;
      await page.goto(linkOf(first, "Reschedule"));
      await expect(page.getByRole("heading", { name: "Choose another time" })).toBeVisible();
      await expect(page.getByLabel("Timezone")).toHaveValue("Asia/Tokyo");
      await expect(page.getByRole("link", { name: "Add to calendar" })).toBeVisible();
      await showLater(page);
      await choose(page, booked);
      await expect(page.getByText("This is the current time.")).toBeVisible();
      await chooseAny(page, booked);
      await expectAccessible(page, { rule: "target-size", inside: "summary" });
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Move appointment" }).click();
      await expect(page.getByRole("heading", { name: "Your appointment is moved" })).toBeVisible();

      await page.goto(linkOf(first, "Cancel"));
      await expect(page.getByText(/This link is out of date/)).toBeVisible();
      await expectAccessible(page);
      // The new reminder replaces the old one with a delay.
      await expect(async () => {
        const reminder = await owner.mailTo(email, "reminder");
        await page.goto(new URL(/I’m coming: (\S+)/.exec(reminder)?.[1] ?? "").pathname);
        await expect(page.getByText("Are you coming?")).toBeVisible({ timeout: 3_000 });
      }).toPass();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "I’m coming" }).click();
      await expect(
        page.getByRole("status").getByText("We’ve let the store know that you’re coming."),
      ).toBeVisible();
      await page.reload();
      await expect(page.getByText("We’ve let the store know that you’re coming.")).toBeVisible();
      await expectAccessible(page);

      const second = await owner.mailTo(email);
      const cancel = linkOf(second, "Cancel");
      await page.goto(cancel);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Cancel appointment" }).click();
      await expect(page.getByText("Your appointment is cancelled. We’ve let the store know.")).toBeFocused();
      await page.goto(cancel);
      await expect(page.getByRole("heading", { name: "This appointment was cancelled" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Book another time" })).toHaveAttribute("href", path);
      await expectAccessible(page);
      await owner.close();
    },
  );
});

visitorTest("a visitor who is too late sees other times", { tag: "@phone" }, async ({ page, baseURL }) => {
  const owner = await asOwner(baseURL);
  const path = await owner.addType(freshName());
  await page.goto(`${path}?from=${anyDay()}`);
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
  const conflict = page.getByRole("alert").filter({ hasText: "just taken" });
  await expect(conflict).toBeInViewport();
  await expect(time(page, name)).toHaveCount(0);
  expect(asked.filter((call) => call.includes("/api/v1/"))).toEqual([`POST /api/v1${path}`]);
  await chooseAny(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Zoë Frost");
  await expect(page.getByLabel("Email")).toHaveValue("zoe@example.com");
  await owner.close();
});

visitorTest("books with the keyboard only", { tag: "@desktop" }, async ({ page, baseURL }) => {
  const owner = await asOwner(baseURL);
  await page.goto(`${await owner.addType(freshName())}?from=${anyDay()}`);
  await waitForHydration(page);
  await page.getByLabel("Timezone").focus();
  await expect.poll(() => page.getByLabel("Timezone").locator("option").count()).toBeGreaterThan(300);
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

visitorTest(
  "shows a message for a type that is no longer offered",
  { tag: "@phone" },
  async ({ page, baseURL }) => {
    const owner = await asOwner(baseURL);
    const title = freshName();
    const path = await owner.addType(title);
    await page.goto(`${path}?from=${anyDay()}`);
    await chooseAny(page);
    await page.getByLabel("Name", { exact: true }).fill("Zoë Frost");
    await page.getByLabel("Email").fill("zoe@example.com");
    await owner.deleteType(title);
    await page.getByRole("button", { name: "Book appointment" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "doesn’t work" })).toBeInViewport();
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "This booking link doesn’t work" })).toBeVisible();
    await owner.close();
  },
);

visitorTest(
  "shows days up to the booking limit, and no further",
  { tag: "@desktop" },
  async ({ page, baseURL }) => {
    const owner = await asOwner(baseURL);
    await page.goto(`${await owner.addType(freshName())}?from=9999-12-31`);
    await expect(page.getByText(/^Appointments can be booked until/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Later days" })).toHaveCount(0);
    await owner.close();
  },
);
