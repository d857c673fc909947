import { discard, takeIn } from "./repairs.ts";
import { api, expect, expectAccessible, expectNoSidewaysScroll, keysReady, test, toast } from "./support.ts";

test("edits a ticket, hands the piece over with its sale, undoes that", { tag: "@desktop" }, async ({
  page,
}) => {
  const ticket = await takeIn(page);
  const name = `R-${ticket.number}`;
  const stored = () =>
    api<{ phoneNumber: string; saleId: string | null }>(page, "GET", `/repairs/${ticket.id}`);
  const right = (await stored()).phoneNumber.replace(/\D/g, "").slice(-4);
  await page.goto(`/dashboard/repairs/${ticket.number}`);
  const step = page.getByRole("list", { name: "Where the piece is" }).locator("[aria-current=step]");
  await keysReady(page);
  await page.keyboard.press("e");
  const form = page.getByRole("dialog", { name: `Edit ${name}` });
  await form.getByRole("textbox", { name: "Piece" }).fill(`Opal ${ticket.piece}`);
  await form.getByLabel("Kept in").fill("Safe, tray 3");
  await form.getByLabel("Add work").fill("Polish");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Opal ${ticket.piece}` })).toBeVisible();
  await expect(page.getByRole("region", { name, exact: true })).toContainText("Safe, tray 3");

  await page.keyboard.press("n");
  await page.getByLabel("New note").fill("Shank cut");
  await page.getByRole("button", { name: "Add note" }).click();
  const history = page.getByRole("list", { name: "History" });
  await expect(history.getByRole("listitem").filter({ hasText: "Shank cut" })).toContainText("Priya Raman");
  await expect(page.getByLabel("New note")).toHaveValue("");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: `Hand over ${name}` });
  const digits = dialog.getByLabel("Last four digits of the phone number");
  const primary = dialog.getByRole("button", { name: "Hand over", exact: true });
  await digits.fill(right === "0000" ? "1111" : "0000");
  await expect(dialog.getByText("These digits aren’t on file")).toBeVisible();
  await expect(primary).toHaveCount(0);
  await digits.fill(right);
  await expect(dialog.getByText("Matches")).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toHaveValue("85.00");
  await expect(dialog.getByLabel("Invoice number")).toHaveValue(/\d$/);
  await expect(dialog.getByText("Repairs & Services, today, sold by")).toBeVisible();
  await expectAccessible(page);
  await digits.press("Enter");
  await expect(toast(page, `${name}: Handed over`)).toBeVisible();
  await expect(step).toContainText("Handed over");
  expect((await stored()).saleId).not.toBeNull();

  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Undo the handover" }).click();
  await expect(step).toContainText("In");
  expect((await stored()).saleId).toBeNull();

  await page.getByRole("button", { name: "Other state" }).click();
  await page.getByRole("menuitem", { name: "Hand over" }).click();
  await digits.fill(right === "0000" ? "1111" : "0000");
  await dialog.getByRole("button", { name: "Hand over anyway…" }).click();
  await dialog.getByRole("switch", { name: "Record a sale" }).click();
  await primary.click();
  await expect(dialog.getByText("Reason is required")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Known for years");
  await primary.click();
  await expect(history).toContainText("“Known for years”");
  await discard(page, [ticket]);
});

test("shows a ticket in one column", { tag: "@phone" }, async ({ page }) => {
  const ticket = await takeIn(page, { days: -1 });
  await page.goto(`/dashboard/repairs/${ticket.number}`);
  await expect(page.getByText("1 day late")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Text Nadia/ }).click();
  const sheet = page.getByRole("dialog", { name: "Text Nadia" });
  await sheet.getByRole("textbox", { name: "Message" }).fill("Hi Nadia, see you at 4");
  await expect(sheet.getByRole("link", { name: "Open Messages" })).toHaveAttribute(
    "href",
    "sms:+14155550134?&body=Hi%20Nadia%2C%20see%20you%20at%204",
  );
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "I sent it" }).click();
  await expect(toast(page, "Text noted in the timeline")).toBeVisible();
  await expect(page.getByRole("list", { name: "History" })).toContainText("see you at 4");
  const notes = await api<{ content: string }[]>(page, "GET", `/notes/contact/${ticket.contactId}`);
  expect(notes.map(({ content }) => content)).toEqual(["Texted: Hi Nadia, see you at 4"]);
  await page.getByRole("button", { name: /^Text Nadia/ }).click();
  await sheet.getByRole("button", { name: "Stop texts…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "No texts" }).click();
  await expect(sheet).toContainText(/No texts\. Nadia asked for that on .*, noted by Priya Raman\./);
  await expect(sheet.getByRole("link", { name: "Email instead" })).toHaveAttribute("href", /^mailto:/);
  await expect(sheet.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Other state" }).click();
  await page.getByRole("menuitem", { name: "Mark as ready" }).click();
  await expect(toast(page, `R-${ticket.number}: Ready`)).toBeVisible();
  const tell = page.getByRole("dialog", { name: "Tell Nadia it’s ready" });
  await expect(tell).toContainText("No texts.");
  await expect(tell.getByRole("link", { name: "Open mail" })).toBeVisible();
  await expect(tell.getByRole("button", { name: "WhatsApp" })).toHaveCount(0);
  await discard(page, [ticket]);
});
