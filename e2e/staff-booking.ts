import type { Browser, Locator, Page } from "@playwright/test";
import { newColleague } from "./colleague.ts";
import { api, expect, freshName, isPhone } from "./support.ts";

const THURSDAY = 4;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export async function newMaya(page: Page, browser: Browser) {
  await page.goto("/dashboard/appointments");
  const colleague = await newColleague(page, browser, "USER", "Maya");
  const availability = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => day === THURSDAY && hour >= 9 && hour < 17),
  );
  await api(colleague.page, "POST", "/unipile/setCalendar", { calendarId: "store", availability });
  const name = freshName();
  await api(page, "POST", "/appointmentTypes", { name, defaultMeetingLength: 30, daysInAdvance: 60 });
  const types: { id: string; name: string }[] = await api(page, "GET", "/appointmentTypes");
  const { id: me } = await api<{ id: string }>(page, "GET", "/users/me");
  const used = { me, types: types.filter((type) => type.name === name).map(({ id }) => id) };
  await page.evaluate(
    (value) => localStorage.setItem("recent-appointment-types", value),
    JSON.stringify(used),
  );
  await page.reload();
  return colleague;
}

export const panel = (page: Page) =>
  isPhone(page)
    ? page.getByRole("dialog", { name: "New appointment" })
    : page.getByRole("complementary", { name: "New appointment" });

export const someNumber = () => `(415) 555-${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;

export async function openPanel(page: Page) {
  const shown = panel(page);
  await expect(async () => {
    if (!(await shown.isVisible())) await page.getByRole("button", { name: "New appointment" }).click();
    await expect(shown).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(shown.getByRole("combobox", { name: "Caller" })).toBeFocused();
  return shown;
}

export async function timesOf(page: Page, lastName: string) {
  const today = new Date().toISOString().slice(0, 10);
  const later = new Date(Date.now() + 28 * DAY_MS).toISOString().slice(0, 10);
  type People = { people: { id: string; name: string }[] };
  const { people }: People = await api(page, "GET", `/people/calendar?from=${today}&to=${today}`);
  const personId = people.find(({ name }) => name === `Maya ${lastName}`)?.id ?? "";
  const query = `from=${today}&to=${later}&minutes=30&personId=${personId}`;
  const { days }: { days: { slots: string[] }[] } = await api(page, "GET", `/people/slots?${query}`);
  const firsts = days.flatMap(({ slots }) => slots.slice(0, 1)).slice(1);
  const early = new Date(Date.parse(firsts[0] ?? "") - 2 * HOUR_MS).toISOString();
  return { personId, firsts, early };
}

type Body = { personId: string; startsAt: string };

export function bookBehind(page: Page, { personId, startsAt }: Body) {
  return api(page, "POST", "/bookings", {
    contactId: null,
    caller: { name: "Quick Caller", phoneNumber: someNumber(), email: "" },
    personId,
    typeId: null,
    title: "Taken",
    minutes: 30,
    startsAt,
    note: null,
    key: `journey-${freshName()}`,
  });
}

export async function newContact(page: Page, phoneNumber: string, email = "") {
  const lastName = freshName();
  const form = { firstName: "Nora", lastName, email, phoneNumber, birthday: "", anniversary: "" };
  await api(page, "POST", "/contacts/createContact", form);
  return `Nora ${lastName}`;
}

export const openAt = (page: Page, query: string) => page.goto(`/dashboard/appointments?new=1&${query}`);

export const bookButton = (shown: Locator) => shown.getByRole("button", { name: /^Book/ });
