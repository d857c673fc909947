import type { Locator, Page } from "@playwright/test";
import { box, event, open } from "./calendar.ts";
import { show } from "./profile.ts";
import {
  api,
  choose,
  clickForToast,
  expect,
  expectNoSidewaysScroll,
  freshName,
  test,
  toast,
} from "./support.ts";

type Person = { lastName: string; email?: string; [field: string]: unknown };

async function newContact(page: Page, { lastName, ...fields }: Person): Promise<string> {
  const body = { firstName: "Rohan", lastName, email: "", phoneNumber: "+91 50005 59260", ...fields };
  return (await api<{ id: string }>(page, "POST", "/contacts/createContact", body)).id;
}

function lines(element: Locator) {
  return element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const drawn = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    return drawn.map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
  });
}

test("a campaign's facts are side by side in its row", async ({ page }) => {
  const name = freshName();
  await page.goto("/dashboard/campaigns");
  const template = { name, subject: "Pearls", content: "Come and see them." };
  const { data } = await api<{ data: { id: string } }>(page, "POST", "/templates/createTemplate", template);
  const where = JSON.stringify([[{ field: "name", contains: name }]]);
  const body = { name, where, templateId: data.id };
  const { id } = await api<{ id: string }>(page, "POST", "/campaigns", body);
  await api(page, "POST", `/campaigns/${id}/schedule`, {});
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: name });
  const [people] = await lines(row.getByText("0 people"));
  const [when] = await lines(row.getByText(/^(Started|Done) /));
  expect(when?.left).toBeGreaterThan(people?.right ?? Number.POSITIVE_INFINITY);
});

test.describe("on a screen 1350 px wide", () => {
  test.use({ viewport: { width: 1350, height: 800 } });

  test("a list with three more columns shows each sale and date", { tag: "@desktop" }, async ({ page }) => {
    const lastName = `${freshName()} Featherstonehaugh`;
    await page.goto("/dashboard/contacts");
    const contactId = await newContact(page, {
      lastName,
      email: `${lastName.replace(" ", ".").toLowerCase()}@example.com`,
      birthday: "1968-03-14",
      anniversary: "1991-06-20",
    });
    const [productCategory] = await api<object[]>(page, "GET", "/product-categories/getMyProductCategories");
    const contact = { id: contactId, name: `Rohan ${lastName}` };
    const sale = { contact, productCategory, cost: "12345.50", createdAt: "2025-12-20T15:00:00.000Z" };
    await api(page, "POST", "/purchases/createPurchase", sale);
    const where = [
      { field: "name", contains: lastName.split(" ")[0] },
      { field: "spent", is: "over", amount: "1" },
      { field: "birthday" },
      { field: "anniversary" },
    ].map((condition) => [condition]);
    await page.goto(`/dashboard/contacts?where=${encodeURIComponent(JSON.stringify(where))}`);
    const row = page.locator("tbody tr[data-row]");
    await expect(row).toContainText("$12,345.50Dec 20, 2025");
    const actions = await box(row.getByRole("cell").last());
    const [sold] = (await lines(row.getByText("Dec 20, 2025"))).slice(-1);
    expect(sold?.right).toBeLessThanOrEqual(actions.x);
    const region = page.getByRole("region", { name: "Contacts table, scrollable" });
    expect(await region.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test("an email address breaks before its @", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/contacts");
    const lastName = freshName();
    const email = `rohan.${lastName.toLowerCase()}@example.com`;
    const id = await newContact(page, { lastName, email });
    await page.goto(`/dashboard/contacts/profile/${id}`);
    const shown = page.getByRole("definition").filter({ hasText: email }).getByRole("link");
    const broken = await shown.evaluate((link) => {
      const texts = [...link.childNodes].filter((node) => node instanceof Text);
      const letters = texts.flatMap((text) => [...text.data].map((letter, at) => ({ text, letter, at })));
      const tops = letters.map(({ text, at }) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      });
      return letters.filter((_, at) => at > 0 && tops[at] !== tops[at - 1]).map(({ letter }) => letter);
    });
    expect(broken).toEqual(["@"]);
  });

  test("two lines in a row keep their distance from its borders", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/settings/appointments");
    const cells = page.locator("tbody tr[data-row] td:first-child");
    await expect(cells.first()).toBeVisible();
    for (const cell of await cells.all()) {
      const [around, inside] = [await box(cell), await lines(cell)];
      expect(Math.min(...inside.map(({ top }) => top)) - around.y).toBeGreaterThanOrEqual(6);
      expect(
        around.y + around.height - Math.max(...inside.map(({ bottom }) => bottom)),
      ).toBeGreaterThanOrEqual(6);
    }
  });

  test("option cards align their lines", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/contacts");
    const id = await newContact(page, { lastName: freshName() });
    await page.goto(`/dashboard/contacts/profile/${id}`);
    await page
      .getByRole("region", { name: "Marketing emails" })
      .getByRole("button", { name: "Change" })
      .click();
    const cards = page.getByRole("radiogroup", { name: "Their answer" }).locator("label");
    await expect(cards).toHaveCount(3);
    const tops = [0, 1].map(async (card) => {
      const [label, meaning] = await cards.nth(card).locator("span > span").all();
      return [(await lines(label as Locator))[0]?.top, (await lines(meaning as Locator))[0]?.top];
    });
    expect(await tops[0]).toEqual(await tops[1]);
  });

  test("the week's appointments stay in their day beside the panel", { tag: "@desktop" }, async ({
    page,
  }) => {
    const at = (day: number, time: string) => `2026-11-${day}T${time}:00-08:00`;
    const fitting = (day: number) => event(`Ring fitting · Amara ${day}`, at(day, "10:00"), at(day, "11:00"));
    const many = [1, 2, 3].map((one) => event(`Valuation · Zoë ${one}`, at(24, "10:00"), at(24, "11:00")));
    await open(page, "?week=2026-11-22", [fitting(23), fitting(25), fitting(28), ...many]);
    await page.getByRole("button", { name: "New appointment" }).click();
    await expect(page.getByRole("complementary", { name: "New appointment" })).toBeVisible();
    const days = page.locator("[data-day]");
    await expect(days.getByRole("listitem")).toHaveCount(6);
    for (const day of await days.all()) {
      const around = await box(day);
      for (const one of await day.getByRole("listitem").all()) {
        const inside = await box(one);
        expect(inside.x + inside.width).toBeLessThanOrEqual(around.x + around.width);
      }
    }
  });
});

test("the current-time line is behind the appointments", { tag: "@desktop" }, async ({ page }) => {
  const now = Date.now();
  const lasting = event(
    "Valuation",
    new Date(now - 600_000).toISOString(),
    new Date(now + 600_000).toISOString(),
  );
  await open(page, "", [lasting]);
  const line = page.locator("[data-now]").first();
  await expect(line).toBeAttached();
  const isBehind = await line.evaluate((one) => {
    const others = [...(one.parentElement?.querySelectorAll("li") ?? [])];
    const level = Number(getComputedStyle(one).zIndex) || 0;
    return others.map((other) => {
      const isFirst = Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
      return isFirst && level <= (Number(getComputedStyle(other).zIndex) || 0);
    });
  });
  expect(isBehind).toEqual([true]);
});

test("a phone number fits into its field in the profile editor", async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const id = await newContact(page, { lastName: freshName() });
  await page.goto(`/dashboard/contacts/profile/${id}`);
  await show(page, "Profile");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const number = page.getByLabel("Phone number", { exact: true });
  await expect(number).toHaveValue("+91 50005 59260");
  expect(await number.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expectNoSidewaysScroll(page);
});

test("a profile fits on a tablet", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto("/dashboard/contacts");
  const id = await newContact(page, { lastName: freshName() });
  await page.goto(`/dashboard/contacts/profile/${id}`);
  for (const button of ["Create new sale", "Add note"]) {
    const { x, width } = await box(page.getByRole("button", { name: button }));
    expect(x + width).toBeLessThan(800 - 24);
  }
});

test("shows no campaign as done while emails wait", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  await page.goto("/dashboard/campaigns");
  const template = { name, subject: "Pearls", content: "Come and see them." };
  const { data } = await api<{ data: { id: string } }>(page, "POST", "/templates/createTemplate", template);
  const body = { name, where: JSON.stringify([[{ field: "name", contains: name }]]), templateId: data.id };
  const { id } = await api<{ id: string }>(page, "POST", "/campaigns", body);
  await api(page, "POST", `/campaigns/${id}/schedule`, {});
  await expect
    .poll(async () => (await api<{ state: string }>(page, "GET", `/campaigns/${id}`)).state)
    .toBe("done");
  const report = await api<object>(page, "GET", `/campaigns/${id}/report`);
  let counts = { queued: 1 };
  await page.route(`**/api/v1/campaigns/${id}/report`, (route) =>
    route.fulfill({ json: { ...report, counts } }),
  );
  // From the list, because the first HTML of the campaign's own page contains the report.
  await page.goto("/dashboard/campaigns");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("region", { name: "Report" })).toContainText("Waiting1");
  const state = page.getByRole("main").getByRole("status").first();
  await expect(state).toHaveText("Sending");
  await expect(page.getByText(/^Done /)).toHaveCount(0);
  counts = { queued: 0 };
  await expect(state).toHaveText("Done");
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("every screen's link can be scrolled into view in landscape", { tag: "@phone" }, async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto("/dashboard/sales");
    const bar = page.getByRole("navigation", { name: "Main" }).locator("visible=true");
    const links = await bar.getByRole("link").all();
    expect(links.length).toBeGreaterThan(7);
    const title = page.getByRole("heading", { name: "Sales" });
    for (const link of links) {
      await link.evaluate((one) => one.scrollIntoView({ block: "nearest" }));
      await expect(link).toBeInViewport({ ratio: 1 });
      await expect(title).toBeInViewport();
    }
  });

  test("a new sale needs no scrolling, and its dialog fills a landscape phone", {
    tag: "@phone",
  }, async ({ page }) => {
    await page.goto("/dashboard/sales?new=true");
    const dialog = page.getByRole("dialog", { name: "New sale" });
    const date = dialog.getByLabel("Sale date", { exact: true });
    const invoice = dialog.getByLabel("Invoice number");
    await expect.poll(async () => (await box(invoice)).y - (await box(date)).y).toBe(0);
    expect((await box(invoice)).x).toBeGreaterThan((await box(date)).x + 100);
    await expect(dialog.getByRole("button", { name: "Print" })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole("button", { name: "Part paid" }).click();
    const amount = await box(dialog.getByLabel("Paid now"));
    const [label] = await lines(dialog.getByText("Paid now").locator("visible=true").first());
    expect(label?.right).toBeLessThan(amount.x);
    await expectNoSidewaysScroll(page);
    await expect(dialog.getByText("to save")).toBeHidden();
    for (const size of [
      { width: 667, height: 375 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(async () => (await box(dialog)).height).toBeGreaterThanOrEqual(size.height - 16);
      await expect(dialog.getByRole("button", { name: "Save and add another" })).toBeInViewport({ ratio: 1 });
    }
  });

  test("messages don't cover a dialog's buttons", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/dashboard/sales?new=true");
    const dialog = page.getByRole("dialog", { name: "New sale" });
    await choose(page, "Contact", "oka", /Okafor/);
    await choose(page, "Product category", "watch", /Watch/);
    await dialog.getByLabel("Cost").fill("80");
    await clickForToast(
      dialog.getByRole("button", { name: "Save and add another" }),
      "Sale created successfully",
    );
    const message = await box(toast(page, "Sale created successfully"));
    const close = await box(dialog.getByRole("button", { name: "Close" }));
    expect(message.x + message.width).toBeLessThanOrEqual(close.x);
    expect(message.y + message.height).toBeLessThan((await box(dialog.getByLabel("Cost"))).y);
  });

  test("an appointment's day, time and length are side by side at 360 px", { tag: "@phone" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/dashboard/appointments");
    await page.getByRole("button", { name: "New appointment" }).click();
    const dialog = page.getByRole("dialog", { name: "New appointment" });
    await dialog
      .getByRole("button", { name: /1\d:\d\d [AP]M/ })
      .first()
      .click();
    const day = await lines(dialog.getByRole("button", { name: /^Day, / }));
    const time = await lines(dialog.getByRole("combobox", { name: "Time" }));
    const length = await lines(dialog.getByRole("combobox", { name: "Length" }));
    for (const [before, after] of [
      [day, time],
      [time, length],
    ] as const)
      expect(Math.max(...before.map(({ right }) => right))).toBeLessThan(
        Math.min(...after.map(({ left }) => left)),
      );
  });
});
