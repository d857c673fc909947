import { isLong, readAppointments } from "./appointments.ts";

const ZONE = "America/New_York";
const event = (start: string, end: string, id = "1", title = "Ring fitting") => ({
  id,
  title,
  start: { date_time: start },
  end: { date_time: end },
});
const one = (start: string, end: string) => {
  const [read] = readAppointments([event(start, end)], ZONE);
  return (
    read && {
      start: new Date(read.start).toISOString(),
      end: new Date(read.end).toISOString(),
      long: isLong(read),
    }
  );
};

test.each([
  ["2026-11-16T10:00:00-05:00", "2026-11-16T11:00:00-05:00"],
  ["2026-11-16T10:00-05", "2026-11-16T11:00-0500"],
  ["2026-11-16T15:00:00Z", "2026-11-16T16:00:00.000Z"],
  ["2026-11-16T10:00:00", "2026-11-16T11:00:00"],
  ["2026-11-16 10:00", "2026-11-16 11:00"],
  ["2026-11-16T10:00:00.0000000", "2026-11-16T11:00:00.0000000"],
])("a time with its offset, or by the user's clock: %s", (start, end) => {
  expect(one(start, end)).toEqual({
    start: "2026-11-16T15:00:00.000Z",
    end: "2026-11-16T16:00:00.000Z",
    long: false,
  });
});

test("bare dates are whole days; the last day may be named itself, or the one after it", () => {
  const whole = { start: "2026-11-16T05:00:00.000Z", end: "2026-11-17T05:00:00.000Z", long: true };
  expect(one("2026-11-16", "2026-11-17")).toEqual(whole);
  expect(one("2026-11-16", "2026-11-16")).toEqual(whole);
  // 23 hours
  expect(one("2026-03-08T00:00:00", "2026-03-09T00:00:00")?.long).toBe(true);
});

test("24 hours stand above the hours, and less does not", () => {
  expect(one("2026-11-16T10:00:00", "2026-11-17T10:00:00")?.long).toBe(true);
  expect(one("2026-11-16T10:00:00", "2026-11-17T09:45:00")?.long).toBe(false);
});

test("an end before the start is its start, and what cannot be read is left out", () => {
  expect(one("2026-11-16T10:00:00Z", "2026-11-16T09:00:00Z")?.end).toBe("2026-11-16T10:00:00.000Z");
  const read = readAppointments(
    [
      event("soon", "later", "1"),
      event("2026-11-16T10:00:00Z", "", "2"),
      event("2026-11-17T10:00:00Z", "2026-11-17T11:00:00Z", "3", " "),
      event("2026-11-16T10:00:00Z", "2026-11-16T11:00:00Z", "3"),
    ],
    ZONE,
  );
  expect(read.map(({ title }) => title)).toEqual(["Ring fitting", "Untitled"]);
  expect(new Set(read.map(({ key }) => key)).size).toBe(2);
});

test("the same event twice is one appointment", () => {
  const again = event("2026-11-16T10:00:00Z", "2026-11-16T11:00:00Z");
  expect(readAppointments([again, again], ZONE)).toHaveLength(1);
});
