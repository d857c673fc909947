import type { MessageAddress } from "#lib/contract/inbox-terms.ts";
import { safeHtml } from "./safe-html.ts";

/** `at` is when the mailbox received it. */
export type Envelope = {
  uid: number;
  messageId: string | null;
  inReplyTo: string | null;
  refs: string[];
  from: MessageAddress | null;
  to: MessageAddress[];
  cc: MessageAddress[];
  subject: string;
  at: number;
};

/** Only the names of attachments. `html` is sanitized. `isCut`: the text was truncated. */
export type Body = { text: string; html: string | null; isCut: boolean; attachments: string[] };

export const MAX_TEXT = 100_000;
export const MAX_HTML = 300_000;
const MAX_ADDRESSES = 50;
const MAX_REFS = 50;
const MAX_ATTACHMENTS = 30;

export function line(value: unknown, maxLength: number): string {
  const text = typeof value === "string" ? value.slice(0, maxLength * 2) : "";
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

function block(value: string, maxLength: number): string {
  return (
    value
      .slice(0, maxLength)
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
      .toWellFormed()
  );
}

export function idsIn(value: unknown): string[] {
  const text = typeof value === "string" ? value : "";
  // The first reference is where the thread began.
  const cut = text.length > 20_000 ? `${text.slice(0, 1_000)} ${text.slice(-19_000)}` : text;
  const found = cut.match(/<[^<>\s\p{Cc}]{1,500}>/gu) ?? [];
  return found.length > MAX_REFS ? [...found.slice(0, 1), ...found.slice(1 - MAX_REFS)] : found;
}

export function addressesIn(list: unknown): MessageAddress[] {
  if (!Array.isArray(list)) return [];
  const read = list.slice(0, MAX_ADDRESSES).map((each) => ({
    name: line(each?.name, 200),
    address: line(each?.address, 254).toLowerCase(),
  }));
  return read.filter(({ address }) => address.includes("@"));
}

export function bodyOf(text: string, html: string | null, attachments: string[], isCut: boolean): Body {
  return {
    text: block(text.trim() === "" && html !== null ? plainTextOf(html) : text, MAX_TEXT).trim(),
    html: html === null ? null : safeHtml(block(html, MAX_HTML), MAX_HTML),
    isCut: isCut || text.length > MAX_TEXT || (html?.length ?? 0) > MAX_HTML,
    attachments: attachments.slice(0, MAX_ATTACHMENTS).map((name) => line(name, 120) || "Attachment"),
  };
}

const BREAKS = new Set(["br", "p", "div", "tr", "li", "h1", "h2", "h3", "table", "blockquote", "hr"]);
const SILENT = new Set(["style", "script", "title", "template"]);
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function plainTextOf(html: string): string {
  const source = html.slice(0, MAX_HTML);
  let words = "";
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf("<", at);
    words += source.slice(at, open < 0 ? source.length : open).replace(/\s+/g, " ");
    if (open < 0) break;
    const isComment = source.startsWith("<!--", open);
    const close = isComment ? source.indexOf("-->", open) : source.indexOf(">", open);
    if (close < 0) break;
    at = close + (isComment ? 3 : 1);
    const tag = /^<\/?([a-z\d]{1,12})/i.exec(source.slice(open, open + 16))?.[1]?.toLowerCase() ?? "";
    if (BREAKS.has(tag)) words += "\n";
    if (SILENT.has(tag) && source[open + 1] !== "/") {
      const closing = new RegExp(`</${tag}`, "gi");
      closing.lastIndex = at;
      const end = closing.exec(source);
      if (!end) break;
      at = end.index;
    }
  }
  return words
    .replace(/&(#x?[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => entity(name) ?? whole)
    .split("\n")
    .map((each) => each.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
