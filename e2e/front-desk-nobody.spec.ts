import type { Locator, Page } from "@playwright/test";
import { box } from "./calendar.ts";
import { newColleague } from "./colleague.ts";
import { api, expect, expectAccessible, freshName, test } from "./support.ts";

const DAY_MS = 86_400_000;

/** Later than other journeys book. Each retry uses another one. */
function quietDay(): string {
  const far = new Date(Date.now() + (140 + 7 * test.info().retry) * DAY_MS);
  far.setUTCDate(far.getUTCDate() + ((10 - far.getUTCDay()) % 7));
  return far.toISOString().slice(0, 10);
}

const said = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });
const column = (page: Page, name: string) =>
  page.getByRole("region", { name: new RegExp(`^${name}, Wednesday, `) });

async function dragTo(page: Page, what: Locator, to: Locator) {
  await what.scrollIntoViewIfNeeded();
  const [from, target] = [await box(what), await box(to)];
  const [x, y] = [from.x + from.width / 3, from.y + from.height * 0.4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(x + 20, y);
    await page.mouse.move(target.x + target.width / 2, y);
    await expect(page.locator("[data-lifted]")).toBeAttached({ timeout: 500 });
  }).toPass();
}

test("assigns a removed person's appointments by mouse and key", {
  tag: "@desktop",
}, async ({ page, browser }) => {
  await page.goto("/dashboard/appointments");
  const { lastName, leave } = await newColleague(page, browser, "USER", "Rosa");
  const day = quietDay();
  type Person = { id: string; firstName: string; lastName: string };
  const team = await api<Person[]>(page, "GET", "/organization/users");
  const rosa = team.find((one) => one.lastName === lastName);
  const names = [`Kay ${freshName()}`, `Lou ${freshName()}`];
  for (const [i, name] of names.entries()) {
    await api(page, "POST", "/bookings", {
      ...{ contactId: null, caller: { name, phoneNumber: "+1 415 555 0199", email: "" } },
      ...{ personId: rosa?.id, typeId: null, title: "Fitting", minutes: 30, note: "" },
      ...{ startsAt: `${day}T${18 + i}:00:00Z`, key: `nobody-${freshName()}`, allow: ["HOURS"] },
    });
  }
  await leave();
  const [kay, lou] = names.map((name) => page.getByRole("button", { name: new RegExp(` · ${name}, `) }));
  if (!kay || !lou) throw new Error("there are two");
  await page.goto(`/dashboard/appointments?day=${day}`);
  await expect(kay).toHaveAccessibleName(/with Nobody/);
  await expect(column(page, "Nobody").getByText("Unassigned")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await kay.press("Enter");
  const card = page.getByRole("dialog", { name: / · Kay/ });
  await expect(card).toContainText("No staff member: the person was removed");
  await expect(card).toContainText("Outside hours, by Priya");
  await expectAccessible(page, { rule: "target-size", inside: "[data-hours]" });
  await page.keyboard.press("Escape");

  await kay.focus();
  await page.keyboard.press("m");
  const choose = said(page, /needs a staff member. Choose a person./);
  await expect(choose).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(choose).toBeVisible();
  const heads = await page.getByRole("region", { name: /, Wednesday, / }).allTextContents();
  const steps = heads.length - 1 - heads.findIndex((head) => head.includes("Eleanor"));
  for (let step = 0; step < steps; step++) await page.keyboard.press("ArrowLeft");
  await expect(said(page, new RegExp(`^${names[0]} to Eleanor Finch, 2:15 PM – 2:45 PM`))).toBeVisible();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Move anyway?" });
  await expect(page.getByText(`${names[0]} to Eleanor, `).first()).toBeVisible();
  await expect(kay).toHaveAccessibleName(/with Eleanor Finch/);

  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/bookings/")) asked.push(request.url());
  });
  await dragTo(page, kay, column(page, "Nobody"));
  await expect(choose).toBeVisible();
  await page.mouse.up();
  await expect(page.locator("[data-lifted]")).toHaveCount(0);
  await expect(kay).toHaveAccessibleName(/with Eleanor Finch/);
  await expect(question).toHaveCount(0);
  expect(asked).toEqual([]);

  await dragTo(page, lou, column(page, "Eleanor Finch"));
  await page.mouse.up();
  await expect(page.getByText(`${names[1]} to Eleanor, `).first()).toBeVisible();
  await expect(lou).toHaveAccessibleName(/with Eleanor Finch/);
  await expect(column(page, "Nobody")).toHaveCount(0);
});
