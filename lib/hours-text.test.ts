import fc from "fast-check";
import { type DayHours, hoursOf, inWords, sameHours, weekInWords, weekOf } from "./availability.ts";
import { readHours, writeHours } from "./hours-text.ts";

/** 9.5 is half past nine. */
const open = (...runs: [number, number][]): DayHours =>
  hoursOf(Array.from({ length: 96 }, (_, at) => runs.some(([from, to]) => from * 4 <= at && at < to * 4)));

test.each([
  ["9:30 – 12:30, 1 – 5:30", open([9.5, 12.5], [13, 17.5])],
  ["9.30-12:30; 13-17:30", open([9.5, 12.5], [13, 17.5])],
  ["9h30 - 12h30 and 13h00 - 17h30", open([9.5, 12.5], [13, 17.5])],
  ["0930–1230, 1300–1730", open([9.5, 12.5], [13, 17.5])],
  ["9:30am to 12:30pm, 1pm to 5:30pm", open([9.5, 12.5], [13, 17.5])],
  ["9:30 A.M. until 12:30 p.m.; 1 - 5:30 P.M.", open([9.5, 12.5], [13, 17.5])],
  ["10 – 12, 1 – 6 PM", open([10, 12], [13, 18])],
  ["10-12,1-6", open([10, 12], [13, 18])],
  ["9-5", open([9, 17])],
  ["9 - 9", open([9, 21])],
  ["1-5", open([13, 17])],
  ["1 – 3 AM", open([1, 3])],
  ["6-14", open([6, 14])],
  ["8-12 & 14-18", open([8, 12], [14, 18])],
  ["12 – 8", open([12, 20])],
  ["noon – 8", open([12, 20])],
  ["8 – 12", open([8, 12])],
  ["8 PM – midnight", open([20, 24])],
  ["20 – 24", open([20, 24])],
  ["12 AM – 12 AM", open([0, 24])],
  ["all day", open([0, 24])],
  ["9-12, 11-3", open([9, 15])],
  ["", open()],
  ["Off", open()],
  ["closed", open()],
])("%# reads %s", (text, hours) => {
  expect(readHours(text).problem).toBeUndefined();
  expect(inWords(readHours(text).hours ?? [])).toBe(inWords(hours));
});

test.each([
  ["9", "Write hours like"],
  ["from nine to five", "Write hours like"],
  ["9 – 12 – 5", "Write hours like"],
  ["9:20 – 12", "“9:20” is not a quarter of an hour"],
  ["25 – 26", "“25” is not a time of day"],
  ["13 pm – 14", "“13 pm” is not a time of day"],
  ["9:75 – 12", "“9:75” is not a time of day"],
  ["10 PM – 2 AM", "“10 pm – 2 am” ends before it begins"],
  ["9 AM – 9 AM", "“9 am – 9 am” ends before it begins"],
])("case %# explains the error in %s", (text, problem) => {
  expect(readHours(text).hours).toBeUndefined();
  expect(readHours(text).problem).toContain(problem);
});

test.each([
  [open(), "Off"],
  [open([10, 12], [13, 18]), "10 – 12, 1 – 6 PM"],
  [open([9.5, 12.5], [13, 17.5]), "9:30 – 12:30, 1 – 5:30 PM"],
  [open([9, 12]), "9 – 12 PM"],
  [open([0, 24]), "All day"],
])("case %# writes the shortest form", (hours, text) => expect(writeHours(hours)).toBe(text));

test("reads the hours that it writes, also in words", () => {
  const day = fc.oneof(
    fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
    fc
      .array(fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 60 })), { maxLength: 4 })
      .map((runs) => open(...runs.map(([from, count]): [number, number] => [from / 4, (from + count) / 4]))),
  );
  fc.assert(
    fc.property(day, (hours) => {
      expect(sameHours(readHours(writeHours(hours)).hours, hours)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("doesn't parse text that is too long", () => {
  expect(readHours("9-".repeat(50_000)).problem).toBe("This is too long");
});

test("parses any text or explains the error", () => {
  const any = fc.oneof(fc.string(), fc.stringMatching(/^[0-9 :.,;ampnod–-]{0,60}$/));
  fc.assert(
    fc.property(any, (text) => {
      const { hours, problem } = readHours(text);
      expect(problem !== undefined || hours?.length === 24 || hours?.length === 96).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("sums up a week", () => {
  const week = weekOf((day, hour) => day > 0 && hour >= 9 && hour < (day === 4 ? 19 : 17) && day < 6);
  expect(weekInWords(week)).toBe("Mon – Wed, Fri 9 AM – 5 PM · Thu 9 AM – 7 PM · Sat, Sun Closed");
});
