import { parseDay } from "#lib/date-input.ts";
import type { Day } from "#lib/dates.ts";
import { withoutWeekday, wordedDate } from "./worded-dates.ts";

const SLASHED = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** Day and month. Without a year, a hyphen means that the month comes first. */
const EITHER_ORDER = /^(\d{1,2})(?:([./-])(\d{1,2})\2(?:\d{4}|\d{2})|[./](\d{1,2})[./]?)$/;
const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})\.?$|^((?:19|20)\d{2})(0[1-9]|1[0-2])(\d{2})$/;
/** After a date: a comma, space or T, then the time. */
export const TIME = /[T,\s]\s?\d{1,2}(?:[:h]\d{2}|\.\d{2}(?!\d)|\s?[ap]\.?m\b).*$/i;

function dateIn(text: string): string {
  return withoutWeekday(text.trim())
    .replace(TIME, "")
    .replace(/(\d\.)\s+(?=\d)/g, "$1");
}

type Written = { dayFirst: boolean; today: Day; yearless?: boolean };

/** In any spreadsheet notation, ignoring a time. With `yearless` the year may be missing. */
export function readDate(text: string, { dayFirst, today, yearless = false }: Written): Day | null {
  const date = dateIn(text);
  const worded = wordedDate(date);
  if (worded) {
    const isShort = worded.year === undefined;
    if (isShort && !yearless) return null;
    const { month, day, year = "" } = worded;
    return parseDay(`${month}/${day}${year && `/${year}`}`, today, { past: true, yearless: isShort });
  }
  if (/\p{L}/u.test(date)) return null;
  const short = yearless && withoutYear(date, dayFirst);
  if (short) return parseDay(short, today, { past: true, yearless });
  if (!/\d{4}/.test(date) && !SLASHED.test(date)) return null;
  const numbers = date
    .replace(SLASHED, dayFirst ? "$3/$1/$4" : "$1/$3/$4")
    .replace(YEAR_FIRST, "$1$4-$2$5-$3$6");
  return parseDay(numbers, today, { past: true });
}

/** The day before Excel's first, because Excel counts a February 29, 1900. */
const EXCEL_ZERO = Date.UTC(1899, 11, 30);

/**
 * "45292.625" → "2024-01-01 15:00"; null outside 1927 to 2064. Only for date columns, because an amount may
 * look the same.
 */
export function serialDate(text: string): string | null {
  if (!/^[1-5]\d{4}([.,]\d{1,15})?$/.test(text)) return null;
  const minutes = Math.round(Number(text.replace(",", ".")) * 1_440);
  const iso = new Date(EXCEL_ZERO + minutes * 60_000).toISOString();
  return minutes % 1_440 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** Month and day of "--05-12", "--0512", "05-12", "12.5." and "5/12"; else null. */
function withoutYear(date: string, dayFirst: boolean): string | null {
  const [, month = "", day = ""] = /^--(\d{2})-?(\d{2})$/.exec(date) ?? [];
  if (month) return `${month}/${day}`;
  const [, first, separator, second] = /^(\d{1,2})([./-])(\d{1,2})[./]?$/.exec(date) ?? [];
  if (first && second) {
    // With a hyphen, the month comes first unless it can't be one.
    const isDay = separator === "-" ? Number(first) > 12 : dayFirst;
    return isDay ? `${second}/${first}` : `${first}/${second}`;
  }
  return null;
}

const TAG =
  /<\/?(?:p|br|div|span|b|strong|i|em|u|ul|ol|li|a|h\d|tr|td)(?:\s+[\w:-]+\s?=[^<>]{0,500})?\s?\/?>/gi;
const LINE_END = /<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\s?\/?>/gi;
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " } as const;

/** "<p>Gold &amp; pearls</p>" → "Gold & pearls" */
export function withoutMarkup(text: string): string {
  const plain = text
    .replace(LINE_END, "\n")
    .replace(TAG, "")
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/&#0?39;|&#x27;/gi, "'");
  if (plain === text) return text;
  return plain
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

type Names = { firstName: string; lastName: string };

const TITLE =
  /^(mr|mrs|ms|miss|mx|dr|prof|herr|frau|familie|family|fam|m|mme|mlle|monsieur|madame|famille|sr|sra|srta|don|dona|doña|familia|sig|sig\.ra|dott|dottssa|dott\.ssa|dra|sir|famiglia|eheleute|ehepaar|hr|herrn|fr|firma|dipl\.-ing)\.?$|^(ing|mag|rev|pr)\.$/i;
const SUFFIX = /^(jr|sr|ii|iii|iv|esq|ph\.?d|m\.?d|dds|mba|cpa|rn|msc|bsc)\.?$/i;
const COMPANY =
  /[\s,](inc|llc|llp|ltd|corp|plc|gmbh|ohg|gbr|sarl|srl|shop|store|boutique|salon|gallery|studios?|jewell?ers|jewell?ery|company|cent(er|re)|services?|hotel|restaurant|university|foundation|association|corporation|associates|enterprises|supply|department|& sons|and sons)\.?$|^the \S+$| of |^st\.? \S+['’]s |^(juwelier|goldschmiede|bijouterie|gioielleria|praxis|hotel|restaurant|salon|studio) \S/i;
const PERHAPS_COMPANY =
  /^the |(?<!\S)(bank|church|club|school|college|academy|museum|society|group|hospital|clinic|police|library|team|office|trust|fund|union|league|council|verein|kirche|schule|sparkasse|stadt|gemeinde|atelier|banque|mairie|banco|iglesia)(?!\S)/i;
/** "van der Berg Jan": nothing says where the first name begins. */
const PARTICLE = /^(van|von|vom|zu|ter|ten|de|der|di|da|del|della|la|le) /;
const DEGREE = /^(med|dent|vet|phil|jur|rer|nat|oec|h\.c)\.$/i;

/** No quotation marks, "and" for "&". */
export function cleanName(name: string): string {
  return name
    .replace(/["“”„«»]/g, "")
    .replace(/ ?[&+] ?/g, " and ")
    .replace(/\s+/g, " ")
    .trim();
}

/** "First National Bank", "Tom Bank" */
export function isPerhapsCompany(name: string): boolean {
  const { lastName } = splitName(name);
  return (
    / of /.test(name) || (lastName !== "" && !name.includes(",") && PERHAPS_COMPANY.test(cleanName(name)))
  );
}

/**
 * "Anna Maria van Dijk" → "Anna", "Maria van Dijk"; "Okafor, Amara" → "Amara", "Okafor"; "Anna & Ben Miller"
 * → "Anna and Ben", "Miller"; "Mr and Mrs Smith" → "Mr and Mrs", "Smith".
 */
export function splitName(written: string): Names {
  const name = cleanName(written);
  if (COMPANY.test(name) || (PARTICLE.test(name) && !name.includes(",")))
    return { firstName: name, lastName: "" };
  const [last = "", given, ...more] = name.split(/, */).filter((part, at) => part || at === 0);
  // "Anna Miller, PhD", "John Smith, Sr."
  if (given && last.includes(" ") && SUFFIX.test(given)) return splitName([last, given, ...more].join(" "));
  // "Müller, Familie" has no first name.
  if (given && isTitle(given)) return { firstName: `${given} ${last}`, lastName: "" };
  // "Lee, Ann, Dr.", "Lee, Ann, PhD"
  const after = more.join(", ");
  if (given && isTitle(after)) return { firstName: `${after} ${given}`, lastName: last };
  if (given && after)
    return { firstName: given, lastName: `${last}${SUFFIX.test(after) ? " " : ", "}${after}` };
  if (given) return { firstName: given, lastName: last };
  const words = name.split(" ");
  const titles = countTitles(words);
  if (titles > 0 && titles < words.length && !/^(and|und|et|y|e)$/i.test(words[titles] ?? ""))
    return withTitles(words, titles);
  const and = words.findIndex((word, i) => i > 0 && /^(and|und|et)$/i.test(word));
  if (and < 0 || and === words.length - 1) {
    const initials = words.slice(1, -1).findIndex((word) => !/^\p{Lu}\.?$/u.test(word));
    const isThe = /^the$/i.test(words[0] ?? "") && words.length > 2;
    const first = isThe ? 2 : 1 + (initials < 0 ? Math.max(0, words.length - 2) : initials);
    return { firstName: words.slice(0, first).join(" "), lastName: words.slice(first).join(" ") };
  }

  const joiner = words[and];
  const [one = "", ...oneRest] = words.slice(0, and);
  const [other = "", ...otherRest] = words.slice(and + 1);
  if (TITLE.test(other) && otherRest.length > 1) {
    // "Mr and Mrs John Smith": the first name stays with the titles.
    return {
      firstName: [one, joiner, other, otherRest[0]].join(" "),
      lastName: otherRest.slice(1).join(" "),
    };
  }
  const lasts = [...new Set([oneRest.join(" "), otherRest.join(" ")].filter(Boolean))];
  return { firstName: `${one} ${joiner} ${other}`, lastName: lasts.join(` ${joiner} `) };
}

/** "Dr. Anna Miller" → "Dr. Anna", "Miller". "Familie Müller" has no first name. */
function withTitles(words: string[], titles: number): Names {
  const isFamily = /^(fam|ehe|firma)/i.test(words[0] ?? "") || words.length === titles + 1;
  const first = isFamily ? words.length : titles + 1;
  return { firstName: words.slice(0, first).join(" "), lastName: words.slice(first).join(" ") };
}

function countTitles(words: string[]): number {
  const at = words.findIndex((word, i) => !TITLE.test(word) && !(i > 0 && DEGREE.test(word)));
  return at < 0 ? words.length : at;
}

export function isTitle(text: string): boolean {
  const words = text.split(" ");
  return text !== "" && countTitles(words) === words.length;
}

/** For comparisons: without titles, accents, case and word order. */
export function plainName(name: string): string {
  const words = cleanName(name)
    .split(" ")
    .filter((word) => !TITLE.test(word));
  return words
    .map((word) => word.normalize("NFD").replace(/\P{L}/gu, "").toLowerCase())
    .filter(Boolean)
    .sort()
    .join(" ");
}

/** Dates that fit only one order, and those that fit both (`open`). */
export function dateVotes(cells: string[]): { dayFirst: number; monthFirst: number; open: string[] } {
  const votes = { dayFirst: 0, monthFirst: 0, open: [] as string[] };
  for (const text of cells) {
    const [, first, , withYear, without] = EITHER_ORDER.exec(dateIn(text.slice(0, 40))) ?? [];
    const second = withYear ?? without;
    if (!first || !second) continue;
    if (Number(first) > 12) votes.dayFirst++;
    else if (Number(second) > 12) votes.monthFirst++;
    else if (first !== second) votes.open.push(text);
  }
  return votes;
}

/** "1:30", "90" or "90 min"; NaN if it isn't a length. */
export function readMinutes(text: string): number {
  const [, hours, rest = "0"] =
    /^(\d{1,2})(?:\s?h(?:ours?|rs?)?\s?|:(?=\d\d$))(\d{1,2})?(?:\s?m(?:in(?:ute)?s?)?)?$/i.exec(text) ?? [];
  if (hours) return Number(hours) * 60 + Number(rest);
  return Number(/^(\d{1,4})\s*(m|min\.?|mins|minutes|minuten)?$/i.exec(text)?.[1]);
}

/** Minutes of the day: "3:22 PM", "15:22" or a spreadsheet's "0.64"; else null. */
export function readTime(text: string): number | null {
  const [, hour, minute = "0", half] =
    /(?:^|[T\s,])(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2}(?:\.\d{1,9})?)?\s*([ap])?\.?(?:m\.?)?\s*(?:uhr)?$/i.exec(
      text.trim().slice(-24),
    ) ?? [];
  const isTime = hour && (half || /\d[:.h]\d{2}/.test(text));
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  if (isTime && hours < 24 && Number(minute) < 60) return hours * 60 + Number(minute);
  return serialTime(text);
}

/** A fraction of a day: "0.625" is 15:00. */
function serialTime(text: string): number | null {
  const [, part] = /^0[.,](\d{1,15})$/.exec(text.trim()) ?? [];
  return part ? Math.round(Number(`0.${part}`) * 1_440) % 1_440 : null;
}
