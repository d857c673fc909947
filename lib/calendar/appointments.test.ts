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
])("reads a time with its offset, or in the user's time zone: %s", (start, end) => {
  expect(one(start, end)).toEqual({
    start: "2026-11-16T15:00:00.000Z",
    end: "2026-11-16T16:00:00.000Z",
    long: false,
  });
});

test("reads bare dates as whole days with or without the last", () => {
  const whole = { start: "2026-11-16T05:00:00.000Z", end: "2026-11-17T05:00:00.000Z", long: true };
  expect(one("2026-11-16", "2026-11-17")).toEqual(whole);
  expect(one("2026-11-16", "2026-11-16")).toEqual(whole);
  expect(one("2026-03-08T00:00:00", "2026-03-09T00:00:00")?.long).toBe(true);
});

test("shows events of 24 hours or more above the hours", () => {
  expect(one("2026-11-16T10:00:00", "2026-11-17T10:00:00")?.long).toBe(true);
  expect(one("2026-11-16T10:00:00", "2026-11-17T09:45:00")?.long).toBe(false);
});

test("replaces an end before the start and drops unreadable events", () => {
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

test("shows an event that is sent twice once", () => {
  const again = event("2026-11-16T10:00:00Z", "2026-11-16T11:00:00Z");
  expect(readAppointments([again, again], ZONE)).toHaveLength(1);
});
