import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "@playwright/test";
import { expect, signIn } from "./support.ts";

type Type = { id: string; name: string; appointmentBookingLink: string };

/** The owner's session in a context of its own: the visitor has none. */
export async function asOwner(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error("the journey has no browser");
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL });
  const owner = await context.newPage();
  await signIn(owner);
  await owner.waitForURL(/\/dashboard/);
  const headers = { origin: baseURL };

  return {
    /** A type of its own, a quarter of an hour long; answers its page's path. */
    async addType(name: string): Promise<string> {
      const data = { name, defaultMeetingLength: 15, daysInAdvance: 60 };
      expect((await context.request.post("/api/v1/appointmentTypes", { headers, data })).status()).toBe(200);
      const types: Type[] = await (await context.request.get("/api/v1/appointmentTypes")).json();
      const link = types.find((type) => type.name === name)?.appointmentBookingLink ?? "";
      return new URL(link).pathname;
    },

    /** How many appointments a visitor may have that are still to come. */
    async allow(openAppointments: number): Promise<void> {
      const data = { openAppointments };
      const answer = await context.request.post("/api/v1/organization/bookingRules", { headers, data });
      expect(answer.status()).toBe(200);
    },

    async deleteType(name: string): Promise<void> {
      const types: Type[] = await (await context.request.get("/api/v1/appointmentTypes")).json();
      const id = types.find((type) => type.name === name)?.id;
      expect((await context.request.delete(`/api/v1/appointmentTypes/${id}`, { headers })).status()).toBe(
        200,
      );
    },

    /** The newest mail to an address, as it was written. */
    async mailTo(address: string): Promise<string> {
      const found = await context.request.get(`/api/v1/mails?search=${address}&limit=50`);
      const mails: { id: string; toAddress: string; kind: string }[] = await found.json();
      const mail = mails.find(({ toAddress, kind }) => toAddress === address && kind === "booking");
      const whole = await (await context.request.get(`/api/v1/mails/${mail?.id}`)).json();
      return whole.text;
    },

    close: () => context.close(),
  };
}

/** A time's button, also on a day that is closed: `name` is its whole label. */
export function time(page: Page | FrameLocator, name: string) {
  return page.locator(`button[aria-label="${name}"]`);
}

/** Opens the day of a time, where it is not, and chooses it. */
export async function choose(page: Page | FrameLocator, name: string) {
  const day = page.locator("details").filter({ has: time(page, name) });
  if ((await day.getAttribute("open")) === null) await day.locator("summary").press("Enter");
  await time(page, name).press("Enter", { timeout: 5_000 });
  const going = page.getByRole("button", { name: /^(Book|Move) appointment$/ });
  await expect(going.or(page.getByText("This is when it is now."))).toBeVisible();
}

/** Any free time of any day that is shown: other journeys book in the same calendar. */
export async function chooseAny(page: Page | FrameLocator, not = ""): Promise<string> {
  const times = page.locator(`details button:not([aria-label="${not}"])`);
  let name = "";
  // The first HTML says the store's times; they turn into the visitor's once the page has come alive.
  await expect(async () => {
    await expect(times.first()).toBeAttached();
    const any = times.nth(Math.floor(Math.random() * (await times.count())));
    name = (await any.getAttribute("aria-label")) ?? "";
    await choose(page, name);
  }).toPass();
  return name;
}

/** A day within the next weeks, far enough apart for journeys that take a day's first time. */
export function anyDay(): string {
  const days = 7 + Math.floor(Math.random() * 45);
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The two more weeks are there once this says so. */
export async function showLater(page: Page) {
  const until = await page.getByRole("status").filter({ hasText: "Shown until" }).textContent();
  await page.getByRole("link", { name: "Later days" }).click();
  await expect(page.getByRole("status").filter({ hasText: until ?? "" })).toHaveCount(0);
}

/**
 * Another site, each of whose pages shows the page of ours with the same path in a frame. A real one: browsers keep
 * what they take for a page of the internet from framing this machine.
 */
export async function otherSite(ours: string) {
  const server = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>Shop</title><iframe src="${ours}${url}" width="340" height="700"></iframe>`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}
