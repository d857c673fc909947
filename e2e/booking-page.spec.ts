import { expect, expectAccessible, expectNoSidewaysScroll, freshName, visitorTest } from "./support.ts";
import { asOwner, chooseAny, otherSite } from "./visitor.ts";

visitorTest(
  "another site can frame the booking page, but no other page",
  { tag: "@desktop" },
  async ({ page, baseURL }) => {
    const owner = await asOwner(baseURL);
    const { origin } = new URL(baseURL ?? "");
    const path = await owner.addType(freshName());
    const shop = await otherSite(origin);
    await page.goto(shop.origin + path);
    const frame = page.frameLocator("iframe");
    await chooseAny(frame);
    await frame.getByLabel("Name", { exact: true }).fill("Zoë Frost");
    await frame.getByLabel("Email").fill("zoe@example.com");
    await frame.getByRole("button", { name: "Book appointment" }).click();
    await expect(frame.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
    const move = frame.getByRole("link", { name: "Move appointment" });
    const managed = (await move.getAttribute("href")) ?? "";
    await move.click();
    await expect(page).toHaveURL(origin + managed);

    for (const own of ["/login", "/dashboard", managed]) {
      await page.goto(shop.origin + own);
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    }
    shop.close();
    await owner.close();
  },
);

visitorTest("shows a message for unknown links", { tag: "@phone" }, async ({ page }) => {
  expect((await page.goto("/book/no-such-link"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This booking link doesn’t work" })).toBeVisible();
  await expectAccessible(page);
  expect((await page.goto(`/book/manage/${"A".repeat(64)}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This appointment link doesn’t work" })).toBeVisible();
});

visitorTest("shows days and times without scripts", async ({ browser, baseURL }) => {
  const owner = await asOwner(baseURL);
  const title = freshName();
  const path = await owner.addType(title);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(path);
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  // Playwright's role and text locators ignore <noscript>.
  const notes = reader.locator("noscript p");
  await expect(notes.filter({ hasText: "To book one, turn on JavaScript." })).toBeVisible();
  await expect(notes.filter({ hasText: "Times are the store’s" })).toBeVisible();
  await expect(reader.locator("noscript a[href^='mailto:']")).toBeVisible();
  const times = reader.getByRole("button", { name: /^\d+:\d\d [AP]M, / });
  await expect(times.first()).toBeVisible();
  const closed = reader.locator("details:has(h3)").last();
  const label = (await closed.locator("h3").textContent()) ?? "";
  await closed.locator("summary").click();
  await closed.locator("noscript a").click();
  await expect(reader).toHaveURL(/&day=/);
  await expect(times.first()).toHaveAccessibleName(new RegExp(`, ${label}$`));
  await expect(reader.getByText("Closed").first()).toBeVisible();
  await expectNoSidewaysScroll(reader);
  await reader.getByRole("link", { name: "Later days" }).click();
  await expect(reader).toHaveURL(/\?from=/);
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await context.close();
  await owner.close();
});
