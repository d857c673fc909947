import type { Page } from "@playwright/test";
import {
  act,
  api,
  choose,
  clickForToast,
  expect,
  expectAccessible,
  expectLoaded,
  expectNoSidewaysScroll,
  fill,
  freshName,
  goTo,
  test,
  toast,
} from "./support.ts";

const rows = (page: Page) => page.getByRole("table", { name: /Sales/ }).locator("tbody tr");

type Named = { id: string; name: string };

async function makeSale(page: Page, invoiceNumber: string, customer?: Named): Promise<string> {
  const [known] = await api<Named[]>(page, "GET", "/contacts/basic?search=okafor&page=1&limit=1");
  const categories = "/product-categories/getMyProductCategoriesBasic?search=watch&page=1&limit=1";
  const [productCategory] = await api<Named[]>(page, "GET", categories);
  const contact = customer ?? known;
  const sale = { cost: "100", createdAt: new Date().toISOString(), invoiceNumber, contact, productCategory };
  await api(page, "POST", "/purchases/createPurchase", sale);
  return `sale to ${contact?.name} for $100.00`;
}

async function countEffort(page: Page) {
  const counted = await page.evaluateHandle(() => {
    const effort = { clicks: 0, fields: new Set<string>() };
    document.addEventListener("pointerdown", () => (effort.clicks += 1), true);
    document.addEventListener(
      "input",
      ({ target }) => effort.fields.add((target as HTMLInputElement).name),
      true,
    );
    return effort;
  });
  return () => counted.evaluate(({ clicks, fields }) => ({ clicks, fields: [...fields] }));
}

test("records, finds, edits and deletes a sale", { tag: "@desktop" }, async ({ page }) => {
  const invoice = freshName();
  await page.goto("/dashboard/sales?new=true");
  await choose(page, "Contact", "oka", /Okafor/);
  await choose(page, "Product category", "ring", /Ring/);
  await fill(page, { Cost: "$1,240.50", "Invoice number": invoice });
  await clickForToast(
    page.getByRole("dialog").getByRole("button", { name: "Create" }),
    "Sale created successfully",
    "Success!",
  );
  await expect(page).toHaveURL(/\/dashboard\/sales$/);
  await expect(rows(page).filter({ hasText: invoice })).toContainText("$1,240.50");

  await page.getByRole("searchbox", { name: "Search" }).fill(invoice);
  await expect(rows(page)).toHaveCount(1);
  const row = rows(page).first();
  const name = `sale to ${await row.getByRole("link").first().textContent()} for $1,240.50`;
  await act(page, "Edit", name);
  await expect(page.getByRole("dialog", { name: "Edit sale" })).toBeVisible();
  await fill(page, { Cost: "99" });
  await clickForToast(page.getByRole("button", { name: "Save" }), "Sale edited successfully");
  await expect(row).toContainText("$99.00");

  await act(page, "Delete", name.replace("$1,240.50", "$99.00"));
  await clickForToast(
    page.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
    "Sale deleted successfully",
  );
  await expect(page.getByText("No data available")).toBeVisible();
});

test("sells to a walk-in, mails one receipt, adds the customer later", async ({ page }) => {
  const invoice = freshName();
  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  await page.getByRole("combobox", { name: "Contact" }).fill("w");
  await expect(page.getByRole("option").first()).toHaveText("Walk-in");
  await page.keyboard.press("Tab");
  await choose(page, "Product category", "ring", /Ring/);
  await fill(page, { Cost: "85", "Invoice number": invoice });
  await dialog.getByRole("button", { name: "Email", exact: true }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Invalid email format").last()).toBeVisible();
  const address = `${invoice.toLowerCase().replace(/[^a-z0-9]/g, "")}@example.com`;
  await dialog.getByLabel("Email for this receipt").fill(address);
  await expectAccessible(page);
  await clickForToast(dialog.getByRole("button", { name: "Create" }), "Sale created successfully");

  await page.goto(`/dashboard/sales?q=${invoice}`);
  await expect(rows(page)).toContainText("Walk-in");
  await expect(rows(page).getByRole("link")).toHaveCount(0);
  await expectAccessible(page);
  const mails = () => api<{ subject: string }[]>(page, "GET", `/mails?search=${address}&page=1&limit=5`);
  await expect.poll(mails).toEqual([expect.objectContaining({ kind: "receipt", toAddress: address })]);

  await act(page, "Edit", "walk-in sale for $85.00");
  await page.getByRole("button", { name: "Clear contact" }).click();
  await choose(page, "Contact", "oka", /Okafor/);
  await clickForToast(page.getByRole("button", { name: "Save" }), "Sale edited successfully");
  await expect(rows(page).getByRole("link").first()).toContainText("Okafor");
});

test("records one item in two fields, and several with discounts", async ({ page, isMobile }) => {
  const invoice = freshName();
  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  await choose(page, "Contact", "oka", /Okafor/);
  await choose(page, "Product category", "watch", /Watch/);
  await fill(page, { Cost: "1240.50 - 10%" });
  await expect(dialog.getByRole("status").first()).toContainText("$1,240.50 less 10% ($124.05) = $1,116.45");
  await fill(page, { "Invoice number": invoice });
  await expect(page.getByLabel("Cost")).toHaveValue("1240.50");
  await expect(dialog.getByText("−$124.05")).toBeVisible();

  await dialog.getByRole("button", { name: "Add item" }).click();
  const first = dialog.getByRole("group", { name: "Item 1" });
  const second = dialog.getByRole("group", { name: "Item 2" });
  await expect(first.getByLabel("Price")).toHaveValue("1240.50");
  await second.getByRole("combobox", { name: "Product category" }).fill("ring");
  await page.getByRole("option", { name: /Ring/ }).first().click();
  await second.getByLabel("Description").fill("Pearl studs");
  await second.getByLabel("Price").fill("2 x 245 - 49");
  await second.getByLabel("Description").focus();
  await expect(second.getByLabel("Quantity")).toHaveValue("2");
  if (isMobile) await first.getByRole("button", { name: /1 × \$1,240\.50/ }).click();
  await expect(second.getByLabel("Price")).toBeVisible({ visible: !isMobile });
  await dialog.getByRole("button", { name: "Discount", exact: true }).click();
  await dialog.getByLabel("Discount", { exact: true }).fill("10%");
  await dialog.getByLabel("Discount", { exact: true }).press("Enter");
  await expect(dialog.getByText("$1,401.70").first()).toBeVisible();
  if (isMobile) await dialog.getByRole("button", { name: /^Total \$1,401\.70/ }).click();
  if (isMobile) await expect(dialog.getByRole("button", { name: "Part paid" })).toBeInViewport();
  await dialog.getByRole("button", { name: "Part paid" }).click();
  await dialog.getByRole("button", { name: "Half" }).click();
  await expect(dialog.getByLabel("Paid now")).toHaveValue("700.85");
  await dialog.getByRole("textbox", { name: "Collect by" }).fill("tomorrow");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await clickForToast(dialog.getByRole("button", { name: "Create" }), "Sale created successfully");

  await page.goto(`/dashboard/sales?q=${invoice}`);
  await expect(rows(page)).toContainText("$1,401.70");
  await page.getByRole("button", { name: "Part paid 1", exact: true }).click();
  await expect(rows(page)).toContainText("Part paid");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText("No open sales")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  const name = `sale to ${await rows(page).getByRole("link").first().textContent()} for $1,401.70`;
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Take payment…" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("700.85");
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed =
        document.querySelector("[aria-label=Receipt].receipt")?.textContent ?? "";
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  await page.getByRole("group", { name: "Receipt" }).getByRole("button", { name: "Print" }).click();
  await clickForToast(page.getByRole("button", { name: "Record $700.85" }), "Payment recorded");
  await expect(page.locator("body")).toHaveAttribute("data-printed", /\$1,401\.70/);
  await expect(rows(page)).toContainText("Paid");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Refund…" }).click();
  const refund = page.getByRole("dialog", { name: `Refund ${invoice}` });
  await refund.getByRole("checkbox", { name: /Pearl studs/ }).check();
  await refund.getByRole("button", { name: "Fewer Pearl studs" }).click();
  await expectAccessible(page);
  await clickForToast(refund.getByRole("button", { name: /^Refund \$198\.45/ }), "Refund recorded");
  await expect(rows(page)).toContainText("Part refunded");
  await act(page, "Edit", name);
  const editor = page.getByRole("dialog", { name: "Edit sale" });
  await expect(editor.getByRole("region", { name: "Payments" })).toContainText("Paid in full");
  await expect(editor.getByRole("region", { name: "Refunds" })).toContainText("1 × Pearl studs");
  await editor.getByRole("button", { name: "Remove item 2" }).click();
  await expect(editor.getByRole("group", { name: /^Item / })).toHaveCount(1);
  await editor.getByRole("button", { name: "Remove the discount", exact: true }).click();
  await expect(editor.getByText("$1,116.45").last()).toBeVisible();
});

test("a sale rejects missing fields, text and negative prices", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  await fill(page, { "Sale date": "someday" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Cost must be a number")).toBeVisible();
  await expect(dialog.getByText("Required", { exact: true })).toHaveCount(2);
  await expect(dialog.getByText("Invalid input")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Contact" })).toBeFocused();
  await fill(page, { Cost: "-1" });
  await expect(dialog.getByText("Cost must be greater than or equal to 0")).toBeVisible();
  await fill(page, { Cost: "12,40" });
  await expect(dialog.getByText("Cost must be a number")).toBeVisible();
  await fill(page, { Cost: "0", "Sale date": "yesterday" });
  await expect(dialog.getByText("Cost must")).toHaveCount(0);
  await expect(dialog.getByText("Invalid input")).toHaveCount(0);
});

test("creates a new customer without losing the sale", { tag: "@desktop" }, async ({ page }) => {
  const last = freshName();
  await page.goto("/dashboard/sales?new=true");
  await fill(page, { Cost: "250" });
  await choose(page, "Contact", `Amara ${last}`, /Create contact/);
  const contact = page.getByRole("dialog", { name: "New contact" });
  await expect(contact.getByLabel("Last name")).toHaveValue(last);
  await contact.getByLabel("Email").fill(`${last}@example.com`);
  await contact.getByLabel("Phone number").fill("4155550134");
  await clickForToast(contact.getByRole("button", { name: "Create" }), "Contact Created");
  await expect(page.getByRole("combobox", { name: "Contact" })).toHaveValue(`Amara ${last}`);
  await expect(page.getByLabel("Cost")).toHaveValue("250");
  await choose(page, "Product category", "watch", /Watch/);
  await clickForToast(
    page.getByRole("dialog").getByRole("button", { name: "Create" }),
    "Sale created successfully",
  );
  await expect(rows(page).filter({ hasText: `Amara ${last}` })).toContainText("$250.00");
});

test("records several sales in a row", { tag: "@desktop" }, async ({ page }) => {
  const invoice = freshName();
  await page.goto("/dashboard/sales?new=true");
  const dialog = page.getByRole("dialog", { name: "New sale" });
  await choose(page, "Contact", "oka", /Okafor/);
  await choose(page, "Product category", "watch", /Watch/);
  await fill(page, { Cost: "80", "Sale date": "11/02/2025", "Invoice number": invoice });
  await clickForToast(
    dialog.getByRole("button", { name: "Save and add another" }),
    "Sale created successfully",
  );
  await expect(page.getByRole("combobox", { name: "Contact" })).toHaveValue("");
  await expect(page.getByRole("combobox", { name: "Contact" })).toBeFocused();
  await expect(page.getByLabel("Cost")).toHaveValue("");
  await expect(page.getByLabel("Invoice number")).toHaveValue("");
  await expect(page.getByRole("combobox", { name: "Product category" })).toHaveValue("Watches");
  await expect(page.getByLabel("Sale date", { exact: true })).toHaveValue("11/02/2025");
  await expect(dialog.getByText("Required", { exact: true })).toHaveCount(0);
  await choose(page, "Contact", "oka", /Okafor/);
  await fill(page, { Cost: "90", "Invoice number": invoice });
  await page.getByLabel("Invoice number").press("Enter");
  await expect(dialog).toHaveCount(0);

  const effort = await countEffort(page);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("combobox", { name: "Contact" }).click();
  await choose(page, "Contact", "oka", /Okafor/);
  await page.getByLabel("Cost").click();
  await page.getByLabel("Cost").fill("100");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await effort()).toEqual({ clicks: 5, fields: ["contact", "cost"] });

  await page.goto(`/dashboard/sales?q=${invoice}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: "$80.00" })).toContainText("Watches");
  await expect(rows(page).filter({ hasText: "$90.00" })).toContainText("Nov 2, 2025");
});

test("a sale keeps the name of a deleted customer", {
  tag: "@desktop",
}, async ({ page }) => {
  const last = freshName();
  const { id } = await api<{ id: string }>(page, "POST", "/contacts/createContact", {
    firstName: "Amara",
    lastName: last,
    email: `${last}@example.com`,
    phoneNumber: "+1 415 555 0134",
  });
  const sale = await makeSale(page, last, { id, name: `Amara ${last}` });

  await page.goto(`/dashboard/contacts?q=${last}`);
  await act(page, "Delete", `Amara ${last}`);
  await clickForToast(
    page.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
    "Contact Deleted",
  );

  await page.goto(`/dashboard/sales?q=${last}`);
  await expect(rows(page)).toContainText(`Amara ${last}`);
  await act(page, "Edit", sale);
  await fill(page, { Cost: "85" });
  await clickForToast(page.getByRole("button", { name: "Save" }), "Sale edited successfully");
  await expect(rows(page)).toContainText(`Amara ${last}`);
  await expect(rows(page)).toContainText("$85.00");
});

test("a combobox waits for the last key", { tag: "@desktop" }, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/v1/contacts/basic") asked.push(url.search);
  });
  await page.clock.install();
  await page.goto("/dashboard/sales?new=true");
  const box = page.getByRole("combobox", { name: "Contact" });
  await box.focus();
  await page.clock.pauseAt(Date.now() + 5_000);
  await box.pressSequentially("oka");
  await page.clock.runFor(290);
  const searches = () => asked.filter((query) => query.includes("search="));
  expect(searches()).toEqual([]);
  await page.clock.runFor(20);
  await expect(page.getByRole("option", { name: /Okafor/ }).first()).toBeVisible();
  expect(searches()).toEqual([expect.stringContaining("search=oka")]);
  await page.clock.resume();
  await box.fill("zzzz");
  await expect(page.getByText("No results found")).toBeVisible();
  await box.fill("");
  const options = page.getByRole("option");
  const offered = async () =>
    (await options.count()) &&
    (Number(await options.first().getAttribute("aria-setsize")) || options.count());
  await expect.poll(offered).toBeGreaterThan(50);
  await page
    .getByRole("listbox", { name: "Contact" })
    .evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect.poll(offered).toBeGreaterThan(90);
});

test.describe("with an intended failure", () => {
  test.use({ failing: true });

  test("the second of two editors of a sale chooses", {
    tag: "@desktop",
  }, async ({ page, context }) => {
    const invoice = freshName();
    const name = await makeSale(page, invoice);
    const other = await context.newPage();
    for (const editor of [page, other]) {
      await editor.goto(`/dashboard/sales?q=${invoice}`);
      await act(editor, "Edit", name);
    }
    await fill(other, { Cost: "200" });
    await clickForToast(other.getByRole("button", { name: "Save" }), "Sale edited successfully");

    await fill(page, { Cost: "300" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Changed by someone else");
    await expect(page.getByLabel("Cost", { exact: true })).toHaveValue("300");
    await page.getByRole("radio", { name: "Cost: theirs" }).check();
    await expect(page.getByLabel("Cost", { exact: true })).not.toHaveValue("300");
    await page.getByRole("radio", { name: "Cost: mine" }).check();
    await clickForToast(page.getByRole("button", { name: "Save" }), "Sale edited successfully");
    await expect(rows(page).first()).toContainText("$300.00");
  });

  test("editing a deleted sale shows an error and removes it", {
    tag: "@desktop",
  }, async ({ page, context }) => {
    const invoice = freshName();
    const name = await makeSale(page, invoice);
    await page.goto(`/dashboard/sales?q=${invoice}`);
    await act(page, "Edit", name);
    await fill(page, { Cost: "200" });
    const other = await context.newPage();
    await other.goto(`/dashboard/sales?q=${invoice}`);
    await act(other, "Delete", name);
    await clickForToast(
      other.getByRole("alertdialog").getByRole("button", { name: "Delete" }),
      "Sale deleted successfully",
    );
    await other.close();

    const dialog = page.getByRole("dialog", { name: "Edit sale" });
    await clickForToast(dialog.getByRole("button", { name: "Save" }), "Error editing sale");
    await expect(dialog.getByRole("alert")).toHaveText("This record does not exist");
    await expect(page.getByLabel("Cost")).toHaveValue("200");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("No data available")).toBeVisible();
  });

  test("the list shows the host's error", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/dashboard/products");
    await page.route("**/api/v1/purchases/**", (route) =>
      route.fulfill({ status: 500, json: { message: "Till is closed" } }),
    );
    await Promise.all([expect(toast(page, "Till is closed")).toHaveCount(1), goTo(page, "Sales")]);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Till is closed");
  });
});

test("sales are accessible and fit", async ({ page }) => {
  await page.goto("/dashboard/sales");
  await expectLoaded(page, 50);
  await expect(page).toHaveTitle(/^Sales · /);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/dashboard/sales?q=okafor&new=true");
  await page.getByRole("combobox", { name: "Contact" }).fill("a");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
});
