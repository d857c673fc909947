import { moneyOfLocale } from "./device-money.ts";

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
  ["fa-IR", "USD", "en-US"],
])("%s pays in %s, written as in %s", (locale, currency, notation) => {
  expect(moneyOfLocale(locale)).toEqual({ currency, notation });
});
