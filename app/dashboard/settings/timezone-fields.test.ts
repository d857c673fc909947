import { matching, zoneOption } from "./timezone-fields.tsx";

const now = new Date("2026-01-15T14:41:00Z");

test("shows a timezone with its current time and offset", () => {
  expect(zoneOption("America/New_York", now)).toEqual({
    id: "America/New_York",
    name: "America/New York · 9:41 AM (GMT-5)",
  });
  expect(zoneOption("Mars/Olympus", now).name).toBe("Mars/Olympus · time unknown");
});

test.each([
  ["", 3],
  ["new york", 1],
  ["new_york", 1],
  ["america", 2],
  ["york america", 1],
  ["atlantis", 0],
])("matches %j with %d timezones", (search, count) => {
  const zones = ["America/New_York", "America/Los_Angeles", "Europe/London"];
  expect(matching(zones, search, now)).toHaveLength(count);
});

test("formats the time only of options that are read", () => {
  const format = jest.spyOn(Intl, "DateTimeFormat");
  const [first] = matching(Intl.supportedValuesOf("timeZone"), "", now);
  expect(format).not.toHaveBeenCalled();
  const name = first?.name;
  expect(first?.name).toBe(name);
  expect(format).toHaveBeenCalledTimes(1);
  format.mockRestore();
});
