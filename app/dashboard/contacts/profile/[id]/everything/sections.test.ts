import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import { sectionsOf } from "./sections.ts";

const ID = "01a20595-7ab5-7921-99fd-5627d9480ab0";
const OTHER = "01a20595-7c02-73fe-87c4-c8012b42b165";
const look = {
  names: { [ID]: "Zoë Frost", [OTHER]: "Rings" },
  timezone: "America/New_York",
  money: moneyOf(DOLLARS),
};

function page(...records: [kind: string, record: Record<string, unknown>][]) {
  return sectionsOf(
    records.map(([kind, record]) => ({ kind, record: { id: ID, ...record } })),
    look,
  );
}

const entries = (kind: string, record: Record<string, unknown>) =>
  page([kind, record]).find((section) => section.kind === kind)?.entries[0];

test("lists every section in order, and says which are empty", () => {
  const sections = page();
  expect(sections.map(({ title }) => title)).toEqual([
    ...[
      "Contact",
      "Tags",
      "More emails and numbers",
      "Relations",
      "Sales",
      "Items of sales",
      "Payments",
      "Refunds",
    ],
    ...["Notes", "Files"],
    ...["Tasks", "Appointments", "Waiting list"],
    ...["Offered times", "Emails", "Email shared by colleagues", "Why emails aren’t sent", "History"],
  ]);
  expect(sections.every(({ none, entries }) => none && entries.length === 0)).toBe(true);
});

test("shows a newer host's unknown sections and columns", () => {
  const last = page(["warranty", { valid_until: "soon", contact_id: ID, seen_by: OTHER }]).at(-1);
  expect(last).toMatchObject({
    title: "Warranty",
    entries: [
      {
        values: [
          { label: "Valid until", text: "soon" },
          { label: "Seen by", text: "Rings" },
        ],
      },
    ],
  });
});

test("formats contacts and sales with names, local times and money", () => {
  const card = entries("contact", {
    created_at: "2026-11-20T03:30:00Z",
    consent_said: "Signed the card\nat the till",
    consent: "given",
    email: "zoe@example.com",
    first_name: "Zoë",
    last_name: "Frost",
  });
  expect(card).toEqual({
    id: ID,
    title: "Zoë Frost",
    values: [
      { label: "Email", text: "zoe@example.com" },
      { label: "Marketing emails", text: "Yes" },
      { label: "How they said it", text: "Signed the card\nat the till" },
      { label: "Added", text: "Nov 19, 2026, 10:30 PM" },
    ],
  });
  const sale = entries("sale", {
    cost: 1240.5,
    refunded: 0,
    product_category_id: OTHER,
    product_category_name: "Rings",
    created_at: "2026-11-20T03:30:00Z",
    updated_at: "2026-11-20T03:30:00Z",
  });
  expect(sale).toMatchObject({
    title: "$1,240.50 · Nov 19, 2026, 10:30 PM",
    values: [{ label: "Category", text: "Rings" }, { label: "Added" }],
  });
});

test("shows no database ids", () => {
  const text = JSON.stringify(
    page(
      [
        "mail",
        { occurrence: `sale:${ID}`, automation_id: ID.replace("01", "02"), text: "Dear Zoë", odd: ID },
      ],
      [
        "history",
        {
          kind: "sale",
          action: "changed",
          actor_kind: "person",
          at: "2026-11-20T03:30:00Z",
          was: { contact_id: ID, product_category_id: OTHER },
          now: { contact_id: null, product_category_id: ID.replace("01", "02") },
        },
      ],
    ).flatMap(({ entries }) => entries.map(({ title, values }) => ({ title, values }))),
  );
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}/);
  expect(text).toContain("Zoë Frost → nothing");
  expect(text).toContain("Changed the sale");
});
