import type { BrowserContext, Page } from "@playwright/test";
import { expect, isPhone, test } from "./support.ts";

// What is fetched on demand fails here on purpose, and the browser logs each failure.
test.use({ failing: true });

const CODE = /\/_next\/static\/chunks\//;
const unloaded = (page: Page) => page.getByRole("alertdialog", { name: "This could not be loaded" });

/** No code is fetched ahead of its use (a connection that costs money), and none is remembered. */
async function withoutPrefetch(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true }) });
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
}

/** Opens the contacts and lets no more code through from then on. Returns what lets it through again. */
async function openContacts(page: Page, context: BrowserContext, how: "offline" | 404) {
  await withoutPrefetch(page);
  await page.goto("/dashboard/contacts", { waitUntil: "networkidle" });
  await expect(page.locator("tbody tr[data-row]").first()).toBeVisible();
  if (how === "offline") {
    await context.setOffline(true);
    return () => context.setOffline(false);
  }
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: "" }));
  return () => page.unroute(CODE);
}

const parts: { name: string; open: (page: Page) => Promise<void>; shown: (page: Page) => Promise<void> }[] = [
  {
    name: "New",
    open: (page) => page.getByRole("button", { name: "New", exact: true }).click(),
    shown: (page) => expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible(),
  },
  {
    name: "the list's menu",
    open: (page) => page.getByRole("button", { name: "Contacts menu" }).click(),
    shown: (page) => expect(page.getByRole("menuitem", { name: "Export" })).toBeVisible(),
  },
  {
    name: "the account's menu",
    open: (page) => page.getByRole("button", { name: /^Account/ }).click(),
    shown: (page) => expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible(),
  },
];
const onDesktop: typeof parts = [
  {
    name: "quick find",
    open: (page) => page.getByRole("button", { name: /Quick find/ }).click(),
    shown: (page) => expect(page.getByPlaceholder("Find a contact, an action or a place…")).toBeVisible(),
  },
  {
    name: "shortcuts",
    open: (page) => page.getByRole("button", { name: "Keyboard shortcuts" }).click(),
    shown: (page) => expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible(),
  },
  {
    name: "Edit",
    open: (page) =>
      page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click(),
    shown: (page) => expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible(),
  },
];
const onPhone: typeof parts = [
  {
    name: "Create",
    open: (page) => page.getByRole("button", { name: "Create", exact: true }).click(),
    shown: (page) => expect(page.getByRole("dialog", { name: "Create" })).toBeVisible(),
  },
  {
    name: "More",
    open: (page) => page.getByRole("button", { name: "More", exact: true }).click(),
    shown: (page) => expect(page.getByRole("dialog", { name: "More" })).toBeVisible(),
  },
  {
    name: "a row's menu",
    open: (page) =>
      page
        .getByRole("button", { name: /^Actions for / })
        .first()
        .click(),
    shown: (page) => expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible(),
  },
];

for (const how of ["offline", 404] as const) {
  test(`a part that cannot be loaded (${how}) says so, costs nothing else, and can be tried again`, async ({
    page,
    context,
  }) => {
    test.slow();
    for (const { name, open, shown } of [...parts, ...(isPhone(page) ? onPhone : onDesktop)]) {
      await test.step(name, async () => {
        const restore = await openContacts(page, context, how);
        await open(page);
        await expect(unloaded(page)).toBeVisible();
        await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeAttached();
        // Escape closes it, and the same way opens it again.
        await page.keyboard.press("Escape");
        await expect(unloaded(page)).toHaveCount(0);
        await expect(page.locator("tbody tr[data-row]").first()).toBeVisible();
        await open(page);
        const again = unloaded(page).getByRole("button", { name: "Try again" });
        await again.click();
        await expect(again).toBeEnabled();
        await restore();
        // Back online it tries by itself; a server that has it again is asked on demand.
        if (how === 404) await again.click();
        await shown(page);
        await expect(unloaded(page)).toHaveCount(0);
      });
    }
  });
}
