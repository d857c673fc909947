import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import type { Sale } from "#lib/contract/sales.ts";
import { notifications } from "#lib/notifications.ts";
import { SaleModal } from "./sale-modal.tsx";

jest.mock("next/navigation", () => ({ useRouter: () => ({ prefetch: () => {} }) }));

const rings = { id: "p-1", name: "Rings" };
const amara = { id: "c-1", name: "Amara Okafor" };
let sent: Record<string, unknown>[] = [];
let payments: object[] = [];
let mailed: string[] = [];
const mail = {
  ...{
    id: "m-1",
    kind: "receipt",
    toAddress: "amara@example.com",
    toName: "Amara",
    contact: null,
    campaign: null,
  },
  ...{ subject: "Your receipt", reason: null, via: null, sentAt: null },
  ...{ createdAt: "2026-11-20T15:00:00Z", dueAt: "2026-11-20T15:00:00Z" },
};

beforeEach(() => {
  sent = [];
  payments = [];
  mailed = [];
  localStorage.clear();
  localStorage.setItem("last-category u-1", JSON.stringify(rings));
  localStorage.setItem("last-method u-1", "Cash");
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
    fetch: async (path: string, { method, body }: RequestInit = {}) => {
      const { pathname } = new URL(path, "http://app");
      if (pathname.endsWith("/receipts")) {
        mailed.push(String(body));
        if (mailed.length === 1)
          return Response.json({ message: "The mail server is away" }, { status: 503 });
        return Response.json({ id: "m-1", address: "amara@example.com" });
      }
      if (pathname.endsWith("/mails/m-1")) return Response.json({ ...mail, state: "sent" });
      if (method && method !== "GET") {
        sent.push(JSON.parse(String(body)));
        return Response.json({ id: "s-1" });
      }
      if (pathname.endsWith("/users/me"))
        return Response.json({
          id: "u-1",
          firstName: "Ada",
          lastName: "Lovelace",
          timezone: "UTC",
          emails: "sent",
        });
      if (pathname.endsWith("/payments")) return Response.json(payments);
      return Response.json(pathname.includes("product-categories") ? [rings] : []);
    },
  });
});

async function show(sale?: Sale) {
  const onClose = jest.fn();
  const host = { provider: () => new Map() };
  const modal = sale ? { sale } : { contact: amara };
  const screenOf = () => (
    <SWRConfig value={host}>
      <CompleteHost value={true}>
        <SaleModal {...modal} onClose={onClose} />
      </CompleteHost>
    </SWRConfig>
  );
  render(screenOf());
  await screen.findByRole("button", { name: "Add item" });
  return { onClose, user: userEvent.setup() };
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole("button", { name }));

async function type(user: ReturnType<typeof userEvent.setup>, box: HTMLElement, text: string) {
  await user.clear(box);
  await user.type(box, text);
}

test("a typed calculation becomes price and discount", async () => {
  const { user } = await show();
  await user.click(screen.getByRole("combobox", { name: "Product category" }));
  await user.click(await screen.findByRole("option", { name: "Rings" }));
  await type(user, screen.getByLabelText("Cost"), "1240.50 - 10%");
  screen.getByText(/less 10% \(\$124\.05\)/);
  await user.tab();
  expect(screen.getByLabelText("Cost")).toHaveProperty("value", "1240.50");
  screen.getByText("−$124.05");
  await press(user, "Create");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    ...{ cost: "1116.45", contact: amara, productCategory: rings, payments: [{ method: "Cash" }] },
    items: [{ price: "1240.50", quantity: 1 }],
    discount: { kind: "percent", value: "10" },
  });
});

test("shows the icon of the payment method", async () => {
  await show();
  const method = screen.getByRole("combobox", { name: "Method" });
  await waitFor(() => expect(method.querySelector(".lucide-hand-coins")).not.toBeNull());
});

test("sells several items, part paid, and folds again at one", async () => {
  const { user } = await show();
  await user.click(screen.getByRole("combobox", { name: "Product category" }));
  await user.click(await screen.findByRole("option", { name: "Rings" }));
  await type(user, screen.getByLabelText("Cost"), "100");
  await press(user, "Add item");
  const second = within(await screen.findByRole("group", { name: "Item 2" }));
  await user.click(second.getByRole("combobox", { name: "Product category" }));
  await user.click(await screen.findByRole("option", { name: "Rings" }));
  await type(user, second.getByLabelText("Price"), "2 x 245 - 49");
  await user.tab();
  expect(second.getByLabelText("Quantity")).toHaveProperty("value", "2");
  second.getByText("−$49.00");
  await press(user, "Discount");
  await user.type(screen.getByLabelText("Discount"), "10%{Enter}");
  screen.getByRole("button", { name: /^Total \$486\.90/ });
  await press(user, "Part paid");
  await press(user, "Half");
  expect(screen.getByLabelText("Paid now")).toHaveProperty("value", "243.45");
  await press(user, "Create");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    ...{ cost: "486.90", discount: { kind: "percent", value: "10" } },
    items: [{ price: "100" }, { price: "245.00", quantity: 2, discount: { kind: "amount", value: "49" } }],
    payments: [{ amount: "243.45", method: "Cash" }],
  });
});

const stored = {
  ...{
    id: "s-1",
    cost: 441,
    refunded: 0,
    createdAt: "2026-11-20T15:00:00Z",
    invoiceNumber: "",
    item: "Rings",
  },
  ...{ contact: amara, productCategory: rings, contactId: "c-1", createdBy: "Ada", soldBy: null, version: 1 },
  ...{ open: 0, method: "Card", updatedAt: "2026-11-20T15:00:00Z" },
  items: [
    {
      ...{
        id: "i-1",
        productCategory: rings,
        description: "Pearl studs",
        quantity: 2,
        price: 245,
        total: 441,
      },
      discount: { kind: "percent", value: 10 },
    },
  ],
} as unknown as Sale;

test("sends only what changed about a stored sale's payment", async () => {
  const { user } = await show(stored);
  const line = within(screen.getByRole("group", { name: "Item 1" }));
  expect(line.getByLabelText("Description")).toHaveProperty("value", "Pearl studs");
  await type(user, line.getByLabelText("Quantity"), "1");
  await press(user, "Save");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ cost: "220.50", version: 1, items: [{ id: "i-1", quantity: 1 }] });
  expect(sent[0]).not.toHaveProperty("payments");
});

test("sells to a walk-in, found by its first letter", async () => {
  const { user } = await show();
  const contact = screen.getByRole("combobox", { name: "Contact" });
  await user.clear(contact);
  await user.type(contact, "w");
  await screen.findByRole("option", { name: "Walk-in" });
  await user.keyboard("{Tab}");
  expect(contact).toHaveProperty("value", "Walk-in");
  screen.getByText("No customer is saved. You can add one to this sale later.");
  await type(user, screen.getByRole("combobox", { name: "Product category" }), "ring");
  await screen.findByRole("option", { name: "Rings" });
  await user.keyboard("{Tab}");
  await type(user, screen.getByLabelText("Cost"), "85");
  await press(user, "Create");
  await waitFor(() => expect(sent).toMatchObject([{ contact: null, cost: "85.00" }]));
});

test("emails the receipt after saving, and retries after a failure", async () => {
  const { user, onClose } = await show();
  await type(user, screen.getByRole("combobox", { name: "Product category" }), "ring");
  await screen.findByRole("option", { name: "Rings" });
  await user.keyboard("{Tab}");
  await type(user, screen.getByLabelText("Cost"), "85");
  await press(user, "Email");
  await press(user, "Create");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toHaveProperty("receipt");
  const failed = await waitFor(() => {
    const found = notifications.get().open.find(({ retry }) => retry);
    expect(found?.message).toBe("The sale is saved, but the receipt wasn’t sent. The mail server is away");
    return found;
  });
  failed?.retry?.();
  await waitFor(() =>
    expect(notifications.get().open.at(-1)?.message).toBe("Receipt sent to amara@example.com"),
  );
  expect(mailed).toEqual(["{}", "{}"]);
  expect(localStorage.getItem("last-receipt u-1")).toBe('{"print":false,"email":true}');
});

test("lists single payments and takes another one", async () => {
  payments = [
    { id: "y-1", amount: "200.00", method: "Card", createdAt: "2026-11-20T15:00:00Z", createdBy: "Ada" },
  ];
  const { user } = await show({ ...stored, open: 241, method: "" } as Sale);
  const list = within(await screen.findByRole("region", { name: "Payments" }));
  list.getByText("$241.00 open");
  await user.click(list.getByRole("button", { name: "Take payment" }));
  await user.click(await screen.findByRole("button", { name: "Record $241.00" }));
  await waitFor(() => expect(sent).toEqual([{ amount: "241.00", method: "Card" }]));
});
