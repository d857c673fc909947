import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** With an empty cache. Bytes are gzipped kB, times are ms. */
const units = {
  document: "kB",
  scripts: "kB",
  requests: "",
  CLS: "",
  TTFB: "ms",
  LCP: "ms",
  CPU: "ms",
  "layout + style": "ms",
  elements: "",
  "scripts until quiet": "kB",
  "run until quiet": "kB",
} as const;
export type Metric = keyof typeof units;
export const metrics = Object.keys(units) as Metric[];
export const unitOf = (metric: Metric): string => units[metric];
export type View = Record<Metric, number>;

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

export async function freshTab(browser: Browser, cookies: Cookies) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // CPU time of the thread, because wall time depends on other processes.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return { page, devtools, close: () => context.close() };
}

/** Requests and scripts up to the load event; CPU and layout until the network is idle, including prefetching. */
export async function firstView(browser: Browser, cookies: Cookies, url: string): Promise<View> {
  const { page, devtools, close } = await freshTab(browser, cookies);
  const traffic = await watchTraffic(devtools);
  const answer = await page.goto(url, { waitUntil: "load" });
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
  const { requests, scripts } = traffic;
  await page.waitForLoadState("networkidle");
  const painted = await page.evaluate(readView);
  const { metrics: used } = await devtools.send("Performance.getMetrics");
  const of = (name: string) => (used.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
  await close();
  return {
    ...painted,
    scripts: scripts / 1000,
    requests,
    CPU: of("TaskDuration"),
    "layout + style": of("LayoutDuration") + of("RecalcStyleDuration"),
    "scripts until quiet": traffic.scripts / 1000,
    "run until quiet": traffic.run / 1000,
  };
}

async function watchTraffic(devtools: CDPSession) {
  const counted = { requests: 0, scripts: 0, run: 0 };
  const scripts = new Set<string>();
  const run = new Set<string>();
  await devtools.send("Network.enable");
  devtools.on("Network.requestWillBeSent", ({ request }) => {
    if (/^https?:/.test(request.url)) counted.requests += 1;
  });
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || /\.js(\?|$)/.test(response.url)) scripts.add(requestId);
    if (type === "Script") run.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) counted.scripts += encodedDataLength;
    if (run.has(requestId)) counted.run += encodedDataLength;
  });
  return counted;
}

async function readView() {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      setTimeout(() => resolve([]), 50);
    });
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const paints = await entries("largest-contentful-paint");
  const shifts = (await entries("layout-shift")) as (PerformanceEntry & { value: number })[];
  return {
    document: (navigation?.encodedBodySize ?? Number.NaN) / 1000,
    TTFB: (navigation?.responseStart ?? Number.NaN) - (navigation?.requestStart ?? 0),
    LCP: paints.at(-1)?.startTime ?? Number.NaN,
    CLS: shifts.reduce((sum, { value }) => sum + value, 0),
    elements: document.querySelectorAll("*").length,
  };
}

export async function slowDown(devtools: CDPSession, rate: number): Promise<void> {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}

export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

export function elementsOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}
