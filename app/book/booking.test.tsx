import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { VisitorForm } from "./booking.tsx";
import type { Times } from "./use-times.ts";

const NINE = "2026-11-03T14:00:00.000Z";
const times: Times = {
  slots: { timezone: "America/New_York", minutes: 60, days: [], last: "2026-11-05" },
  timezone: "Asia/Tokyo",
  setTimezone: () => {},
  time: NINE,
  chooseTime: () => {},
  refused: null,
  isBusy: false,
  attempt: (work) => work(),
  later: null,
  showLater: async () => {},
  people: [],
  questions: [],
  person: null,
  showPerson: async () => {},
  opened: undefined,
  openDay: () => {},
};
const made = { startsAt: NINE, endsAt: NINE, isOver: false, status: "CONFIRMED" };

let sent: object[];
const booked = jest.fn();
beforeEach(() => {
  sessionStorage.clear();
  sent = [];
  globalThis.fetch = async (_input, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response(JSON.stringify(made));
  };
  render(<VisitorForm slug="ring" times={times} onBooked={booked} />);
});
const field = (name: string) => screen.getByRole("textbox", { name });
const submit = () => userEvent.click(screen.getByRole("button", { name: "Book appointment" }));

test("marks missing required fields, and focuses the first", async () => {
  const marked = screen
    .getAllByRole("textbox")
    .map((box) => [box.getAttribute("name"), box.getAttribute("aria-required")]);
  expect(marked).toEqual([
    ["name", "true"],
    ["email", "true"],
    ["phoneNumber", null],
    ["note", null],
  ]);
  await submit();
  expect(screen.getByText("Name is required")).toBeTruthy();
  expect(screen.getByText("Invalid email format")).toBeTruthy();
  expect(document.activeElement).toBe(field("Name"));
  expect(sent).toEqual([]);
});

test("sends a filled honeypot field, which is rejected", async () => {
  await userEvent.type(field("Name"), "Zoë Frost");
  await userEvent.type(field("Email"), "zoe@example.com");
  await submit();
  expect(booked).toHaveBeenCalledWith(expect.objectContaining(made));
  expect(sent).toEqual([
    expect.objectContaining({ name: "Zoë Frost", startsAt: NINE, timezone: "Asia/Tokyo", website: null }),
  ]);
  const trap = document.querySelector<HTMLInputElement>("[name=subject]");
  if (trap) trap.value = "Cheap watches";
  await submit();
  expect(sent[1]).toMatchObject({ website: "Cheap watches" });
  expect(sent[1]).not.toHaveProperty("subject");
});

test("keeps typed text until the booking or discarding", async () => {
  await userEvent.type(field("Name"), "Zoë Frost");
  await userEvent.type(field("Note"), "A ring");
  const again = () => {
    cleanup();
    render(<VisitorForm slug="ring" times={times} onBooked={booked} />);
    return field("Name") as HTMLInputElement;
  };
  expect(again().value).toBe("Zoë Frost");
  expect(screen.getByText("Draft restored")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(again().value).toBe("");
  await userEvent.type(field("Name"), "Zoë Frost");
  await userEvent.type(field("Email"), "zoe@example.com");
  await submit();
  expect(again().value).toBe("");
});

test("clears a shared tablet's fields for the next visitor", async () => {
  await userEvent.type(field("Name"), "Zoë Frost");
  cleanup();
  const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 121_000);
  render(<VisitorForm slug="ring" times={times} onBooked={booked} />);
  expect((field("Name") as HTMLInputElement).value).toBe("");
  expect(sessionStorage).toHaveLength(0);
  now.mockRestore();
});

test("validates questions, and keeps answers across a reload", async () => {
  cleanup();
  const ask = { options: [], isRequired: false };
  const questions = [
    { ...ask, id: "size", text: "Ring size, if you know it", kind: "TEXT" as const },
    {
      ...{ id: "mind", text: "What do you have in mind?", kind: "CHOICE" as const },
      ...{ options: ["A ring", "A repair"], isRequired: true },
    },
    { ...ask, id: "call", text: "Whom do we call?", kind: "PHONE" as const },
  ];
  const show = () => render(<VisitorForm slug="ring" times={{ ...times, questions }} onBooked={booked} />);
  show();
  await userEvent.type(field("Name"), "Zoë Frost");
  await userEvent.type(field("Email"), "zoe@example.com");
  await userEvent.type(field("Whom do we call?"), "call me");
  await submit();
  const choice = () => screen.getByRole("combobox", { name: "What do you have in mind?" });
  expect(screen.getByText("Required")).toBeTruthy();
  expect(screen.getByText("Invalid phone number")).toBeTruthy();
  expect(document.activeElement).toBe(choice());
  expect(sent).toEqual([]);
  await userEvent.selectOptions(choice(), "A repair");
  await userEvent.clear(field("Whom do we call?"));
  await userEvent.type(field("Whom do we call?"), "(415) 555-2671");
  cleanup();
  show();
  expect((choice() as HTMLSelectElement).value).toBe("A repair");
  await submit();
  expect(sent).toEqual([
    expect.objectContaining({
      answers: [
        { id: "size", answer: "" },
        { id: "mind", answer: "A repair" },
        { id: "call", answer: "+1 415 555 2671" },
      ],
    }),
  ]);
});
