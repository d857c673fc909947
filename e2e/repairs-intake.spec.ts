import type { Page } from "@playwright/test";
import { newContact, someNumber } from "./staff-booking.ts";
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  keysReady,
  test,
  toast,
} from "./support.ts";

type Printed = { name: string; text: string };

async function watchPrints(page: Page) {
  await page.addInitScript(() => {
    const printed: object[] = [];
    Object.assign(window, { printed });
    window.print = () => {
      const paper = document.querySelector("body > [data-paper=alone]");
      printed.push({ name: paper?.getAttribute("aria-label"), text: paper?.textContent });
      setTimeout(() => dispatchEvent(new Event("afterprint")));
    };
  });
  return () => page.evaluate(() => (window as unknown as { printed: Printed[] }).printed);
}

type Taken = { number: number; contact: { id: string }; work: string; total: string; estimate: string };
type Found = { id: string; name: string };

const form = (page: Page) => page.getByRole("form", { name: "New repair" });
const find = (page: Page, digits: string) =>
  api<Found[]>(page, "GET", `/contacts/basic?page=1&limit=5&search=${digits}`);
const repairsOf = (page: Page, contact = "") => api<Taken[]>(page, "GET", `/repairs?contact=${contact}`);

const origin = (page: Page) => new URL(page.url()).origin;

async function freeNumber(page: Page): Promise<[number: string, last: string]> {
  const number = someNumber();
  const last = number.slice(-4);
  return (await find(page, last)).length > 0 ? freeNumber(page) : [number, last];
}

test("takes in a ring in 40 keys, and prints its papers", { tag: "@desktop" }, async ({ page }) => {
  const printed = await watchPrints(page);
  const [number, last] = await freeNumber(page);
  const name = await newContact(page, number);
  await page.goto("/dashboard/settings/store/repairs");
  const prices = page.getByRole("form", { name: "Price list" });
  await prices.getByRole("button", { name: "Paste a list" }).click();
  await prices.getByRole("textbox", { name: "One service per line" }).fill("Widen ring\nTighten stone, 20");
  await prices.getByRole("button", { name: "Add to the list" }).click();
  await expect(prices.getByRole("alert")).toHaveText("Line 1 has no amount: Widen ring");
  await prices
    .getByRole("textbox", { name: "One service per line" })
    .fill("Widen ring, 85\nTighten stone, 20");
  await prices.getByRole("button", { name: "Add to the list" }).click();
  await expect(prices.getByLabel("Amount 1", { exact: true })).toHaveValue("85.00");
  await expectAccessible(page);
  await prices.getByRole("button", { name: "Save price list" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.goto("/dashboard/repairs");
  await keysReady(page);
  let keys = 0;
  async function press(...pressed: string[]) {
    for (const key of pressed) await page.keyboard.press(key);
    keys += pressed.length;
  }
  const shown = form(page);
  await press("n");
  await expect(shown.getByRole("combobox", { name: "Customer" })).toBeFocused();
  await press(...last, "Enter");
  await expect(shown.getByRole("radio", { name: "Ring", exact: true })).toBeFocused();
  const preview = page.getByRole("article", { name: "Claim slip" });
  await expect(preview).toContainText(/R-\d{4}/);
  const reserved = /R-\d+/.exec((await preview.textContent()) ?? "")?.[0];
  await press("r", "Tab", ..."Halo ring", ...Array(8).fill("Tab"), ..."wide", "Enter");
  await expect(shown.getByRole("textbox", { name: "Amount for Widen ring" })).toHaveValue("$85.00");
  await expect(shown.locator("output")).toHaveText("$85.00");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
  await expectAccessible(page);
  await Promise.all([expect(toast(page, "saved")).toBeVisible(), press("Control+Enter")]);
  expect(keys).toBeLessThanOrEqual(40);
  await expect(page).toHaveURL(/repairs\/\d+$/);

  await page.getByRole("button", { name: "Print", exact: true }).click();
  await page.getByRole("menuitem", { name: "Print envelope label" }).click();
  await expect.poll(printed).toHaveLength(3);

  const [contact] = await find(page, last);
  const [repair, ...more] = await repairsOf(page, contact?.id);
  expect(repair).toMatchObject({ work: "Widen ring", total: "85" });
  expect(more).toEqual([]);
  const [slip, label, again] = await printed();
  const ticket = `R-${repair?.number}`;
  expect(ticket).toBe(reserved);
  const lastName = name.split(" ")[1] ?? "";
  expect(slip).toMatchObject({ name: "Claim slip", text: expect.stringContaining(ticket) });
  expect(slip?.text).toContain(`Nora ${lastName[0]}.`);
  for (const secret of [lastName, last]) expect(slip?.text).not.toContain(secret);
  expect(label).toMatchObject({ name: "Envelope label", text: expect.stringContaining(ticket) });
  expect(label?.text).toContain(name);
  expect(again).toEqual(label);
  expect(label?.text).not.toContain(last);
});

test("keeps a draft, and saves it for a new customer", { tag: "@desktop" }, async ({ page }) => {
  const printed = await watchPrints(page);
  const [number, last] = await freeNumber(page);
  const name = `Farah ${freshName()}`;
  await page.goto("/dashboard/repairs/new");
  const shown = form(page);
  const customer = shown.getByRole("combobox", { name: "Customer" });
  await customer.fill(name);
  await expect(page.getByRole("option", { name: `New customer “${name}”` })).toBeVisible();
  await customer.press("Control+Enter");
  await expect(shown.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(name);
  await customer.fill(number);
  const slip = page.getByRole("article", { name: "Claim slip" });
  await expect(slip).toContainText(/R-\d{4}/);
  const reserved = /R-\d+/.exec((await slip.textContent()) ?? "")?.[0] ?? "";
  await shown.getByRole("radio", { name: "Watch" }).check();
  await shown.getByRole("textbox", { name: "Piece" }).fill("Field watch");
  await shown.getByLabel("In their words").fill("It stops at night.");
  await shown.getByRole("button", { name: "Up to" }).click();
  await shown.getByRole("button", { name: "Save", exact: true }).click();
  await expect(shown).toContainText("Work is required");
  await expect(shown.getByRole("combobox", { name: "Add work" })).toBeFocused();
  await page.getByRole("checkbox", { name: "Envelope label" }).uncheck();
  await page.reload();
  await expect(shown.getByText("Draft restored")).toBeVisible();
  await expect(shown.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(name);
  await expect(page.getByRole("checkbox", { name: "Envelope label" })).not.toBeChecked();
  await expect(page.getByRole("article", { name: "Claim slip" })).toContainText(reserved);
  await shown.getByRole("combobox", { name: "Add work" }).fill("New battery");
  await expect(page.getByRole("article", { name: "Claim slip" })).toContainText("New battery");
  await expect(page.getByRole("article", { name: "Claim slip" })).not.toContainText("stops at night");
  const save = shown.getByRole("button", { name: "Save and print" });
  await Promise.all([expect(toast(page, "saved")).toBeVisible(), save.dblclick()]);
  await expect(page).toHaveURL(/repairs\/\d+$/);
  await toast(page, "saved").getByRole("button", { name: "Text the estimate" }).click();
  await expect(page.getByRole("dialog", { name: "Send Farah the estimate" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("· slip printed")).toBeVisible();

  const [contact, ...others] = await find(page, last);
  expect([contact?.name, others]).toEqual([name, []]);
  const taken = await repairsOf(page, contact?.id);
  expect(taken).toMatchObject([
    { work: "New battery", estimate: "UP_TO", number: Number(reserved.slice(2)) },
  ]);
  expect((await printed()).map(({ name }) => name)).toEqual(["Claim slip"]);
});

test("adds photos from a phone that isn't signed in", { tag: "@desktop" }, async ({ page, browser }) => {
  const [number, last] = await freeNumber(page);
  await newContact(page, number);
  const [contact] = await find(page, last);
  await page.goto(`/dashboard/repairs/new?contact=${contact?.id}`);
  const shown = form(page);
  const buffer = await page.screenshot({ type: "jpeg" });
  await shown.getByLabel("Add photos").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect(shown.getByRole("img", { name: "a.jpg" })).toBeVisible();
  const asked = page.waitForResponse(/photo-links/);
  await shown.getByRole("button", { name: "Take with phone" }).click();
  const { token } = await (await asked).json();
  const code = page.getByRole("dialog", { name: "Take photos with your phone" });
  await expect(code.getByRole("img")).toBeVisible();
  await expectAccessible(page);
  const phone = await (
    await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: origin(page) })
  ).newPage();
  await phone.goto(`/p/${token}`);
  await expectAccessible(phone);
  const camera = phone.getByLabel("Take a photo");
  await camera.setInputFiles({ name: "b.jpg", mimeType: "image/jpeg", buffer });
  await expect(phone.getByText("Added")).toBeVisible();
  await expect(code.getByText("1 photo here")).toBeVisible();
  await camera.setInputFiles({ name: "c.jpg", mimeType: "image/jpeg", buffer: Buffer.from("MZ program") });
  await expect(phone.getByRole("list").getByRole("alert")).toContainText("You can add photos");
  await expectAccessible(phone);
  await code.getByRole("button", { name: "Done" }).click();
  const photos = shown.getByRole("group", { name: "Photos" });
  await expect(photos.getByRole("img")).toHaveCount(2);
  await page.reload();
  await expect(photos.getByRole("img")).toHaveCount(2);
  await photos.getByRole("button", { name: "Remove photo 1" }).click();
  await expect(photos.getByRole("img")).toHaveCount(1);
  await shown.getByRole("radio", { name: "Ring", exact: true }).check();
  await shown.getByRole("textbox", { name: "Piece" }).fill("Halo ring");
  await shown.getByRole("combobox", { name: "Add work" }).fill("Resize");
  const save = shown.getByRole("button", { name: "Save", exact: true });
  await Promise.all([expect(toast(page, "saved")).toBeVisible(), save.click()]);
  await expect(page.getByRole("button", { name: "Show 1 photo of Halo ring" })).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await expectAccessible(phone);
  await phone.context().close();
});

test("takes in a piece on a phone for the address's customer", { tag: "@phone" }, async ({ page }) => {
  const [number, last] = await freeNumber(page);
  const name = await newContact(page, number);
  const [contact] = await find(page, last);
  const note = { contactId: contact?.id, content: "Nickel allergy", isPinned: true };
  await api(page, "POST", "/notes/", note);
  await page.goto(`/dashboard/repairs/new?contact=${contact?.id}`);
  const shown = form(page);
  await expect(shown).toContainText(name);
  await expect(shown).toContainText("Nickel allergy");
  await shown.getByRole("radio", { name: "Ring", exact: true }).check();
  await shown.getByRole("textbox", { name: "Piece" }).fill("Halo ring");
  await shown.getByRole("combobox", { name: "Add work" }).fill("Resize");
  await shown.getByRole("option", { name: "Add “Resize” with its own price" }).click();
  await expectNoSidewaysScroll(page);
  for (const control of await shown.locator("button, label:has(input, textarea), li input").all()) {
    const box = await control.boundingBox();
    expect([await control.textContent(), Math.round(box?.height ?? 44) >= 44]).toEqual([
      await control.textContent(),
      true,
    ]);
  }
  await expectAccessible(page);
  await expect(shown.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const save = shown.getByRole("button", { name: "Save and text the slip" });
  await Promise.all([expect(toast(page, "saved")).toBeVisible(), save.click()]);
  const sheet = page.getByRole("dialog", { name: "Send Nora the slip" });
  const message = await sheet.getByRole("textbox", { name: "Message" }).inputValue();
  const [repair] = await repairsOf(page, contact?.id);
  expect(message).toContain(`has your halo ring. Follow repair R-${repair?.number} here: ${origin(page)}/r/`);
  await expect(sheet.getByRole("link", { name: "Open Messages" })).toHaveAttribute("href", /^sms:/);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "I sent it" }).click();
  await expect(page).toHaveURL(/repairs\/\d+$/);
  await expect(page.getByRole("list", { name: "History" })).toContainText("Texted: the slip");
  expect(repair).toMatchObject({ work: "Resize" });
});

test.describe(() => {
  test.use({ failing: true });

  test("takes in a piece offline, and corrects it once online", { tag: "@desktop" }, async ({
    page,
    context,
  }) => {
    const printed = await watchPrints(page);
    const [number, last] = await freeNumber(page);
    const name = `Farah ${freshName()}`;
    await Promise.all([page.waitForResponse(/repairs\/spares/), page.goto("/dashboard/repairs/new")]);
    const shown = form(page);
    await shown.getByRole("radio", { name: "Watch" }).check();
    await shown.getByRole("textbox", { name: "Piece" }).fill("Field watch");
    await shown.getByRole("button", { name: "Save and print" }).hover();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await expect(shown.getByText("You’re offline.")).toBeVisible();
    const customer = shown.getByRole("combobox", { name: "Customer" });
    await customer.fill(name);
    await expect(page.getByRole("option", { name: `New customer “${name}”` })).toBeVisible();
    await customer.press("Control+Enter");
    await customer.fill(number);
    await shown.getByRole("combobox", { name: "Add work" }).fill("New battery");
    const slip = page.getByRole("article", { name: "Claim slip" });
    const code = /[A-Z]\d-\d/.exec((await slip.textContent()) ?? "")?.[0] ?? "";
    expect(code).not.toBe("");
    await expectAccessible(page);
    await shown.getByRole("button", { name: "Print, save when online" }).click();
    await expect.poll(printed).toHaveLength(2);
    expect((await printed()).map(({ text }) => text.includes(code))).toEqual([true, true]);
    await expect(customer).toHaveValue("");
    await expect(shown.getByText("1 repair isn’t saved yet")).toBeVisible();
    await page.route(
      "**/api/v1/repairs",
      (route) => route.fulfill({ status: 422, json: { message: "Too heavy" } }),
      { times: 1 },
    );
    await context.setOffline(false);
    const refused = shown.getByText(`${code} could not be saved: Too heavy`);
    await expect(refused).toBeVisible();
    await page.reload();
    await expect(refused).toBeVisible();
    await expectAccessible(page);
    await shown.getByRole("button", { name: `Correct ${code}` }).click();
    await expect(slip).toContainText(code);
    await shown.getByRole("textbox", { name: "Piece" }).fill("Field watch, steel");
    await shown.getByRole("button", { name: "Save and print" }).click();
    await expect(page).toHaveURL(/repairs\/\d+$/);
    const [contact, ...others] = await find(page, last);
    expect([contact?.name, others]).toEqual([name, []]);
    expect(await repairsOf(page, contact?.id)).toMatchObject([{ work: "New battery" }]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(code);
    await page.goto(`/dashboard/repairs?q=${code}`);
    await expect(page.getByRole("main")).toContainText("Field watch, steel");
  });
});
