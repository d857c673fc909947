/** "Amara Okafor"; one of the two may be missing. */
export function fullName(person: { firstName: string; lastName: string }): string {
  return [person.firstName, person.lastName].filter(Boolean).join(" ");
}

/** Up to two first letters, upper case: "AO". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = graphemes(words[0] ?? "")[0] ?? "";
  const last = words.length > 1 ? (graphemes(words.at(-1) ?? "")[0] ?? "") : "";
  return (first + last).toLocaleUpperCase();
}

/** Cuts to `max` characters with an ellipsis; never cuts a character that people see as one in half. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const parts = graphemes(text);
  return parts.length <= max ? text : `${parts.slice(0, max).join("").trimEnd()}…`;
}

// Of these none joins another; the segmenter would be the dearest part of a list of names.
const SIMPLE = /^[\n\t -\u02ff]*$/;
let segmenter: Intl.Segmenter | undefined;

/** What people see as characters; without the segmenter at least no half of a code point. */
function graphemes(text: string): string[] {
  if (SIMPLE.test(text) || !Intl.Segmenter) return [...text];
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Lower case without accents and apostrophes: "Crème" and "creme" are the same to whoever searches. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase();
}

/** Whether every word of `search` stands somewhere in `text`. */
export function matches(text: string, search: string): boolean {
  const folded = fold(text);
  return fold(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Whether every word of `search` begins one of `text`. */
export function startsWords(text: string, search: string): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u);
  return fold(search)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** 1 to 6, the same for an id wherever it stands: the colour of a contact's avatar. */
export function colorOf(id: string): number {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return (hash % 6) + 1;
}

/** "amara" → "Amara". */
export function capitalize(text: string): string {
  const [first = "", ...rest] = graphemes(text);
  return first.toLocaleUpperCase() + rest.join("");
}

/** "1 day", "30 days". */
export function plural(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** Names a part of a form for good: random numbers of more worth need https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
