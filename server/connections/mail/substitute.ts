import { piecesOf, substitute } from "#lib/contract/tokens.ts";

const MAX_SUBJECT_LENGTH = 200;
// Limits templates with many placeholders.
const MAX_TEXT_LENGTH = 250_000;
// Noncharacters mark the values until the links are found.
const [BEGIN, END] = ["\ufdd0", "\ufdd1"];
const MARKS = /[\ufdd0\ufdd1]/g;
// A value can be in a link's path or query, but a link can't start in a value or get its host from one.
const LINK_OR_VALUE =
  /https?:\/\/[^\s<>"/?#\ufdd0\ufdd1]+(?:[/?#](?:[^\s<>"\ufdd0\ufdd1]|\ufdd0[^\ufdd1]*\ufdd1)*)?|\ufdd0[^\ufdd1]*\ufdd1/gi;
const NOT_LAST = "'.,;:!?()[]";
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

type Mail = {
  /** One line of at most 200 characters, so that it can't end a header. */
  subject: string;
  text: string;
  /** Paragraphs with links. Values are never links. */
  html: string;
};

export function renderMail(
  template: { subject: string; content: string },
  values: { [name: string]: string | null | undefined },
): Mail {
  const text = lines(filledIn(template.content, values));
  return {
    subject: oneLine(substitute(template.subject, values)),
    text: text.replace(MARKS, "").trim(),
    html: toHtml(text),
  };
}

function filledIn(text: string, values: { [name: string]: string | null | undefined }): string {
  let filled = "";
  for (const piece of piecesOf(text.replace(MARKS, ""))) {
    const left = MAX_TEXT_LENGTH - filled.length;
    const value = piece.name === null ? "" : substitute(piece.text, values).replace(MARKS, "");
    const part = piece.name === null ? piece.text : value && `${BEGIN}${value}${END}`;
    if (part.length > left) return `${filled}${value ? "" : part.slice(0, left)}…`;
    filled += part;
  }
  return filled;
}

function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line
    .slice(0, MAX_SUBJECT_LENGTH)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}

function lines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
}

function toHtml(text: string): string {
  return withLinks(text)
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("\n");
}

function withLinks(text: string): string {
  let html = "";
  let end = 0;
  for (const { 0: found, index } of text.matchAll(LINK_OR_VALUE)) {
    html += escaped(text.slice(end, index));
    end = index + found.length;
    html += found.startsWith(BEGIN) || text[end] === BEGIN ? escaped(found) : link(found);
  }
  return html + escaped(text.slice(end));
}

function link(found: string): string {
  let length = found.length;
  while (NOT_LAST.includes(found[length - 1] ?? "")) length -= 1;
  const url = found
    .slice(0, length)
    .replace(/\ufdd0([^\ufdd1]*)\ufdd1/g, (_, value: string) => encodeURIComponent(value));
  const rest = escaped(found.slice(length));
  return URL.canParse(url) ? `<a href="${escaped(url)}">${escaped(url)}</a>${rest}` : escaped(found);
}

function escaped(text: string): string {
  return text.replace(MARKS, "").replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
