type Notation = "point" | "comma";

const MAX_LENGTH = 40;
/** "€", "CA$", "$USD" */
const SIGN = String.raw`\p{L}{0,3}\p{Sc}\p{L}{0,3}`;
const WORD = "kr|kč|zł|ft|lei|rs|fr|sfr|rm|rp|r|ksh|tsh|ush|лв|руб|eur|euros?|dollars?";
const CURRENCY_WORD = new RegExp(`^(?:${WORD})\\.?$`, "i");
const MARK = `(?:${SIGN}|(?:[a-z]{3}|${WORD})\\.?)`;
const BEFORE = new RegExp(String.raw`^(${MARK})\s*(?=[\d.,(−–-])`, "iu");
const BEHIND = new RegExp(String.raw`(?<=[\d.,)−–-])\s*(${MARK})$`, "iu");

/** "12,-" and "12.–" */
const NO_CENTS = /(?<=\d)[.,][-–—]{1,2}$/;
/** (12.50), -12.50 and 12.50- */
const NEGATIVE = [/^\((.*)\)$/, /^[−–-](.*)$/, /^(.*\d)\s*[−-]$/];

/** "CA$ 12.00" → "12.00" and "CA$" */
function split(text: string): { number: string; marks: string[]; isNegative: boolean } {
  let number = text.trim();
  let isNegative = false;
  const marks: string[] = [];
  if (/^[\d.,]*$/.test(number)) return { number, marks, isNegative };
  for (let before = ""; before !== number; ) {
    before = number;
    for (const pattern of [BEFORE, BEHIND]) {
      const mark = pattern.exec(number)?.[1];
      if (mark) marks.push(mark);
      number = number.replace(pattern, "").trim();
    }
    number = number.replace(NO_CENTS, "");
    for (const pattern of NEGATIVE) {
      const rest = pattern.exec(number)?.[1];
      if (rest === undefined) continue;
      isNegative = true;
      number = rest.trim();
    }
  }
  return { number, marks, isNegative };
}

/** "1.240,50 €" with a decimal comma → "1240.50"; null if it isn't an amount in that notation. */
export function readAmount(text: string, notation: Notation): string | null {
  return text.length > MAX_LENGTH ? null : readSplit(split(text), notation);
}

function readSplit({ number, isNegative }: ReturnType<typeof split>, notation: Notation): string | null {
  const [group, point] = notation === "point" ? [",", "."] : [".", ","];
  const [whole = "", decimals = "", ...more] = number.split(point);
  if (more.length > 0 || !/^\d*$/.test(decimals) || !/\d/.test(number)) return null;
  const separator = /\D/.exec(whole)?.[0] ?? "";
  if (separator && separator !== group && !/[\s’']/.test(separator)) return null;
  const groups = separator ? whole.split(separator) : [whole];
  const isNumber =
    groups.length === 1
      ? /^\d*$/.test(whole)
      : /^[1-9]\d{0,2}$/.test(groups[0] ?? "") &&
        // Indian groups have two digits except the last: "12,34" may be 12.34.
        groups.slice(1, -1).every((digits) => /^\d{2,3}$/.test(digits)) &&
        /^\d{3}$/.test(groups.at(-1) ?? "");
  if (!isNumber) return null;
  return `${isNegative ? "-" : ""}${groups.join("") || "0"}${decimals ? `.${decimals}` : ""}`;
}

/** "CA$ 12.00" → "CA$", "100 JPY" → "JPY" */
export function currenciesOf(text: string): string[] {
  return split(text.slice(0, MAX_LENGTH)).marks;
}

const CODES = "usd|eur|gbp|chf|cad|aud|nzd|jpy|cny|inr|sek|nok|dkk|pln|czk|huf|brl|mxn|zar|aed|sgd|hkd";
const NAMED = new RegExp(String.raw`\p{L}{0,2}\p{Sc}|(?<!\p{L})(?:${CODES})(?!\p{L})`, "iu");
const BRACKETED = /[([]([A-Z]{3})[)\]]/;

export function isCurrencyWord(mark: string): boolean {
  return CURRENCY_WORD.test(mark);
}

/** "Total (EUR)" → "EUR"; "" if missing. */
export function currencyOfHeader(header: string): string {
  const beginning = header.slice(0, 200);
  const code = BRACKETED.exec(beginning)?.[1] ?? "";
  return Intl.supportedValuesOf("currency").includes(code) ? code : (NAMED.exec(beginning)?.[0] ?? "");
}

/** Names that Intl doesn't use. */
const ALSO: Record<string, string[]> = {
  ...{ CHF: ["FR", "SFR"], INR: ["RS"], KES: ["KSH"], TZS: ["TSH"], UGX: ["USH"], BGN: ["ЛВ"], RUB: ["РУБ"] },
  ...{ EUR: ["EURO", "EUROS"], USD: ["DOLLAR", "DOLLARS"] },
};
const marksOf = new Map<string, Set<string>>();

/** "$" may be any dollar, so it matches the store's. */
export function isCurrency(said: string, currency: string): boolean {
  let marks = marksOf.get(currency);
  if (!marks) {
    const shown = (["symbol", "narrowSymbol", "name"] as const).map((currencyDisplay) =>
      new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === "currency"),
    );
    marks = new Set([currency, ...shown.map((part) => part?.value.trim().toUpperCase() ?? "")]);
    for (const mark of ALSO[currency] ?? []) marks.add(mark);
    // "US$" and "C$" start like their codes.
    if (marks.has("$")) {
      for (const mark of [`${currency.slice(0, 2)}$`, `${currency[0]}$`, `$${currency}`]) marks.add(mark);
    }
    marksOf.set(currency, marks);
  }
  return marks.has(said.trim().replace(/\.$/, "").toUpperCase());
}

/** Amounts that fit only one notation. "1.240" fits both (`open`), "12" decides nothing. */
export function amountVotes(cells: string[]): { point: number; comma: number; open: string[] } {
  const votes = { point: 0, comma: 0, open: [] as string[] };
  for (const text of cells) {
    if (text.length > MAX_LENGTH) continue;
    const parts = split(text);
    const [asPoint, asComma] = [readSplit(parts, "point"), readSplit(parts, "comma")];
    if (asPoint === asComma) continue;
    if (asComma === null) votes.point++;
    else if (asPoint === null) votes.comma++;
    else votes.open.push(text);
  }
  return votes;
}
