import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

test("the owner sees the host's status and version", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/settings");
  const settings = page.getByRole("navigation", { name: "Settings" });
  await settings.getByRole("link", { name: "Advanced" }).click();
  await settings.getByRole("link", { name: "Status" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Status" })).toBeVisible();
  const card = (name: string) => page.getByRole("region", { name });
  await expect(card("Email")).toContainText("sent in the last 24 hours");
  await expect(card("Loupe")).toContainText("Everything is running");
  const details = page.getByRole("group").filter({ hasText: "Technical details" });
  await expect(details.getByText("Database", { exact: true })).toBeHidden();
  await details.getByText("Technical details").click();
  await expect(details).toContainText(/Loupe\d+\.\d+\.\d+/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card("Backups").getByRole("link", { name: "Open Backups" }).first().click();
  await expect(page).toHaveURL(/\/settings\/data\/backups/);
});
