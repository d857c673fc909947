import { FileProblem } from "./file-problem.ts";
import { DETAILS } from "./vendors.ts";

export const VCARD_HEADERS = [
  "First name",
  "Last name",
  "Name",
  "Email",
  "Phone number",
  "More emails and numbers",
  "Birthday",
  "Anniversary",
  "Tags",
  "Organization",
  "Address",
  "Note",
  DETAILS,
  "Photo",
];

const FOLD = 100_000;

/** `number` counts cards from 1. Older cards name the encoding of each line. */
export function readVcards(text: string): string[][] {
  const cards: string[][] = [];
  let card: Entry[] | null = null;
  for (const line of linesOf(text)) {
    const upper = line.slice(0, 20).trim().toUpperCase();
    if (upper === "BEGIN:VCARD") card = [];
    else if (upper === "END:VCARD" && card) {
      const isGroup = card.some(({ property, value }) => property === "KIND" && /^group$/i.test(value));
      if (!isGroup) cards.push(rowOf(card));
      card = null;
    } else if (card) take(card, line);
  }
  if (cards.length === 0) throw new FileProblem("This file contains no contacts.");
  return cards;
}

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

/** `group` connects a line with its label ("item1"). A lower `rank` comes first. */
type Entry = { property: string; group: string; rank: number; value: string; kind: string };

function take(card: Entry[], line: string): void {
  const colon = line.indexOf(":");
  if (colon < 1 || colon > 500) return;
  const [name = "", ...parameters] = line.slice(0, colon).split(";");
  const dot = name.indexOf(".");
  const property = name.slice(dot + 1).toUpperCase();
  const said = parameters.join(";").toUpperCase();
  if (property === "PHOTO")
    return void card.push({ property, group: "", rank: 0, value: "A photo", kind: "" });
  if (/\bENCODING=(B|BASE64)\b/.test(said)) return;
  let value = line.slice(colon + 1);
  if (said.includes("QUOTED-PRINTABLE")) value = unquote(value, /CHARSET=([\w-]+)/.exec(said)?.[1]);
  const [kind = ""] = /\b(CELL|MOBILE|HOME|WORK)\b/.exec(said) ?? [];
  card.push({ property, group: name.slice(0, Math.max(0, dot)), rank: rankOf(said), value, kind });
}

const FAX = 3;
const PAGER = 4;

/** The preferred number comes first, then mobiles. Faxes come last, even preferred ones. */
function rankOf(said: string): number {
  if (/\bFAX\b/.test(said)) return FAX;
  if (/\bPAGER\b/.test(said)) return PAGER;
  const preferred = /\bPREF(=(\d+))?\b/.exec(said);
  if (preferred) return Number(preferred[2] ?? 1) / 1_000;
  return /\b(CELL|IPHONE|MOBILE)\b/.test(said) ? 1 : 2;
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

const TECHNICAL =
  /^(VERSION|PRODID|REV|UID|PHOTO|LOGO|SOUND|KEY|CLASS|KIND|FN|N|X-AB(?!RELATEDNAMES).*|X-IMAGE.*|X-APPLE.*|SORT-STRING)$/;
const USED = new Set([
  "EMAIL",
  "TEL",
  "BDAY",
  "ANNIVERSARY",
  "X-ANNIVERSARY",
  "CATEGORIES",
  "ORG",
  "ADR",
  "NOTE",
]);

function plain(value: string): string {
  return value
    .replace(/\\([\\;,:nN])/g, (_, char: string) => (char === "n" || char === "N" ? "\n" : char))
    .trim();
}

function parts(value: string): string[] {
  return value.split(/(?<!\\);/).map(plain);
}

function oneLine(value: string): string {
  const lines = parts(value).join("\n").split("\n");
  return lines
    .map((one) => one.trim())
    .filter(Boolean)
    .join(", ");
}

function entriesOf(card: Entry[], property: string): Entry[] {
  return card.filter((entry) => entry.property === property).toSorted((a, b) => a.rank - b.rank);
}

function isFaxOrPager({ property, rank }: Entry): boolean {
  return property === "TEL" && rank >= FAX;
}

function rowOf(card: Entry[]): string[] {
  const all = (property: string) => entriesOf(card, property).map(({ value }) => value);
  const first = (...names: string[]) => names.flatMap(all)[0] ?? "";
  const [last = "", given = ""] = parts(first("N"));
  const whole = plain(first("FN"));
  const company = parts(first("ORG")).filter(Boolean).join(", ");
  const isCompany = first("X-ABSHOWAS") === "COMPANY" || whole === company;
  const names =
    given || last ? [given || last, given && last, ""] : isCompany ? [whole, "", ""] : ["", "", whole];
  const reached = (property: string) =>
    entriesOf(card, property)
      .filter((entry) => !isFaxOrPager(entry))
      .map(({ kind, value }) => ({
        kind,
        value: plain(value).replace(/^tel:/i, "").replace(EXTENSION, ""),
      }));
  const [[email, ...emails], [phone, ...phones]] = [reached("EMAIL"), reached("TEL")];
  const further = [...emails, ...phones].map(({ kind, value }) => (kind ? `${kind}: ${value}` : value));
  const wedding = weddingOf(card);
  return [
    ...names,
    ...[email?.value ?? "", phone?.value ?? "", further.join("\n")],
    dayOf(first("BDAY")),
    dayOf(wedding?.value ?? ""),
    all("CATEGORIES")
      .map((value) =>
        value
          .split(/(?<!\\),/)
          .map(plain)
          .map((name) => (name.includes(",") ? `"${name}"` : name))
          .join(", "),
      )
      .join(", "),
    company,
    oneLine(first("ADR")),
    all("NOTE").map(plain).filter(Boolean).join("\n"),
    otherLines(card, wedding).join("\n"),
    first("PHOTO"),
  ];
}

function weddingOf(card: Entry[]): Entry | undefined {
  const [named] = ["ANNIVERSARY", "X-ANNIVERSARY"].flatMap((property) => entriesOf(card, property));
  return named?.value
    ? named
    : card.find((entry) => entry.property === "X-ABDATE" && ANNIVERSARY.test(labelOf(card, entry)));
}

/** Everything that has no column of its own. */
function otherLines(card: Entry[], wedding: Entry | undefined): string[] {
  const [, , middle = "", prefix = "", suffix = ""] = parts(entriesOf(card, "N")[0]?.value ?? "");
  const days = card.filter((entry) => entry.property === "X-ABDATE" && entry !== wedding);
  const others = card.filter(({ property }) => !TECHNICAL.test(property) && !USED.has(property));
  const numbers = entriesOf(card, "TEL");
  return [
    ...Object.entries({ "Middle name": middle, Title: prefix, Suffix: suffix })
      .filter(([, text]) => text)
      .map(([name, text]) => `${name}: ${text}`),
    ...days.map((day) => `${labelOf(card, day) || "Date"}: ${plain(day.value)}`),
    ...card
      .filter(isFaxOrPager)
      .map(({ rank, value }) => `${rank === FAX ? "Fax" : "Pager"}: ${plain(value)}`),
    ...entriesOf(card, "ADR")
      .slice(1)
      .map(({ value }) => `Address: ${oneLine(value)}`),
    ...numbers.flatMap(({ value }) => value.match(EXTENSION)?.map((found) => found.slice(1)) ?? []),
    ...others.map((entry) => {
      const { property, value } = entry;
      const unnamed = property === "X-ABRELATEDNAMES" ? "Related" : property.toLowerCase();
      return `${labelOf(card, entry) || unnamed}: ${oneLine(value)}`;
    }),
    ...card
      .filter((entry) => /^(TEL|EMAIL)$/.test(entry.property) && isNamed(card, entry))
      .map((entry) => `${labelOf(card, entry)}: ${plain(entry.value)}`),
  ];
}

const EXTENSION = /;ext=\d+$/i;

const ANNIVERSARY = /anniversary|anniversaire|aniversario|anniversario|hochzeitstag|jahrestag/i;

const OFFERED = /^_\$!<(.*)>!\$_$/;

function labelOf(card: Entry[], entry: Entry): string {
  return writtenLabel(card, entry).replace(OFFERED, "$1").trim();
}

function isNamed(card: Entry[], entry: Entry): boolean {
  const label = writtenLabel(card, entry);
  return label !== "" && !OFFERED.test(label);
}

function writtenLabel(card: Entry[], { group }: Entry): string {
  return card.find((one) => group && one.group === group && one.property === "X-ABLABEL")?.value ?? "";
}

function dayOf(value: string): string {
  return value.trim().replace(/^(\d{4})(\d{2})(\d{2})(T.*)?$/, "$1-$2-$3");
}
