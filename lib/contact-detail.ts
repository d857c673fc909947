import { formatDate } from "#lib/dates.ts";
import type { Contact } from "./contract/contacts.ts";
import { dotted, fold } from "./text.ts";

type Known = Partial<Pick<Contact, "email" | "phoneNumber" | "recentSale">>;

/** "amara@example.com · …0134 · last sale Nov 20" */
export function contactDetail({ email, phoneNumber, recentSale }: Known, timezone?: string): string {
  const last = digits(phoneNumber ?? "").slice(-4);
  const sold = formatDate(recentSale?.createdAt, timezone, { short: true });
  return dotted(email, last && `…${last}`, sold && `last sale ${sold}`);
}

/** With or without a country code or a leading zero. */
export function samePhone(one: string, other: string): boolean {
  const [short = "", long = ""] = [one, other]
    .map((number) => digits(number).replace(/^0+/, ""))
    .sort((a, b) => a.length - b.length);
  return short.length >= 8 && long.length - short.length <= 3 && long.endsWith(short);
}

/** The range that matches the searched digits, or null. */
export function phonePart(phoneNumber: string, search: string): [number, number] | null {
  if (!/^[\d\s+()./-]{3,40}$/.test(search.trim())) return null;
  const places = [...phoneNumber].flatMap((char, i) => (/\d/.test(char) ? [i] : []));
  const all = digits(phoneNumber);
  const sought = digits(search);
  for (const part of [sought, sought.replace(/^0+/, ""), sought.replace(/^0*(1|44|91|61)/, "")]) {
    // People usually remember the last digits.
    const found = all.endsWith(part) ? all.length - part.length : all.indexOf(part);
    const at = part.length >= 3 ? found : -1;
    const [from, to] = [places[at], places[at + part.length - 1]];
    if (from !== undefined && to !== undefined) return [from, to + 1];
  }
  return null;
}

export function textPart(text: string, search: string): [number, number] | null {
  const low = fold(text);
  // If folding removed characters, positions differ.
  if (low.length !== text.length) return null;
  for (const word of fold(search).split(/[\s,;:()"“”]+/)) {
    const at = word ? low.indexOf(word) : -1;
    if (at >= 0) return [at, at + word.length];
  }
  return null;
}

function digits(text: string): string {
  return text.replace(/\D/g, "");
}

/** Whether it may be complete, so looking for its owner makes sense. */
export const isPlausible = {
  email: (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text),
  phoneNumber: (text: string) => text.replace(/\D/g, "").length >= 10,
};
