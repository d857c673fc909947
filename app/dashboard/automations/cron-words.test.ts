import { cronWords } from "./cron-words.ts";

test.each([
  ["0 9 * * *", "Every day at 9:00 AM"],
  ["30 14 * * 1-5", "Monday through Friday at 2:30 PM"],
  ["0 9 * * 1", "On Monday at 9:00 AM"],
  ["0 9 * * 1,4", "On Monday and Thursday at 9:00 AM"],
  ["0 9 1 * *", "On day 1 of the month at 9:00 AM"],
  ["0 9 1 1 *", "On day 1 of the month, in January, at 9:00 AM"],
  ["0 9,17 * * *", "Every day at 9:00 AM and 5:00 PM"],
  ["0 8,12,17 * * *", "Every day at 8:00 AM, 12:00 PM and 5:00 PM"],
  ["0 0 * * *", "Every day at 12:00 AM"],
  [" 0  9 * * * ", "Every day at 9:00 AM"],
  ["0 * * * *", "Every hour"],
  ["0 9-17 * * *", "Every hour, between 9:00 AM and 5:00 PM"],
])("%j is %j", (schedule, words) => {
  expect(cronWords(schedule)).toBe(words);
});

test.each(["", "soon", "0 9 * *", "0 9 * * * *", "60 9 * * *", "0 25 * * *", "@daily", "0 9 * * x"])(
  "rejects the schedule %j",
  (schedule) => {
    expect(cronWords(schedule)).toBeNull();
  },
);
