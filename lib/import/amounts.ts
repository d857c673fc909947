// What amounts in other programs' files mean.

const LONGEST = 40;
const SIGN = /\p{Sc}/u;
const CODE_BEFORE = /^(?:[A-Z]{3}|CA|US|A)(?=[\p{Sc}\d(-])/u;
const CODE_BEHIND = /[A-Z]{3}$/;

/** Without the currency before and behind it: "CA$ 12", "12 EUR", "€12". */
function withoutCurrency(text: string): string {
  return withoutSigns(withoutSigns(text).replace(CODE_BEFORE, "").replace(CODE_BEHIND, ""));
}

function withoutSigns(text: string): string {
  const chars = [...text];
  const isSign = (char: string | undefined) => char !== undefined && SIGN.test(char);
  while (isSign(chars[0])) chars.shift();
  while (isSign(chars.at(-1))) chars.pop();
  return chars.join("");
}

/** What a cell with an amount holds beside signs of currencies and blanks; "-" before it for (12.50) and 12.50-. */
function bareAmount(text: string): string | null {
  if (text.length > LONGEST) return null;
  const bare = withoutCurrency(text.replace(/[\s’']/g, ""));
  const [, within] = /^\((.*)\)$/.exec(bare) ?? [];
  const [, before] = /^(.*)-$/.exec(bare) ?? [];
  const amount = within ?? before;
  return amount === undefined ? bare.replace(/^-\p{Sc}/u, "-") : `-${withoutCurrency(amount)}`;
}

/** "1.240,50 €" with a comma → "1240.50"; null for what is no amount in that notation. */
export function readAmount(text: string, notation: "point" | "comma"): string | null {
  const bare = bareAmount(text);
  if (!bare) return null;
  const [group, point] = notation === "point" ? [",", "."] : [".", ","];
  const [whole = "", decimals, ...more] = bare.split(point);
  if (more.length > 0 || (decimals !== undefined && !/^\d*$/.test(decimals))) return null;
  const groups = whole.split(group);
  const isNumber =
    groups.length === 1
      ? /^-?\d*$/.test(whole)
      : /^-?\d{1,3}$/.test(groups[0] ?? "") &&
        // Groups in India have two digits, but for the last: "12,34" may be 12.34.
        groups.slice(1, -1).every((digits) => /^\d{2,3}$/.test(digits)) &&
        /^\d{3}$/.test(groups.at(-1) ?? "");
  if (!isNumber || !/\d/.test(bare)) return null;
  const number = `${groups.join("")}${decimals ? `.${decimals}` : ""}`;
  return number.replace(/^(-?)\./, "$10.");
}

/** The sign or code of a currency in a cell with an amount: "CA$ 12.00" → "CA$", "100 JPY" → "JPY"; "" without one. */
export function currencyOf(text: string): string {
  const bare = text.slice(0, LONGEST).replace(/[\s\d.,'’()+-]/g, "");
  return /^([A-Z]{1,3}?\p{Sc}|\p{Sc}|[A-Z]{3}|\p{Sc}[A-Z]{3})$/u.test(bare) ? bare : "";
}

/** How many of some amounts fit only one notation; "1.240" fits both, and "12" tells nothing. */
export function amountVotes(cells: string[]): { point: number; comma: number; open: string[] } {
  const votes = { point: 0, comma: 0, open: [] as string[] };
  for (const text of cells) {
    const [asPoint, asComma] = [readAmount(text, "point"), readAmount(text, "comma")];
    if (asPoint === asComma) continue;
    if (asComma === null) votes.point++;
    else if (asPoint === null) votes.comma++;
    else votes.open.push(text);
  }
  return votes;
}
