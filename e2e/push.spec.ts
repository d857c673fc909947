import { expect, expectAccessible, test } from "./support.ts";

test.use({ serviceWorkers: "allow" });

// Replaces the browser's push service and notifications, which headless Chromium lacks. push.test.ts and
// lib/worker.test.ts test the rest.
function fakePushService() {
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

test("turns notifications on and off for a device", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.addInitScript(fakePushService);
  await page.goto("/dashboard/settings/security");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("On. This device gets notifications.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Off. This device doesn’t get notifications.")).toBeVisible();
});
