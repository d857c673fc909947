import type { BrowserContext, Page } from "@playwright/test";
import { expect, fill, isPhone, test } from "./support.ts";

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

async function openContacts(page: Page) {
  await page.goto("/dashboard/contacts", { waitUntil: "networkidle" });
  await expect(page.locator("tbody tr[data-row]").first()).toBeVisible();
}

/** Lets no more code through from now on. Returns what lets it through again. */
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
  /** Its code is that of a part before it: only a page that begins anew misses it. */
  anew?: boolean;
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
    anew: true,
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
    anew: true,
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
  // A phone has parts of its own; why they do not come is the same to it.
  const wide = how === 404 ? { tag: "@desktop" } : {};
  test(
    `a part that cannot be loaded (${how}) says so, costs nothing else, and can be tried again`,
    wide,
    async ({ page, context }) => {
      test.slow();
      await withoutPrefetch(page);
      await openContacts(page);
      for (const { name, open, shown, anew } of [...parts, ...(isPhone(page) ? onPhone : onDesktop)]) {
        await test.step(name, async () => {
          if (anew) await openContacts(page);
          const restore = await cutOff(page, context, how);
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
          // Back online it tries by itself; the network may not be there yet, though the browser says so.
          await expect(async () => {
            // A button that goes meanwhile is nothing to wait for.
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

test("what is needed later is fetched when all is quiet, and then needs no network", async ({
  page,
  context,
}) => {
  let late: string[] = [];
  page.on("request", (request) => CODE.test(request.url()) && late.push(request.url()));
  await page.goto("/dashboard/contacts", { waitUntil: "load" });
  const first = late.length;
  late = [];
  await page.waitForLoadState("networkidle");
  expect(late.length).toBeGreaterThan(first / 2);
  // Each once, and nothing of the first view again.
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
  // It could not be sent, and is still there.
  await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem")).toBeVisible();
  await expect(form.getByLabel("First name")).toHaveValue("Amara");
  // The question whether to lose it needs no network either.
  await form.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await expect(form.getByLabel("First name")).toHaveValue("Amara");
});

// Wide alone: what a form keeps; what is said of parts stands on a phone above.
test("a form whose other parts are missing keeps what was typed into it", { tag: "@desktop" }, async ({
  page,
}) => {
  await withoutPrefetch(page);
  await page.goto("/dashboard/sales?new=true", { waitUntil: "networkidle" });
  const sale = page.getByRole("dialog", { name: "New sale" });
  await sale.getByLabel("Cost").fill("125.50");
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: "" }));
  await sale.getByRole("combobox", { name: "Contact" }).fill("Nobody Yet");
  await page.getByRole("option", { name: /Create contact/ }).click();
  // Gone from the server: a newer build runs there, and reloading would cost the sale.
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

// Wide alone: a notice of the frame.
test("an answer of a newer build is noticed, and nothing reloads by itself", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/dashboard/contacts", { waitUntil: "networkidle" });
  await page.route("**/api/v1/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "x-build": "another" } });
  });
  await page.getByRole("searchbox", { name: "Search" }).fill("ring");
  await expect(page.getByText("A new version is here.")).toBeVisible();
});

for (const how of ["offline", "a server that is away"] as const) {
  // Wide alone: the frame's notice, and what stays.
  test(`a screen that cannot be fetched (${how}) leaves this one, with what was typed`, {
    tag: "@desktop",
  }, async ({ page, context }) => {
    await page.goto("/dashboard/settings", { waitUntil: "networkidle" });
    await page.getByLabel("First name").fill("Typed");
    if (how === "offline") await context.setOffline(true);
    else await page.route(/[?&]_rsc=/, (route) => route.abort("connectionrefused"));

    const way = page.getByRole("link", { name: "Contacts" }).locator("visible=true");
    await way.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    const line = page.getByText("The page that you asked for could not be loaded, so this one stays.");
    await expect(line).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
    await expect(page.getByLabel("First name")).toHaveValue("Typed");
    // It is still unsaved: the next way out asks again.
    await way.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();

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

// Wide alone: the frame's notice, and what stays.
test("a screen whose code does not come fails within the frame, and can be tried again", {
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
