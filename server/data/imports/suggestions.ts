import { contactForm } from "#lib/contract/contacts.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { type Day, writeDay } from "#lib/dates.ts";
import { readDate } from "#lib/import/cells.ts";

const MAX_NAME_LENGTH = 100;

export function badName(name: string): string {
  if (name.length > MAX_NAME_LENGTH) return `Longer than ${MAX_NAME_LENGTH} characters`;
  const wrong = /[^\p{L}\p{M} .'’ʼ‐–-]/u.exec(name)?.[0];
  return wrong ? `A name can’t contain “${wrong}”` : "No name";
}

export function goodName(name: string): string | undefined {
  const good = name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/\([^()]*\)|[^\p{L}\p{M} .'’ʼ‐–-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /\p{L}/u.test(good) ? good : undefined;
}

export function goodEmail(email: string): string | undefined {
  const first =
    email
      .slice(0, 254)
      .replace(/^.*<([^<>]*@[^<>]*)>.*$/s, "$1")
      .replace(/^mailto:/i, "")
      .split(/[;|]|, (?=\S+@)/)[0] ?? "";
  const good = first
    .replace(/\(at\)|\[at\]| at /i, "@")
    .replace(/[<>\s"']/g, "")
    .replace(/,/g, ".")
    .replace(/@{2,}/, "@")
    .replace(/\.{2,}/g, ".")
    .replace(/^\.|\.$/g, "");
  return good !== email && contactForm.shape.email.safeParse(good).success ? good : undefined;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function badDate(text: string, order: Reading["dates"]): string {
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text.slice(0, 20)) ?? [];
  if (!first || !second || !year) return "Not a date with a year";
  const [day, month] = order === "dayFirst" ? [first, second] : [second, first];
  const name = MONTHS[Number(month) - 1];
  return name ? `${year} had no ${name} ${Number(day)}` : `No month ${Number(month)}`;
}

export function isAfter(day: Day | null, today: Day): boolean {
  return day !== null && writeDay(day) > writeDay(today);
}

export function otherOrder(text: string, order: Reading["dates"], today: Day): string | undefined {
  if (text.length > 60) return undefined;
  const day = readDate(text, { dayFirst: order !== "dayFirst", today });
  return day ? writeDay(day).slice(0, 10) : undefined;
}
