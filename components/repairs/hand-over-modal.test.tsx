import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { SCANNED } from "#components/shell/scanner.ts";
import { CompleteHost } from "#lib/api/complete.tsx";
import { HandOverModal } from "./hand-over-modal.tsx";
import type { Moved } from "./states.tsx";

jest.mock("next/navigation", () => ({ useRouter: () => ({ prefetch: () => {} }) }));

const category = { id: "p-1", name: "Repairs & Services" };
const repair = {
  ...{
    id: "r-1",
    prefix: "R",
    number: 1042,
    name: "Sapphire halo ring",
    kind: "RING",
    state: "READY",
    version: 3,
  },
  ...{ contact: { id: "c-1", name: "Amara Okafor" }, person: null, workshop: "" },
  ...{ phoneNumber: "+1 415 555 0134", email: "", total: "185.00", deposit: "50", estimate: "FIXED" },
  ...{ lines: [], steps: [], approved: null, promisedDay: "2026-11-27", createdAt: "2026-11-21T15:00:00Z" },
  ...{
    token: "aB3".repeat(12),
    photos: [{ id: "f-1", name: "a.jpg", type: "image/jpeg", bytes: 9, width: 4, height: 3, at: null }],
  },
};
let stored: object = repair;
let categories: object[] = [category];
let sent: object[] = [];
let nextInvoice: string | null = null;
let refusal = "";

beforeEach(() => {
  [stored, categories, sent] = [repair, [category], []];
  [nextInvoice, refusal] = [null, ""];
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
    fetch: async (path: string, { method, body }: RequestInit = {}) => {
      if (method && method !== "GET") {
        sent.push(JSON.parse(String(body)));
        if (!refusal) return Response.json({ id: "r-1" });
        const answer = Response.json({ message: refusal }, { status: 409 });
        refusal = "";
        nextInvoice = "INV-2064";
        return answer;
      }
      if (path.includes("next-invoice")) return Response.json({ next: nextInvoice });
      if (path.includes("/users/me"))
        return Response.json({ id: "u-1", firstName: "Ada", lastName: "Lovelace", timezone: "UTC" });
      return Response.json(path.includes("product-categories") ? categories : stored);
    },
  });
});

async function show() {
  const onDone = jest.fn();
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CompleteHost value={true}>
        <HandOverModal repair={repair as unknown as Moved} onDone={onDone} onClose={() => {}} />
      </CompleteHost>
    </SWRConfig>,
  );
  const user = userEvent.setup();
  await screen.findByRole("switch", { name: "Record a sale" });
  return { onDone, user };
}

const digits = () => screen.getByLabelText("Last four digits of the phone number");
const handOver = () => screen.queryByRole("button", { name: "Hand over" });

test("hands over with Enter once the digits match", async () => {
  const { user, onDone } = await show();
  await screen.findByText("Repairs & Services, today, sold by Ada Lovelace");
  expect(screen.queryByText(/0134/)).toBeNull();
  expect(screen.getByText("left to collect", { exact: false }).textContent).toBe("$135.00 left to collect");
  await user.type(digits(), "0134{Enter}");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      ...{ from: "READY", to: null, reason: null },
      sale: { cost: "185.00", productCategory: category, invoiceNumber: null },
    },
  ]);
});

test("fills in the next invoice number, and the one after it if that was taken", async () => {
  [nextInvoice, refusal] = ["INV-2063", "INV-2063 is already used by another sale."];
  const { user, onDone } = await show();
  const invoice = () => screen.getByLabelText<HTMLInputElement>("Invoice number");
  await waitFor(() => expect(invoice().value).toBe("INV-2063"));
  await user.type(digits(), "0134{Enter}");
  await screen.findByText(/INV-2063 is already used/);
  await waitFor(() => expect(invoice().value).toBe("INV-2064"));
  await user.click(handOver() as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject([
    { isNextInvoice: true, sale: { invoiceNumber: "INV-2063" } },
    { isNextInvoice: true, sale: { invoiceNumber: "INV-2064" } },
  ]);
});

test("keeps a typed invoice number", async () => {
  nextInvoice = "INV-2063";
  const { user, onDone } = await show();
  const invoice = screen.getByLabelText<HTMLInputElement>("Invoice number");
  await waitFor(() => expect(invoice.value).toBe("INV-2063"));
  await user.clear(invoice);
  await user.type(invoice, "A-1");
  await user.type(digits(), "0134{Enter}");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toEqual([
    expect.objectContaining({ sale: expect.objectContaining({ invoiceNumber: "A-1" }) }),
  ]);
  expect(sent).not.toMatchObject([{ isNextInvoice: true }]);
});

test("takes the claim slip instead of digits", async () => {
  const { user, onDone } = await show();
  const scan = (token: string) => {
    const event = new CustomEvent(SCANNED, { detail: `/r/${token}`, cancelable: true });
    act(() => void window.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(scan("other")).toBe(true);
  expect(screen.getByRole("alert").textContent).toBe("This slip belongs to another repair.");
  expect(screen.queryByText("Claim slip matches")).toBeNull();
  expect(scan(repair.token)).toBe(true);
  expect(screen.getByAltText("The piece").getAttribute("src")).toBe("/api/v1/files/f-1");
  await user.click(handOver() as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject([{ to: null, reason: null }]);
});

test("asks for a reason if digits are wrong", async () => {
  const { user } = await show();
  await user.click(handOver() as HTMLElement);
  await screen.findByText("Enter the last four digits");
  await user.type(digits(), "0143");
  await screen.findByText("These digits aren’t on file for Amara Okafor.");
  expect(handOver()).toBeNull();
  await user.click(screen.getByRole("button", { name: "Hand over anyway…" }));
  await user.click(screen.getByRole("button", { name: "Someone else" }));
  await user.click(screen.getByRole("switch", { name: "Record a sale" }));
  await user.click(handOver() as HTMLElement);
  await screen.findByText("Reason is required");
  expect(screen.getByText("Name is required")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText("Reason", { exact: false }), "Known for years");
  await user.type(screen.getByLabelText("Name", { exact: false }), "Chidi");
  await user.click(handOver() as HTMLElement);
  await waitFor(() =>
    expect(sent).toEqual([{ from: "READY", to: "Chidi", reason: "Known for years", sale: null }]),
  );
});

test("asks for a missing category, and checks no missing number", async () => {
  stored = { ...repair, phoneNumber: "", deposit: null, estimate: "AFTER_LOOK" };
  categories = [];
  const { user } = await show();
  await screen.findByRole("combobox", { name: "Product category" });
  expect(screen.getByText("No phone number on file. Ask for the claim slip.")).toBeTruthy();
  await user.click(handOver() as HTMLElement);
  await waitFor(() => expect(screen.getAllByText("Required").length).toBeGreaterThan(0));
  expect(screen.getByLabelText("Amount", { exact: false }).getAttribute("aria-invalid")).toBe("true");
  expect(sent).toEqual([]);
});
