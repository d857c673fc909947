import { datesOfLocale, localeIn, moneyOfLocale, regionOf } from "./locale-defaults.ts";

test.each([
  ["en-US", "USD", "en-US"],
  ["en", "USD", "en-US"],
  ["en-GB", "GBP", "en-US"],
  ["de-DE", "EUR", "de-DE"],
  ["de", "EUR", "de-DE"],
  ["fr-FR", "EUR", "fr-FR"],
  ["de-CH", "CHF", "de-CH"],
  ["en-IN", "INR", "en-IN"],
  ["nl-BE", "EUR", "nl-NL"],
  ["sv-SE", "SEK", "fr-FR"],
])("%s pays in %s, written as in %s", (locale, currency, notation) => {
  expect(moneyOfLocale(locale)).toEqual({ currency, notation });
});

test.each([
  ["en-US", false, 0],
  ["en-GB", true, 1],
  ["de", true, 1],
  ["sv-SE", false, 1],
  ["ja", false, 0],
  ["ar-EG", true, 6],
])("%s: day first %s, week starts on %i", (locale, dayFirst, weekStart) => {
  expect(datesOfLocale(locale)).toEqual({ dayFirst, weekStart });
});

test.each([
  ["DE", "en-US", "EUR", "de-DE"],
  ["US", "de-DE", "USD", "en-US"],
  ["IN", "en-IN", "INR", "en-IN"],
  ["GB", "en-US", "GBP", "en-US"],
])("in %s on a device in %s", (country, device, currency, notation) => {
  const locale = localeIn(country, device);
  expect(moneyOfLocale(locale)).toEqual({ currency, notation });
  expect(datesOfLocale(locale).dayFirst).toBe(country !== "US");
});

test.each(["th-TH", "fa-IR", "es-419", "en-001"])("%s has no known currency", (locale) => {
  expect(moneyOfLocale(locale)).toBeNull();
});

test.each([
  ["es-419", ""],
  ["en-001", ""],
  ["th", "TH"],
])("%s is of the country “%s”", (locale, region) => {
  expect(regionOf(locale)).toBe(region);
});
