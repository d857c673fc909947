import { request } from "node:http";
import type { Page } from "@playwright/test";
import { expect, freshName, test } from "./support.ts";

export type Booked = { slug: string; title: string; email: string; startsAt: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function headers() {
  return { origin: new URL(test.info().project.use.baseURL ?? "").origin };
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

async function freeTimes(page: Page, slug: string, from: number): Promise<string[]> {
  const query = `from=${dayAt(from)}&to=${dayAt(from + 13 * DAY_MS)}`;
  const answer = await page.request.get(`/api/v1/book/${slug}/slots?${query}`);
  const { days }: { days: { slots: string[] }[] } = await answer.json();
  return days.flatMap(({ slots }) => slots).filter((slot) => Date.parse(slot) > from);
}

export async function bookAt(page: Page, { slug, email, startsAt }: Booked): Promise<number> {
  const data = {
    name: "Zoë Frost",
    email,
    phoneNumber: "+1 415 555 0134",
    note: "Size 6½, please.\nThe ring was my grandmother's.",
    timezone: "Asia/Tokyo",
    startsAt,
    key: `journey-${freshName()}`,
    website: "",
  };
  const path = `/api/v1/book/${slug}`;
  // Only Linux supports all of 127.0.0.0/8. Elsewhere all visitors share one address.
  if (process.platform !== "linux" || !headers().origin.startsWith("http://127.")) {
    return (await page.request.post(path, { headers: headers(), data })).status();
  }
  const localAddress = `127.${[1, 2, 3].map(() => 1 + Math.floor(Math.random() * 250)).join(".")}`;
  return new Promise((resolve, reject) => {
    request(headers().origin + path, {
      method: "POST",
      localAddress,
      headers: { ...headers(), "content-type": "application/json" },
    })
      .on("response", (answer) => resolve(answer.resume().statusCode ?? 0))
      .on("error", reject)
      .end(JSON.stringify(data));
  });
}

/** At a random time, or with `soonest` in about an hour. Tries again if another journey takes the time. */
export async function createBooking(page: Page, { soonest = false } = {}): Promise<Booked> {
  const title = freshName();
  // With one person, a booked time is taken.
  const { id } = await (await page.request.get("/api/v1/users/me")).json();
  const data = { name: title, defaultMeetingLength: 15, daysInAdvance: 60, people: [id] };
  await page.request.post("/api/v1/appointmentTypes", { headers: headers(), data });
  const types: { name: string; appointmentBookingLink: string }[] = await (
    await page.request.get("/api/v1/appointmentTypes")
  ).json();
  const slug =
    types
      .find(({ name }) => name === title)
      ?.appointmentBookingLink.split("/")
      .at(-1) ?? "";
  const booking = { slug, title, email: `${title.toLowerCase()}@example.com`, startsAt: "" };
  await expect(async () => {
    const free = await freeTimes(page, slug, Date.now() + (soonest ? HOUR_MS : 21 * DAY_MS));
    booking.startsAt = free[soonest ? 0 : Math.floor(Math.random() * free.length)] ?? "";
    expect(await bookAt(page, booking)).toBe(200);
  }).toPass();
  return booking;
}

export async function localTime(page: Page, startsAt: string) {
  const { timezone: timeZone } = await (await page.request.get("/api/v1/users/me")).json();
  const format = (options: Intl.DateTimeFormatOptions, locale = "en-US") =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(startsAt)).replace(/\s/g, " ");
  return {
    date: format({ year: "numeric", month: "2-digit", day: "2-digit" }, "en-CA"),
    day: format({ weekday: "long", month: "long", day: "numeric" }),
    time: format({ hour: "numeric", minute: "2-digit" }),
  };
}

export async function openCard(page: Page, { title, startsAt }: Booked) {
  const { date } = await localTime(page, startsAt);
  await page.goto(`/dashboard/appointments?week=${date}`);
  const button = page.getByRole("button", { name: new RegExp(`^${title} · Zoë Frost, `) });
  const card = page.getByRole("dialog", { name: `${title} · Zoë Frost` });
  await expect(async () => {
    if (!(await card.isVisible())) await button.press("Enter");
    await expect(card).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(card.getByRole("link", { name: "Zoë Frost" })).toBeVisible();
  return { button, card };
}
