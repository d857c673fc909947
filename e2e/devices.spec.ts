import { newColleague, signedOutPage } from "./colleague.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signInByApi, test, toast } from "./support.ts";

const PATH = "/dashboard/settings/security";

test("lists the signed-in devices and signs one out", { tag: "@desktop" }, async ({ page, browser }) => {
  await page.goto("/dashboard/settings");
  const { email, password, page: own, leave } = await newColleague(page, browser);
  const { origin } = new URL(page.url());
  const lost = await signedOutPage(browser, page);
  await signInByApi(lost.context().request, origin, { email, password });
  await lost.goto(`${origin}/dashboard/products`);
  await expect(lost.getByRole("heading", { level: 1, name: "Product Categories" })).toBeVisible();

  await own.goto(`${origin}/dashboard/settings`);
  await own.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Security" }).click();
  const devices = own.getByRole("region", { name: "Devices" }).getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText("This browser");
  await expect(devices.first().getByRole("button")).toHaveCount(0);
  await expectAccessible(own);
  await expectNoSidewaysScroll(own);

  await devices
    .last()
    .getByRole("button", { name: /^Sign out: / })
    .click();
  await own.getByRole("alertdialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(toast(own, "Device signed out")).toBeVisible();
  await expect(devices).toHaveCount(1);
  await lost.goto(`${origin}${PATH}`);
  await expect(lost).toHaveURL(/\/login/);
  await own.reload();
  await expect(devices).toHaveCount(1);
  await lost.context().close();
  await leave();
});
