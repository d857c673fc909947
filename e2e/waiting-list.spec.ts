import type { Page } from "@playwright/test";
import { signedOutPage } from "./colleague.ts";
import { mailTo } from "./mails.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  test,
  toast,
} from "./support.ts";
import { waitForHydration } from "./visitor.ts";

type Type = { id: string; name: string; appointmentBookingLink: string };
type Days = { days: { day: string; slots: string[] }[] };

const LIST = "/dashboard/settings/appointments/waiting";

async function fullDay(page: Page, title: string) {
  const { id } = await api<{ id: string }>(page, "GET", "/users/me");
  const rules = { people: [id], mostPerDay: 1 };
  const form = { name: title, defaultMeetingLength: 15, daysInAdvance: 60, ...rules };
  await api(page, "POST", "/appointmentTypes", form);
  const types = await api<Type[]>(page, "GET", "/appointmentTypes");
  const type = types.find(({ name }) => name === title);
  const { pathname } = new URL(type?.appointmentBookingLink ?? "");
  const { days } = await api<Days>(page, "GET", `${pathname}/slots`);
  const { day = "", slots = [] } = days.filter((one) => one.slots.length > 0)[4] ?? {};
  const visit = { startsAt: slots[0], name: "Zoë Frost", email: `${title.toLowerCase()}z@example.com` };
  const { cancelToken } = await api<{ cancelToken: string }>(page, "POST", pathname, {
    ...visit,
    ...{ phoneNumber: "", note: "", timezone: "UTC", key: `key-${title}`, website: "" },
  });
  return {
    path: pathname,
    day,
    free: () => api(page, "POST", `/booking/${cancelToken}/cancel`),
    remove: () => api(page, "DELETE", `/appointmentTypes/${type?.id}`),
  };
}

test("a visitor waits for a full day and gets a time", { tag: "@phone" }, async ({ page, browser }) => {
  const title = freshName();
  const email = `${title.toLowerCase()}-with-a-long-address@example.com`;
  await page.goto(LIST);
  const { path, day, free, remove } = await fullDay(page, title);
  const visitor = await signedOutPage(browser, page);
  const origin = new URL(page.url()).origin;
  await visitor.goto(origin + path);
  await waitForHydration(visitor);
  const inWords = new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
  const label = inWords.format(new Date(day));
  await visitor.getByRole("button", { name: `Notify me if a time opens up, ${label}` }).click();
  const sheet = visitor.getByRole("dialog", { name: "Notify me if a time opens up" });
  await expect(sheet.getByRole("radio", { name: label, exact: true })).toBeChecked();
  await sheet.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(sheet.getByText("Name is required")).toBeVisible();
  await sheet.getByLabel("Name").fill("Dora Lind");
  await sheet.getByLabel("Email").fill(email);
  await expectAccessible(visitor);
  await expectNoSidewaysScroll(visitor);
  await sheet.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(visitor.getByRole("dialog", { name: "You’re on the list" })).toBeVisible();
  await expectAccessible(visitor);

  await page.reload();
  const row = page.getByRole("row", { name: new RegExp(email) });
  await expect(row).toContainText("Waiting");
  const { text } = await mailTo(page, email, "kept");
  const [link = ""] = /\/book\/waiting\/[\w-]+/.exec(text) ?? [];
  await visitor.goto(origin + link);
  await expect(visitor.getByRole("heading", { name: "You’re on the waiting list" })).toBeVisible();
  await expectAccessible(visitor);

  await free();
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "A time opened up" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(visitor);
  await expectNoSidewaysScroll(visitor);
  await page.reload();
  await expect(row).toContainText(/Call by|Offered until/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  const table = page.getByRole("table", { name: /^Waiting list/ });
  const [inner, outer] = await table.evaluate((one) => [one.scrollWidth, one.parentElement?.clientWidth]);
  expect(inner).toBe(outer);
  if (size) await page.setViewportSize(size);
  await page.goto(`/dashboard/appointments?day=${day}`);
  await expect(page.getByRole("button", { name: /^Reserved for Dora Lind, until / }).first()).toBeVisible();

  await visitor.getByRole("button", { name: "Book this time" }).click();
  await expect(visitor.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.context().close();
  await page.goto(LIST);
  await expect(row).toContainText("Booked");
  await remove();
});

test("staff add, edit, move and remove entries", { tag: "@desktop" }, async ({ page }) => {
  const title = freshName();
  await page.goto(LIST);
  const { remove, day } = await fullDay(page, title);
  const [first, second] = [`${title}a`, `${title}b`];
  for (const lastName of [first, second]) {
    const contact = { firstName: "Pia", lastName, email: "", phoneNumber: "+1 415 555 0176" };
    await api(page, "POST", "/contacts/createContact", contact);
  }
  await page.reload();
  for (const lastName of [first, second]) {
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add to the waiting list" });
    await dialog.getByRole("combobox", { name: "Contact" }).fill(lastName);
    await page.getByRole("option", { name: `Pia ${lastName}` }).click();
    await dialog.getByRole("combobox", { name: "Appointment type" }).click();
    await page.getByRole("option", { name: title }).click();
    await dialog.getByRole("textbox", { name: "Day" }).fill(day);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  const rows = page.getByRole("row", { name: new RegExp(title) });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(first);
  const act = async (name: string, label: string, lastName: string) => {
    const menu = page.getByRole("button", { name: `Actions for Pia ${lastName}`, exact: true });
    if (await menu.isVisible()) {
      await menu.click();
      await page.getByRole("menuitem", { name: label, exact: true }).click();
    } else await page.getByRole("button", { name: `${name} Pia ${lastName}`, exact: true }).click();
  };
  await expect(async () => {
    if (!(await rows.first().textContent())?.includes(second)) await act("Move up:", "Up", second);
    await expect(rows.first()).toContainText(second, { timeout: 1000 });
  }).toPass();
  await act("Edit", "Edit", second);
  const edit = page.getByRole("dialog", { name: `Edit waiting list entry for Pia ${second}` });
  await edit.getByRole("combobox", { name: "Time of day" }).click();
  await page.getByRole("option", { name: "Morning" }).click();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(rows.first()).toContainText("mornings");
  await act("Delete", "Delete", second);
  const removed = toast(page, "Removed from the waiting list");
  await clickForToast(
    page.getByRole("button", { name: "Remove", exact: true }),
    "Removed from the waiting list",
  );
  await expect(rows).toHaveCount(1);
  await removed.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, `Pia ${second} is back on the waiting list`)).toBeVisible();
  await expect(rows.first()).toContainText(second);
  for (const lastName of [second, first]) {
    await act("Delete", "Delete", lastName);
    // The row disappears before the host's answer, and deleting the type would delete its entries.
    const answer = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    expect((await answer).ok()).toBe(true);
    await expect(page.getByRole("row", { name: new RegExp(lastName) })).toBeHidden();
  }
  await remove();
});
