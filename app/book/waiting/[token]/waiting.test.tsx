import { act, render, screen } from "@testing-library/react";
import type { VisitorEntry } from "#lib/contract/waitlist.ts";
import { Waiting } from "./waiting.tsx";

const TEN = "2026-12-04T15:00:00.000Z";
const entry: VisitorEntry = {
  ...{ store: "Marlow", title: "Fitting", name: "Dora", person: "", from: "2026-12-04", to: "2026-12-04" },
  ...{ timeOfDay: "ANY", timezone: "America/New_York", storeTimezone: "America/New_York", slug: "fitting" },
  ...{ state: "WAITING", offer: null, missed: TEN, questions: [], token: "t", mailed: true },
};

test("says which time is no longer reserved", () => {
  render(<Waiting first={entry} />);
  expect(screen.getByRole("status").textContent).toBe("That time is no longer reserved");
  screen.getByText(/December 4, 10:00/);
  screen.getByText("You’re still on the list. We’ll email you when a time opens up.");
});

test("asks the host when an offer ends", async () => {
  jest.useFakeTimers({ now: Date.parse("2026-12-03T15:00:00Z") });
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return Response.json(entry);
  };
  Object.assign(globalThis, { fetch });
  const offer = { id: "o", startsAt: TEN, endsAt: TEN, heldUntil: "2026-12-03T15:30:00Z", person: "Priya" };
  render(<Waiting first={{ ...entry, offer, missed: null }} />);
  screen.getByRole("heading", { name: "A time opened up" });
  await act(() => jest.advanceTimersByTimeAsync(31 * 60_000));
  expect(asked).toHaveLength(1);
  screen.getByRole("heading", { name: "That time is no longer reserved" });
  jest.useRealTimers();
});
