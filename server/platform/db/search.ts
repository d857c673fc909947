/*
 * One normalised column per record: lower case, no diacritics or apostrophes, each word after a space, phone
 * numbers as digits. Terms are normalised likewise and become LIKE patterns for the trigram index.
 */

// Letters that Unicode does not decompose.
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

const MAX_TERM_LENGTH = 200;

/** In any format, also incomplete. */
function isPhoneNumber(text: string): boolean {
  return /^[\d\s+()./-]+$/.test(text) && /\d/.test(text);
}

export function searchText(contact: {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
}): string {
  const { firstName, lastName, email, phoneNumber } = contact;
  return ` ${fold(`${firstName} ${lastName} ${email}`)} ${digits(phoneNumber)}`;
}

/** Without the part after the tab, which a trigger adds from the store's own fields. */
export function ownLine(search: string): string {
  return search.split("\t", 1)[0] ?? "";
}

export function searchLine(text: string): string {
  return ` ${fold(text).replace(/\s+/g, " ")}`;
}

/** Lines: the contact's text (only the name once deleted), the category, and the texts, as written and as digits. */
export function saleSearch(contactSearch: string, category: string, ...texts: (string | null)[]): string {
  const searched = texts.map((text) => text && `${searchLine(text)} ${digits(text)}`).join("");
  return [ownLine(contactSearch), searchLine(category), searched].join("\n");
}

/** All must match; null if nothing can. Short words match only where a word starts, which the trigram index finds. */
export function patternsOf(term: string): string[] | null {
  const folded = fold(term.slice(0, MAX_TERM_LENGTH).replace(/^\s*tel:/i, ""));
  if (isPhoneNumber(folded)) return [pattern(nationalNumber(folded))];
  const words = split(folded).map((word) => (isPhoneNumber(word) ? digits(word) : word));
  const meaningful = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 && meaningful.length === 0 ? null : meaningful.map(pattern);
}

/** "Okafor, Amara (415-555)" */
function split(folded: string): string[] {
  return folded.split(/[\s,;:()"“”]+/).filter(Boolean);
}

const MAX_WORDS = 8;

export function wordsOf(term: string): string[] {
  return [...new Set(split(fold(term.slice(0, MAX_TERM_LENGTH))))].slice(0, MAX_WORDS);
}

function pattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  return /[\p{L}\p{N}]{3}/u.test(word) ? `%${literal}%` : `% ${literal}%`;
}

function digits(phoneNumber: string): string {
  // The zero in +44 (0)20 is only dialed within the country.
  return phoneNumber.replace(/^(\s*\+.*)\(0\)/, "$1").replace(/\D/g, "");
}

/**
 * The digits that all formats share: no leading zeros (three digits stay, because an invoice can end in
 * 0001), no international prefix, and no country code if the number is complete.
 */
function nationalNumber(term: string): string {
  const number = digits(term)
    .replace(/^011(?=\d{11})/, "")
    .replace(/^0+(?=\d{3})/, "");
  return number.length > 10 ? number.replace(/^(1|44|91|61)/, "") : number;
}
