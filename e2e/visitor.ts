import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type FrameLocator, type Page, request } from "@playwright/test";
import { expect, signInByApi, test } from "./support.ts";

type Type = { id: string; name: string; appointmentBookingLink: string };

export async function asOwner(baseURL = "") {
  const { extraHTTPHeaders, ignoreHTTPSErrors } = test.info().project.use;
  const headers = { ...extraHTTPHeaders, origin: new URL(baseURL).origin };
  const calls = await request.newContext({ baseURL, extraHTTPHeaders: headers, ignoreHTTPSErrors });
  await signInByApi(calls);

  return {
    async addType(name: string): Promise<string> {
      const { id } = await (await calls.get("/api/v1/users/me")).json();
      const data = { name, defaultMeetingLength: 15, daysInAdvance: 60, people: [id] };
      expect((await calls.post("/api/v1/appointmentTypes", { data })).status()).toBe(200);
      const types: Type[] = await (await calls.get("/api/v1/appointmentTypes")).json();
      const link = types.find((type) => type.name === name)?.appointmentBookingLink ?? "";
      return new URL(link).pathname;
    },

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

export function time(page: Page | FrameLocator, name: string) {
  return page.locator(`button[aria-label="${name}"]`);
}

export async function waitForHydration(page: Page | FrameLocator) {
  const zone = await page
    .locator("body")
    .evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(page.getByLabel("Timezone")).toHaveValue(zone);
}

async function open(page: Page | FrameLocator, label?: string) {
  const days = page.locator("details:has(h3)");
  await expect(days.first()).toBeAttached();
  const any = days.nth(Math.floor(Math.random() * (await days.count())));
  const day = label ? days.filter({ has: page.locator("h3").getByText(label, { exact: true }) }) : any;
  if ((await day.getAttribute("open")) === null) await day.locator("summary").press("Enter");
  return day;
}

export async function choose(page: Page | FrameLocator, name: string) {
  await waitForHydration(page);
  // "9:00 AM, Tuesday, November 24"
  await open(page, name.slice(name.indexOf(", ") + 2));
  await time(page, name).press("Enter");
  const going = page.getByRole("button", { name: /^(Book|Move) appointment$/ });
  await expect(going.or(page.getByText("This is the current time."))).toBeVisible();
}

export async function chooseAny(page: Page | FrameLocator, not = ""): Promise<string> {
  await waitForHydration(page);
  const times = (await open(page)).locator(`button:not([aria-label="${not}"])`);
  await expect(times.first()).toBeAttached();
  const any = times.nth(Math.floor(Math.random() * (await times.count())));
  const name = (await any.getAttribute("aria-label")) ?? "";
  await choose(page, name);
  return name;
}

export function anyDay(): string {
  const days = 7 + Math.floor(Math.random() * 45);
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

export async function showLater(page: Page) {
  const until = await page.getByRole("status").filter({ hasText: "Showing times until" }).textContent();
  await page.getByRole("link", { name: "Later days" }).click();
  await expect(page.getByRole("status").filter({ hasText: until ?? "" })).toHaveCount(0);
}

/** A real server, because browsers block public pages from framing local ones. */
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
