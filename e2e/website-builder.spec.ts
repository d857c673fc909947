import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

const PATH = "/dashboard/website-builder";

test("a store without a website sees a message", { tag: "@desktop" }, async ({ page }) => {
  await page.goto(PATH);
  await expect(page.getByText("No website yet")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("shows the store's page in a sandboxed frame", async ({ page }) => {
  await page.route("**/api/v1/website/getMiniExtId", (route) =>
    route.fulfill({ json: { miniExtId: "YknIZlIqVswRiGObohd4" } }),
  );
  await page.route(/^https:\/\/web\.miniextensions\.com\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Site</title><h1>Our shop</h1>" }),
  );
  await page.goto(PATH);
  const frame = page.locator("iframe[title='Website builder']");
  await expect(frame).toHaveAttribute("src", "https://web.miniextensions.com/YknIZlIqVswRiGObohd4");
  await expect(frame).toHaveAttribute("sandbox", /allow-scripts/);
  await expect(frame).not.toHaveAttribute("sandbox", /allow-top-navigation/);
  await expect(frame.contentFrame().getByRole("heading", { name: "Our shop" })).toBeVisible();
  await expect(page.getByText("Loading the website builder…")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test("rejects an invalid id", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/api/v1/website/getMiniExtId", (route) =>
    route.fulfill({ json: { miniExtId: "../../evil.example.com" } }),
  );
  await page.goto(PATH);
  await expect(page.getByText("This website cannot be shown")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});
