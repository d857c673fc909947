import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Program } from "./program.ts";
import type { Screen } from "./screens.ts";
import { printTable, ratio } from "./table.ts";

/** Script bytes over the wire, gzipped as the server sends them: up to the load event, and until all is quiet. */
type Scripts = { status: number; loaded: number; quiet: number };

/** Each screen for whom it is made. Throws where one is not there: nobody would miss it in the table. */
export async function benchPages(
  browser: Browser,
  web: Program,
  hello: Program,
  owner: BrowserContext,
  screens: Screen[],
) {
  const guest = await browser.newContext();
  const anchor = await scriptsOf(guest, hello.origin);
  const rows: (string | number)[][] = [["hello world", anchor.loaded / 1000, "", anchor.quiet / 1000, ""]];
  for (const { name, path, guest: signedOut } of screens) {
    const { status, loaded, quiet } = await scriptsOf(signedOut ? guest : owner, web.origin + path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    rows.push([name, loaded / 1000, ratio(loaded, anchor.loaded), quiet / 1000, ratio(quiet, anchor.quiet)]);
  }
  printTable(
    "JavaScript over the wire, kB, as Chromium downloads it (until quiet: with what is fetched ahead)",
    ["", "loaded", "", "until quiet", ""],
    rows,
  );
  await guest.close();
}

async function scriptsOf(context: BrowserContext, url: string): Promise<Scripts> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || /\.js(\?|$)/.test(response.url)) scripts.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  const answer = await page.goto(url, { waitUntil: "load" });
  const loaded = bytes;
  await page.waitForLoadState("networkidle");
  await page.close();
  return { status: answer?.status() ?? 0, loaded, quiet: bytes };
}

/** Whether the first HTML holds the newest contact, and what the browser asked the BFF before it showed. */
export async function benchFirstRow(web: Program, owner: BrowserContext, contactId: string): Promise<void> {
  const url = `${web.origin}/dashboard/contacts`;
  const html = await (await owner.request.get(url)).text();
  const inMarkup = html.replace(/<script[\s\S]*?<\/script>/g, "").includes(contactId);

  const page = await owner.newPage();
  await stampFirstRow(page, contactId);
  await page.goto(url, { waitUntil: "networkidle" });
  const { shown, asked } = await page.evaluate(() => ({
    shown: Number(document.documentElement.dataset.shown),
    asked: performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.startsWith("/api/v1/"))
      .map(({ startTime }) => startTime),
  }));
  await page.close();
  printTable(
    "Contacts, 100,000 in the store",
    ["", ""],
    [
      ["first row in the first HTML", inMarkup ? "yes" : "no"],
      ["data requests before it shows", String(asked.filter((at) => at < shown).length)],
      ["data requests until quiet", String(asked.length)],
      ["first row after ms", shown],
    ],
  );
}

/** Writes on the document when the contact's link first stood in it (ms since the navigation). */
async function stampFirstRow(page: Page, contactId: string): Promise<void> {
  await page.addInitScript((id) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(`main a[href*="${id}"], table a[href*="${id}"]`)) return;
      document.documentElement.dataset.shown = String(performance.now());
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  }, contactId);
}
