import { substitute } from "#lib/contract/tokens.ts";

const LONGEST_SUBJECT = 200;
// Ends in a letter, a digit or a slash and the like: the full stop after a link is not part of it.
const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?()[\]]/gi;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

type Mail = {
  /** One line of at most 200 characters, without control characters: nothing in it can end a header. */
  subject: string;
  text: string;
  /** The same text as paragraphs; whatever was filled in is text there too. */
  html: string;
};

/** What a contact gets of a template. `values` by placeholder; server/mail/placeholder-values.ts reads them. */
export function renderMail(
  template: { subject: string; content: string },
  values: { [name: string]: string | null | undefined },
): Mail {
  const text = lines(substitute(template.content, values));
  return { subject: oneLine(substitute(template.subject, values)), text, html: toHtml(text) };
}

function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  // Cutting must not leave half of a character behind.
  return line
    .slice(0, LONGEST_SUBJECT)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}

/** Plain text with "\n" at the end of a line, and no other control character but the tabulator. */
function lines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
}

function toHtml(text: string): string {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => `<p>${withLinks(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("\n");
}

function withLinks(text: string): string {
  let html = "";
  let end = 0;
  for (const { 0: url, index } of text.matchAll(LINK)) {
    html += `${escaped(text.slice(end, index))}<a href="${escaped(url)}">${escaped(url)}</a>`;
    end = index + url.length;
  }
  return html + escaped(text.slice(end));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
