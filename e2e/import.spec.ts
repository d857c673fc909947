import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { show } from "./profile.ts";
import {
  act,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  test,
} from "./support.ts";

const rows = (page: Page) => page.getByRole("table", { name: /Contacts/ }).locator("tbody tr");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Import contacts" });
const step = (page: Page, name: string) => dialog(page).getByRole("heading", { name, exact: true });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

/** As with a host that reads no files itself: there the dialog sends it contacts. */
test.beforeEach(async ({ page }) => {
  await page.route(/\/dashboard\/contacts(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("imports.list", "imports.none");
    await route.fulfill({ response, body });
  });
});

async function openMenu(page: Page, item: string) {
  await page.getByRole("button", { name: "Contacts menu" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function chooseFile(page: Page, content: string | Buffer, search = "") {
  await page.goto(`/dashboard/contacts?q=${search}`);
  await openMenu(page, "Import");
  await expect(step(page, "Choose a file")).toBeVisible();
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(content) };
  await dialog(page).getByLabel("CSV file").setInputFiles(file);
}

/** What a click saves, without the mark of its encoding. */
async function downloadOf(link: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([link.page().waitForEvent("download"), link.click()]);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  return { name: download.suggestedFilename(), text: text.slice(1) };
}

// Wide alone: what a file holds; its steps stand on a phone below.
test("contacts come in from a file, go out in another, and are known when they come again", {
  tag: "@desktop",
}, async ({ page }) => {
  const last = freshName();
  const lines = [
    "First Name;Last Name;E-mail;Mobile;Date of birth;Note",
    `Amara;${last};${last}@example.com;(415) 555-0132;14/03/1968;"two\nlines; and more"`,
    `Zoë;${last};${last}-two@example.com;020 7946 0018;;`,
    `R2D2;${last};nobody;555;3/14;=1+1`,
    `Amara;${last};${last.toUpperCase()}@example.com;(415) 555-0132;;`,
  ];
  await chooseFile(page, lines.join("\r\n"), last);
  await expect(step(page, "Match the columns")).toBeVisible();
  await expect(dialog(page).getByLabel("Email")).toHaveText("E-mail");
  await expect(dialog(page).getByText("Mar 14, 1968")).toBeVisible();
  await expect(dialog(page).getByText("+1 415 555 0132")).toBeVisible();
  await button(page, "Continue").click();

  await expect(step(page, "2 new contacts")).toBeVisible();
  // What could not be read can be repaired in place.
  const cell = (label: string) => dialog(page).getByLabel(`${label} of row 4`);
  await expect(cell("First name")).toHaveAccessibleDescription(/Please enter a valid name.*left out/);
  await expect(cell("Birthday")).toHaveAccessibleDescription(/This is no date/);
  await expect(dialog(page).getByText("Row 2 has this email too")).toBeVisible();
  const left = await downloadOf(button(page, "Download them"));
  expect(left.text).toContain("Left out because,First Name,Last Name,E-mail,Mobile,Date of birth,Note");
  // Nothing that is opened in a spreadsheet runs there.
  expect(left.text).toContain(`,"'=1+1"\r\n`);

  await button(page, "Import 2 contacts").click();
  await expect(step(page, "2 contacts imported")).toBeVisible();
  await button(page, "Done").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("button", { name: "Contacts menu" }).click();
  const saved = await downloadOf(page.getByRole("menuitem", { name: "Export", exact: true }));
  expect(saved.name).toMatch(/^contacts-.*\d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...people] = saved.text.trim().split("\r\n");
  expect(head).toMatch(/^First Name,Last Name,Email,Phone Number,Birthday,Anniversary,.*,Marketing Consent$/);
  expect(people.sort()).toEqual([
    `Amara,${last},${last}@example.com,"'+1 415 555 0132",03/14/1968,,,,,`,
    `Zoë,${last},${last}-two@example.com,020 7946 0018,,,,,,`,
  ]);

  await chooseFile(page, saved.text, last);
  await button(page, "Continue").click();
  await expect(step(page, "0 new contacts")).toBeVisible();
  await expect(dialog(page).getByText("This email belongs to a contact already")).toHaveCount(2);
  await expect(dialog(page).getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  for (const first of ["Amara", "Zoë"]) {
    await act(page, "Delete", `${first} ${last}`);
    const question = page.getByRole("alertdialog").getByRole("button", { name: "Delete" });
    await clickForToast(question, "Contact Deleted");
    await expect(page.getByRole("link", { name: `${first} ${last}` })).toHaveCount(0);
  }
});

test("doubtful cells are mended in the table, and outlive the way back", async ({ page }) => {
  const last = freshName();
  const lines = [
    "Vorname;Nachname;E-Mail;Telefon;Geburtsdatum",
    `Anna & Ben;${last};${last}@example.com;030 1234567890;14.03.1968`,
    `R2D2;${last};nobody;4155550132;14.3.`,
    `Cher;${last};;;`,
  ];
  await chooseFile(page, lines.join("\n"), last);
  await button(page, "Continue").click();
  await expect(step(page, "2 new contacts")).toBeVisible();
  const cell = (label: string) => dialog(page).getByLabel(`${label} of row 3`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await cell("First name").fill("Artoo");
  await expect(cell("First name")).toHaveAccessibleDescription("Read as Artoo");
  await expect(step(page, "3 new contacts")).toBeVisible();
  await cell("First name").press("Enter");
  await expect(cell("Email")).toBeFocused();
  await cell("Email").fill("oops");
  await cell("Email").press("Escape");
  await expect(cell("Email")).toHaveValue("nobody");
  await cell("Email").press("Enter");
  await expect(cell("Birthday")).toBeFocused();
  await cell("Birthday").fill("14.3.1977");
  await expect(cell("Birthday")).toHaveAccessibleDescription("Read as Mar 14, 1977");
  await button(page, "Back").click();
  await button(page, "Continue").click();
  await expect(cell("Birthday")).toHaveValue("14.3.1977");
  await button(page, "Import 3 contacts").click();
  await expect(step(page, "3 contacts imported")).toBeVisible();
  await button(page, "Done").click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("link", { name: `Anna and Ben ${last}` })).toBeVisible();
  await page.getByRole("link", { name: `Artoo ${last}` }).click();
  await show(page, "Profile");
  await expect(page.getByText("Mar 14, 1977").first()).toBeVisible();
});

// Wide alone: what the steps keep; they stand on a phone below.
test("what is missing is said, and nothing chosen is lost on the way back", { tag: "@desktop" }, async ({
  page,
}) => {
  await chooseFile(page, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await expect(dialog(page).getByRole("alert")).toContainText("is no CSV file");
  const content = "Who,Address\nAmara Okafor,amara@example.com";
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(content) };
  await dialog(page).getByLabel("CSV file").setInputFiles(file);
  await button(page, "Continue").click();
  await expect(dialog(page).getByRole("alert")).toContainText("Choose a column for First name");
  await dialog(page).getByLabel("First name").click();
  await page.getByRole("option", { name: "Who" }).click();
  await dialog(page).getByLabel("Email").click();
  await page.getByRole("option", { name: "Address" }).click();
  await dialog(page).getByLabel("Phone number").click();
  // Any column will do here.
  await page.getByRole("option", { name: "Address" }).click();
  await button(page, "Continue").click();
  await expect(
    dialog(page)
      .getByText(/Invalid phone number format/)
      .first(),
  ).toBeVisible();
  await button(page, "Back").click();
  await expect(dialog(page).getByLabel("First name")).toHaveText("Who");
});

/** A file with 150 people, whom the host takes in two batches. It is played here: nobody is imported. */
async function hundredAndFifty(page: Page, answer: (batch: number) => number) {
  let batch = 0;
  await page.route("**/api/v1/contacts/import", async (route) => {
    const { contacts, dryRun } = route.request().postDataJSON();
    const status = dryRun ? 200 : answer(++batch);
    const outcomes = contacts.map(() => ({ outcome: "new" }));
    await route.fulfill({ status, json: status === 200 ? { outcomes } : { message: "The store is busy" } });
  });
  const people = Array.from({ length: 150 }, (_, i) => `Amara,Okafor,amara-${i}@example.com,4155550132`);
  await chooseFile(page, ["First,Last,Email,Phone", ...people].join("\n"));
  await button(page, "Continue").click();
  await button(page, "Import 150 contacts").click();
}

test.describe("when the host fails", () => {
  test.use({ failing: true });

  // Wide alone: calls, and what follows a failure.
  test("an import goes on after a failure where it was", { tag: "@desktop" }, async ({ page }) => {
    await hundredAndFifty(page, (batch) => (batch === 2 ? 503 : 200));
    await expect(dialog(page).getByRole("alert")).toHaveText("The store is busy");
    await expect(dialog(page).getByText("100 of 150 contacts")).toBeVisible();
    await button(page, "Try again").click();
    await expect(step(page, "150 contacts imported")).toBeVisible();
    await expect(dialog(page).getByText("Every row of the file is in.")).toBeVisible();
  });

  // Wide alone: calls, and what follows a stop.
  test("a stopped import tells whom it did not get to", { tag: "@desktop" }, async ({ page }) => {
    await hundredAndFifty(page, (batch) => (batch === 2 ? 503 : 200));
    await expect(dialog(page).getByRole("alert")).toBeVisible();
    // Closing means stopping: what has happened is still told.
    await page.keyboard.press("Escape");
    await expect(step(page, "100 contacts imported")).toBeVisible();
    await expect(dialog(page).getByText("50 rows left out.")).toBeVisible();
    await expect(dialog(page).getByRole("row").nth(1)).toContainText("Stopped before this row");
  });
});

test("every step is accessible and fits", async ({ page }) => {
  await page.route("**/api/v1/contacts/import", (route) =>
    route.fulfill({ json: { outcomes: [{ outcome: "new" }] } }),
  );
  const looks = async (heading: string) => {
    await expect(step(page, heading)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  };
  await page.goto("/dashboard/contacts?q=okafor");
  await page.getByRole("button", { name: "Contacts menu" }).click();
  await expect(page.getByRole("menuitem", { name: "Import" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await openMenu(page, "Import");
  await looks("Choose a file");
  const long = `Amara,${"Verylongname".repeat(5)},amara@example.com,4155550132,03/14/1968\n`;
  const buffer = Buffer.from(`First,Last,Email,Phone,Birthday\n${long}R2D2,x,no,1,never\n`);
  await dialog(page)
    .getByLabel("CSV file")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  await looks("Match the columns");
  await button(page, "Continue").click();
  await looks("1 new contact");
  await button(page, "Import 1 contact").click();
  await looks("1 contact imported");
});
