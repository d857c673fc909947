import { box } from "./calendar.ts";
import { appointmentOf, column, IN_THE_GRID, open, test } from "./front-desk-page.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, toast } from "./support.ts";

test("dragging over empty time sets start and length", {
  tag: "@desktop",
}, async ({ page, site }) => {
  await open(page, site);
  async function to(hour: number) {
    const { x, y, width, height } = await box(column(page, "Priya").locator("[data-hours]"));
    await page.mouse.move(x + width / 2, y + (hour / 24) * height);
  }
  const draft = column(page, "Priya").locator("[data-hours] > p").filter({ hasText: /^New / });
  await to(10.1);
  await page.mouse.down();
  await to(10.6);
  await to(11.2);
  await expect(draft).toHaveText("New 10:00 – 11:15 AM");
  await page.keyboard.press("Escape");
  await expect(draft).toHaveCount(0);
  await page.mouse.up();

  await page.mouse.down();
  await to(10.6);
  await to(10.1);
  await page.mouse.up();
  const at = encodeURIComponent(site.desk.at("10:00"));
  await expect(page).toHaveURL(new RegExp(`at=${at}&minutes=75`));
  const shown = page.getByRole("complementary", { name: "New appointment" });
  await expect(shown.getByRole("combobox", { name: "Length" })).toContainText("75 min");
  await expect(draft).toHaveText("New 10:00 – 11:15 AM");
  await expect(shown.getByRole("alert")).toContainText("Outside hours.");
  await expect(draft).toHaveCSS("border-top-style", "dashed");
  await expectAccessible(page, IN_THE_GRID);
  await to(9.1);
  await page.mouse.down();
  await to(9.3);
  await to(9.4);
  await page.mouse.up();
  await expect(draft).toHaveText("New 9:00 – 9:30 AM");
  await expect(shown.getByRole("combobox", { name: "Length" })).toContainText("30 min");
});

test("shows that a person has time off, but not the reason", { tag: "@desktop" }, async ({ page, site }) => {
  const { owner, people, day } = site.desk;
  const personId = people.find(({ firstName }) => firstName === "Priya")?.id;
  const hours = Array.from({ length: 24 }, (_, hour) => hour >= 15);
  const off = { personId, from: day, to: day, hours, reason: "Dentist" };
  const { id } = await owner<{ id: string }>("POST", "/people/exceptions", off);
  try {
    await open(page, site);
    await expect(column(page, "Priya").getByText("Time off until 3 PM")).toBeAttached();
    await expect(page.getByText("Dentist")).toHaveCount(0);
    expect(await page.content()).not.toContain("Dentist");

    await page.goto("/dashboard/settings/appointments/hours");
    await page.getByText(/^\d+ appointments to move$/).click();
    // The top bar may cover a part of a field, which would be too small for axe.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: /1:00 PM\s*Ananya Okafor · Valuation/ }).click();
    await expect(page).toHaveURL(new RegExp(`day=${day}`));
    await expect(appointmentOf(page, "Ananya Okafor").first()).toBeVisible();
  } finally {
    await owner("DELETE", `/people/exceptions/${id}`);
  }
});

test("names everyone in the week view", { tag: "@desktop" }, async ({ page, site }) => {
  await page.goto(`/dashboard/appointments?week=${site.desk.day}`);
  const buttons = page.getByRole("region", { name: /^Sunday, / }).locator("[data-hours] [data-booking]");
  await expect(buttons).toHaveCount(60);
  const cut = await buttons.evaluateAll((all) =>
    all.flatMap((one) => {
      const shown = [...one.querySelectorAll("b > span")].find((span) => span.getClientRects().length > 0);
      const [text] = shown?.childNodes ?? [];
      const word = shown?.textContent?.split(" ")[0] ?? "";
      const range = document.createRange();
      if (!text || !word) return [word];
      range.setStart(text, 0);
      range.setEnd(text, word.length);
      return range.getBoundingClientRect().right <= one.getBoundingClientRect().right + 1 ? [] : [word];
    }),
  );
  expect(cut).toEqual([]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, IN_THE_GRID);
});

test("the card of a short appointment links to its neighbors", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await open(page, site);
  const cooper = appointmentOf(page, "Cooper").first();
  await cooper.click();
  const there = page.getByRole("dialog", { name: / · Cooper/ });
  await expect(there).toBeVisible();
  const name = (await there.getByRole("heading").textContent()) ?? "";
  const heading = page.getByRole("dialog").getByRole("heading");
  await there.getByRole("button", { name: "Next appointment" }).click();
  await expect(heading).not.toHaveText(name);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.getByRole("button", { name: "Previous appointment" }).click();
  await expect(heading).toHaveText(name);
});

test("hovering the toast delays its email", { tag: "@desktop" }, async ({ page, site }) => {
  await open(page, site);
  const lotte = appointmentOf(page, "Lotte").first();
  await lotte.focus();
  for (const key of ["m", "Alt+ArrowDown", "Enter"]) await page.keyboard.press(key);
  const anyway = page.getByRole("button", { name: "Move anyway" });
  const done = page.getByRole("listitem").filter({ hasText: /^Success!Lotte/ });
  await expect(anyway.or(done)).toBeVisible();
  if (await anyway.isVisible()) await anyway.press("Enter");
  for (let turn = 0; turn < 2; turn++) {
    const held = page.waitForResponse((response) => response.url().endsWith("/hold"));
    if (turn === 0) await done.hover();
    const answer = await held;
    expect(answer.status()).toBe(200);
    expect((await answer.json()).left).toBeGreaterThan(9000);
  }
  await page.mouse.move(0, 0);
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone")).toBeVisible();

  const panel = page.getByRole("complementary", { name: "Maya is away" });
  await page.getByRole("button", { name: "Away", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Maya .*is away…$/ }).click();
  await expect(panel).toBeFocused();
  await panel.getByRole("button", { name: "Close" }).click();
  const hours = page.getByRole("region", { name: "Hours, scrollable" });
  const shown = await hours.evaluate((grid) => grid.scrollTop);
  const menu = column(page, "Maya").getByRole("button", { name: /^Menu of Maya/ });
  const { x, y, width } = await box(menu);
  await page.mouse.click(x + width - 8, y + 8);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await menu.blur();
  await menu.focus();
  expect(await hours.evaluate((grid) => grid.scrollTop)).toBe(shown);
  await menu.click();
  await page.getByRole("menuitem", { name: "Maya is away…" }).click();
  await expect(panel.getByRole("status")).toHaveText(/keep the time|without an opening/);
  await panel.getByRole("radio", { name: /Cancel all/ }).check();
  await expect(panel.getByRole("status")).toHaveText("12 cancelled.");
  await panel.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Maya is away: preview" });
  const rows = preview.getByRole("list", { name: "Appointments" }).getByRole("listitem");
  await expect(rows).toHaveCount(12);
  await rows.first().getByRole("button").click();
  await page.getByRole("menuitem", { name: "Leave as is" }).click();
  await expect(rows.first().getByRole("button")).toHaveText("Leave as is");
  await preview.getByLabel("Add a line to every message").fill("We are sorry.");
  await expect(preview.getByRole("paragraph").filter({ hasText: "We are sorry." })).toBeVisible();
  await expect(rows.first().getByRole("button")).toHaveText("Leave as is");
  await expectAccessible(page);
  await preview.getByRole("button", { name: /^Cancel 11/ }).click();
  await expect(column(page, "Maya").locator("[data-booking]")).toHaveCount(1);
  await toast(page, "11 cancelled").getByRole("button", { name: "Undo" }).click();
  await expect(column(page, "Maya").locator("[data-booking]")).toHaveCount(12);

  await menu.click();
  await page.getByRole("menuitem", { name: "Maya is away…" }).click();
  await panel.getByRole("radio", { name: /Cancel all/ }).check();
  await expect(panel.getByRole("status")).toHaveText("12 cancelled.");
  await panel.getByRole("button", { name: "Preview" }).click();
  await preview.getByRole("button", { name: /^Cancel 12/ }).click();
  await expect(column(page, "Maya").locator("[data-booking]")).toHaveCount(0);
  await page.reload();
  await menu.click();
  await page.getByRole("menuitem", { name: "Maya is away…" }).click();
  await expect(panel.getByText("12 cancelled")).toBeVisible();
  await panel.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone")).toBeVisible();
  await expect(column(page, "Maya").locator("[data-booking]")).toHaveCount(12);
  await expect(panel.getByRole("button", { name: "Undo" })).toHaveCount(0);
});
