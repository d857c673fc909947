import { FileProblem } from "./file-problem.ts";

// vCard 2.1, 3.0 and 4.0 as a table with one contact in each row.

export const VCARD_HEADERS = [
  "First name",
  "Last name",
  "Email",
  "Phone number",
  "Birthday",
  "Anniversary",
  "Organization",
  "Address",
  "Note",
];

const FOLD = 100_000;

/** `number` is the card's, counted from 1. `text` was decoded as UTF-8 or Latin; older cards say otherwise of each line. */
export function readVcards(text: string): string[][] {
  const cards: string[][] = [];
  let card: Map<string, string[]> | null = null;
  for (const line of linesOf(text)) {
    const upper = line.slice(0, 20).trim().toUpperCase();
    if (upper === "BEGIN:VCARD") card = new Map();
    else if (upper === "END:VCARD" && card) {
      cards.push(rowOf(card));
      card = null;
    } else if (card) take(card, line);
  }
  if (cards.length === 0) throw new FileProblem("This file holds no contacts.");
  return cards;
}

/** Lines that begin with a blank go on with the one before; so do those after a soft break (=) of quoted-printable. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let isSoft = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length < FOLD && (isSoft || /^[ \t]/.test(line))) {
      lines[lines.length - 1] = isSoft ? last.slice(0, -1) + line : last + line.slice(1);
    } else lines.push(line);
    const joined = lines.at(-1) ?? "";
    isSoft = joined.endsWith("=") && /ENCODING=QUOTED-PRINTABLE/i.test(joined.slice(0, 200));
  }
  return lines;
}

function take(card: Map<string, string[]>, line: string): void {
  const colon = line.indexOf(":");
  if (colon < 1 || colon > 500) return;
  const [name = "", ...parameters] = line.slice(0, colon).split(";");
  const property = name.slice(name.indexOf(".") + 1).toUpperCase();
  const said = parameters.join(";").toUpperCase();
  if (/\bENCODING=(B|BASE64)\b/.test(said)) return;
  let value = line.slice(colon + 1);
  if (said.includes("QUOTED-PRINTABLE")) value = unquote(value, /CHARSET=([\w-]+)/.exec(said)?.[1]);
  const key = property === "TEL" && /\b(CELL|PREF)\b/.test(said) ? "CELL" : property;
  card.set(key, [...(card.get(key) ?? []), value]);
}

function unquote(value: string, charset = "UTF-8"): string {
  const bytes: number[] = [];
  for (let at = 0; at < value.length; at++) {
    const hex = value[at] === "=" ? /^[\dA-F]{2}$/i.exec(value.slice(at + 1, at + 3))?.[0] : undefined;
    if (hex) at += 2;
    bytes.push(...(hex ? [Number.parseInt(hex, 16)] : new TextEncoder().encode(value[at])));
  }
  try {
    return new TextDecoder(charset).decode(new Uint8Array(bytes));
  } catch {
    return new TextDecoder("windows-1252").decode(new Uint8Array(bytes));
  }
}

function rowOf(card: Map<string, string[]>): string[] {
  const first = (...names: string[]) => names.flatMap((name) => card.get(name) ?? [])[0] ?? "";
  const plain = (value: string) =>
    value.replace(/\\([\\;,nN])/g, (_, char: string) => (char === "n" || char === "N" ? "\n" : char)).trim();
  const parts = (value: string) => value.split(/(?<!\\);/).map(plain);
  const [last = "", given = ""] = parts(first("N"));
  const whole = plain(first("FN"));
  const names =
    given || last ? [given, last] : [whole.split(" ")[0] ?? "", whole.split(" ").slice(1).join(" ")];
  const notes = (card.get("NOTE") ?? []).map(plain).filter(Boolean).join("\n");
  return [
    ...(names[0] ? names : [names[1] ?? "", ""]),
    plain(first("EMAIL")),
    plain(first("CELL", "TEL")).replace(/^tel:/i, ""),
    dayOf(first("BDAY")),
    dayOf(first("ANNIVERSARY", "X-ANNIVERSARY")),
    parts(first("ORG")).filter(Boolean).join(", "),
    parts(first("ADR"))
      .filter(Boolean)
      .join("\n")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .join(", "),
    notes,
  ];
}

/** "19680314" → "1968-03-14". A day without a year stays as it is written, and is asked about. */
function dayOf(value: string): string {
  return value.trim().replace(/^(\d{4})(\d{2})(\d{2})(T.*)?$/, "$1-$2-$3");
}
