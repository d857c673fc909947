import { DOLLARS, notations } from "./contract/money.ts";

const EURO = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK";
const CURRENCIES: Record<string, string> = {
  ...Object.fromEntries(EURO.split(" ").map((region) => [region, "EUR"])),
  ...{ AU: "AUD", BR: "BRL", CA: "CAD", CH: "CHF", CZ: "CZK", DK: "DKK", GB: "GBP", HK: "HKD", HU: "HUF" },
  ...{ IL: "ILS", IN: "INR", JP: "JPY", KR: "KRW", MX: "MXN", NO: "NOK", NZ: "NZD", PL: "PLN", RO: "RON" },
  ...{ SE: "SEK", SG: "SGD", TR: "TRY", US: "USD", ZA: "ZAR" },
};

const SUNDAY = "AU BR CA CO HK IL IN JP KR MX PH SG TH TW US ZA".split(" ");
const SATURDAY = "AE AF BH DZ EG IQ IR JO KW LY OM QA SD SY".split(" ");

export function regionOf(locale: string): string {
  const { region = "" } = new Intl.Locale(locale).maximize();
  // "es-419" is Latin America.
  return /^[A-Z]{2}$/.test(region) ? region : "";
}

export function localeIn(country: string, device: string): string {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return regionOf(device) === country ? device : `${language}-${country}`;
}

export function datesOfLocale(locale: string): { dayFirst: boolean; weekStart: number } {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  const weekStart = weekStartOf(regionOf(locale));
  return { dayFirst: parts.indexOf("day") < parts.indexOf("month"), weekStart };
}

function weekStartOf(region: string): number {
  if (SUNDAY.includes(region)) return 0;
  return SATURDAY.includes(region) ? 6 : 1;
}

export function moneyOfLocale(locale: string): typeof DOLLARS | null {
  const currency = CURRENCIES[regionOf(locale)];
  if (!currency) return null;
  const money = { style: "currency", currency, currencyDisplay: "code" } as const;
  // Narrow spaces look like others.
  const written = (notation: string) =>
    new Intl.NumberFormat(notation, money).format(1234567.5).replaceAll(/\s/g, " ");
  return {
    currency,
    notation: notations.find((notation) => written(notation) === written(locale)) ?? DOLLARS.notation,
  };
}
