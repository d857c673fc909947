import type { Browser, Page } from "@playwright/test";
import { report } from "./figures.ts";
import { ROUND_TRIP } from "./slow-network.ts";
import { p95 } from "./table.ts";
import { type Action, tour } from "./waits-tour.ts";
import { signInBrowser } from "./web.ts";

const GOAL = 50;
const TOO_LONG = 15_000;

type Waited = { sign: number; answer: number };

/**
 * A day at the counter in one tab, several times: press or last key → first painted change, and → painted answer.
 * The worker has stored the code before.
 */
export async function benchWaits(browser: Browser, origin: string, rounds: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(TOO_LONG);
  const samples = new Map<string, Waited[]>();
  try {
    await signInBrowser(context, origin);
    await page.goto(`${origin}/dashboard`, { waitUntil: "networkidle" });
    while (!(await page.evaluate(isCodeStored))) await page.waitForTimeout(1_000);
    for (let round = 0; round < rounds; round++) {
      for (const action of tour(round)) {
        const waited = await waitOf(page, action).catch((error) => {
          throw new Error(`${action.name} (round ${round + 1}): ${error}`);
        });
        samples.set(action.name, [...(samples.get(action.name) ?? []), waited]);
      }
    }
  } finally {
    await context.close();
  }
  const all = [...samples];
  const figures = (of: (waited: Waited[]) => number[]) =>
    all.map(([name, waited]) => ({ name, unit: "ms", samples: of(waited), goal: { value: GOAL } }));
  const total = (name: string, pick: (waited: Waited, round: number) => number[]) => ({
    ...{ name, unit: "ms", goal: { value: GOAL } },
    samples: [p95(all.flatMap(([, waited]) => waited.flatMap(pick)))],
  });
  const network = `with a round trip of ${ROUND_TRIP} ms and 1 % loss`;
  report(`Press or last key → painted answer the first time, ${network}`, [
    ...figures((waited) => waited.slice(0, 1).map(({ answer }) => answer)),
    total("p95", ({ answer }, round) => (round === 0 ? [answer] : [])),
  ]);
  report(`Press or last key → painted answer later in the same tab, ${network}`, [
    ...figures((waited) => waited.slice(1).map(({ answer }) => answer)),
    total("p95", ({ answer }, round) => (round === 0 ? [] : [answer])),
  ]);
  report(`Press or last key → first painted change, ${network}`, [
    ...figures((waited) => waited.map(({ sign }) => sign)),
    total("p95", ({ sign }) => [sign]),
  ]);
}

async function waitOf(page: Page, { prepare, act, answer }: Action): Promise<Waited> {
  await prepare?.(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  const waited = page.evaluate(watchAnswer, { text: "", ...answer, longest: TOO_LONG });
  waited.catch(() => {});
  await act(page);
  return waited;
}

async function isCodeStored(): Promise<boolean> {
  const cache = await caches.open("code");
  return (await cache.keys()).some(({ url }) => url.includes("?kept"));
}

function watchAnswer({ selector, text, longest }: { selector: string; text: string; longest: number }) {
  let begun = Number.NaN;
  let sign = Number.NaN;
  for (const type of ["pointerdown", "keydown"]) {
    addEventListener(
      type,
      ({ timeStamp }) => {
        begun = timeStamp;
        sign = Number.NaN;
      },
      true,
    );
  }
  const changes = new MutationObserver(() => {
    if (Number.isNaN(begun) || !Number.isNaN(sign)) return;
    sign = 0;
    requestAnimationFrame(() =>
      setTimeout(() => {
        sign = performance.now() - begun;
      }),
    );
  });
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  return new Promise<Waited>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${selector} ${text} doesn't appear`)), longest);
    const isThere = () =>
      [...document.querySelectorAll(selector)].some(
        (element) => element.checkVisibility() && element.textContent?.includes(text),
      );
    const look = () => {
      if (Number.isNaN(begun) || !isThere()) return requestAnimationFrame(look);
      setTimeout(() => {
        clearTimeout(timer);
        changes.disconnect();
        const answer = performance.now() - begun;
        resolve({ sign: Math.min(sign || answer, answer), answer });
      });
    };
    requestAnimationFrame(look);
  });
}
