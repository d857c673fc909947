import { expect, expectAccessible, expectNoSidewaysScroll, goTo, test } from "./support.ts";

const PAGE = 50;
const LONG = "Wilhelmina Featherstonehaugh-Cholmondeley of Llanfairpwllgw";
const DAY = "2026-11-20T15:00:00Z";

const contact = (id: number) => [
  {
    id,
    firstName: LONG,
    lastName: LONG,
    email: `${"long".repeat(14)}@example.com`,
    phoneNumber: "+1 415 555 0134",
    birthday: DAY,
    recentSale: "1240.50",
  },
  { id, firstName: "Amara", lastName: "Okafor", email: null, phoneNumber: null, birthday: null },
  {
    id,
    firstName: "Amara",
    lastName: null,
    email: "amara@example.com",
    recentSale: { cost: "99", createdAt: DAY },
  },
  { id, phoneNumber: "+1 415 555 0134" },
];

const sale = (id: number) => [
  {
    id,
    cost: "1234567.89",
    createdAt: DAY,
    invoiceNumber: "INV-".repeat(15),
    contact: { id: 1, name: LONG },
    productCategory: { id: 2, name: LONG },
  },
  { id, cost: 99, createdAt: DAY, contact: null, productCategory: null, invoiceNumber: null },
  { id, cost: null, createdAt: null },
];

const product = (id: number) => [
  { id, name: LONG, organizationId: 3, createdAt: DAY, updatedAt: DAY },
  { id, name: "Rings", description: null, organizationId: null, createdAt: null, updatedAt: null },
  { id, name: "Watches" },
];

test.describe.configure({ mode: "parallel" });

const lists = [
  { screen: "Contacts", path: "contacts", odd: contact, paged: true },
  { screen: "Sales", path: "purchases/getAllMyPurchases", odd: sale, paged: true },
  { screen: "Products", path: "product-categories/getMyProductCategories", odd: product, paged: false },
] as const;

for (const { screen, path, odd, paged } of lists) {
  test(`${screen}: shows no rows, one, a page and more, with unusual values`, async ({ page }) => {
    test.slow();
    let all: object[] = [];
    await page.route(
      (url) => url.pathname === `/api/v1/${path}`,
      (route) => {
        const from = (Number(new URL(route.request().url()).searchParams.get("page")) - 1) * PAGE;
        return route.fulfill({ json: paged ? all.slice(from, from + PAGE) : all });
      },
    );
    const rows = page.locator("tbody tr");

    const counts = screen === "Contacts" ? [0, 1, PAGE, 6 * PAGE] : [0, 1, PAGE];
    for (const count of counts) {
      all = Array.from({ length: count }, (_, index) => {
        const kinds = odd(index + 1);
        return kinds[index % kinds.length] ?? {};
      });
      await page.goto("/dashboard/settings");
      await goTo(page, screen);
      await expect(page).toHaveURL(new RegExp(`/${screen.toLowerCase()}$`));
      if (count === 0) await expect(page.getByText("No data available")).toBeVisible();
      else await expect(rows.first()).toBeVisible();
      if (count > PAGE) {
        await page.evaluate(() => {
          setInterval(
            () => document.querySelector("tbody tr:last-child")?.scrollIntoView({ block: "end" }),
            50,
          );
        });
      }
      const table = page.locator(`table[aria-rowcount="${count + 1}"]`);
      if (count > PAGE) await expect(table).toBeAttached({ timeout: 0 });
      else if (count === PAGE)
        await expect(table.or(page.locator('table[aria-rowcount="-1"]'))).toBeAttached();
      else await expect(rows).toHaveCount(count);
      await expectNoSidewaysScroll(page);
      if (count === PAGE) await expectAccessible(page);
    }
  });
}
