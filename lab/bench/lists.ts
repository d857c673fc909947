import type { Browser, BrowserContext, Page } from "@playwright/test";
import { report } from "./figures.ts";
import type { Program } from "./program.ts";
import { elementsOf, freshTab, heapOf, slowDown } from "./view.ts";

const FRAME = 16.7;
const FULL = 5_000;
const SLOWED = 4;
const NOTCH = 120;
const STEPS = 30;
/** The last key changes the rows, even if all previous keys were searched. */
const TERM = "12345";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
type Samples = Record<string, number>;
/** The anchor scrolls the whole page and renders all rows, so it skips 5,000 rows. */
type Subject = { url: string; cookies: Cookies; scroller: string; isAnchor: boolean };

export async function benchLists(
  browser: Browser,
  web: Program,
  anchors: Program,
  owner: BrowserContext,
  rounds: number,
): Promise<void> {
  const ours: Subject = {
    url: `${web.origin}/dashboard/contacts`,
    cookies: await owner.cookies(),
    scroller: '[aria-label="Contacts table, scrollable"]',
    isAnchor: false,
  };
  const f3: Subject = { url: `${anchors.origin}/list`, cookies: [], scroller: "html", isAnchor: true };
  const [mine, its]: [Samples[], Samples[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [subject, all] of [
      [f3, its],
      [ours, mine],
    ] as const) {
      all.push({ ...(await read(browser, subject)), ...(await use(browser, subject)) });
    }
  }

  const of = (all: Samples[], name: string) => all.map((samples) => samples[name] ?? Number.NaN);
  const figure = (name: string, unit: string, goal?: { ratio: number } | { value: number }) => ({
    name,
    unit,
    samples: of(mine, name),
    ...(its[0]?.[name] !== undefined && { anchor: { name: "F3", samples: of(its, name) } }),
    ...(goal && { goal }),
  });
  report("Contacts, 100,000 in the store: scrolling by wheel and by scroll bar", [
    figure("elements, 500 rows", "", { ratio: 0.5 }),
    figure("heap, 500 rows", "MB", { ratio: 1.4 }),
    ...["500 rows", `500 rows, ${SLOWED} × slowed`, "5,000 rows", `5,000 rows, ${SLOWED} × slowed`].flatMap(
      (which) => [
        figure(`frame p95, ${which}`, "ms", { value: FRAME }),
        figure(`long tasks, ${which}`, "ms", { value: 0 }),
      ],
    ),
    figure("elements, 5,000 rows", ""),
    figure("heap, 5,000 rows", "MB"),
  ]);
  report("Contacts, 100,000 in the store: searching, and opening a contact", [
    figure("last key → filtered rows", "ms", { value: 200 }),
    figure("INP while typing", "ms", { ratio: 1 }),
    figure("press on a name → profile", "ms"),
  ]);
}

async function read(browser: Browser, { url, cookies, scroller, isAnchor }: Subject): Promise<Samples> {
  const { page, devtools, close } = await freshTab(browser, cookies);
  const samples: Samples = {};
  const watch = async (which: string, moves: () => Promise<void>) => {
    const watched = page.evaluate(watchFrames);
    await moves();
    await page.evaluate(() => dispatchEvent(new Event("bench-end")));
    const { frames, long } = await watched;
    samples[`frame p95, ${which}`] = frames[Math.floor((frames.length - 1) * 0.95)] ?? Number.NaN;
    samples[`long tasks, ${which}`] = long;
  };
  const watchSlowed = async (which: string) => {
    await slowDown(devtools, SLOWED);
    await watch(`${which}, ${SLOWED} × slowed`, () => fromTheTop(page, scroller));
    await slowDown(devtools, 1);
  };
  const weigh = async (which: string) => {
    samples[`elements, ${which}`] = await elementsOf(page);
    samples[`heap, ${which}`] = await heapOf(devtools);
  };

  await page.goto(url, { waitUntil: "networkidle" });
  await page.mouse.move(700, 500);
  await watch("500 rows", () => wheelUntil(page, 500));
  await weigh("500 rows");
  await watchSlowed("500 rows");
  if (!isAnchor) {
    await page.evaluate(loadAll, { scroller, rows: FULL });
    await watch("5,000 rows", () => fromTheTop(page, scroller));
    await weigh("5,000 rows");
    await watchSlowed("5,000 rows");
  }
  await close();
  return samples;
}

async function wheelUntil(page: Page, rows: number): Promise<void> {
  const loaded = () =>
    page
      .getByRole("status")
      .filter({ hasText: "loaded" })
      .evaluate(({ textContent }) => Number.parseInt(textContent ?? "", 10));
  while ((await loaded()) < rows) for (let i = 0; i < 5; i++) await page.mouse.wheel(0, NOTCH);
}

async function fromTheTop(page: Page, scroller: string): Promise<void> {
  await page.evaluate((selector) => document.querySelector(selector)?.scrollTo(0, 0), scroller);
  for (let i = 0; i < STEPS; i++) await page.mouse.wheel(0, NOTCH);
  await page.evaluate(
    async ({ selector, steps }) => {
      const box = document.querySelector(selector);
      for (let i = 0; box && i < steps; i++) {
        box.scrollTop = (box.scrollHeight * i) / steps;
        await new Promise(requestAnimationFrame);
      }
    },
    { selector: scroller, steps: STEPS },
  );
}

async function loadAll({ scroller, rows }: { scroller: string; rows: number }) {
  const box = document.querySelector(scroller);
  const loaded = () =>
    [...document.querySelectorAll("[role=status]")].some(
      ({ textContent }) => Number.parseInt(textContent ?? "", 10) >= rows,
    );
  while (box && !loaded()) {
    box.scrollTop = box.scrollHeight;
    await new Promise(requestAnimationFrame);
  }
}

function watchFrames(): Promise<{ frames: number[]; long: number }> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    let long = 0;
    let before = performance.now();
    let ended = false;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long += duration;
    });
    observer.observe({ type: "longtask" });
    addEventListener("bench-end", () => (ended = true), { once: true });
    requestAnimationFrame(function next(now) {
      frames.push(now - before);
      before = now;
      if (!ended) requestAnimationFrame(next);
      else resolve({ frames: frames.slice(1).sort((a, b) => a - b), long });
    });
  });
}

async function use(browser: Browser, subject: Subject): Promise<Samples> {
  const { page, close } = await freshTab(browser, subject.cookies);
  await page.goto(subject.url, { waitUntil: "networkidle" });
  const name = page.locator("tbody a[href*='-']").first();
  const text = (await name.textContent()) ?? "";
  await name.hover();
  await page.waitForLoadState("networkidle");
  const opened = page.evaluate(watchProfile, text.trim());
  await name.click();
  const profile = await opened;
  await page.goBack({ waitUntil: "networkidle" });

  await page.getByRole("searchbox").click();
  const watched = page.evaluate(watchTyping, TERM);
  await page.getByRole("searchbox").pressSequentially(TERM, { delay: 80 });
  const { filtered, slowest } = await watched;
  await close();
  return {
    "last key → filtered rows": filtered,
    "INP while typing": slowest,
    "press on a name → profile": profile,
  };
}

function watchTyping(term: string): Promise<{ filtered: number; slowest: number }> {
  return new Promise((resolve) => {
    let lastKey = 0;
    let slowest = 0;
    addEventListener("keydown", ({ timeStamp }) => (lastKey = timeStamp), { capture: true });
    const keys = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slowest = Math.max(slowest, duration);
    });
    keys.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    const box = document.querySelector<HTMLInputElement>("input[type=search]");
    requestAnimationFrame(function look() {
      const rows = [...document.querySelectorAll("tbody tr")];
      const isDone = rows.length > 0 && rows.every((row) => row.textContent?.toLowerCase().includes(term));
      if (box?.value !== term || !isDone) return requestAnimationFrame(look);
      const filtered = performance.now() - lastKey;
      setTimeout(() => resolve({ filtered, slowest: slowest || 16 }), 300);
    });
  });
}

function watchProfile(name: string): Promise<number> {
  return new Promise((resolve) => {
    let pressed = 0;
    addEventListener("pointerdown", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
    requestAnimationFrame(function look() {
      const isThere = [...document.querySelectorAll("h1")].some(({ textContent }) =>
        textContent?.includes(name),
      );
      if (isThere && pressed > 0) resolve(performance.now() - pressed);
      else requestAnimationFrame(look);
    });
  });
}
