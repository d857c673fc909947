/** ISO 4217 currency, and the locale of its number format. */
type StoreMoney = { currency: string; notation: string };

/** For hosts without a currency. */
export const DOLLARS: StoreMoney = { currency: "USD", notation: "en-US" };

/** $1,234.50, 1.234,50 €, 1 234,50 €, … */
export const notations = ["en-US", "de-DE", "fr-FR", "nl-NL", "de-CH", "en-IN"] as const;

export type Money = StoreMoney & {
  /** 2 for USD, 0 for JPY, 3 for KWD. */
  digits: number;
  /** "$", "€", "CHF" */
  symbol: string;
  isSymbolFirst: boolean;
  format: (amount: number) => string;
  /** "$1,241", for charts. */
  rounded: (amount: number) => string;
  /** "$2.5k", for axes. */
  short: (amount: number) => string;
  /** "1240.50", as in files and the API. */
  plain: (amount: number) => string;
  /** "1240,50", in the store's notation. */
  typed: (amount: number) => string;
  /** "1.240,50 €" → "1240.50". Other text stays unchanged. */
  read: (text: string) => string;
  /** In the smallest unit, so 0.1 + 0.2 is 0.3. */
  sum: (amounts: number[]) => number;
};

const made = new Map<string, Money>();

/** Cached, because a formatter takes 0.1 ms to create. */
export function moneyOf({ currency, notation }: StoreMoney): Money {
  const key = `${currency} ${notation}`;
  const money = made.get(key) ?? make({ currency, notation });
  made.set(key, money);
  return money;
}

let known: ReadonlySet<string> | undefined;

/** Null for unknown currencies and those with four decimals. */
export function digitsOf(currency: string): number | null {
  known ??= new Set(Intl.supportedValuesOf("currency"));
  if (!known.has(currency)) return null;
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return digits <= 3 ? digits : null;
}

function make(wanted: StoreMoney): Money {
  const { full, currency, notation } = formatOf(wanted);
  const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const rounded = new Intl.NumberFormat(notation, { ...style, maximumFractionDigits: 0 });
  const brief = new Intl.NumberFormat(notation, {
    ...style,
    minimumFractionDigits: 0,
    useGrouping: false,
    maximumFractionDigits: 2,
  });
  const { maximumFractionDigits: digits = 2 } = full.resolvedOptions();
  const parts = full.formatToParts(1_234_567.5);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  const written = (type: string) => parts[place(type)]?.value ?? "";
  const symbol = written("currency");
  const point = new Intl.NumberFormat(notation).formatToParts(0.5)[1]?.value ?? ".";
  const unit = 10 ** digits;

  const money: Money = {
    currency,
    notation,
    digits,
    symbol,
    isSymbolFirst: place("currency") < place("integer"),
    format: (amount) => straight(full.format(amount)),
    rounded: (amount) => straight(rounded.format(amount)),
    short: (amount) => {
      const isThousands = Math.abs(amount) >= 1000;
      const shown = brief.formatToParts(isThousands ? amount / 1000 : amount);
      const last = shown.findLastIndex(({ type }) => type === "integer" || type === "fraction");
      return shown.map(({ value }, i) => (isThousands && i === last ? `${value}k` : value)).join("");
    },
    plain: (amount) => amount.toFixed(digits),
    typed: (amount) => amount.toFixed(digits).replace(".", point),
    read: (text) => readAmount(text, { marks: [symbol, currency], group: written("group"), point }),
    sum: (amounts) => amounts.reduce((sum, amount) => sum + Math.round(amount * unit), 0) / unit,
  };
  return money;
}

/** Server and browser may use different Swiss apostrophes. */
function straight(text: string): string {
  return text.replaceAll("’", "'");
}

/** This browser may not know the store's currency or format. */
function formatOf({ currency, notation }: StoreMoney) {
  try {
    const options = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
    return { currency, notation, full: new Intl.NumberFormat(notation, options) };
  } catch {
    const full = new Intl.NumberFormat(DOLLARS.notation, { style: "currency", currency: DOLLARS.currency });
    return { ...DOLLARS, full };
  }
}

const MAX_LENGTH = 40;
const SPACES = /[\s’']/g;

type Signs = { marks: string[]; group: string; point: string };

function readAmount(text: string, { marks, group, point }: Signs): string {
  if (text.length > MAX_LENGTH) return text;
  const bare = marks.reduce((rest, mark) => rest.replace(mark, ""), text.trim());
  const number = bare.replace(SPACES, "");
  const [whole = "", decimals, ...more] = number.split(point);
  if (more.length > 0 || !/^\d*$/.test(decimals ?? "")) return text;
  const groups = /[.,]/.test(group) ? whole.split(group) : [whole];
  const isGrouped = groups.every((digits, i) =>
    (i === 0 ? /^-?\d{1,3}$/ : i === groups.length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(digits),
  );
  if (groups.length > 1 ? !isGrouped : !/^-?\d*$/.test(whole)) return text;
  if (!/\d/.test(number)) return text;
  return decimals === undefined ? groups.join("") : `${groups.join("")}.${decimals}`;
}
