/*
 * Search works on one normalised column per record: lower case, without diacritics and apostrophes, each word after
 * a space, phone numbers as digits. Terms are normalised alike and become LIKE patterns for the trigram index.
 */

// What Unicode does not decompose.
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}'’ʼ`]/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\p{Pd}/gu, "-");
}

const LONGEST = 200;

/** A phone number, or a part of one, in whatever notation. */
function isNumber(text: string): boolean {
  return /^[\d\s+()./-]+$/.test(text) && /\d/.test(text);
}

/** The `search` column of a contact. */
export function searchText(contact: {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
}): string {
  const { firstName, lastName, email, phoneNumber } = contact;
  return ` ${fold(`${firstName} ${lastName} ${email}`)} ${digits(phoneNumber)}`;
}

/** The column without the part after the tab, which a trigger adds from the store's own fields. */
export function ownLine(search: string): string {
  return search.split("\t", 1)[0] ?? "";
}

/** One line of a sale's `search` column. */
export function searchLine(text: string): string {
  return ` ${fold(text).replace(/\s+/g, " ")}`;
}

/**
 * The `search` column of a sale, in three lines: its contact's column without the contact's own fields (only the name
 * once the contact is deleted), the category, and the invoice number as written and as digits.
 */
export function saleSearch(contactSearch: string, category: string, invoiceNumber: string | null): string {
  const invoice = invoiceNumber && `${searchLine(invoiceNumber)} ${digits(invoiceNumber)}`;
  return [ownLine(contactSearch), searchLine(category), invoice ?? ""].join("\n");
}

/**
 * LIKE patterns that must all match; null where a term can match nothing. Words of fewer than three letters match
 * at the start of a word only: the trigram index knows word starts, and anywhere else they would scan the table.
 */
export function patternsOf(term: string): string[] | null {
  const folded = fold(term.slice(0, LONGEST).replace(/^\s*tel:/i, ""));
  if (isNumber(folded)) return [pattern(nationalNumber(folded))];
  const words = split(folded).map((word) => (isNumber(word) ? digits(word) : word));
  const telling = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 && telling.length === 0 ? null : telling.map(pattern);
}

/** "Okafor, Amara (415-555)": what separates words belongs to none. */
function split(folded: string): string[] {
  return folded.split(/[\s,;:()"“”]+/).filter(Boolean);
}

// Of a term, when texts that it found are read again.
const MOST_WORDS = 8;

/** The words of a term as they stand in a folded text. */
export function wordsOf(term: string): string[] {
  return [...new Set(split(fold(term.slice(0, LONGEST))))].slice(0, MOST_WORDS);
}

function pattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  return /[\p{L}\p{N}]{3}/u.test(word) ? `%${literal}%` : `% ${literal}%`;
}

function digits(phoneNumber: string): string {
  // The zero in +44 (0)20 is dialled within the country only.
  return phoneNumber.replace(/^(\s*\+.*)\(0\)/, "$1").replace(/\D/g, "");
}

/**
 * What all notations of one number share: no leading zeros (three digits always stay: an invoice may end in 0001), none
 * of what dials abroad (00, or 011 from North America), and no country code once the number is a whole one.
 */
function nationalNumber(term: string): string {
  const number = digits(term)
    .replace(/^011(?=\d{11})/, "")
    .replace(/^0+(?=\d{3})/, "");
  return number.length > 10 ? number.replace(/^(1|44|91|61)/, "") : number;
}
