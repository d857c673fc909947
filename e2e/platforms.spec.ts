// Other browsers (by removing features), window sizes, input devices, and print.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import {
  api,
  expect,
  expectLoaded,
  expectNoSidewaysScroll,
  freshName,
  keysReady,
  openFrozenContacts,
  test,
  toast,
} from "./support.ts";

const SETTINGS =
  "store store/repairs appointments appointments/hours appointments/waiting integrations team billing security data data/duplicates data/fields data/history data/tags data/trash status";
const screens = [
  "",
  "/contacts",
  "/sales",
  "/repairs/new",
  "/reports",
  "/products",
  "/templates",
  "/templates/edit/0",
  "/automations",
  "/campaigns",
  "/campaigns/new",
  "/appointments",
  "/appointments?month=",
  "/settings",
  ...SETTINGS.split(" ").map((tab) => `/settings/${tab}`),
];

async function open(page: Page, path: string) {
  await page.goto(`/dashboard${path}`);
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
}
/** The oldest one, because other journeys delete their own. */
async function firstContact(page: Page): Promise<string> {
  const [contact] = await (
    await page.request.get("/api/v1/contacts?page=1&limit=1&sort=createdAt:asc")
  ).json();
  return `/contacts/profile/${contact.id}`;
}
async function allScreens(page: Page): Promise<string[]> {
  const [type] = await (await page.request.get("/api/v1/appointmentTypes")).json();
  const contact = await firstContact(page);
  return [...screens, contact, `${contact}/everything`, `/settings/appointments/${type.id}`];
}

test("content for screen readers stays within its scroll container", { tag: "@desktop" }, async ({
  page,
}) => {
  for (const path of await allScreens(page)) {
    await open(page, path);
    const loose = await page.evaluate(() =>
      [...document.querySelectorAll("main :not(textarea)")]
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        .filter((element) => getComputedStyle(element).position === "static")
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect([path, ...loose]).toEqual([path]);
  }
});

test("a text box grows with its text without CSS support", { tag: "@desktop" }, async ({ page }) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...query: string[]) =>
      !query[0]?.startsWith("field-sizing") && supports(...(query as [string, string]));
    document.addEventListener("DOMContentLoaded", () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("textarea { field-sizing: fixed !important }");
      document.adoptedStyleSheets.push(sheet);
    });
  });
  await open(page, await firstContact(page));
  await page.getByRole("tab", { name: "Notes" }).click();
  const box = page.getByLabel("New note");
  await expect(box).toBeVisible();
  const heights = () => box.evaluate((element) => [element.clientHeight, element.scrollHeight] as const);
  await expect.poll(async () => (await heights())[0]).toBeGreaterThan(0);
  const [empty] = await heights();
  await box.fill("One\nTwo\nThree\nFour\nFive\nSix");
  const [tall, content] = await heights();
  expect(tall).toBeGreaterThan(empty + 40);
  expect(content).toBeLessThanOrEqual(tall);
  await box.fill("");
  expect((await heights())[0]).toBe(empty);
});

test("Go back restores the list without the Navigation API", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    Object.defineProperty(window, "navigation", { value: undefined });
    window.addEventListener("scrollend", (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await openFrozenContacts(page);
  const scroller = page.getByRole("region", { name: "Contacts table, scrollable" });
  const top = () => scroller.evaluate((element) => Math.round(element.scrollTop));
  await keysReady(page);
  await scroller.hover();
  await page.mouse.wheel(0, 4000);
  await expectLoaded(page, /9\d|\d{3,}/);
  await scroller.evaluate((element) => element.scrollTo(0, 3000));
  await expect
    .poll(() =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem("place /dashboard/contacts") ?? "{}").top),
    )
    .toBe(3000);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Quick find" }).getByRole("option", { name: "Products" }).click();
  await expect(page).toHaveURL(/\/products/);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/contacts$/);
  await expect.poll(top).toBe(3000);

  await page.reload();
  await expect.poll(top).toBe(3000);
  await expectLoaded(page, /9\d|\d{3,}/);
});

test("Go back goes up without the Navigation API", { tag: "@desktop" }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "navigation", { value: undefined }));
  await page.goto("/dashboard/settings/team");
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
});

test("painting hours selects no text", { tag: "@phone" }, async ({ page }) => {
  await open(page, "/settings/integrations");
  const heads = page.getByRole("grid", { name: /availability/i }).locator("th");
  await expect(heads.first()).toBeAttached();
  for (const style of await heads.evaluateAll((all) => all.map((head) => getComputedStyle(head).userSelect)))
    expect(style).toBe("none");
});

test("shortcuts use the typed letter with every keyboard layout", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/products");
  await keysReady(page);
  // Like Dvorak. Some drivers and on-screen keyboards report no key code.
  await page.evaluate(() => {
    for (const [key, code] of [
      ["g", "KeyU"],
      ["c", ""],
    ])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true }));
  });
  await expect(page).toHaveURL(/\/dashboard\/contacts/);
});

for (const width of [768, 1024, 1120]) {
  test(`a toast covers no control at ${width} px`, { tag: "@desktop" }, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 });
    await page.goto("/dashboard/products");
    const name = `Toast ${width} ${freshName()}`;
    await api(page, "POST", "/product-categories/createProductCategory", { name });
    await page.goto(`/dashboard/products?q=${encodeURIComponent(name)}`);
    const edit = page.getByRole("button", { name: new RegExp(`^(Edit|Actions for) ${name}`) });
    await edit.locator("visible=true").click();
    const entry = page.getByRole("menuitem", { name: "Edit" });
    const form = page.getByRole("dialog");
    await expect(entry.or(form)).toBeVisible();
    if (await entry.isVisible()) await entry.click();
    await page.getByRole("dialog").getByLabel("Product name").press("Control+Enter");
    const box = await toast(page, "Product Updated").boundingBox();
    const controls = await page.locator("header :is(button, input), main :is(a, button)").all();
    expect(controls.length).toBeGreaterThan(5);
    for (const control of controls) {
      const other = await control.boundingBox();
      if (!box || !other) continue;
      const aside = other.x >= box.x + box.width || other.x + other.width <= box.x;
      const apart = aside || other.y >= box.y + box.height || other.y + other.height <= box.y;
      expect([await control.textContent(), apart]).toEqual([expect.any(String), true]);
    }
  });
}

test("shows recent sales next to a contact's actions on tablets", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("/dashboard/contacts");
  const row = page.locator("tbody tr").first();
  await expect(row).toBeVisible();
  const [sale, actions] = await Promise.all([
    row.locator("td").nth(3).boundingBox(),
    row.locator("td").last().boundingBox(),
  ]);
  expect(sale && actions && sale.x + sale.width).toBeLessThanOrEqual((actions?.x ?? 0) + 1);
});

test("at 200 % zoom the calendar shows two hours", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto("/dashboard/appointments");
  const hours = page.getByRole("region", { name: "Hours, scrollable" });
  const seen = await hours.evaluate((element) => {
    element.scrollIntoView({ block: "start" });
    const { top, bottom } = element.getBoundingClientRect();
    const height = (within: string) => element.querySelector(within)?.getBoundingClientRect().height ?? 0;
    const head = height("[data-day] > header") - height("[data-day] > header > ul");
    const bar = [...document.querySelectorAll("nav")].find(
      (nav) => getComputedStyle(nav).position === "fixed" && nav.getBoundingClientRect().height > 0,
    );
    return Math.min(bottom, bar?.getBoundingClientRect().top ?? innerHeight) - Math.max(top, 0) - head;
  });
  expect(seen).toBeGreaterThanOrEqual(320);
});

test("text and controls grow with the browser's font size", { tag: "@desktop" }, async ({ page }) => {
  // Twice the size, on a phone's screen of twice the width.
  await page.setViewportSize({ width: 760, height: 1200 });
  for (const path of ["", "/contacts", "/sales", await firstContact(page), "/settings/store"]) {
    await open(page, path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const sizes = await page
      .getByRole("main")
      .locator("button, input, h1, h2, td")
      .locator("visible=true")
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThan(20);
    const icons = await page
      .locator(".lucide, .icon")
      .locator("visible=true")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.min(...icons)).toBeGreaterThanOrEqual(24);
    await expectNoSidewaysScroll(page);
  }
});

test("stronger contrast draws the edges of fields and cards", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ contrast: "more" });
  await open(page, "/settings/store");
  const [edge, help, text] = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ["--border", "--muted-foreground", "--foreground"].map((name) => style.getPropertyValue(name));
  });
  expect(help).toBe(text);
  expect(edge).toContain("70%");
});

test("a contrast theme shows open, current and selected", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const fill = (selector: string) =>
    page
      .locator(selector)
      .locator("visible=true")
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await open(page, "/settings/integrations");
  expect(await fill('[role="gridcell"][aria-selected="true"]')).not.toBe(
    await fill('[role="gridcell"][aria-selected="false"]'),
  );
  expect(await fill('main a[aria-current="page"]')).not.toBe(await fill("main a:not([aria-current])"));
  await open(page, "/appointments");
  expect(await fill('[role="tab"][aria-selected="true"]')).not.toBe(
    await fill('[role="tab"][aria-selected="false"]'),
  );
  await open(page, "/repairs/new");
  expect(await fill("label:has(> [type=radio]:checked)")).toBe(await fill("[aria-pressed=true]"));
  await open(page, "/settings/store");
  expect(await fill('label[title="Green"]')).toBe("rgb(20, 89, 74)");
  await open(page, "");
  await expect(page.getByRole("checkbox", { checked: false }).first()).toBeVisible();
  await expect(page.locator("[aria-checked=false] svg")).toHaveCount(0);
});

test("a message stays below when a popover opens", { tag: "@phone" }, async ({ page }) => {
  await open(page, await firstContact(page));
  await page.getByRole("button", { name: "Note, mail, text or task…" }).click();
  const note = page.getByLabel("New note");
  await expect(note).toBeFocused();
  await note.fill("Likes rose gold");
  await page.getByRole("button", { name: "Add note" }).click();
  const message = toast(page, "Note created successfully");
  await expect(message).toBeVisible();
  await page.getByRole("button", { name: /^Tag / }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
  expect((await message.boundingBox())?.y).toBeGreaterThan(500);
});

test.describe("with touch", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("every screen fits, every target is 44 px high", { tag: "@phone" }, async ({ page }) => {
    test.slow();
    for (const path of await allScreens(page)) {
      await open(page, path);
      const small = await page.evaluate(() => {
        const targets = document.querySelectorAll<HTMLElement>(
          "a[href], button, input:not([type=hidden]), textarea, [role=tab], [role=gridcell]",
        );
        return (
          [...targets]
            .filter((target) => target.checkVisibility({ visibilityProperty: true }))
            // Excludes links in text, calendar events, cells filled completely, and targets that ignore
            // touch.
            .filter((target) => !target.closest("p, [data-day], [aria-hidden=true]"))
            .filter((target) => getComputedStyle(target, "::after").position !== "absolute")
            .filter((target) => getComputedStyle(target).pointerEvents !== "none")
            .filter((target) => {
              const box = (target.closest("label") ?? target).getBoundingClientRect();
              if (box.width < 2 || box.height >= 43.5) return false;
              const row = target.closest("tr[data-row]");
              return !(row && getComputedStyle(row).position === "relative");
            })
            .map(
              (target) => `${target.getAttribute("aria-label") ?? target.textContent} ${target.offsetHeight}`,
            )
        );
      });
      expect([path, ...small]).toEqual([path]);
      await expectNoSidewaysScroll(page);
    }
  });
});

test("the birthday calendar's accessible name starts with its visible text", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: "Choose birthday" }).click();
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page })
    .withRules("label-content-name-mismatch")
    .setLegacyMode()
    .analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
});

test("prints only the content, with all rows", async ({ page }) => {
  await open(page, "/contacts");
  await expectLoaded(page, 50);
  await expect(async () => {
    // Emulating the medium doesn't fire the event.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("tbody tr[data-row]")).toHaveCount(50, { timeout: 1000 });
  }).toPass();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation").locator("visible=true")).toHaveCount(0);
  await expect(page.getByRole("button").locator("visible=true")).toHaveCount(0);
  await expect(page.locator("tbody tr").last()).toBeVisible();
  const scroller = page.getByLabel("Contacts table, scrollable");
  expect(await scroller.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThan(2);

  await page.emulateMedia({ media: "screen" });
  await open(page, "/appointments");
  const event = page.getByRole("region", { name: "Hours, scrollable" }).getByRole("button").first();
  await expect(event).toBeAttached();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Hours, scrollable" })).toBeHidden();
  await expect(page.locator("[data-paper=only] li").first()).toBeVisible();
});

test("prints a sale's receipt on its own page", { tag: "@desktop" }, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {};
  });
  const [contact] = await api<object[]>(page, "GET", "/contacts/basic?search=okafor&page=1&limit=1");
  const invoiceNumber = freshName();
  const products = "/product-categories/getMyProductCategoriesBasic?search=watch&page=1&limit=1";
  const [productCategory] = await api<object[]>(page, "GET", products);
  const items = [
    { productCategory, description: "Field watch", price: "1240.50" },
    { productCategory, price: "245", quantity: 2, discount: { kind: "percent", value: "10" } },
  ];
  const payments = [{ method: "Card", amount: "600" }];
  const sale = { cost: "1681.50", createdAt: new Date().toISOString(), contact, productCategory };
  await api(page, "POST", "/purchases/createPurchase", { ...sale, invoiceNumber, items, payments });
  await page.goto(`/dashboard/sales?q=${invoiceNumber}`);
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Payments" })).toContainText("$1,081.50 open");
  await page.getByRole("button", { name: "Print receipt" }).click();
  const receipt = page.getByRole("article", { name: "Receipt", includeHidden: true });
  await expect(receipt).toBeAttached();
  await page.emulateMedia({ media: "print" });
  await expect(receipt).toBeVisible();
  for (const text of ["Field watch", "2 × $245.00", "−$49.00", "$1,681.50", "Paid by card", "$1,081.50"])
    await expect(receipt).toContainText(text);
  await expect(page.getByRole("dialog")).toBeHidden();
});
