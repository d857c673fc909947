import { render, screen } from "@testing-library/react";
import { Booked } from "./booked.tsx";

const booking = {
  store: "Marlow & Finch",
  title: "Ring fitting",
  name: "Zoë Frost",
  startsAt: "2026-11-03T14:00:00.000Z",
  endsAt: "2026-11-03T14:45:00.000Z",
  timezone: "America/New_York",
  storeTimezone: "America/New_York",
  status: "CONFIRMED" as const,
  slug: "ring-fitting",
  cancelToken: "abc",
  moveToken: "def",
  ...{ person: "", place: "STORE" as const, placeText: "", confirmToken: null },
  ...{ isConfirmed: false, isLate: false, isOver: false, mailed: true, hasPhone: false },
};
const names = (role: string) => screen.queryAllByRole(role).map(({ textContent }) => textContent);

test("shows the booked appointment and its links", () => {
  render(<Booked booking={booking} title="Your appointment is booked" />);
  expect(names("heading")).toEqual(["Your appointment is booked"]);
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  expect(names("link")).toEqual(["Add to calendar", "Move appointment", "Cancel appointment"]);
});

test("promises no email if none is sent", () => {
  const { rerender } = render(<Booked booking={booking} title="Your appointment is booked" />);
  expect(screen.getByText(/get an email with these details/)).toBeTruthy();
  const kept = { ...booking, mailed: false, hasPhone: true };
  rerender(<Booked booking={kept} title="Your appointment is booked" />);
  expect(screen.queryByText(/get an email with these details/)).toBeNull();
  expect(
    screen.getByText(/You won’t get an email about this\. .* Marlow & Finch will call the number you gave/),
  ).toBeTruthy();
  expect(names("link")).toEqual(["Add to calendar", "Move appointment", "Cancel appointment"]);
  rerender(<Booked booking={{ ...kept, hasPhone: false }} title="Your appointment is booked" />);
  expect(screen.getByText(/Marlow & Finch will contact you/)).toBeTruthy();
});

test("shows a repeated request's appointment as cancelled", () => {
  const cancelled = { ...booking, status: "CANCELLED" as const, cancelToken: null, moveToken: null };
  render(<Booked booking={cancelled} title="Your appointment is booked" />);
  expect(names("heading")).toEqual(["This appointment was cancelled"]);
  expect(screen.getByText("Tuesday, November 3, 9:00 AM EST")).toBeTruthy();
  expect(screen.queryByText(/by email/)).toBeNull();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/book/ring-fitting");
});

test("names the store's time zone if the visitor's is unknown", () => {
  const note = /We don’t know the time zone Asia\/Tokyo, so this is the time at the store/;
  render(<Booked booking={booking} title="Your appointment is booked" asked="Asia/Tokyo" />);
  expect(screen.getByText(note)).toBeTruthy();
  document.body.replaceChildren();
  render(<Booked booking={booking} title="Your appointment is booked" asked="US/Eastern" />);
  expect(screen.queryByText(/We don’t know/)).toBeNull();
});
