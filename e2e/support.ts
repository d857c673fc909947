import AxeBuilder from "@axe-core/playwright";
import {
  type APIRequestContext,
  type APIResponse,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";

/** The demo owner, or the person of the deployment that E2E_BASE_URL names. */
export const person = {
  email: process.env.E2E_EMAIL ?? "owner@example.com",
  password: process.env.E2E_PASSWORD ?? "Welcome-1",
};

export async function signIn(page: Page, { email, password } = person, remember = false) {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  if (remember) await page.getByLabel("Remember me").check();
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Signs in without the screen, where that is not what the journey is about. The call's cookies are its page's, too. */
export async function signInBehind(request: APIRequestContext, site = "", { email, password } = person) {
  const { csrfToken } = await (await request.get(`${site}/api/auth/csrf`)).json();
  const form = { csrfToken, email, password, json: "true" };
  const answer = await request.post(`${site}/api/auth/callback/credentials`, { form });
  expect(answer.status()).toBe(200);
}

/** Calls the API as whoever is signed in in the page's browser, whatever the page shows. */
export async function api<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const { baseURL = "" } = test.info().project.use;
  const { origin } = new URL(page.url().startsWith("http") ? page.url() : baseURL);
  const call = { method, headers: { origin }, data: body };
  const answer = await page.request.fetch(`${origin}/api/v1${path}`, call);
  expect([path, answer.status()]).toEqual([path, 200]);
  return JSON.parse((await answer.text()) || "null") as T;
}

/** With E2E_SLOW=6 pages compute six times slower, as on a poor phone. */
const slowTest = base.extend({
  page: async ({ page, context }, use) => {
    const rate = Number(process.env.E2E_SLOW ?? 1);
    if (rate > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
    await use(page);
  },
});

/** A page that is signed in, by a session that each worker makes once. Fails on any error in the console. */
export const test = slowTest.extend<{ failing: boolean; errors: undefined }, { session: string }>({
  /** Set where calls fail on purpose: the browser logs each of them. */
  failing: [false, { option: true }],
  session: [
    async ({ playwright }, use, info) => {
      const path = `${info.project.outputDir}/session-${info.workerIndex}.json`;
      const { baseURL, extraHTTPHeaders, ignoreHTTPSErrors } = info.project.use;
      const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders, ignoreHTTPSErrors });
      await signInBehind(request);
      await request.storageState({ path });
      await request.dispose();
      await use(path);
    },
    { scope: "worker" },
  ],
  storageState: async ({ session }, use) => use(session),
  errors: [
    async ({ page, failing }, use) => {
      const errors: string[] = [];
      page.on("console", (message) => {
        // axe tries to look into the frame of a mail, which runs no scripts of anyone's.
        const isSandboxed = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
        if (message.type() === "error" && !isSandboxed) errors.push(message.text());
      });
      page.on("pageerror", (error) => errors.push(error.message));
      await use(undefined);
      // What is still on its way then is nobody's concern.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      if (!failing) expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Nobody is signed in, and failing calls may be part of the journey. */
export const visitorTest = slowTest;

export { expect };

// Axe itself is half a megabyte, to be carried and compiled.
const ALREADY_THERE = "void 0";
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A rule that what lies inside of something has a reason to break. */
type Exception = { rule: string; inside: string };

/** No violation that axe can find, in the light theme and in the dark one. */
export async function expectAccessible(page: Page, except?: Exception) {
  for (const dark of [false, true]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), dark);
    // A colour on its way from one theme to the other is neither.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        const endless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
        if (endless) animation.cancel();
        else animation.finish();
      }
    });
    // In the page itself (axe's "legacy" mode): a page of axe's own would take the focus, and twice the time. What it
    // would fetch first is for rules about films, sound and turned screens, of which there are none.
    const axe = new AxeBuilder({ page, ...(dark && { axeSource: ALREADY_THERE }) })
      .options({ preload: false, resultTypes: ["violations"] })
      .setLegacyMode();
    // Only colours differ between the themes.
    const { violations } = await (dark ? axe.withRules("color-contrast") : axe.withTags(RULES)).analyze();
    const found = await Promise.all(
      violations.flatMap(({ id, nodes }) =>
        nodes.map(async ({ target }) => {
          const isExcepted = id === except?.rule && (await isInside(page, String(target), except.inside));
          return isExcepted ? [] : [`${id}: ${target}`];
        }),
      ),
    );
    expect(found.flat()).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
}

function isInside(page: Page, target: string, inside: string): Promise<boolean> {
  return page.locator(target).evaluate((one, frame) => one.closest(frame) !== null, inside);
}

export async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Lives five seconds: to be waited for from before what brings it about. */
/** From the next page on: by how many pixels what was drawn has moved up or down without anybody's doing. */
export async function watchMoves(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const moves: number[] = [];
    Object.assign(window, { moves });
    type Shift = PerformanceEntry & { sources: { previousRect: DOMRect; currentRect: DOMRect }[] };
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { previousRect, currentRect } of sources)
          if (previousRect.y !== currentRect.y) moves.push(currentRect.y - previousRect.y);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { moves: number[] }).moves);
}

export function toast(page: Page, text: string) {
  return page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("listitem")
    .filter({ hasText: text });
}

/** Clicks what brings about a toast, and waits for it. */
export async function clickForToast(button: Locator, text: string, title = "") {
  const shown = toast(button.page(), text).filter({ hasText: title });
  await Promise.all([expect(shown).toBeVisible(), button.click()]);
}

/** A name that no other run has used. Letters only: names hold no digits. */
export function freshName(): string {
  const letters = [...(Date.now().toString() + Math.floor(Math.random() * 1000))].map(
    (digit) => "abcdefghij"[Number(digit)],
  );
  return `Zz${letters.join("")}`;
}

export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** A row's action: a button beside it, or an entry of the phone's menu. */
export async function act(page: Page, verb: "Edit" | "Delete", name: string) {
  if (isPhone(page)) {
    await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: verb, exact: true }).click();
  } else {
    await page.getByRole("button", { name: `${verb} ${name}`, exact: true }).click();
  }
}

/** Fills fields by their labels. */
export async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** Types into a combobox and takes one of what is found. */
export async function choose(page: Page, label: string, text: string, option: string | RegExp) {
  const box = page.getByRole("combobox", { name: label });
  await box.fill(text);
  // Only the options for what was typed: a click on one of those before, just as it goes, would choose nothing.
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(page.getByRole("option").filter({ hasNotText: new RegExp(text, "i") })).toHaveCount(0);
  await page.getByRole("option", { name: option }).first().click();
}

/** The browser reads again what the server has read for it: at once, where a focus counts once in five seconds. */
export async function askAgain(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

/** Waits until single keys are heard: they load after all else. "?" says where they are, and twice is once. */
export async function keysReady(page: Page) {
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(help).toBeVisible({ timeout: 250 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
}

const titles = { Contacts: "Contacts", Products: "Product Categories", Sales: "Sales", Settings: "Account" };

/**
 * To a list by the frame's own way: the sidebar, or the phone's tab bar and its sheet. Waits until the list is there:
 * the screen that is left has a "New" and a search box too.
 */
export async function goTo(page: Page, screen: keyof typeof titles) {
  if (isPhone(page) && screen !== "Contacts") {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("dialog").getByRole("link", { name: screen }).click();
  } else {
    await page.getByRole("link", { name: screen }).locator("visible=true").click();
  }
  await expect(page).toHaveURL(new RegExp(`/dashboard/${screen.toLowerCase()}(\\?|$)`));
  await expect(page.getByRole("heading", { level: 1, name: titles[screen], exact: true })).toBeVisible();
}

/**
 * Opens the contacts, of which stays what was read once: other journeys add and remove some meanwhile, which moves
 * rows. From another screen, so that the browser reads the first page too, and not the server.
 */
export async function openKeptContacts(page: Page) {
  const answers = new Map<string, Promise<APIResponse>>();
  await page.route("**/api/v1/contacts?*", async (route) => {
    const url = route.request().url();
    const answer = answers.get(url) ?? route.fetch();
    answers.set(url, answer);
    await route.fulfill({ response: await answer });
  });
  await page.goto("/dashboard/products");
  await goTo(page, "Contacts");
}
