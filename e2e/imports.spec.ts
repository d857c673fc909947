import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, freshName, test } from "./support.ts";

const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function choose(page: Page, name: string, content: string | Buffer) {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("CSV, Excel or vCard file").setInputFiles(file);
}

test("imports and reverts a messy file", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const file = [
    `Vorname;Nachname;E-Mail;Telefon;Geb.;${last};Fax`,
    `José;${last};${last}.1@example,com;+1 415 555 0188;14/03/1968;L-1;1`,
    `Ida;${last};${last}.2@example.com;(415) 555-0142;24/12/1990;;`,
    `Elena;${last};${last}.3@example.com;+48 600 555 019;29/02/1981;;`,
    `Walter;${last};${last}.4@example.com;+1 212 555 0109;02/11/1971;;`,
    `Walter;${last};${last}.4@example.com;+1 212 555 0109;02/11/1971;;`,
  ].join("\n");
  await page.goto("/dashboard/contacts");
  await button(page, "Contacts menu").click();
  await page.getByRole("menuitem", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(/settings\/data\?kind=contacts/);
  await expect(card(page, "Import contacts")).toBeVisible();
  await choose(page, `${last}.csv`, Buffer.from(file, "latin1"));

  await expect(page.getByRole("combobox", { name: "Vorname holds" })).toHaveText("First name");
  await expect(page.getByRole("combobox", { name: `${last} holds` })).toHaveText("Becomes a note");
  await expect(page.getByRole("combobox", { name: "Fax holds" })).toHaveText("Left out");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, "Continue").click();

  const panel = page.getByRole("complementary", { name: "File settings" });
  await expect(panel.getByRole("combobox", { name: "Text encoding" })).toHaveText("Windows-1252");
  await expect(panel.getByRole("combobox", { name: "Dates" })).toHaveText("Day first");
  await expect(panel.getByText("14/03/1968 is Mar 14, 1968")).toBeVisible();
  await expect(button(page, /^1 will be added/)).toBeVisible();
  await expect(button(page, /^4 need a look/)).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const email = page.getByRole("textbox", { name: "Email of row 2" });
  await expect(email).toHaveAccessibleDescription("No email address");
  await email.focus();
  await page.keyboard.press("ArrowDown");
  await expect(email).toHaveValue(`${last}.1@example.com`);
  await page.keyboard.press("Enter");
  await expect(button(page, /^2 will be added/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Phone number of row 3" })).toBeFocused();
  await button(page, "Use +1 for it").click();
  await expect(panel.getByRole("combobox", { name: "Country" })).toHaveText("+1 (US/CA)");
  await expect(button(page, /^3 will be added/)).toBeVisible();
  await button(page, "Leave the birthday empty").click();
  await expect(button(page, /^4 will be added/)).toBeVisible();
  await expect(panel.getByText("Birthday unclear: left empty")).toBeVisible();
  await expect(page.getByText("Row 5 has it too")).toBeVisible();
  await button(page, "Import 4 rows").click();

  await expect(page.getByRole("status").filter({ hasText: `${last}.csv is imported` })).toBeVisible();
  await expect(page.getByText("4", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/You can revert this import until/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "See the 4 contacts" }).click();
  await page.goto(`/dashboard/contacts?q=${last}`);
  await expect(page.getByText(`José ${last}`).first()).toBeVisible();

  await page.goto("/dashboard/settings/data");
  await button(page, `Revert ${last}.csv`).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revert" }).click();
  const row = page.getByRole("row", { name: new RegExp(last) });
  await expect(row.getByText(/^Reverted/)).toBeVisible();
  await page.goto(`/dashboard/contacts?q=${last}`);
  await expect(page.getByText("Nothing matches")).toBeVisible();
});

test("imports sales from Excel, and adds nothing the second time", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const file = [
    `Date,Receipt number,Customer name,Item,Total,${last}`,
    `11/20/2024 3:22 PM,${last}-1,Nobody ${last},Rings,"$1,240.50",x`,
    `11/21/2024,${last}-2,,Rings,80.00,`,
  ].join("\r\n");
  for (const added of [2, 0]) {
    await page.goto("/dashboard/settings/data?kind=sales");
    await choose(page, `${last}.csv`, file);
    if (added > 0) {
      await button(page, "Continue").click();
      await button(page, "Import it with only the name").click();
      await button(page, "Import 2 rows").click();
      await expect(page.getByRole("link", { name: "See the 2 sales" })).toBeVisible();
      await button(page, "Save these columns as…").click();
      await page.getByRole("textbox", { name: "Save these columns as" }).fill(`POS ${last}`);
      await button(page, /^Save$/).click();
      await expect(button(page, "Save these columns as…")).toBeHidden();
    } else {
      await expect(page.getByText(`Looks like POS ${last}`)).toBeVisible();
      await button(page, "Import it with only the name").click();
      await expect(page.getByText("2 rows are here already and stay as they are.")).toBeVisible();
      await expect(button(page, "Import 0 rows")).toHaveAttribute("aria-disabled", "true");
    }
  }
  await page.goto("/dashboard/settings/data");
  const next = file.replaceAll(`${last}-`, `${last}-9`).replace("Receipt number", "Receipt no.");
  const renamed = { name: `${last}-2.csv`, mimeType: "text/csv", buffer: Buffer.from(next) };
  await page.getByLabel(`File for POS ${last}`).setInputFiles(renamed);
  await expect(page.getByText("Stopped: the column “Receipt number” is missing.")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Use “Receipt no.” and run").click();
  await expect(page.getByRole("link", { name: "See the 2 sales" })).toBeVisible();
  await page.goto("/dashboard/settings/data");
  await button(page, `POS ${last}`).first().click();
  await expect(page.getByRole("row", { name: new RegExp(`^Done .*${last}-2.csv 2 added`) })).toBeVisible();
  await button(page, "Create key").click();
  await expect(page.getByText("Enter a name, such as “Till at the counter”.")).toBeVisible();
  await page.getByLabel("Name of the new key").fill("Counter");
  await button(page, "Create key").click();
  await expect(page.getByText("This is the only time it’s shown.")).toBeVisible();
  await expectAccessible(page);
  const [key = "", address = ""] = await page.locator("code").allTextContents();
  const data = Buffer.from(next.replaceAll(`${last}-9`, `${last}-8`));
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": `night-${last}` };
  const { pathname } = new URL(address);
  const sent = await page.request.post(`${pathname}?name=${last}-3.csv`, { data, headers });
  const again = await page.request.post(`${pathname}?name=${last}-3.csv`, { data, headers });
  const { id } = await sent.json();
  expect([sent.status(), await again.json()]).toEqual([200, { id }]);
  const status = async () => (await page.request.get(`${pathname}?run=${id}`, { headers })).json();
  await expect.poll(status).toMatchObject({ state: "done", added: 2 });
  const large = await page.request.post(pathname, { data: Buffer.alloc(10_000_001), headers });
  const without = await page.request.post(`${pathname}?key=${key}`, { data });
  const typed = { ...headers, "content-type": "application/json" };
  const json = await page.request.post(pathname, { data, headers: typed });
  expect([large, without, json].map((answer) => answer.status())).toEqual([413, 400, 415]);
  await page.reload();
  await expect(page.getByText(key)).toBeHidden();
  await expect(page.getByText(/^Last used/)).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(`^Done .*${last}-3.csv 2 added`) })).toBeVisible();
  await button(page, "Revoke Counter").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(button(page, "Revoke Counter")).toBeHidden();
  expect((await page.request.post(pathname, { data, headers })).status()).toBe(401);
});

test("makes a field from a column with previews", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const file = [
    `First name,Last name,Email,Birthday,Ring ${last}`,
    `Ann,${last},${last}.1@example.com,1980-01-02,54`,
    `Ben,${last},${last}.2@example,tomorrow?,52`,
    `Cleo,${last},${last}.3@example,1990-05-06,`,
  ].join("\n");
  await page.goto("/dashboard/settings/data?kind=contacts");
  await choose(page, `${last}.csv`, file);
  const birthday = page.getByRole("combobox", { name: "Birthday holds" });
  await birthday.click();
  await page.getByRole("option", { name: "Anniversary" }).click();
  const ring = page.getByRole("combobox", { name: `Ring ${last} holds` });
  await ring.click();
  await page.getByRole("option", { name: "New field…" }).click();
  const dialog = page.getByRole("dialog", { name: "New field" });
  await expect(dialog.getByLabel("Name")).toHaveValue(`Ring ${last}`);
  await expect(dialog.getByRole("combobox", { name: "Kind" })).toHaveText("Number");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toBeHidden();
  await expect(ring).toHaveText(`Ring ${last}`);
  await expect(birthday).toHaveText("Anniversary");
  await button(page, "Continue").click();

  await expect(button(page, /^2 need a look/)).toHaveAttribute("aria-pressed", "true");
  const row = (number: number) => page.getByRole("row", { name: new RegExp(`^${number} `) });
  await button(page, "Leave the anniversary empty").click();
  await expect(row(3)).toContainText("Left empty");
  await expect(row(3)).toContainText("tomorrow?");
  await page.getByRole("textbox", { name: "Email of row 3" }).fill(`${last}.2@example.com`);
  await page.keyboard.press("Enter");
  await expect(row(3)).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Email of row 4" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(".com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing left to check.")).toBeVisible();
  await button(page, /^3 all rows/).click();
  await expect(row(3)).toContainText("Left empty");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, "Import 3 rows").click();
  await expect(page.getByRole("status").filter({ hasText: `${last}.csv is imported` })).toBeVisible();

  await page.goto("/dashboard/settings/data?kind=contacts");
  await choose(page, `${last} again.csv`, file);
  await expect(page.getByText(`This looks like the same file as ${last}.csv`)).toBeVisible();
  await button(page, "Discard this file").click();
  await expect(card(page, "Import contacts")).toBeVisible();
});

test("rejects an unsupported file and accepts another", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/settings/data");
  await choose(page, "picture.png", Buffer.alloc(9_000));
  await expect(page.getByText("This isn't a CSV, Excel (.xlsx) or vCard file")).toBeVisible();
  await button(page, "Choose another file").click();
  await expect(card(page, "Import")).toBeVisible();
});

test("imports open repairs", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  const due = new Date(Date.now() + 900_000_000).toISOString().slice(0, 10);
  await page.goto("/dashboard/settings/data?kind=repairs");
  const rows = [
    `R-90000001,Nora ${last},Halo ring,${due},At the bench`,
    `R-90000002,Nora ${last},Field watch,${due},QC`,
  ];
  await choose(page, `${last}.csv`, ["Ticket,Customer,Item,Promised,Status", ...rows].join("\n"));
  await button(page, "Continue").click();
  await expect(page.getByText("No status of repairs: “QC”")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Give them new numbers").click();
  await button(page, "Add new contacts").click();
  await button(page, "It is “In”").click();
  await button(page, "Import 2 rows").click();
  await page.getByRole("link", { name: "See the 2 repairs" }).click();
  await page.goto(`/dashboard/repairs?q=${last}`);
  await expect(page.getByRole("region", { name: "At the bench, 1" })).toContainText("Halo ring");
  await expect(page.getByRole("region", { name: "In, 1", exact: true })).toContainText("Field watch");
});
