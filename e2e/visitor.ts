import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type FrameLocator, type Page, request } from "@playwright/test";
import { expect, signInBehind, test } from "./support.ts";

type Type = { id: string; name: string; appointmentBookingLink: string };

/** What the owner does behind the screen; the visitor has no session. */
export async function asOwner(baseURL = "") {
  const { extraHTTPHeaders, ignoreHTTPSErrors } = test.info().project.use;
  const headers = { ...extraHTTPHeaders, origin: new URL(baseURL).origin };
  const calls = await request.newContext({ baseURL, extraHTTPHeaders: headers, ignoreHTTPSErrors });
  await signInBehind(calls);

  return {
    /** A type of its own, a quarter of an hour long, that the owner alone gives; answers its page's path. */
    async addType(name: string): Promise<string> {
      const { id } = await (await calls.get("/api/v1/users/me")).json();
      const data = { name, defaultMeetingLength: 15, daysInAdvance: 60, people: [id] };
      expect((await calls.post("/api/v1/appointmentTypes", { data })).status()).toBe(200);
      const types: Type[] = await (await calls.get("/api/v1/appointmentTypes")).json();
      const link = types.find((type) => type.name === name)?.appointmentBookingLink ?? "";
      return new URL(link).pathname;
    },

    /** How many appointments a visitor may have that are still to come. */
    async allow(openAppointments: number): Promise<void> {
      const data = { openAppointments };
      const answer = await calls.post("/api/v1/organization/bookingRules", { data });
      expect(answer.status()).toBe(200);
    },

    async deleteType(name: string): Promise<void> {
      const types: Type[] = await (await calls.get("/api/v1/appointmentTypes")).json();
      const id = types.find((type) => type.name === name)?.id;
      expect((await calls.delete(`/api/v1/appointmentTypes/${id}`)).status()).toBe(200);
    },

    /** The newest mail of a kind to an address, as it was written. */
    async mailTo(address: string, wanted: "booking" | "reminder" = "booking"): Promise<string> {
      const found = await calls.get(`/api/v1/mails?search=${address}&limit=50`);
      const mails: { id: string; toAddress: string; kind: string }[] = await found.json();
      const mail = mails.find(({ toAddress, kind }) => toAddress === address && kind === wanted);
      const whole = await (await calls.get(`/api/v1/mails/${mail?.id}`)).json();
      return whole.text;
    },

    close: () => calls.dispose(),
  };
}

/** A time's button, also on a day that is closed: `name` is its whole label. */
export function time(page: Page | FrameLocator, name: string) {
  return page.locator(`button[aria-label="${name}"]`);
}

/** Waits until the page has come alive: the first HTML says the store's times, which then turn into the visitor's. */
export async function alive(page: Page | FrameLocator) {
  const zone = await page
    .locator("body")
    .evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(page.getByLabel("Timezone")).toHaveValue(zone);
}

/** Opens the day of a time, where it is not, and chooses it. */
export async function choose(page: Page | FrameLocator, name: string) {
  await alive(page);
  const day = page.locator("details").filter({ has: time(page, name) });
  if ((await day.getAttribute("open")) === null) await day.locator("summary").press("Enter");
  await time(page, name).press("Enter");
  const going = page.getByRole("button", { name: /^(Book|Move) appointment$/ });
  await expect(going.or(page.getByText("This is when it is now."))).toBeVisible();
}

/** Any free time of any day that is shown: other journeys book in the same calendar. */
export async function chooseAny(page: Page | FrameLocator, not = ""): Promise<string> {
  await alive(page);
  const times = page.locator(`details button:not([aria-label="${not}"])`);
  await expect(times.first()).toBeAttached();
  const any = times.nth(Math.floor(Math.random() * (await times.count())));
  const name = (await any.getAttribute("aria-label")) ?? "";
  await choose(page, name);
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
