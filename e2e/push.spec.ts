import { expect, expectAccessible, test } from "./support.ts";

test.use({ serviceWorkers: "allow" });

// What a browser's own push service does: none can be reached here, and headless Chromium shows no notifications. What the host
// sends is tried in server/push/push.test.ts, what the worker makes of it in lib/worker.test.ts.
function standIn() {
  const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
  const keys: Record<string, string> = { p256dh: `BA${"A".repeat(85)}=`, auth: "AAAAAAAAAAAAAAAAAAAAAA==" };
  let made: unknown = null;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => made as PushSubscription;
  PushManager.prototype.subscribe = async () => {
    made = {
      endpoint: "https://push.example.com/journey",
      options: {},
      getKey: (name: string) => bytes(keys[name] ?? ""),
      unsubscribe: async () => {
        made = null;
      },
    };
    return made as PushSubscription;
  };
}

// Wide alone: a card of settings; platforms.spec.ts has it on phones.
test("a device is told once its person wants it, and no longer", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.addInitScript(standIn);
  await page.goto("/dashboard/settings/security");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("On: this device is told.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Off: this device is not told.")).toBeVisible();
});
