import AxeBuilder from "@axe-core/playwright";
import {
  type APIRequestContext,
  type APIResponse,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from "@playwright/test";

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

export async function signInByApi(request: APIRequestContext, site = "", { email, password } = person) {
  const { csrfToken } = await (await request.get(`${site}/api/auth/csrf`)).json();
  const form = { csrfToken, email, password, json: "true" };
  const answer = await request.post(`${site}/api/auth/callback/credentials`, { form });
  expect(answer.status()).toBe(200);
}

export async function api<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const { baseURL = "" } = test.info().project.use;
  const { origin } = new URL(page.url().startsWith("http") ? page.url() : baseURL);
  // The server may just be closing a connection that was idle. Only such a failure is tried again.
  const call = { method, headers: { origin }, data: body, maxRetries: 2 };
  const answer = await page.request.fetch(`${origin}/api/v1${path}`, call);
  expect([path, answer.status()]).toEqual([path, 200]);
  return JSON.parse((await answer.text()) || "null") as T;
}

/**
 * E2E_SLOW=6 slows down the CPU of pages six times. The session is here because Playwright starts a new worker and
 * browser for tests with other worker fixtures.
 */
const slowTest = base.extend<object, { session: string }>({
  page: async ({ page, context }, use) => {
    const rate = Number(process.env.E2E_SLOW ?? 1);
    if (rate > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
    readInBrowserOnceRouted(page);
    await use(page);
  },
  session: [
    async ({ playwright }, use, info) => {
      const path = `${info.project.outputDir}/session-${info.workerIndex}.json`;
      const { baseURL, extraHTTPHeaders, ignoreHTTPSErrors } = info.project.use;
      const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders, ignoreHTTPSErrors });
      await signInByApi(request);
      await request.storageState({ path });
      await request.dispose();
      await use(path);
    },
    { scope: "worker" },
  ],
});

/** Each worker has one session. Fails on errors in the console. */
export const test = slowTest.extend<{ failing: boolean; errors: undefined }>({
  failing: [false, { option: true }],
  storageState: async ({ session }, use) => use(session),
  errors: [
    async ({ page, failing }, use) => {
      const errors: string[] = [];
      page.on("console", (message) => {
        // axe tries to run in the sandboxed frame of an email.
        const isSandboxed = message.text().startsWith("Blocked script execution in 'about:srcdoc'");
        if (message.type() === "error" && !isSandboxed) errors.push(message.text());
      });
      page.on("pageerror", (error) => errors.push(error.message));
      await use(undefined);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      if (!failing) expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** A screen that is opened from another one brings its data, so calls that a test answers would not be made. */
function readInBrowserOnceRouted(page: Page) {
  const route = page.route.bind(page);
  let isRouted = false;
  page.route = async (...args) => {
    if (!isRouted) {
      isRouted = true;
      await route(
        (url) => url.searchParams.has("_rsc"),
        async (navigation) => {
          const headers = await navigation.request().allHeaders();
          if (headers["x-navigation"]) headers["x-navigation"] = "0";
          await navigation.fallback({ headers });
        },
      );
    }
    return route(...args);
  };
}

type Answer = NonNullable<Parameters<Route["fulfill"]>[0]>;

/** Answers calls whose path fits, by default of every method. */
export async function answerCalls(page: Page, path: RegExp, answer: Answer, methods: readonly string[] = []) {
  const fits = ({ pathname }: URL) => path.test(pathname);
  await page.route(fits, (route) =>
    methods.length === 0 || methods.includes(route.request().method())
      ? route.fulfill(answer)
      : route.fallback(),
  );
  return () => page.unroute(fits);
}

/** A page without session. Failing calls are allowed. */
export const visitorTest = slowTest;

export { expect };

// Compiling axe a second time would take as long as its rules.
const ALREADY_THERE = "void 0";
/** A table's further rows have the same elements as its first ten. */
const REPEATED = "tbody tr:nth-child(n + 11)";
const BEHIND = "[data-aria-hidden]";
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A rule with a justified exception inside a selector. */
type Exception = { rule: string; inside: string };

export async function expectAccessible(page: Page, except?: Exception) {
  // A toast that pops up later would be half transparent.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  for (const dark of [false, true]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), dark);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        const endless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
        if (endless) animation.cancel();
        else animation.finish();
      }
    });
    // "Legacy" mode, because axe's own page would take the focus and twice the time.
    const axe = new AxeBuilder({ page, ...((hasAxe || dark) && { axeSource: ALREADY_THERE }) })
      .options({ preload: false, resultTypes: ["violations"] })
      .exclude(REPEATED)
      .exclude(BEHIND)
      .setLegacyMode();
    // Only colors differ between the themes.
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

/** Vertical shifts in px that no user input caused, from the next page on. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const moves: number[] = [];
    Object.assign(window, { moves });
    type Shift = PerformanceEntry & {
      hadRecentInput: boolean;
      sources: { previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as Shift[])
        for (const { previousRect, currentRect } of sources)
          if (!hadRecentInput && previousRect.y !== currentRect.y) moves.push(currentRect.y - previousRect.y);
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

/** A toast disappears after five seconds, so start waiting before the action. */
export async function clickForToast(button: Locator, text: string, title = "") {
  const shown = toast(button.page(), text).filter({ hasText: title });
  await Promise.all([expect(shown).toBeVisible(), button.click()]);
}

export function freshName(): string {
  const letters = [...(Date.now().toString() + Math.floor(Math.random() * 1000))].map(
    (digit) => "abcdefghij"[Number(digit)],
  );
  return `Zz${letters.join("")}`;
}

export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

export async function act(page: Page, verb: "Edit" | "Delete", name: string) {
  if (isPhone(page)) {
    await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: verb, exact: true }).click();
  } else {
    await page.getByRole("button", { name: `${verb} ${name}`, exact: true }).click();
  }
}

export async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

export async function choose(page: Page, label: string, text: string, option: string | RegExp) {
  const box = page.getByRole("combobox", { name: label });
  await box.fill(text);
  // Clicking an option that is about to disappear chooses nothing.
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(page.getByRole("option").filter({ hasNotText: new RegExp(text, "i") })).toHaveCount(0);
  await page.getByRole("option", { name: option }).first().click();
}

/** A focus event would count only once in five seconds. */
export async function refetch(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

/** Their code loads last. */
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

export async function scrollToEnd(page: Page) {
  await page.evaluate(() => document.querySelector("tbody tr:last-child")?.scrollIntoView({ block: "end" }));
}

/** Pages read their data only for requests that accept a document. */
export async function htmlOf(page: Page, path: string): Promise<string> {
  return (await page.request.get(path, { headers: { accept: "text/html" } })).text();
}

/** Long lists only have the rows near the screen in the document; the list's status counts all. */
export async function expectLoaded(page: Page, count: number | RegExp, timeout = 10_000) {
  const loaded = new RegExp(`^(?:${count instanceof RegExp ? count.source : count}) loaded`);
  await expect(page.getByRole("status", { includeHidden: true }).filter({ hasText: loaded })).toHaveCount(1, {
    timeout,
  });
}

export async function openFrozenContacts(page: Page) {
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
