import { discard, takeIn } from "./repairs.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test, toast } from "./support.ts";

test("shows a ticket in one column", { tag: "@phone" }, async ({ page }) => {
  const ticket = await takeIn(page, { days: -1 });
  await page.goto(`/dashboard/repairs/${ticket.number}`);
  await expect(page.getByText("1 day late")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Other state" }).click();
  await page.getByRole("menuitem", { name: "Mark as ready" }).click();
  await expect(toast(page, `R-${ticket.number}: Ready`)).toBeVisible();
  await discard(page, [ticket]);
});
