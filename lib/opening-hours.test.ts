import { weekOf } from "./availability.ts";
import { closingTime, nextDays, openText } from "./opening-hours.ts";

const hours = weekOf((day, hour) => day > 0 && hour >= 10 && hour < (day === 6 ? 14 : 18) && hour !== 13);
const exceptions = [{ day: "2026-11-26", hours: [] }];
const store = { hours, exceptions };
const at = (time: string) => jest.useFakeTimers({ now: new Date(time) });

afterEach(() => void jest.useRealTimers());

test.each([
  ["2026-11-23T14:30:00Z", "Opens today at 10 AM", "6 PM"],
  ["2026-11-23T15:30:00Z", "Open today until 1 PM", "6 PM"],
  ["2026-11-23T23:00:00Z", "Closed now", ""],
  ["2026-11-26T16:00:00Z", "Closed now", ""],
  ["2026-11-29T16:00:00Z", "Closed now", ""],
])("knows at %s when the store closes", (time, text, closing) => {
  at(time);
  expect([openText(store, "America/New_York"), closingTime(store, "America/New_York")]).toEqual([
    text,
    closing,
  ]);
  expect(closingTime({ hours: null, exceptions: [] }, "UTC")).toBe("");
});

test("lists today and four days, equal days together", () => {
  at("2026-11-23T16:00:00Z");
  const week = "10 AM – 1 PM, 2 – 6 PM";
  expect(nextDays(store, "America/New_York")).toEqual([
    { days: "Today", words: week },
    { days: "Tuesday, Wednesday", words: week },
    { days: "Thursday, Nov 26", words: "Closed" },
    { days: "Friday", words: week },
  ]);
});
