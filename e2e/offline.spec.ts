import { type BrowserContext, expect, type Page } from "@playwright/test";
import { api, expectAccessible, fill, freshName, isPhone, signInByApi, test } from "./support.ts";

// The only journey with the service worker (playwright.config.ts). It signs out, so it needs its own session.
test.use({ serviceWorkers: "allow", failing: true, storageState: { cookies: [], origins: [] } });

const offline = (page: Page) => page.getByRole("status").getByText(/^You are offline\./);

async function waitUntilCached(page: Page, path: string) {
  const has = (path: string) => caches.match(path, { ignoreVary: true }).then(Boolean);
  await expect.poll(() => page.evaluate(has, path)).toBe(true);
}

/** Also the code of dialogs that were never opened. */
async function waitUntilBuildIsCached(page: Page) {
  const has = async () =>
    (await (await caches.open("code")).keys()).some(({ url }) => url.endsWith("/code.json?kept"));
  await expect.poll(() => page.evaluate(has), { timeout: 120_000 }).toBe(true);
}

async function keptNames(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys());
  return names.filter((name) => name.startsWith("kept "));
}

async function begin(page: Page) {
  await page.goto("/dashboard");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  });
}

/** Where the first visible heading was, from the first frame of each page. */
async function watchHeading(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const look = () => {
      const top = document.querySelector("main h1:not(.sr-only)")?.getBoundingClientRect().top;
      if (top !== undefined && top !== tops.at(-1)) tops.push(top);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { tops: number[] }).tops);
}

async function away(context: BrowserContext, work: () => Promise<void>) {
  await context.setOffline(true);
  await work();
  await context.setOffline(false);
}

test("visited pages work offline until signing out", async ({ page, context }) => {
  test.slow();
  await signInByApi(page.request);
  const tops = await watchHeading(page);
  const fetchedByPage: string[] = [];
  page.on("request", (request) => fetchedByPage.push(new URL(request.url()).pathname));
  const name = freshName();
  const { id } = await api<{ id: string }>(page, "POST", "/contacts/createContact", {
    firstName: name,
    lastName: "Okafor",
    email: `${name}@example.com`,
    phoneNumber: "",
  });
  const profile = `/dashboard/contacts/profile/${id}`;
  await begin(page);
  await waitUntilCached(page, "/dashboard");
  const contacts = page.getByRole("link", { name: "Contacts" }).locator("visible=true").first();
  await contacts.click();
  await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeVisible();
  await waitUntilCached(page, "/dashboard/contacts");
  await page.goto(profile);
  await waitUntilCached(page, profile);
  await waitUntilBuildIsCached(page);
  expect(fetchedByPage.filter((path) => path.endsWith("/code.json"))).toEqual([]);

  await away(context, async () => {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: `${name} Okafor` })).toBeVisible();
    await expect(offline(page)).toBeVisible();
    await expect(offline(page)).toContainText(/Last updated .+ (AM|PM)\./);
    expect(await tops()).toHaveLength(1);
    await expectAccessible(page);

    await contacts.click();
    await expect(page.getByRole("link", { name: `${name} Okafor` }).first()).toBeVisible();
    await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem")).toHaveCount(0);

    await page.getByRole("button", { name: "New", exact: true }).click();
    const form = page.getByRole("dialog", { name: "New contact" });
    await fill(page, { "First name": "Typed", "Last name": "Offline", Email: `t${name}@example.com` });
    await form.getByRole("button", { name: "Create" }).click();
    await expect(form.getByText(/^You are offline\. Nothing was sent/)).toBeVisible();
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await page.getByRole("button", { name: "New", exact: true }).click();
    await expect(form.getByText("Draft restored")).toBeVisible();
    await expect(form.getByLabel("First name")).toHaveValue("Typed");
    await form.getByRole("button", { name: "Close" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();

    await page.goto("/dashboard/settings/team");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Contacts", exact: true }).click();
    await expect(page.getByRole("link", { name: `${name} Okafor` }).first()).toBeVisible();
  });
  await expect(offline(page)).toHaveCount(0);
  await api(page, "DELETE", `/contacts/${id}`);

  expect(await keptNames(page)).toHaveLength(1);
  await signOut(page);
  await expect(page).toHaveURL(/\/login/);
  expect(await keptNames(page)).toEqual([]);
  await away(context, async () => {
    await page.goto("/dashboard/contacts");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await expect(page.getByText("This device keeps:")).toHaveCount(0);
  });
});

async function signOut(page: Page) {
  const phone = isPhone(page);
  await page.getByRole("button", { name: phone ? /^More$/ : /^Account/ }).click();
  await page.getByRole(phone ? "button" : "menuitem", { name: "Sign out" }).click();
}
