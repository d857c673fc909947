import {
  between,
  closedWeek,
  hoursPerWeek,
  inWords,
  paintHours,
  presets,
  sameWeek,
  type Week,
  weekOf,
} from "./availability.ts";

const hours = (...open: number[]) => Array.from({ length: 24 }, (_, hour) => open.includes(hour));

test.each([
  [hours(), "Closed"],
  [hours(9, 10, 11, 13, 14, 15, 16), "9 AM – 12 PM, 1 – 5 PM"],
  [hours(9, 10), "9 – 11 AM"],
  [hours(11, 12), "11 AM – 1 PM"],
  [hours(0), "12 – 1 AM"],
  [hours(23), "11 PM – 12 AM"],
  [hours(...Array(24).keys()), "All day"],
])("describes hours %#: %s", (day, words) => expect(inWords(day)).toBe(words));

test("keeps a week at 7 days of 24 hours", () => {
  const open = paintHours(closedWeek, (day) => day === 1, true);
  for (const week of [open, ...Object.values(presets).map((preset) => preset(open))]) {
    expect(week.map((day) => day.length)).toEqual(Array(7).fill(24));
  }
});

test("offers presets: weekdays nine to five, Monday's hours, none", () => {
  const office = presets["Weekdays 9–5"]();
  expect(hoursPerWeek(office)).toBe(40);
  expect([office[0]?.[10], office[1]?.[8], office[1]?.[9], office[5]?.[16], office[5]?.[17]]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  const mondays: Week = weekOf((day, hour) => (day === 1 && hour === 7) || (day === 6 && hour === 20));
  const copied = presets["Copy Monday to weekdays"](mondays);
  expect(copied.map((day) => inWords(day))).toEqual(["Closed", ...Array(5).fill("7 – 8 AM"), "8 – 9 PM"]);
  expect(hoursPerWeek(presets.Clear())).toBe(0);
});

test("returns the same week if nothing changes", () => {
  const office = presets["Weekdays 9–5"]();
  expect(paintHours(office, (day, hour) => day === 1 && hour === 9, true)).toBe(office);
  const less = paintHours(office, (day, hour) => day === 1 && hour === 9, false);
  expect(sameWeek(office, less)).toBe(false);
  expect(hoursPerWeek(less)).toBe(39);
  expect(hoursPerWeek(office)).toBe(40);
});

test("selects hours between two, along and across days, both ways", () => {
  const way = (...ends: [number, number, number, number]) => {
    const [day, hour, toDay, toHour] = ends;
    return between({ day, hour }, { day: toDay, hour: toHour }).map((at) => [at.day, at.hour]);
  };
  expect(way(1, 9, 1, 9)).toEqual([]);
  expect(way(1, 9, 1, 10)).toEqual([[1, 10]]);
  expect(way(1, 12, 1, 9)).toEqual([
    [1, 11],
    [1, 10],
    [1, 9],
  ]);
  expect(way(1, 9, 3, 13)).toEqual([
    [2, 10],
    [2, 11],
    [3, 12],
    [3, 13],
  ]);
});
