import { discard, takeIn } from "./repairs.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, keysReady, test, toast } from "./support.ts";

test("moves repairs across the board by key, by drag and back", { tag: "@desktop" }, async ({ page }) => {
  const late = await takeIn(page, { days: -2 });
  const other = await takeIn(page);
  await page.goto("/dashboard/repairs");
  const column = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}, `) });
  const card = (name: string, { piece }: { piece: string }) =>
    column(name).getByRole("listitem").filter({ hasText: piece });
  await expect(card("In", late)).toContainText("2 days late");
  await expect(card("In", late)).toContainText(`R-${late.number}`);
  await expectAccessible(page);
  await keysReady(page);

  await card("In", late).getByRole("link").focus();
  await page.keyboard.press("r");
  const tell = page.getByRole("dialog", { name: /^Tell .* it’s ready$/ });
  await expect(tell.getByRole("textbox", { name: "Message" })).toHaveValue(
    /^Hi .*, your ring .* is ready to pick up at .*\/r\//,
  );
  await expect(toast(page, `R-${late.number}: Ready`)).toBeVisible();
  await tell.getByRole("button", { name: "I sent it" }).click();
  await expect(tell).toHaveCount(0);
  await expect(card("Ready", late)).toContainText("Ready today");
  await expect(card("Ready", late)).toContainText("Texted today by Priya");
  await expect(card("Ready", late).getByRole("link")).toBeFocused();
  await page.keyboard.press("z");
  await expect(card("In", late)).toContainText("2 days late");
  await expect(toast(page, "Undone")).toBeVisible();

  await card("In", late).getByRole("link").focus();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: `Send away: R-${late.number} ${late.piece}` });
  await dialog.getByLabel("Workshop").fill("");
  await dialog.getByRole("button", { name: "Send away" }).click();
  await expect(dialog).toContainText("Workshop is required");
  await dialog.getByLabel("Workshop").fill("Harbor Stone Setting");
  await dialog.getByLabel("Note").fill("Setting only");
  await dialog.getByRole("button", { name: "Send away" }).click();
  await expect(card("Away", late)).toContainText("Harbor Stone Setting");

  await expect(dialog).toHaveCount(0);
  await card("In", other).dragTo(column("Ready"));
  await expect(tell).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card("Ready", other)).toContainText("Not notified yet");
  await card("Ready", other).getByRole("link").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(column("Away").locator("a:focus")).toBeVisible();

  await page.getByRole("button", { name: /^Late/ }).click();
  await expect(page).toHaveURL(/show=late/);
  await expect(card("Away", late)).toBeVisible();
  await expect(card("Ready", other)).toHaveCount(0);
  await page.getByRole("button", { name: "List", exact: true }).click();
  const rows = page.getByRole("table", { name: "Repairs, by promised day" }).locator("tbody tr");
  await expect(rows.filter({ hasText: late.piece })).toContainText("Harbor Stone Setting");
  await expect(page.getByRole("button", { name: "List", exact: true })).toBeFocused();
  await page.getByLabel("Search").fill(`R-${late.number}`);
  await expect(rows).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Board", exact: true }).click();
  await page.getByRole("button", { name: "Done repairs" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Open repairs" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Done repairs" })).toBeFocused();
  await page.getByRole("searchbox").fill(String(late.number));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dashboard/repairs/${late.number}$`));
  await page.goto("/dashboard/repairs");
  await discard(page, [late, other]);
});

test("shows a ticket and moves it by key and menu", { tag: "@desktop" }, async ({ page }) => {
  const ticket = await takeIn(page);
  await page.goto(`/dashboard/repairs/${ticket.number}`);
  await expect(page.getByRole("heading", { name: ticket.piece })).toBeVisible();
  const way = page.getByRole("list", { name: "Where the piece is" });
  await expect(way.locator("[aria-current=step]")).toContainText("In");
  await expectAccessible(page);
  await keysReady(page);
  await page.keyboard.press("r");
  await expect(toast(page, `R-${ticket.number}: Ready`)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(way.locator("[aria-current=step]")).toContainText("Ready");
  await page.keyboard.press("z");
  await expect(way.locator("[aria-current=step]")).toContainText("In");
  await page.getByRole("button", { name: "Other state" }).click();
  await page.getByRole("menuitem", { name: "Return unrepaired" }).click();
  await page.getByLabel("Reason").fill("Too thin to solder");
  await page.getByRole("dialog").getByRole("button", { name: "Return unrepaired" }).click();
  await expect(page.getByRole("list", { name: "History" })).toContainText("Too thin to solder");
  await page.getByRole("button", { name: `More for R-${ticket.number}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/dashboard\/repairs$/);
  const gone = await page.request.get(`/api/v1/repairs/number?number=${ticket.number}`);
  expect(gone.status()).toBe(404);
});

test("lists repairs on a phone and moves one", { tag: "@phone" }, async ({ page }) => {
  const ticket = await takeIn(page, { days: 0 });
  await page.goto("/dashboard/repairs?show=IN");
  const row = page.locator("tr").filter({ hasText: ticket.piece });
  await expect(row).toContainText("Today");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await row.getByRole("button", { name: `Actions for R-${ticket.number}` }).click();
  await page.evaluate(() => localStorage.setItem("repairs-last-person", "a former colleague"));
  await page.getByRole("menuitem", { name: "Put at the bench" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Put at the bench" }).click();
  await expect(dialog.getByText("Choose a person")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Who" }).click();
  await page.getByRole("option").first().click();
  await dialog.getByRole("button", { name: "Put at the bench" }).click();
  await expect(toast(page, `R-${ticket.number}: At the bench`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await discard(page, [ticket]);
});

test("shows a customer the repair, who approves the estimate", {
  tag: "@phone",
}, async ({ page, browser }) => {
  const ticket = await takeIn(page);
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    viewport: page.viewportSize(),
  });
  const visitor = await context.newPage();
  await visitor.goto(`/r/${ticket.token}`);
  await expect(visitor.getByRole("heading", { name: "Is this estimate OK?" })).toBeVisible();
  await expect(visitor.getByRole("main")).not.toContainText(ticket.piece);
  await expectAccessible(visitor);
  await expectNoSidewaysScroll(visitor);
  await visitor.getByRole("button", { name: "Call me about it" }).click();
  await expect(visitor.getByText("Thanks, we’ll call you.")).toBeVisible();
  await visitor.getByRole("button", { name: "Approve $85.00" }).click();
  await expect(visitor.getByText("You approved $85.00")).toBeVisible();
  await expect(visitor.getByText("We’ve got your OK.")).toBeVisible();
  const steps = visitor.getByRole("list", { name: "Where your ring is" });
  await expect(steps.locator("[aria-current=step]")).toContainText("In our workshop");
  await page.goto("/dashboard#today");
  await expect(page.getByText(`R-${ticket.number}, ${ticket.piece}`)).toBeVisible();
  await discard(page, [ticket]);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await context.close();
});
