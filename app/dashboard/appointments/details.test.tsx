import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { AppointmentButton } from "./appointment-button.tsx";
import { DetailsProvider } from "./details.tsx";

jest.mock("next/navigation", () => ({ useRouter: () => ({ prefetch: () => {} }) }));

const start = Date.parse("2026-11-24T15:00:00Z");
const visit = {
  ...{ id: "b", status: "CONFIRMED" as const, title: "Fitting", contact: { id: "c", name: "Zoë Frost" } },
  ...{ email: "", phoneNumber: "", note: "", typeId: "", minutesBefore: 0, minutesAfter: 0 },
  ...{
    allowed: ["HOURS" as const, "OVERLAP" as const],
    allowedBy: "Jonas Lind",
    isConfirmed: false,
    version: 1,
  },
};
const appointment = {
  ...{ key: "b 1", title: "Fitting · Zoë Frost", start, end: start + 3_600_000, allDay: false, booking: "b" },
  of: { id: "m", name: "Maya Lindqvist", visit, color: null, isFree: false },
};

const calendar = (drawn: number, of = appointment.of) => (
  <SWRConfig value={{ provider: () => new Map() }}>
    <DetailsProvider appointments={[{ ...appointment, of }]} timezone="UTC" onMoved={() => {}}>
      <AppointmentButton key={drawn} appointment={{ ...appointment, of }} label="Fitting" className="">
        Fitting
      </AppointmentButton>
    </DetailsProvider>
  </SWRConfig>
);

beforeEach(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver;
  globalThis.fetch = async () => new Response("[]");
  window.matchMedia ??= (() => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  })) as never;
});

test("shows staff and approved exceptions, and follows a redrawn appointment", async () => {
  const { rerender } = render(calendar(1));
  const before = screen.getByRole("button", { name: "Fitting" });
  await userEvent.click(before);
  const card = await screen.findByRole("dialog", { name: "Fitting · Zoë Frost" });
  expect(card.textContent).toContain("With Maya Lindqvist");
  expect(card.textContent).toContain("Outside hours, overlap, by Jonas");
  rerender(calendar(2));
  rerender(calendar(2));
  expect(before.isConnected).toBe(false);
  expect(screen.getByRole("dialog", { name: "Fitting · Zoë Frost" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Fitting" }));
});

test("says that the staff member was removed", async () => {
  render(calendar(1, { ...appointment.of, id: "", name: "Nobody" }));
  await userEvent.click(screen.getByRole("button", { name: "Fitting" }));
  const card = await screen.findByRole("dialog");
  expect(card.textContent).toContain("No staff member: the person was removed");
});

test("texts the contact who booked", async () => {
  const [at, phoneNumber] = ["2026-11-01T10:00:00Z", "+1 415 555 0134"];
  const booking = {
    ...{ ...visit, phoneNumber, name: "Zoë Frost", startsAt: at, endsAt: at, timezone: "UTC", createdAt: at },
    ...{ person: null, createdBy: null, confirmedAt: null, answers: [] },
  };
  const contact = {
    ...{ id: "c", firstName: "Zoë", lastName: "Frost", email: "", phoneNumber, recentSale: null, version: 1 },
    ...{
      birthday: null,
      anniversary: null,
      noTexts: null,
      fields: {},
      suppressions: [],
      tags: [],
      createdAt: at,
    },
    consent: { state: "unknown", at: null, source: null, by: null, said: null },
  };
  globalThis.fetch = async (path) => Response.json(String(path).includes("/contacts/") ? contact : booking);
  render(<CompleteHost value={true}>{calendar(1)}</CompleteHost>);
  await userEvent.click(screen.getByRole("button", { name: "Fitting" }));
  await userEvent.click(await screen.findByRole("button", { name: "Text" }));
  await screen.findByRole("dialog", { name: "Text Zoë" });
  expect(screen.queryByRole("dialog", { name: "Fitting · Zoë Frost" })).toBeNull();
});
