import { wordedDate } from "./worded-dates.ts";

const LOCALES = [
  "en",
  "en-GB",
  "de",
  "de-AT",
  "de-CH",
  "fr",
  "fr-CA",
  "fr-CH",
  "es",
  "es-MX",
  "it",
  "pl",
  "nl",
];
const MONTHS = Array.from({ length: 12 }, (_, index) => index);

test.each(LOCALES)("reads dates in every way that %s writes them with a month's name", (locale) => {
  for (const index of MONTHS) {
    for (const month of ["long", "short"] as const) {
      for (const weekday of [undefined, "long", "short"] as const) {
        const date = new Date(Date.UTC(1980, index, 5));
        const options = { day: "numeric", month, year: "numeric", weekday, timeZone: "UTC" } as const;
        const text = new Intl.DateTimeFormat(locale, options).format(date);
        expect([text, wordedDate(text)]).toEqual([text, { day: "5", month: index + 1, year: "1980" }]);
      }
    }
  }
});

test.each([
  ["1er mars 1980", { day: "1", month: 3, year: "1980" }],
  ["5-Mär-80", { day: "5", month: 3, year: "80" }],
  ["3. Mrz 1980", { day: "3", month: 3, year: "1980" }],
  ["12TH MAY 1980", { day: "12", month: 5, year: "1980" }],
  ["1980 March 5", { day: "5", month: 3, year: "1980" }],
  ["le 5 mai", { day: "5", month: 5 }],
  ["Mai 1980", null],
  ["market 12 2020", null],
  ["Order 5 May 1980", null],
  ["5 May 6 June", null],
  ["05.03.1980", null],
])("%s is %j", (text, date) => {
  expect(wordedDate(text)).toEqual(date);
});
