import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { discard, takeIn } from "./repairs.ts";
import { api, test as base, expect } from "./support.ts";

const [WIDTH, HEIGHT] = [640, 480];
const film = join(tmpdir(), `loupe-camera-${process.pid}.y4m`);

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [
        "--use-fake-device-for-media-stream",
        // Allows the camera.
        "--use-fake-ui-for-media-stream",
        `--use-file-for-fake-video-capture=${film}`,
      ];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
    },
    { scope: "worker" },
  ],
});
test.afterAll(() => rmSync(film, { force: true }));

type Code = { modules: boolean[][]; scale: number; left: number; top: number; text: string };

/** Films a code that the app has drawn. */
async function filmed(drawn: Locator, text: string): Promise<Code> {
  const size = Number((await drawn.getAttribute("viewBox"))?.split(" ")[2]);
  const path = (await drawn.locator("path").getAttribute("d")) ?? "";
  const dark = new Set([...path.matchAll(/M(\d+ \d+)h1/g)].map(([, place]) => place));
  const all = Array.from({ length: size }, (_, at) => at);
  const modules = all.map((y) => all.map((x) => dark.has(`${x} ${y}`)));
  const scale = Math.floor(HEIGHT / size);
  const [left, top] = [WIDTH, HEIGHT].map((length) => (length - scale * size) >> 1) as [number, number];
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = top; y < top + scale * size; y++)
    for (const [x, isDark] of modules[Math.floor((y - top) / scale)]?.entries() ?? [])
      if (isDark) light.fill(16, y * WIDTH + left + x * scale, y * WIDTH + left + (x + 1) * scale);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(film, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
  return { modules, scale, left, top, text };
}

/** Chromium on Linux has no detector. This one reads a known code from the camera's picture. */
function addDetector({ modules, scale, left, top, text }: Code) {
  class BarcodeDetector {
    async detect(video: HTMLVideoElement) {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
      const context = canvas.getContext("2d");
      context?.drawImage(video, 0, 0);
      const isDark = (x: number, y: number) => {
        const [at, down] = [x, y].map((module) => (module + 0.5) * scale) as [number, number];
        return (context?.getImageData(left + at, top + down, 1, 1).data[0] ?? 255) < 128;
      };
      const isRead = modules.every((row, y) => row.every((dark, x) => dark === isDark(x, y)));
      return isRead ? [{ rawValue: text }] : [];
    }
  }
  Object.assign(window, { BarcodeDetector });
}

test("opens the ticket of a customer's code with the camera", { tag: "@desktop" }, async ({
  page,
  baseURL,
}) => {
  const ticket = await takeIn(page);
  await api(page, "POST", `/repairs/${ticket.id}/state`, { from: "IN", state: "READY" });
  await page.goto(`/r/${ticket.token}`);
  const drawn = page.getByRole("img", { name: "QR code of this repair" });
  const code = await filmed(drawn, `${baseURL}/r/${ticket.token}`);
  await page.addInitScript(addDetector, code);
  await page.goto("/dashboard/repairs");
  await page.getByRole("button", { name: "Scan" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/repairs/${ticket.number}$`));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: ticket.piece })).toBeVisible();
  await discard(page, [ticket]);
});
