import { DOLLARS, notations } from "./contract/money.ts";

const EURO = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK";
const CURRENCIES: Record<string, string> = {
  ...Object.fromEntries(EURO.split(" ").map((region) => [region, "EUR"])),
  ...{ AU: "AUD", BR: "BRL", CA: "CAD", CH: "CHF", CZ: "CZK", DK: "DKK", GB: "GBP", HK: "HKD", HU: "HUF" },
  ...{ IL: "ILS", IN: "INR", JP: "JPY", KR: "KRW", MX: "MXN", NO: "NOK", NZ: "NZD", PL: "PLN", RO: "RON" },
  ...{ SE: "SEK", SG: "SGD", TR: "TRY", US: "USD", ZA: "ZAR" },
};

/** Dollars for regions without an entry. `locale`: the browser's. */
export function moneyOfLocale(locale: string): typeof DOLLARS {
  const currency = CURRENCIES[new Intl.Locale(locale).maximize().region ?? ""];
  if (!currency) return DOLLARS;
  const money = { style: "currency", currency, currencyDisplay: "code" } as const;
  // Narrow spaces look like others.
  const written = (notation: string) =>
    new Intl.NumberFormat(notation, money).format(1234567.5).replaceAll(/\s/g, " ");
  return {
    currency,
    notation: notations.find((notation) => written(notation) === written(locale)) ?? DOLLARS.notation,
  };
}
