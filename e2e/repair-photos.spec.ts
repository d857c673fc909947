import { discard, takeIn } from "./repairs.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

test.use({ failing: true });

test("adds photos to a ticket, shows, removes and restores them", async ({ page, isMobile }) => {
  const ticket = await takeIn(page);
  await page.goto(`/dashboard/repairs/${ticket.number}`);
  const buffer = await page.screenshot({ type: "jpeg" });
  if (!isMobile) await page.getByRole("tab", { name: "Photo" }).click();
  const input = page.getByLabel("Add photo", { exact: true });
  await expect(input).toHaveAttribute("capture", "environment");
  await input.setInputFiles([
    { name: "before.jpg", mimeType: "image/jpeg", buffer },
    { name: "program.jpg", mimeType: "image/jpeg", buffer: Buffer.from("MZ program") },
  ]);
  const waiting = page.getByRole("list", { name: "Photos that are not saved yet" });
  await expect(waiting.getByRole("alert")).toContainText("This type of file is not supported");
  await expectAccessible(page);
  await waiting.getByRole("button", { name: "Take out program.jpg" }).click();
  const cover = page.getByRole("button", { name: `Show 1 photo of ${ticket.piece}` });
  await expect(cover).toBeVisible();
  await expect(waiting).toHaveCount(0);
  const steps = page.getByRole("list", { name: "Photos of this step" });
  await expect(steps.getByRole("button", { name: "Show before.jpg" })).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await expectNoSidewaysScroll(page);
  await cover.click();
  const viewer = page.getByRole("dialog", { name: "before.jpg" });
  await expect(viewer.getByRole("img")).toBeVisible();
  await viewer.getByRole("button", { name: "Remove" }).click();
  await expect(cover).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cover).toBeVisible();
  await discard(page, [ticket]);
});
