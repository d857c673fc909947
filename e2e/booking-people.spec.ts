import type { Page } from "@playwright/test";
import { newColleague, signedOutPage } from "./colleague.ts";
import { api, expect, expectAccessible, expectNoSidewaysScroll, freshName, test } from "./support.ts";
import { chooseAny, waitForHydration } from "./visitor.ts";

type Type = { id: string; name: string; appointmentBookingLink: string; version: number };

const nineToFive = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => day > 0 && hour > 8 && hour < 17),
);

const look = { color: "#f2c94c", phone: "(207) 555-0100", website: "marlowfinch.com", hours: nineToFive };
const READABLE = "rgb(126, 105, 40)";

async function expectFace(visitor: Page) {
  const call = visitor.getByRole("link", { name: look.phone });
  await expect(call.first()).toHaveAttribute("href", "tel:2075550100");
  await expect(call.last()).toHaveCSS("color", READABLE);
  await expect(visitor.getByRole("paragraph").filter({ hasText: /^Marlow & Finch$/ })).toBeVisible();
  const logo = visitor.locator("img[src*='/logos/']").first();
  await expect(logo).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(visitor.getByText(/^(Open today until 5 PM|Opens today at 9 AM|Closed now)$/)).toBeVisible();
  const hours = visitor.locator("footer dl div");
  await expect(hours.filter({ hasText: "Monday" })).toHaveText(/9 AM – 5 PM$/);
  await expect(hours.filter({ hasText: "Sunday" })).toHaveText(/Closed$/);
}

const always = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => true));

test("a visitor's chosen person and place stay in the URL", { tag: "@phone" }, async ({ page, browser }) => {
  await page.goto("/dashboard/settings/billing");
  const { page: own, lastName, leave } = await newColleague(page, browser);
  await api(own, "POST", "/unipile/setCalendar", { calendarId: "store", availability: always });
  const title = freshName();
  const form = { name: title, defaultMeetingLength: 60, daysInAdvance: 30 };
  await api(page, "POST", "/appointmentTypes", form);
  const types = await api<Type[]>(page, "GET", "/appointmentTypes");
  const type = types.find(({ name }) => name === title);
  const rules = { visitorChooses: true, place: "STORE", placeText: "12 Harbor Street" };
  await api(page, "PUT", `/appointmentTypes/${type?.id}`, { ...form, ...rules });
  const { pathname } = new URL(type?.appointmentBookingLink ?? "");

  await api(page, "POST", "/organization/brand", look);

  const visitor = await signedOutPage(browser, page);
  const origin = new URL(page.url()).origin;
  await visitor.goto(origin + pathname);
  await expect(visitor.getByText("12 Harbor Street", { exact: true })).toBeVisible();
  await expect(visitor.getByRole("radio", { name: "Anyone available" })).toBeChecked();
  await expectFace(visitor);
  await waitForHydration(visitor);
  await visitor
    .getByText(/^Amara/)
    .last()
    .click();
  await expect(visitor).toHaveURL(/\?person=[\w-]+/);
  await expectAccessible(visitor);
  await expectNoSidewaysScroll(visitor);
  const day = visitor.locator("details:has(h3)").last();
  await day.locator("summary").click();
  await expect(visitor).toHaveURL(/&day=\d{4}-\d\d-\d\d/);
  const label = (await day.getByRole("heading").textContent()) ?? "";
  await visitor.reload();
  await expect(visitor.getByRole("radio", { name: /^Amara/ }).last()).toBeChecked();
  await expect(visitor.locator("details[open]").getByRole("heading")).toHaveText(label);

  await chooseAny(visitor);
  await expect(visitor.getByText(/^With Amara/)).toBeVisible();
  await visitor.getByLabel("Name", { exact: true }).fill("Zoë Frost");
  await visitor.getByLabel("Email").fill(`${title.toLowerCase()}@example.com`);
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Book appointment" }).click();
  await expect(visitor.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
  await expect(visitor.getByText(/^With Amara/)).toBeVisible();
  await expect(visitor.getByText("12 Harbor Street").last()).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole("link", { name: "Move appointment" }).click();
  await expect(visitor.getByText(/^With Amara/)).toBeVisible();
  await expect(visitor.getByText("12 Harbor Street").first()).toBeVisible();
  await expectFace(visitor);
  await expectAccessible(visitor);
  await expectNoSidewaysScroll(visitor);
  await visitor.context().close();
  const today = new Date().toISOString().slice(0, 10);
  const until = new Date(Date.now() + 35 * 86_400_000).toISOString().slice(0, 10);
  type People = { people: { name: string; events: { title: string }[] }[] };
  const { people } = await api<People>(page, "GET", `/people/calendar?from=${today}&to=${until}`);
  const whose = people.filter(({ events }) => events.some((event) => event.title.includes(title)));
  expect(whose.map(({ name }) => name)).toEqual([`Amara ${lastName}`]);
  await api(page, "DELETE", `/appointmentTypes/${type?.id}`);
  await leave();
});
