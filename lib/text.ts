type Part = string | false | null | undefined;

/** Leaves out empty parts. */
export function joined(by: string, ...parts: Part[]): string {
  return parts.filter(Boolean).join(by);
}

export function dotted(...parts: Part[]): string {
  return joined(" · ", ...parts);
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return joined(" ", person.firstName, person.lastName);
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = graphemes(words[0] ?? "")[0] ?? "";
  const last = words.length > 1 ? (graphemes(words.at(-1) ?? "")[0] ?? "") : "";
  return (first + last).toLocaleUpperCase();
}

export function readNote(written: string) {
  const [, deed, content = deed ? "" : written] =
    /^(Texted(?: with WhatsApp)?)(?:: (.+))?$/s.exec(written) ?? [];
  return { deed, content };
}

/** Never cuts inside a grapheme. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const parts = graphemes(text);
  return parts.length <= max ? text : `${parts.slice(0, max).join("").trimEnd()}…`;
}

// None of these combine with others, and the segmenter is slow.
const SIMPLE = /^[\n\t -\u02ff]*$/;
let segmenter: Intl.Segmenter | undefined;

/** Code points without the segmenter. */
function graphemes(text: string): string[] {
  if (SIMPLE.test(text) || !Intl.Segmenter) return [...text];
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Without case, accents and apostrophes: "Crème" → "creme". */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase();
}

export function matches(text: string, search: string): boolean {
  const folded = fold(text);
  return fold(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

export function startsWords(text: string, search: string): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u);
  return fold(search)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** 1 to 6, stable per id. */
export function colorOf(id: string): number {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return (hash % 6) + 1;
}

export function capitalize(text: string): string {
  const [first = "", ...rest] = graphemes(text);
  return first.toLocaleUpperCase() + rest.join("");
}

let grouped: Intl.NumberFormat | undefined;

/** "1,234". Below 1000 without Intl, whose first use takes milliseconds. */
export function formatCount(count: number): string {
  if (Number.isInteger(count) && Math.abs(count) < 1000) return String(count);
  grouped ??= new Intl.NumberFormat("en-US");
  return grouped.format(count);
}

/** "a, b, and c" */
export function inWords(items: string[]): string {
  return new Intl.ListFormat("en-US").format(items);
}

/** "1 day", "30 days" */
export function plural(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** crypto.randomUUID needs https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
