import { asc, sql } from "drizzle-orm";
import type { AutomationForm } from "#lib/contract/automations.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { condition } from "#server/testing/automations.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { matching, occurrence } from "./recipients.ts";

const host = testHost();
const make = recordsOf(host);
const TODAY = "2026-11-21T14:00:00Z";
const TIMEZONE = "America/New_York";

type Asked = { now?: string; timezone?: string };

async function who(shop: Shop, asked: object[], { now = TODAY, timezone = TIMEZONE }: Asked = {}) {
  const conditions = asked as AutomationForm["condition"];
  const database = await host.database();
  const moment = { organizationId: shop.id, timezone, now: new Date(now) };
  const found = await database.read(shop.id, (db) =>
    db
      .select({ name: contacts.firstName })
      .from(contacts)
      .where(matching(conditions, moment))
      .orderBy(asc(contacts.firstName)),
  );
  return found.map(({ name }) => name);
}

async function shopWith(people: Record<string, object>): Promise<Shop> {
  const shop = await host.shop();
  for (const [firstName, rest] of Object.entries(people))
    await make.contact(shop.user, { firstName, ...rest });
  return shop;
}

test("matches everyone of the organization without conditions", async () => {
  const [shop] = [await shopWith({ Ada: {}, Bo: {} }), await shopWith({ Cy: {} })];
  expect(await who(shop, [])).toEqual(["Ada", "Bo"]);
});

describe.each(["birthday", "anniversary"])("%s", (field) => {
  const on = (operation: string, value?: number) => [condition(`Contact.${field}`, operation, value)];
  let shop: Shop;
  beforeAll(async () => {
    const days = {
      Before: "1990-11-20",
      January: "1990-01-04",
      Leap: "2000-02-29",
      None: "",
      Soon: "1990-11-28",
      Today: "1990-11-21",
      Wedding: "2027-11-21",
    };
    const people = Object.entries(days).map(([name, day]) => [name, { [field]: day }]);
    shop = await shopWith(Object.fromEntries(people));
  });

  test.each<[string, number | undefined, string, string[]]>([
    ["EQUALS", undefined, TODAY, ["Today"]],
    ["EQUALS", 0, TODAY, ["Today"]],
    ["EQUALS", 7, TODAY, ["Soon"]],
    ["EQUALS", 6, TODAY, []],
    ["GREATER_THAN", undefined, TODAY, ["Soon"]],
    ["LESS_THAN", undefined, TODAY, ["Before", "January", "Leap"]],
    ["LESS_THAN", 7, TODAY, ["Soon", "Today"]],
    ["LESS_THAN", 6, TODAY, ["Today"]],
    ["GREATER_THAN", 7, TODAY, ["Before", "January", "Leap", "Wedding"]],
    ["LESS_THAN", 365, TODAY, ["Before", "January", "Leap", "Soon", "Today", "Wedding"]],
    ["LESS_THAN", 364, TODAY, ["Before", "January", "Leap", "Soon", "Today"]],
    ["GREATER_THAN", 364, TODAY, ["Wedding"]],
    ["EQUALS", 5, "2026-12-30T14:00:00Z", ["January"]],
    ["LESS_THAN", 5, "2026-12-30T14:00:00Z", ["January"]],
    ["EQUALS", 400, "2026-10-17T14:00:00Z", ["Today", "Wedding"]],
    ["EQUALS", undefined, "2027-11-21T14:00:00Z", ["Today", "Wedding"]],
    ["EQUALS", undefined, "2026-11-21T04:59:59Z", ["Before"]],
    ["EQUALS", undefined, "2026-11-21T05:00:00Z", ["Today"]],
    ["EQUALS", undefined, "2026-02-28T14:00:00Z", ["Leap"]],
    ["EQUALS", undefined, "2026-03-01T14:00:00Z", []],
    ["EQUALS", undefined, "2028-02-28T14:00:00Z", []],
    ["EQUALS", undefined, "2028-02-29T14:00:00Z", ["Leap"]],
    ["EQUALS", undefined, "2028-03-01T14:00:00Z", []],
    ["EQUALS", 1, "2026-02-27T14:00:00Z", ["Leap"]],
    ["EQUALS", 1, "2028-02-28T14:00:00Z", ["Leap"]],
    ["EQUALS", 59, "2025-12-31T14:00:00Z", ["Leap"]],
  ])("%s %s on %s: %j", async (operation, value, now, expected) => {
    expect(await who(shop, on(operation, value), { now })).toEqual(expected);
  });

  test.each<[string, number | undefined, string, Record<string, string>]>([
    ["EQUALS", undefined, TODAY, { Today: "2026" }],
    ["EQUALS", 5, "2026-12-30T14:00:00Z", { January: "2027" }],
    ["LESS_THAN", 10, "2026-12-28T14:00:00Z", { January: "2027" }],
    ["LESS_THAN", undefined, "2026-01-05T14:00:00Z", { January: "2026" }],
  ])("%s %s on %s matches the years %j", async (operation, value, now, years) => {
    const rule = {
      triggerType: "TIME_BASED",
      conditions: on(operation, value) as AutomationForm["condition"],
    } as const;
    const database = await host.database();
    const moment = { organizationId: shop.id, timezone: TIMEZONE, now: new Date(now) };
    const found = await database.read(shop.id, (db) =>
      db
        .select({ name: contacts.firstName, key: sql<string>`${occurrence(rule, TIMEZONE, moment.now)}` })
        .from(contacts)
        .where(matching(rule.conditions, moment)),
    );
    const keys = Object.entries(years).map(([name, year]) => ({ name, key: `${field}:${year}` }));
    expect(found).toEqual(keys);
  });
});

describe("Purchase.cost", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await shopWith({ Nothing: {} });
    const other = await shopWith({});
    const productCategory = { id: await make.category(shop.user), name: "" };
    for (const [firstName, costs] of Object.entries({
      Both: ["50", "1000"],
      Cheap: ["49.99"],
      Dear: ["500.00"],
    })) {
      const contact = { id: await make.contact(shop.user, { firstName }), name: "" };
      for (const cost of costs) {
        await make.sale(shop.user, { cost, createdAt: "2026-11-01", contact, productCategory });
      }
    }
    await make.sale(other.user, await make.saleForm(other.user, { cost: "777" }));
  });

  test.each<[object[], string[]]>([
    [[condition("Purchase.cost", "EQUALS", 500)], ["Dear"]],
    [[condition("Purchase.cost", "EQUALS", 777)], []],
    [[condition("Purchase.cost", "GREATER_THAN", 49.99)], ["Both", "Dear"]],
    [[condition("Purchase.cost", "GREATER_THAN", 1000)], []],
    [[condition("Purchase.cost", "LESS_THAN", 50)], ["Cheap"]],
    [[condition("Purchase.cost", "LESS_THAN", 1e300)], ["Both", "Cheap", "Dear"]],
    [
      [condition("Purchase.cost", "GREATER_THAN", 100), condition("Purchase.cost", "LESS_THAN", 900)],
      ["Dear"],
    ],
  ])("%j: %j", async (asked, expected) => expect(await who(shop, asked)).toEqual(expected));
});

describe("texts", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await shopWith({
      Zoë: { lastName: "O’Brien", email: "Zoe@Example.com" },
      Ada: { lastName: "Ångström", email: "ada@example.org" },
      Dora: { lastName: "", email: "dora@example.com" },
    });
  });

  test.each([
    ["Contact.name", "EQUALS", "zOË o’BRIEN", ["Zoë"]],
    ["Contact.name", "EQUALS", "ada ångström", ["Ada"]],
    ["Contact.name", "EQUALS", "ADA ÅNGSTRÖM", ["Ada"]],
    ["Contact.name", "EQUALS", "Ada", []],
    ["Contact.name", "EQUALS", "Dora", ["Dora"]],
    ["Contact.name", "EQUALS", "%", []],
    ["Contact.name", "GREATER_THAN", "B", ["Dora", "Zoë"]],
    ["Contact.name", "LESS_THAN", "b", ["Ada"]],
    ["Contact.email", "EQUALS", "zoe@example.COM", ["Zoë"]],
    ["Contact.email", "GREATER_THAN", "ADA@example.org", ["Dora", "Zoë"]],
    ["Contact.email", "LESS_THAN", "' or true --", []],
  ])("%s %s %s: %j", async (field, operation, value, expected) => {
    expect(await who(shop, [condition(field, operation, value)])).toEqual(expected);
  });

  test("requires all conditions", async () => {
    const b = condition("Contact.name", "LESS_THAN", "b");
    expect(await who(shop, [b, condition("Contact.email", "EQUALS", "ada@example.org")])).toEqual(["Ada"]);
    expect(await who(shop, [b, condition("Contact.email", "EQUALS", "zoe@example.com")])).toEqual([]);
  });
});
