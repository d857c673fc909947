import { startDeployment } from "./deployment.ts";
import { api, expect, expectAccessible, expectNoSidewaysScroll, visitorTest } from "./support.ts";

const test = visitorTest.extend<object, { site: { url: string } }>({
  site: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startDeployment({ DEMO: "1" });
      await use({ url });
      await stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

test("gives each visitor of a public demo a filled store", {
  tag: "@phone",
}, async ({ page, browser, site }) => {
  const visit = await page.goto("/login");
  expect(visit?.headers()["x-robots-tag"]).toBe("noindex, nofollow");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try the demo" }).click();
  await expect(page.getByText(/^This demo is erased at \d+:\d\d [AP]M\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start my own store" })).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const contact = { firstName: "Zora", lastName: "Quill", email: "zora@example.com", phoneNumber: "" };
  await api(page, "POST", "/contacts/createContact", contact);
  await page.goto("/dashboard/contacts");
  await expect(page.getByText("Zora Quill").first()).toBeVisible();
  await page.goto("/dashboard/mail");
  await expect(page.getByText("The demo doesn’t send email.").first()).toBeVisible();

  const other = await browser.newContext({ baseURL: site.url });
  const second = await other.newPage();
  await second.goto("/login");
  await second.getByRole("button", { name: "Try the demo" }).click();
  await expect(second.getByText(/^This demo is erased at/)).toBeVisible();
  await expect(second.getByText("240", { exact: true })).toBeVisible();
  expect(await api(second, "GET", "/contacts/basic?search=zora&page=1&limit=5")).toEqual([]);
  expect(await api(page, "GET", "/contacts/basic?search=zora&page=1&limit=5")).toHaveLength(1);
  await other.close();
});
