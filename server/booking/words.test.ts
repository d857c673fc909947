import { whenLines } from "./words.ts";

const at = (from: string, to: string): [Date, Date] => [new Date(from), new Date(to)];

test.each([
  [
    at("2026-11-24T15:00Z", "2026-11-24T16:00Z"),
    "America/New_York",
    "Tuesday, November 24, 2026\n10:00 – 11:00 AM EST",
  ],
  [
    at("2026-11-24T15:00Z", "2026-11-24T16:00Z"),
    "Asia/Tokyo",
    "Wednesday, November 25, 2026\n12:00 – 1:00 AM GMT+9\nTuesday, November 24, 2026, 10:00 – 11:00 AM EST (at the store)",
  ],
  [
    at("2026-11-25T04:30Z", "2026-11-25T05:30Z"),
    "America/New_York",
    "Tuesday, November 24, 2026\n11:30 PM EST – Wednesday, November 25, 2026 at 12:30 AM EST",
  ],
  [
    at("2026-11-01T05:30Z", "2026-11-01T06:30Z"),
    "America/New_York",
    "Sunday, November 1, 2026\n1:30 AM EDT – 1:30 AM EST",
  ],
  [
    at("2026-03-08T06:30Z", "2026-03-08T07:30Z"),
    "America/New_York",
    "Sunday, March 8, 2026\n1:30 AM EST – 3:30 AM EDT",
  ],
])("names the visitor's and the store's time", (span, zone, lines) => {
  expect(whenLines(span, zone, "America/New_York")).toBe(lines);
});
