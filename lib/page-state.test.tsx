import {
  checkBuild,
  earlyReads,
  noteBuild,
  pageState,
  reload,
  unsaved,
  watchNavigations,
} from "./page-state.ts";

const network = jest.fn<Promise<unknown>, [RequestInfo | URL, RequestInit?]>();
const NAVIGATION = { headers: { rsc: "1" }, priority: "auto" } as const;
let stop: () => void;

beforeEach(() => {
  window.fetch = network as unknown as typeof fetch;
  network.mockReset();
  stop = watchNavigations();
});
afterEach(() => {
  stop();
  pageState.clearFailed();
});

async function isOpen(promise: Promise<unknown>) {
  const open = Symbol();
  return (await Promise.race([promise, new Promise((done) => setTimeout(() => done(open)))])) === open;
}

test.each([
  ["no network", () => network.mockRejectedValue(new TypeError("Failed to fetch"))],
  ["a server that is starting", () => network.mockResolvedValue({ status: 502 })],
])("keeps the old screen and reports the path if a screen can't be loaded (%s)", async (_, fail) => {
  fail();
  const url = new URL("/dashboard/sales?q=ring&_rsc=1x2y", window.location.href);
  expect(await isOpen(fetch(url, NAVIGATION))).toBe(true);
  expect(pageState.get().failedPath).toBe("/dashboard/sales?q=ring");
  network.mockReset().mockResolvedValue({ status: 200 });
  await fetch("/dashboard/contacts?_rsc=1", NAVIGATION);
  expect(pageState.get().failedPath).toBeNull();
});

test("leaves failed prefetches, API calls and aborts alone", async () => {
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  const aborted = AbortSignal.abort();
  for (const init of [
    { ...NAVIGATION, priority: "low" as const },
    { method: "POST" },
    undefined,
    { ...NAVIGATION, signal: aborted },
  ])
    await expect(fetch("/dashboard/sales", init)).rejects.toThrow("Failed to fetch");
  expect(pageState.get().failedPath).toBeNull();
});

test("asks for the next screen's data, unless already read", async () => {
  network.mockResolvedValue({ status: 200 });
  const asksForData = () => new Headers(network.mock.lastCall?.[1]?.headers).get("x-navigation") === "1";
  await fetch("/dashboard/sales?_rsc=1", NAVIGATION);
  expect(asksForData()).toBe(true);
  await fetch("/dashboard/sales?_rsc=1", { ...NAVIGATION, priority: "low" });
  expect(asksForData()).toBe(false);
  earlyReads.set("sales.get /sales/1", Promise.resolve());
  await fetch("/dashboard/sales?_rsc=1", NAVIGATION);
  expect(asksForData()).toBe(false);
  earlyReads.clear();
});

test("treats a missing file as an older build", async () => {
  const cause = new Error("Failed to load chunk /_next/static/chunks/a1b2.js from module 7");
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  await checkBuild(cause);
  network.mockResolvedValue({ status: 200, headers: new Headers() });
  await checkBuild(cause);
  await checkBuild(new Error("something else"));
  expect(network).toHaveBeenCalledTimes(2);
  expect(pageState.get().isOutdated).toBe(false);
  network.mockResolvedValue({ status: 404, headers: new Headers() });
  await checkBuild(cause);
  expect(network).toHaveBeenLastCalledWith(
    "/_next/static/chunks/a1b2.js",
    expect.objectContaining({ method: "HEAD" }),
  );
  expect(pageState.get().isOutdated).toBe(true);
});

test("notices another build than this page's", async () => {
  jest.resetModules();
  const { noteBuild, pageState } = await import("./page-state.ts");
  process.env.BUILD = "one";
  noteBuild(null);
  noteBuild("one");
  expect(pageState.get().isOutdated).toBe(false);
  noteBuild("two");
  expect(pageState.get().isOutdated).toBe(true);
  delete process.env.BUILD;
});

test("treats no page without a build as old", () => {
  noteBuild("two");
  const mark = Symbol();
  unsaved.set(mark, { discard: () => {} });
  expect(reload()).toBe(false);
  unsaved.delete(mark);
});
