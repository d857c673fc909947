import { EXAMPLE, presets, readSchedule, writeSchedule } from "./rule-fields.tsx";

test("reads and writes a schedule with one time", () => {
  expect(readSchedule(EXAMPLE)).toEqual({ time: "09:00", days: "* * *" });
  expect(readSchedule(" 5  14 1 * * ")).toEqual({ time: "14:05", days: "1 * *" });
  for (const { days } of presets) {
    const schedule = writeSchedule({ time: "00:30", days });
    expect(schedule).toBe(`30 0 ${days}`);
    expect(readSchedule(schedule)).toEqual({ time: "00:30", days });
  }
});

test.each(["", "0 9,17 * * *", "*/15 * * * *", "60 9 * * *", "0 24 * * *", "0 9 * *", "@daily"])(
  "finds no single time in %j",
  (schedule) => {
    expect(readSchedule(schedule)).toBeNull();
  },
);
