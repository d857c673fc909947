import type { Browser, BrowserContext, Page } from "@playwright/test";
import { report } from "./figures.ts";
import type { Program } from "./program.ts";
import { freshTab } from "./view.ts";

/** Between browser and web app, in ms. Chromium can't lose packets of pages. */
const ROUND_TRIP = 300;
const GOAL = 50;
const APPROACH = 150;

type Answer = { selector: string; text?: string };
type Action = {
  name: string;
  path: string;
  prepare?: (page: Page) => Promise<void>;
  act: (page: Page) => Promise<void>;
  answer: Answer;
};

const press = (role: "button" | "link" | "tab" | "combobox", name: string | RegExp) => async (page: Page) => {
  const target = page.getByRole(role, { name, exact: true }).locator("visible=true").first();
  await target.hover();
  await page.waitForTimeout(APPROACH);
  await target.click();
};
const keys =
  (...pressed: string[]) =>
  async (page: Page) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
const openProfile = (page: Page) => page.locator("tbody tr a").first().click();
const heading = (text: string): Answer => ({ selector: "h1", text });
const DIALOG: Answer = { selector: "[role=dialog]" };

const actionsWith = (note: string): Action[] => [
  { name: "menu: Contacts", path: "", act: press("link", "Contacts"), answer: heading("Contacts") },
  { name: "menu: Sales", path: "/contacts", act: press("link", "Sales"), answer: heading("Sales") },
  {
    name: "menu: Templates",
    path: "/contacts",
    act: press("link", "Templates"),
    answer: heading("Templates"),
  },
  { name: "menu: Settings", path: "", act: press("link", "Settings"), answer: heading("Account") },
  {
    name: "Home: another period",
    path: "",
    act: press("button", "All Time"),
    answer: { selector: "button[aria-pressed=true]", text: "All Time" },
  },
  { name: "Quick find", path: "/contacts", act: keys("Control+k"), answer: DIALOG },
  { name: "Contacts: new", path: "/contacts", act: press("button", "New"), answer: DIALOG },
  {
    name: "Contacts: search",
    path: "/contacts",
    prepare: (page) => page.getByRole("searchbox").focus(),
    act: keys("z", "z", "z"),
    answer: { selector: "main", text: "Nothing matches" },
  },
  {
    name: "Contacts: open a profile",
    path: "/contacts",
    act: async (page) => {
      await page.locator("tbody tr a").first().hover();
      await page.waitForTimeout(APPROACH);
      await openProfile(page);
    },
    answer: { selector: "[role=tab]", text: "Timeline" },
  },
  {
    name: "Profile: sales",
    path: "/contacts",
    prepare: openProfile,
    act: press("tab", /^Sales/),
    answer: { selector: "#panel-sales li" },
  },
  {
    name: "Profile: add a note",
    path: "/contacts",
    prepare: async (page) => {
      await openProfile(page);
      await page.getByLabel("New note").fill(note);
    },
    act: press("button", "Add note"),
    answer: { selector: ".timeline-row", text: note },
  },
  {
    name: "Profile: edit",
    path: "/contacts",
    prepare: openProfile,
    act: press("button", "Edit"),
    answer: { selector: "main input[name=firstName]" },
  },
  { name: "Sales: new", path: "/sales", act: press("button", "New"), answer: DIALOG },
];

export async function benchWaits(
  browser: Browser,
  web: Program,
  owner: BrowserContext,
  rounds: number,
): Promise<void> {
  const samples = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const action of actionsWith(`Note of round ${round}`)) {
      const waited = await waitOf(action, browser, web, owner);
      samples.set(action.name, [...(samples.get(action.name) ?? []), waited]);
    }
  }
  report(
    `Press or last key → painted answer, with a round trip of ${ROUND_TRIP} ms`,
    [...samples].map(([name, taken]) => ({ name, unit: "ms", samples: taken, goal: { value: GOAL } })),
  );
}

async function waitOf(
  { path, prepare, act, answer }: Action,
  browser: Browser,
  web: Program,
  owner: BrowserContext,
): Promise<number> {
  const { page, devtools, close } = await freshTab(browser, await owner.cookies());
  try {
    await page.goto(`${web.origin}/dashboard${path}`, { waitUntil: "networkidle" });
    await devtools.send("Network.enable");
    const slow = { offline: false, latency: ROUND_TRIP, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send("Network.emulateNetworkConditions", slow);
    await prepare?.(page);
    await page.waitForLoadState("networkidle");
    const waited = page.evaluate(watchAnswer, answer);
    await act(page);
    return await waited;
  } finally {
    await close();
  }
}

function watchAnswer({ selector, text = "" }: Answer): Promise<number> {
  let begun = Number.NaN;
  for (const sign of ["pointerdown", "keydown"]) {
    addEventListener(
      sign,
      ({ timeStamp }) => {
        begun = timeStamp;
      },
      true,
    );
  }
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${selector} ${text} doesn't appear`)), 15_000);
    const look = () => {
      const isThere = [...document.querySelectorAll(selector)].some(
        (element) => element.checkVisibility() && element.textContent?.includes(text),
      );
      if (Number.isNaN(begun) || !isThere) return requestAnimationFrame(look);
      setTimeout(() => resolve(performance.now() - begun));
    };
    requestAnimationFrame(look);
  });
}
