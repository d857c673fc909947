import type { BrowserContext, Page } from "@playwright/test";
import { expect, fill, isPhone, test } from "./support.ts";

// Lazy code fails here on purpose, and the browser logs each failure.
test.use({ failing: true });

const CODE = /\/_next\/static\/chunks\//;
const unloaded = (page: Page) => page.getByRole("alertdialog", { name: "This could not be loaded" });

async function withoutPrefetch(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true }) });
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
}

async function openContacts(page: Page) {
  await page.goto("/dashboard/contacts", { waitUntil: "networkidle" });
  await expect(page.locator("tbody tr[data-row]").first()).toBeVisible();
}

async function cutOff(page: Page, context: BrowserContext, how: "offline" | 404) {
  if (how === "offline") {
    await context.setOffline(true);
    return () => context.setOffline(false);
  }
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: "" }));
  return () => page.unroute(CODE);
}

type Part = {
  name: string;
  open: (page: Page) => Promise<void>;
  shown: (page: Page) => Promise<void>;
  /** Its code is shared with an earlier part, so only a reloaded page lacks it. */
  needsReload?: boolean;
};

const parts: Part[] = [
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
const onDesktop: Part[] = [
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
    needsReload: true,
    open: (page) =>
      page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click(),
    shown: (page) => expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible(),
  },
];
const onPhone: Part[] = [
  {
    name: "Create",
    open: (page) => page.getByRole("button", { name: "Create", exact: true }).click(),
    shown: (page) => expect(page.getByRole("dialog", { name: "Create" })).toBeVisible(),
  },
  {
    name: "More",
    needsReload: true,
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
  const isOffline = how === "offline";
  test(
    `a lazy part that fails to load (${how}) shows an error, keeps everything else, and can be retried`,
    isOffline ? {} : { tag: "@desktop" },
    async ({ page, context }) => {
      test.slow();
      await withoutPrefetch(page);
      await openContacts(page);
      const tried = isPhone(page) ? onPhone : [...parts, ...(isOffline ? onDesktop : [])];
      for (const { name, open, shown, needsReload } of tried) {
        await test.step(name, async () => {
          if (needsReload) await openContacts(page);
          const restore = await cutOff(page, context, how);
          await open(page);
          await expect(unloaded(page)).toBeVisible();
          await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeAttached();
          await page.keyboard.press("Escape");
          await expect(unloaded(page)).toHaveCount(0);
          await expect(page.locator("tbody tr[data-row]").first()).toBeVisible();
          await open(page);
          const again = unloaded(page).getByRole("button", { name: "Try again" });
          await again.click();
          await expect(again).toBeEnabled();
          await restore();
          await expect(async () => {
            for (const button of await again.elementHandles()) await button.dispatchEvent("click");
            await shown(page);
          }).toPass();
          await expect(unloaded(page)).toHaveCount(0);
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toHaveCount(0);
        });
      }
    },
  );
}

test("stores lazy code when idle, and then needs no network", { tag: "@desktop" }, async ({
  page,
  context,
}) => {
  let late: string[] = [];
  page.on("request", (request) => CODE.test(request.url()) && late.push(request.url()));
  await page.goto("/dashboard/contacts", { waitUntil: "load" });
  const first = late.length;
  late = [];
  await expect.poll(() => late.length).toBeGreaterThan(first / 2);
  await page.waitForLoadState("networkidle");
  expect(new Set(late).size).toBe(late.length);

  await context.setOffline(true);
  await page.getByRole("button", { name: "New", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New contact" });
  await fill(page, {
    "First name": "Amara",
    "Last name": "Okafor",
    Email: "amara@example.com",
    "Phone number": "415 555 0134",
  });
  await form.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem")).toBeVisible();
  await expect(form.getByLabel("First name")).toHaveValue("Amara");
  await form.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await expect(form.getByLabel("First name")).toHaveValue("Amara");
});

test("a form keeps its text without its lazy parts", { tag: "@desktop" }, async ({ page }) => {
  await withoutPrefetch(page);
  await page.goto("/dashboard/sales?new=true", { waitUntil: "networkidle" });
  const sale = page.getByRole("dialog", { name: "New sale" });
  await sale.getByLabel("Cost").fill("125.50");
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: "" }));
  await sale.getByRole("combobox", { name: "Contact" }).fill("Nobody Yet");
  await page.getByRole("option", { name: /Create contact/ }).click();
  await expect(unloaded(page)).toContainText(
    "A new version is here. Save or discard what you typed, then reload.",
  );
  await unloaded(page).getByRole("button", { name: "Close" }).click();
  await expect(sale.getByLabel("Cost")).toHaveValue("125.50");

  const line = page.locator("main").getByText("A new version is here.");
  await expect(line).toBeVisible();
  await page.unroute(CODE);
  await sale.getByRole("button", { name: "Close" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await Promise.all([page.waitForEvent("load"), line.getByRole("button", { name: "Reload" }).click()]);
  await expect(page.getByRole("heading", { level: 1, name: "Sales" })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test("announces a newer build without reloading", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts", { waitUntil: "networkidle" });
  await page.route("**/api/v1/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "x-build": "another" } });
  });
  await page.getByRole("searchbox", { name: "Search" }).fill("ring");
  await expect(page.getByText("A new version is here.")).toBeVisible();
});

for (const how of ["offline", "a server that is away"] as const) {
  test(`a screen that fails to load (${how}) keeps the current one with its text`, {
    tag: "@desktop",
  }, async ({ page, context }) => {
    await page.goto("/dashboard/settings", { waitUntil: "networkidle" });
    await page.getByLabel("First name").fill("Typed");
    if (how === "offline") await context.setOffline(true);
    else await page.route(/[?&]_rsc=/, (route) => route.abort("connectionrefused"));

    const way = page.getByRole("link", { name: "Contacts" }).locator("visible=true");
    await way.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    const line = page.getByText("That page couldn’t be loaded, so you’re still on this one.");
    await expect(line).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
    await expect(page.getByLabel("First name")).toHaveValue("Typed");
    await way.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();

    if (how === "offline") {
      await context.setOffline(false);
      await expect(line).toHaveCount(0);
      await way.click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    } else {
      await page.unroute(/[?&]_rsc=/);
      await line.getByRole("button", { name: "Try again" }).click();
    }
    await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeVisible();
    await expect(line).toHaveCount(0);
  });
}

test("a screen whose code fails to load can be retried", {
  tag: "@desktop",
}, async ({ page }) => {
  await withoutPrefetch(page);
  await page.goto("/dashboard/contacts", { waitUntil: "networkidle" });
  await page.route(CODE, (route) => route.abort());
  await page.getByRole("link", { name: "Appointments" }).locator("visible=true").click();
  await expect(page.getByRole("heading", { name: "This screen could not be loaded" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).locator("visible=true")).toBeVisible();
  await page.unroute(CODE);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Calendar" })).toBeVisible();
});

test("a first view reads nothing more", { tag: "@desktop" }, async ({ page }) => {
  const read: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/v1/")) read.push(`${new URL(page.url()).pathname}: ${pathname}`);
  });
  for (const screen of ["", "/contacts", "/appointments", "/sales", "/repairs", "/tasks", "/reports"]) {
    // The browser reads what a busy host didn't answer in time (visit.ts).
    await expect(async () => {
      read.length = 0;
      await page.goto(`/dashboard${screen}`, { waitUntil: "networkidle" });
      await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
      expect(read).toEqual([]);
    }).toPass();
  }
});

test("scripts and styles arrive compressed with brotli", { tag: "@desktop" }, async ({ page }) => {
  const encodings: Promise<string | null>[] = [];
  page.on("response", (response) => {
    if (CODE.test(response.url())) encodings.push(response.headerValue("content-encoding"));
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  expect(encodings.length).toBeGreaterThan(5);
  expect(new Set(await Promise.all(encodings))).toEqual(new Set(["br"]));
});
