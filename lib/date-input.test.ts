import { parseDay, typedDay } from "./date-input.ts";

// A Saturday.
const today = { year: 2026, month: 11, day: 21 };

test.each([
  ["11/20/2026", "11/20/2026"],
  ["1/2/2026", "01/02/2026"],
  ["03/14/68", "03/14/1968"],
  ["3/14/30", "03/14/2030"],
  ["2026-11-20", "11/20/2026"],
  ["Nov 20", "11/20/2026"],
  ["november 20, 1999", "11/20/1999"],
  ["20 Nov 2026", "11/20/2026"],
  ["  Yesterday ", "11/20/2026"],
  ["today", "11/21/2026"],
  ["tomorrow", "11/22/2026"],
  ["fri", "11/20/2026"],
  ["saturday", "11/21/2026"],
  ["sun", "11/15/2026"],
  ["2/29/2024", "02/29/2024"],
])("%j means %s", (text, expected) => {
  const day = parseDay(text, today);
  expect(day && typedDay(day)).toBe(expected);
});

test.each([
  "",
  "soon",
  "13/01/2026",
  "02/30/2026",
  "2/29/2026",
  "Foo 20",
  "20",
  "11/20/",
  "0/0/0",
  "2026-00-10",
])("%j means no day", (text) => {
  expect(parseDay(text, today)).toBeNull();
});
