import type { Page } from "@playwright/test";
import { bookAt, createBooking, localTime, openCard } from "./bookings.ts";
import { day } from "./calendar.ts";
import { clickForToast, expect, expectAccessible, expectNoSidewaysScroll, test, toast } from "./support.ts";

async function choose(page: Page): Promise<string> {
  const radios = page.getByRole("dialog", { name: "Move appointment" }).getByRole("radio");
  await expect(radios.first()).toBeAttached();
  const radio = radios.nth(Math.floor(Math.random() * (await radios.count())));
  await radio.focus();
  await page.keyboard.press("Space");
  await expect(radio).toBeChecked();
  return radio.inputValue();
}

async function subjectTo(page: Page, email: string): Promise<string | undefined> {
  const mails = await page.request.get(`/api/v1/mails?search=${email}&limit=50`);
  const found: { toAddress: string; kind: string; subject: string }[] = await mails.json();
  return found.find(({ toAddress, kind }) => toAddress === email && kind === "booking")?.subject;
}

test("staff see who booked, and move the appointment by keyboard", { tag: "@desktop" }, async ({ page }) => {
  const booking = await createBooking(page);
  const { card, button } = await openCard(page, booking);
  await expect(card).toContainText("Size 6½, please.");
  await expect(card.getByRole("link", { name: booking.email })).toHaveAttribute(
    "href",
    `mailto:${booking.email}`,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const hours = page.getByRole("region", { name: "Hours, scrollable" });
  for (const top of [0, 10_000]) {
    await hours.evaluate((element, top) => element.scrollTo({ top, behavior: "instant" }), top);
    await expect(button).not.toBeInViewport();
    await expect(card.getByRole("button", { name: "Move", exact: true })).toBeInViewport({ ratio: 1 });
  }

  const dialog = page.getByRole("dialog", { name: "Move appointment" });
  await card.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await expect(dialog).toContainText(`${booking.title} · Zoë Frost, now `);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  await card.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await expect(dialog.getByRole("radio").first()).toBeAttached();
  await dialog.getByRole("button", { name: "Move appointment" }).press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Choose a time");
  const weeks = await dialog.getByText(/ – .* · /).textContent();
  await dialog.getByRole("button", { name: "Later days" }).press("Enter");
  await expect(dialog.getByText(weeks ?? "")).toHaveCount(0);
  const startsAt = await choose(page);
  const moved = await localTime(page, startsAt);
  await expect(dialog.getByText(`${moved.day}, ${moved.time}`)).toBeVisible();
  await expect(dialog.getByText(/GMT\+9 for the visitor/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await dialog.getByRole("radio", { checked: true }).focus();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Move appointment" })).toBeFocused();
  await Promise.all([expect(toast(page, "Appointment moved")).toBeVisible(), page.keyboard.press("Enter")]);
  await expect(dialog).toHaveCount(0);
  const place = day(page, moved.day).getByRole("button", {
    name: new RegExp(`^${booking.title} · Zoë Frost, ${moved.time} to `),
  });
  await expect(place).toBeFocused();
  await expect(place).toBeInViewport();
  expect(await subjectTo(page, booking.email)).toMatch(new RegExp(`^Moved: ${booking.title} on `));
});

test.describe("when someone else is faster", () => {
  test.use({ failing: true });

  test("the dialog stays open, shows an error and the free times", { tag: "@desktop" }, async ({ page }) => {
    const booking = await createBooking(page);
    const { card } = await openCard(page, booking);
    await card.getByRole("button", { name: "Move", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Move appointment" });
    const startsAt = await choose(page);
    const other = { ...booking, startsAt, email: `other-${booking.email}` };
    expect(await bookAt(page, other)).toBe(200);
    await dialog.getByRole("button", { name: "Move appointment" }).click();
    await expect(dialog.getByRole("alert")).toContainText("is busy then");
    await expect(dialog.locator(`input[value="${startsAt}"]`)).toHaveCount(0);
    await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0);
    await expectAccessible(page);
    await choose(page);
    await clickForToast(dialog.getByRole("button", { name: "Move appointment" }), "Appointment moved");
  });
});

test("the profile shows a booking and its cancellation", { tag: "@desktop" }, async ({ page }) => {
  const booking = await createBooking(page);
  const { card } = await openCard(page, booking);
  await card.getByRole("link", { name: "Zoë Frost" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Zoë Frost" })).toBeVisible();
  const appointments = page.getByRole("tabpanel", { name: "Timeline" });
  const { day: date, time } = await localTime(page, booking.startsAt);
  await expect(appointments.getByRole("heading", { name: "Next" })).toBeVisible();
  await expect(appointments.getByRole("listitem").filter({ hasText: booking.title }).first()).toContainText(
    time,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const profile = page.url();

  await appointments.getByRole("link", { name: booking.title }).click();
  const button = day(page, date).getByRole("button", { name: new RegExp(`^${booking.title} · `) });
  await expect(button).toBeFocused();
  await expect(button).toBeInViewport();
  await expect(page).toHaveURL(/\?week=[\d-]+$/);

  await page.keyboard.press("Enter");
  const cancel = card.getByRole("button", { name: "Cancel appointment" });
  const question = page.getByRole("alertdialog", { name: "Cancel this appointment?" });
  await cancel.press("Enter");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep appointment" }).press("Enter");
  await expect(cancel).toBeFocused();
  await cancel.press("Enter");
  await clickForToast(question.getByRole("button", { name: "Cancel appointment" }), "Appointment cancelled");
  await expect(button).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await page.goto(profile);
  const cancelled = appointments.getByRole("listitem").filter({ hasText: "booked by the visitor" });
  await expect(cancelled).toContainText("Cancelled");
  await expect(cancelled).toContainText(booking.title);
  await expect(cancelled.getByRole("link")).toHaveCount(0);
});

test("Home lists and counts the next appointment", { tag: "@desktop" }, async ({ page }) => {
  const booking = await createBooking(page, { soonest: true });
  const { time } = await localTime(page, booking.startsAt);
  await page.goto("/dashboard");
  const today = page.getByRole("region", { name: /^Today/ });
  await today.getByRole("button", { name: /^Next 7 days/ }).click();
  const row = today.getByRole("listitem").filter({ hasText: booking.title }).filter({ hasText: time });
  await expect(row.getByRole("link", { name: "Zoë Frost" }).first()).toHaveAttribute("href", /\/profile\//);
  await expect(page.getByRole("link", { name: /^Appointments Booked [1-9]/ })).toBeVisible();
  await expectNoSidewaysScroll(page);

  const { card } = await openCard(page, booking);
  await card.getByRole("button", { name: "Cancel appointment" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel this appointment?" });
  await clickForToast(question.getByRole("button", { name: "Cancel appointment" }), "Appointment cancelled");
  await page.getByRole("link", { name: "Dashboard" }).locator("visible=true").click();
  await expect(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
  await expect(row).toHaveCount(0);
});
