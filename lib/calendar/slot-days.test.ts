/** @jest-environment node */
import { momentIn, slotDays } from "./slot-days.ts";

const open = (day: string, ...slots: string[]) => ({ day, state: "open", slots });

test("times stand on the day that they are on where the visitor is", () => {
  const days = slotDays(
    [
      open("2026-11-03", "2026-11-03T14:00:00.000Z", "2026-11-03T15:00:00.000Z"),
      { day: "2026-11-04", state: "full", slots: [] },
      { day: "2026-11-05", state: "closed", slots: [] },
    ],
    "Asia/Tokyo",
  );
  expect(days.map(({ label, times, reason }) => [label, times.map((time) => time.label), reason])).toEqual([
    ["Tuesday, November 3", ["11:00 PM"], ""],
    ["Wednesday, November 4", ["12:00 AM"], "Fully booked"],
    ["Thursday, November 5", [], "Closed"],
  ]);
});

test("labels that would look the same carry their zone", () => {
  const [day] = slotDays(
    [open("2026-11-01", "2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z", "2026-11-01T07:30:00.000Z")],
    "America/New_York",
  );
  expect(day?.times.map(({ label }) => label)).toEqual(["1:30 AM EDT", "1:30 AM EST", "2:30 AM"]);
});

test("a moment names day, time and zone", () => {
  expect(momentIn("America/New_York", "2026-11-24T15:00:00Z")).toBe("Tuesday, November 24, 10:00 AM EST");
});
