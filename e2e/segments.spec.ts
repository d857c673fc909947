import type { Page } from "@playwright/test";
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  test,
} from "./support.ts";

const DAY_MS = 86_400_000;
const iso = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
/** So many days from now, in another year. */
const born = (days: number) => `1980${iso(days).slice(4, 10)}T12:00:00.000Z`;

/** Three people of one name: one has a birthday soon, one spent much and stays away, one is new. */
async function threePeople(page: Page) {
  const lastName = freshName();
  const contact = (firstName: string, more: object) =>
    api<{ id: string }>(page, "POST", "/contacts/createContact", {
      ...{ firstName, lastName, phoneNumber: "+1 415 555 0188", birthday: null, anniversary: null },
      email: `${firstName}.${lastName}@example.com`,
      ...more,
    });
  await contact("Amara", { birthday: born(3) });
  const { id } = await contact("Grace", { birthday: born(60) });
  await contact("Newton", {});
  const [category] = await api<{ id: string; name: string }[]>(
    page,
    "GET",
    "/product-categories/getMyProductCategoriesBasic",
  );
  await api(page, "POST", "/purchases/createPurchase", {
    contact: { id, name: `Grace ${lastName}` },
    productCategory: category,
    cost: "1500",
    createdAt: iso(-300),
    invoiceNumber: "",
  });
  return lastName;
}

/** Begins a condition, from wherever conditions are shown on that screen. */
async function add(page: Page, field: string) {
  const menu = page.getByRole("menuitem", { name: field, exact: true });
  const adding = page.getByRole("button", { name: "Add condition" });
  const sheet = page.getByRole("dialog", { name: "Conditions" });
  if (isPhone(page)) {
    if (!(await sheet.isVisible())) {
      await page.getByRole("button", { name: /^Conditions: |^Add condition$/ }).click();
    }
    await sheet.getByRole("button", { name: "Add condition" }).click();
  } else {
    // The first press brings the bar, whose own button has the menu.
    if ((await adding.getAttribute("aria-haspopup")) !== "menu") await adding.click();
    await expect(adding).toHaveAttribute("aria-haspopup", "menu");
    await adding.click();
  }
  await menu.click();
}

test("whose birthday is soon, and who spent much and has not come since: over all records, in a few presses", async ({
  page,
}) => {
  await page.goto("/dashboard/contacts");
  const lastName = await threePeople(page);
  await page.goto(`/dashboard/contacts?q=${lastName}`);
  const rows = page.locator("tbody tr[data-row]");
  await expect(rows).toHaveCount(3);

  await add(page, "Birthday");
  const done = page.getByRole("button", { name: "Done", exact: true });
  if (!isPhone(page)) await done.click();
  else await page.getByRole("button", { name: /^Show/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Amara");
  await expect(page.getByRole("status").filter({ hasText: "1 of" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The address holds it: a reload, or a colleague, sees the same.
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Everyone" }).click();
  await expect(rows).toHaveCount(3);

  await add(page, "Spent");
  await page.getByLabel("Amount", { exact: true }).fill("1,000");
  if (!isPhone(page)) await done.click();
  await add(page, "Last sale");
  if (!isPhone(page)) {
    await page.getByRole("button", { name: "Exclude these" }).click();
    await done.click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("columnheader", { name: "Spent" })).toBeVisible();
    // Either is enough: who spent much, and whoever has not come.
    await page.getByRole("button", { name: "and", exact: true }).click();
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: "or", exact: true }).click();
  } else {
    await page
      .getByRole("button", { name: /^Exclude these/ })
      .last()
      .click();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Show/ }).click();
  }
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Grace");
});
