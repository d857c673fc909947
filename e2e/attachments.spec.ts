import type { Page } from "@playwright/test";
import { label, openProfile, section, show } from "./profile.ts";
import { clickForToast, expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

async function photo(page: Page, colour: string, [width, height] = [900, 600]) {
  const drawn = await page.evaluate(
    ([colour, width, height]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [Number(width), Number(height)];
      const pen = canvas.getContext("2d");
      if (pen) {
        pen.fillStyle = String(colour);
        pen.fillRect(0, 0, canvas.width, canvas.height);
      }
      return canvas.toDataURL("image/jpeg", 0.8);
    },
    [colour, width, height] as const,
  );
  const bytes = Buffer.from(drawn.slice(drawn.indexOf(",") + 1), "base64");
  const said = Buffer.from("Exif\0\0II*\0\x08\0\0\0\0\0 GPS 40.7128N of Priya's phone", "latin1");
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, said.length + 2]), said]);
  return Buffer.concat([bytes.subarray(0, 20), segment, bytes.subarray(20)]);
}

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

test.use({ failing: true });

test("adds, saves, removes and restores a note's files", { tag: "@desktop" }, async ({ page }) => {
  await openProfile(page);
  await show(page, "Timeline");
  const timeline = section(page, "Timeline");
  await label(page, "New note").fill("Her grandmother's ring, to be sized");
  const ring = await photo(page, "#c8a24a");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add photos or files" }).click();
  await (await chooser).setFiles([
    jpeg("ring.jpg", ring),
    jpeg("page.jpg", Buffer.from("<html><script>alert(1)</script>")),
    { name: "certificate.pdf", mimeType: "application/pdf", buffer: PDF },
  ]);
  const waiting = page.getByRole("list", { name: "Files of this note" });
  await expect(waiting.getByRole("listitem")).toHaveCount(3);
  await expect(waiting.getByRole("alert")).toContainText("This type of file is not supported");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(label(page, "New note")).toHaveValue("Her grandmother's ring, to be sized");
  await waiting.getByRole("button", { name: "Take out page.jpg" }).click();

  const stamp = await photo(page, "#4a6fc8", [400, 600]);
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "hallmark.jpg", { type: "image/jpeg" }));
      return data;
    },
    [...stamp],
  );
  await page
    .getByRole("form", { name: "Add to the timeline" })
    .dispatchEvent("drop", { dataTransfer: dropped });
  await expect(waiting.getByRole("listitem")).toHaveCount(3);
  await expect(waiting.getByRole("progressbar")).toHaveCount(0);
  await clickForToast(page.getByRole("button", { name: "Add note" }), "Note created successfully");

  const row = timeline.getByRole("listitem").filter({ hasText: "grandmother" });
  const pictures = row.getByRole("list", { name: "Photos of this note" });
  await expect(pictures.getByRole("img")).toHaveCount(2);
  await expect(row.getByRole("button", { name: /certificate\.pdf/ })).toBeVisible();
  const shown = pictures.getByRole("img", { name: "ring.jpg" });
  await expect(shown).toHaveJSProperty("naturalWidth", 900);
  const address = (await shown.getAttribute("src")) ?? "";
  const answer = await page.request.get(address);
  expect((await answer.body()).includes("GPS")).toBe(false);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  await expectNoSidewaysScroll(page);

  await pictures.getByRole("button", { name: "Show ring.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: "ring.jpg" });
  await expect(dialog.getByRole("img", { name: "ring.jpg" })).toHaveJSProperty("complete", true);
  await expect(dialog).toContainText("1 of 3");
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  const second = page.getByRole("dialog", { name: "hallmark.jpg" });
  await second.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("dialog", { name: "certificate.pdf" })).toContainText("3 of 3");
  await page.keyboard.press("ArrowLeft");
  const third = page.getByRole("dialog", { name: "hallmark.jpg" });
  const saving = page.waitForEvent("download");
  await third.getByRole("link", { name: "Save" }).click();
  expect((await saving).suggestedFilename()).toBe("hallmark.jpg");
  await clickForToast(third.getByRole("button", { name: "Remove" }), "File removed");
  await expect(pictures.getByRole("img")).toHaveCount(1);
  await page.getByRole("button", { name: /Undo/ }).first().click();
  await expect(pictures.getByRole("img")).toHaveCount(2);

  await page.goto(`${page.url().replace(/\?.*/, "")}?view=notes`);
  const note = section(page, "Notes").getByRole("listitem").filter({ hasText: "grandmother" });
  await expect(note.getByRole("img", { name: "ring.jpg" })).toBeVisible();
  await expectAccessible(page);
});
