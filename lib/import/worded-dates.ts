// "3. März 1980", "1er mars 1980", "Mon, 12 May 1980", "5-Mar-80"

const LOCALES = ["en", "en-GB", "de", "de-AT", "fr", "fr-CA", "es", "it", "pl", "nl"];
/** Names that Intl doesn't use. */
const MORE = { feber: 2, febr: 2, mrz: 3, sept: 9, set: 9, sett: 9, setiembre: 9 };
const FILLERS = new Set(
  "de del di le el il den der dem am of the st nd rd th er a at um alle las ore uhr r roku godz van".split(
    " ",
  ),
);

const MONTHS = names(12, (index) => Date.UTC(2001, index, 1), "month");
for (const [name, month] of Object.entries(MORE)) MONTHS.set(name, month);
// October 1, 2001, was a Monday.
const WEEKDAYS = names(7, (index) => Date.UTC(2001, 9, 1 + index), "weekday");

function names(count: number, instant: (index: number) => number, part: "month" | "weekday") {
  const found = new Map<string, number>();
  for (const locale of LOCALES) {
    for (const style of ["long", "short"] as const) {
      // "maj", and "maja" after a day.
      for (const day of [undefined, "numeric"] as const) {
        const format = new Intl.DateTimeFormat(locale, { [part]: style, day, timeZone: "UTC" });
        for (let index = 0; index < count; index++) {
          const parts = format.formatToParts(instant(index));
          found.set(bare(parts.find(({ type }) => type === part)?.value ?? ""), index + 1);
        }
      }
    }
  }
  return found;
}

function bare(word: string): string {
  return word.normalize("NFD").replace(/\P{L}/gu, "").toLowerCase();
}

/** "Mo., 05.03.1980" → "05.03.1980" */
export function withoutWeekday(text: string): string {
  const [start = "", word = ""] = /^(\p{L}{2,12})\.?,? (?=\d{1,4}[./-])/u.exec(text) ?? [];
  return WEEKDAYS.has(bare(word)) ? text.slice(start.length) : text;
}

const MAX_LENGTH = 60;
const CHARACTERS = /^[\p{L}\p{M}\d\s.,/º°ª’'-]+$/u;

/** Null for other text, also if it has other words. */
export function wordedDate(text: string): { day: string; month: number; year?: string } | null {
  if (text.length > MAX_LENGTH || !CHARACTERS.test(text)) return null;
  const numbers: string[] = [];
  let months: { month: number; after: number; isWeekday: boolean }[] = [];
  for (const [token] of text.normalize("NFD").matchAll(/\d+|[\p{L}\p{M}]+/gu)) {
    if (/\d/.test(token)) {
      numbers.push(token);
      continue;
    }
    const word = bare(token);
    const [month, isWeekday] = [MONTHS.get(word), WEEKDAYS.has(word)];
    if (month) months.push({ month, after: numbers.length, isWeekday });
    else if (!isWeekday && !FILLERS.has(word)) return null;
  }
  // "mar 5 mar 1980" is a Tuesday in March.
  if (months.length === 2 && months[0]?.isWeekday) months = months.slice(1);
  const [found, another] = months;
  const [first = "", second = "", third] = numbers;
  if (!found || another || third !== undefined) return null;
  const { month, after } = found;
  if (after > 1) return null;
  if (first.length > 2 && after === 1) return second ? { day: second, month, year: first } : null;
  return first.length > 2 ? null : { day: first, month, ...(second && { year: second }) };
}
