import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

const PAGE = "/dashboard/settings/data/backups";
/** Verification runs in a separate process. */
const MADE = { timeout: 120_000 };

test("the owner creates a backup and verifies it @desktop", async ({ page }) => {
  await page.goto("/dashboard/settings/data");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Advanced" }).click();
  const now = page.getByRole("button", { name: "Back up now" });
  await now.click();
  await expect(page.getByRole("progressbar", { name: "Backing up…" })).toBeVisible();
  const row = page
    .getByRole("table", { name: /^Kept/ })
    .getByRole("row", { name: /On request/ })
    .first();
  await expect(row).toContainText(/by-hand-.*contacts, .* sales.*Complete/, MADE);
  await expect(now).not.toHaveAttribute("aria-disabled");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row.getByRole("button", { name: /^Verify the backup of/ }).click();
  await expect(row.getByRole("status")).toContainText("Reading…");
  await expect(row).toContainText("Complete", MADE);
});

test("shows existing backups on a phone @phone", async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByText("Keep a copy on another machine.")).toBeVisible();
  await expect(page.getByText("Nightly backups are switched off")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
