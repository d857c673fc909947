import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, goTo, test } from "./support.ts";

const COUNT = 400;
const PAGE = 50;
const FEW = 60;

const rows = (page: Page) => page.locator("tbody tr[data-row]");
const table = (page: Page) => page.getByRole("table", { name: /Contacts/ });
const nameAt = (index: number) => `Row ${String(index).padStart(3, "0")}`;
const link = (page: Page, index: number) => page.getByRole("link", { name: nameAt(index) });

async function openLongList(page: Page) {
  const all = Array.from({ length: COUNT }, (_, index) => ({
    id: `row-${index}`,
    firstName: "Row",
    lastName: String(index).padStart(3, "0"),
    email: index % 3 ? `row.${index}@example.com` : null,
    phoneNumber: "+1 415 555 0134",
    birthday: null,
    recentSale: null,
  }));
  await page.route(
    (url) => url.pathname === "/api/v1/contacts",
    (route) => {
      const from = (Number(new URL(route.request().url()).searchParams.get("page")) - 1) * PAGE;
      return route.fulfill({ json: all.slice(from, from + PAGE) });
    },
  );
  await page.goto("/dashboard/settings");
  await goTo(page, "Contacts");
  await expect(link(page, 0)).toBeVisible();
  await page.evaluate(
    async (all) => {
      while (!document.querySelector(all)) {
        document.querySelector("tbody tr:last-child")?.scrollIntoView({ block: "end" });
        await new Promise(requestAnimationFrame);
      }
    },
    `table[aria-rowcount="${COUNT + 1}"]`,
  );
  await goToEnd(page, "End", COUNT - 1);
}

async function press(page: Page, key: string) {
  const scroller = page.getByRole("region", { name: "Contacts table, scrollable" });
  await standsStill(scroller);
  await scroller.evaluate((element) => (element as HTMLElement).focus({ preventScroll: true }));
  await page.keyboard.press(key);
  await standsStill(scroller);
}

async function standsStill(scroller: Locator) {
  await scroller.evaluate(async (element) => {
    let before = "";
    for (let frames = 0; frames < 12; frames++) {
      await new Promise(requestAnimationFrame);
      const place = `${element.scrollTop} ${window.scrollY}`;
      if (place !== before) frames = 0;
      before = place;
    }
  });
}

async function goToEnd(page: Page, key: "Home" | "End", index: number) {
  await expect(async () => {
    await press(page, key);
    await expect(link(page, index)).toBeInViewport({ timeout: 2_000 });
  }).toPass();
}

async function scrollTo(page: Page, part: number) {
  await page.evaluate((part) => {
    const scroller = document.querySelector('[aria-label="Contacts table, scrollable"]');
    const inside = scroller && scroller.scrollHeight > scroller.clientHeight + 1;
    const element = inside ? scroller : document.documentElement;
    element.scrollTo(0, element.scrollHeight * part);
  }, part);
}

async function expectNoGap(page: Page) {
  const gaps = () =>
    rows(page).evaluateAll((all) => {
      const box = document
        .querySelector('[aria-label="Contacts table, scrollable"]')
        ?.getBoundingClientRect();
      const seen = all.map((row) => row.getBoundingClientRect());
      const top = Math.max(box?.top ?? 0, 0) + 60;
      const bottom = Math.min(box?.bottom ?? 0, innerHeight) - 60;
      const missing: number[] = [];
      for (let y = top; y < bottom; y += 20)
        if (!seen.some((row) => row.top <= y && row.bottom >= y)) missing.push(y);
      return missing;
    });
  await expect.poll(gaps).toEqual([]);
}

const rowOf = (control: Locator) => control.locator("xpath=ancestor::tr");

test("keys reach both ends of a long list", {
  tag: "@desktop",
}, async ({ page }) => {
  await openLongList(page);
  expect(await rows(page).count()).toBeLessThan(FEW);
  await expect(rowOf(link(page, COUNT - 1))).toHaveAttribute("aria-rowindex", String(COUNT + 1));
  await expectNoGap(page);

  await goToEnd(page, "Home", 0);
  await expect(rowOf(link(page, 0))).toHaveAttribute("aria-rowindex", "2");
  for (let i = 0; i < 8; i++) await press(page, "PageDown");
  await expect(link(page, 0)).toHaveCount(0);
  await expectNoGap(page);
  for (const part of [0.5, 0.9, 0.2]) {
    await scrollTo(page, part);
    await expect(link(page, Math.floor(COUNT * part) + 3)).toBeAttached();
    await expectNoGap(page);
    expect(await rows(page).count()).toBeLessThan(FEW);
  }
  await goToEnd(page, "Home", 0);
  await expectAccessible(page);

  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(rows(page)).toHaveCount(COUNT);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect.poll(() => rows(page).count()).toBeLessThan(FEW);
});

test("dragging the scroll bar renders each frame", { tag: "@desktop" }, async ({ page }) => {
  await openLongList(page);
  await page.evaluate(() => {
    const body = document.querySelector("tbody");
    const counts: number[] = [];
    Object.assign(window, { counts });
    if (body)
      new MutationObserver(() => counts.push(body.querySelectorAll("[data-row]").length)).observe(body, {
        childList: true,
      });
  });
  const counts = () => page.evaluate(() => (window as unknown as { counts: number[] }).counts);
  await scrollTo(page, 0.5);
  await expect(link(page, COUNT / 2 + 3)).toBeAttached();
  const seen = await rows(page).evaluateAll((all) => {
    const box = all[0]?.closest('[aria-label$="scrollable"]')?.getBoundingClientRect();
    const [top, bottom] = [Math.max(box?.top ?? 0, 0), Math.min(box?.bottom ?? 0, innerHeight)];
    const places = all.map((row) => row.getBoundingClientRect());
    return places.filter((place) => place.bottom > top && place.top < bottom).length;
  });
  await expect.poll(async () => (await counts()).at(-1)).toBeGreaterThan(seen + 8);
  expect(Math.min(...(await counts()))).toBeLessThan(seen + 8);

  for (const part of [0.1, 0.3, 0.5, 0.7]) await scrollTo(page, part);
  const row = rowOf(link(page, COUNT * 0.7 + 3));
  await expect(row.getByRole("checkbox")).toBeVisible();
  await expect(row.getByRole("button", { name: /^Edit/ })).toBeVisible();

  const focused = link(page, COUNT * 0.7 + 3);
  await focused.focus();
  for (const part of [0.1, 0.5, 0.3, 0.9]) await scrollTo(page, part);
  await expect(focused).toBeFocused();
});

test("on a slow device, rows follow when the list is still", { tag: "@desktop" }, async ({ page }) => {
  await openLongList(page);
  const passed = await page.evaluate(
    async ({ scroller, passing }) => {
      let now = 0;
      performance.now = () => (now += 50);
      const { setTimeout } = window;
      const stills: TimerHandler[] = [];
      const hold = (run: TimerHandler, ms?: number) => (ms === 100 ? -stills.push(run) : setTimeout(run, ms));
      Object.assign(window, { setTimeout: hold });
      const box = document.querySelector(scroller);
      const names: string[] = [];
      for (const part of [0.1, ...passing]) {
        if (box) box.scrollTop = box.scrollHeight * part;
        await new Promise(requestAnimationFrame);
        names.push(box?.querySelector("tbody")?.textContent ?? "");
      }
      Object.assign(window, { setTimeout });
      for (const run of stills) setTimeout(run);
      return names;
    },
    { scroller: '[aria-label="Contacts table, scrollable"]', passing: [0.3, 0.5, 0.7] },
  );
  expect(passed[0]).toContain(nameAt(COUNT * 0.1 + 3));
  for (const names of passed.slice(1)) expect(names).toContain(nameAt(COUNT * 0.1 + 3));
  const row = rowOf(link(page, COUNT * 0.7 + 3));
  await expect(row.getByRole("checkbox")).toBeVisible();
});

test("row colors have transitions, except while the list scrolls", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openLongList(page);
  const row = rows(page).first();
  const transition = () => row.evaluate((row) => getComputedStyle(row).transitionProperty);
  const whileScrolling = () =>
    row.evaluate(async (row) => {
      const scroller = row.closest("section[tabindex]");
      const scrolled = new Promise((resolve) =>
        scroller?.addEventListener("scroll", resolve, { once: true }),
      );
      scroller?.scrollBy(0, -30);
      await scrolled;
      return getComputedStyle(row).transitionProperty;
    });
  await expect.poll(transition).toContain("background-color");
  expect(await whileScrolling()).toBe("none");
  await expect.poll(transition).toContain("background-color");
});

test("the focused row stays rendered, and Tab continues there", { tag: "@desktop" }, async ({ page }) => {
  await openLongList(page);
  await press(page, "Home");
  const focused = link(page, 5);
  await focused.focus();
  await scrollTo(page, 0.8);
  await expect(link(page, 330)).toBeAttached();
  await expect(focused).toBeFocused();
  expect(await rows(page).count()).toBeLessThan(FEW);
  await scrollTo(page, 0);
  await expect(focused).toBeFocused();
  await scrollTo(page, 0.8);
  await expect(link(page, 330)).toBeAttached();

  await page.keyboard.press("Shift+Tab");
  await expect(rowOf(focused).getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  const before = rowOf(link(page, 4));
  await expect(before.locator(":focus")).toHaveCount(1);
  await expect(before).toBeInViewport();
  await expectNoGap(page);
});

test.describe("to a missing profile", () => {
  test.use({ failing: true });

  test("Back restores a long list's rows and focus", { tag: "@phone" }, async ({ page }) => {
    await openLongList(page);
    await scrollTo(page, 0.5);
    const chosen = link(page, 203);
    await expect(chosen).toBeAttached();
    await chosen.scrollIntoViewIfNeeded();
    const top = async () => (await chosen.boundingBox())?.y ?? 0;
    const before = await top();
    await chosen.click();
    await expect(page).toHaveURL(/\/profile\/row-203$/);
    await page.goBack();
    await expect(chosen).toBeFocused();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
    await expect(table(page)).toHaveAttribute("aria-rowcount", String(COUNT + 1));
    expect(await rows(page).count()).toBeLessThan(FEW);
    await expectNoGap(page);
  });
});

test("keys move through a long list that renders few options", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/settings");
  const box = page.getByRole("combobox", { name: "Organization timezone" });
  await box.fill("");
  const options = page.getByRole("option");
  await expect(options.first()).toBeVisible();
  const marked = page.locator('[role="option"][aria-selected="true"]');
  await page.keyboard.press("End");
  const setSize = Number(await options.last().getAttribute("aria-setsize"));
  expect(setSize).toBeGreaterThan(100);
  await expect(marked).toHaveAttribute("aria-posinset", String(setSize));
  await expect(marked).toBeInViewport();
  expect(await options.count()).toBeLessThan(FEW);
  await page.keyboard.press("ArrowUp");
  await expect(marked).toHaveAttribute("aria-posinset", String(setSize - 1));
  await page.keyboard.press("Home");
  await expect(marked).toHaveAttribute("aria-posinset", "1");
  await expect(marked).toBeInViewport();
  await page.keyboard.press("ArrowUp");
  await expect(marked).toHaveAttribute("aria-posinset", String(setSize));
});
