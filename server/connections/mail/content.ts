import { eq, sql } from "drizzle-orm";
import { moneyOf } from "#lib/contract/money.ts";
import { ownPlaceholderValues, placeholderValues } from "#lib/contract/placeholders.ts";
import { piecesOf, substitute } from "#lib/contract/tokens.ts";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { dayOf } from "#lib/time/days.ts";
import { contactColumns } from "#server/platform/db/built-in.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { latestSale } from "#server/platform/db/parties.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { ownFields } from "#server/platform/db/schema-records.ts";

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

export function oneLine(text: string, most = MAX_SUBJECT_LENGTH): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line
    .slice(0, most)
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

export function escaped(text: string): string {
  return text.replace(MARKS, "").replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

export async function valuesForContact(
  db: Db,
  contactId: string,
): Promise<{ [name: string]: string } | null> {
  const [found] = await facts(db).execute({ contactId });
  if (!found) return null;
  const { storeName, currency, notation, fields, item, soldAt, timezone, ...contact } = found;
  const soldOn = soldAt && dayOf(Date.parse(soldAt), timezone);
  const own = Object.keys(fields).length > 0 ? await readOwnFields(db) : [];
  const days = Object.fromEntries(yearlyKeys.map((key) => [key, day(contact[key])])) as YearlyDays;
  const values = placeholderValues({
    contact: { ...contact, ...days },
    lastPurchase: item === null ? null : { item, day: day(soldOn) },
    storeName,
  });
  return { ...ownPlaceholderValues(own, fields, moneyOf({ currency, notation })), ...values };
}

type YearlyDays = Record<YearlyKey, ReturnType<typeof day>>;

/** Without archived fields: no form shows their values. */
function readOwnFields(db: Db) {
  const { id, placeholder, kind, options } = ownFields;
  return db.select({ id, placeholder, kind, options }).from(ownFields).where(eq(ownFields.isArchived, false));
}

const { placeholder } = sql;

const facts = prepared((db) => {
  const latest = latestSale(db);
  return db
    .select({
      ...contactColumns,
      storeName: organizations.name,
      currency: organizations.currency,
      notation: organizations.notation,
      fields: contacts.fields,
      item: latest.item,
      soldAt: sql<
        string | null
      >`to_char(${latest.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      timezone: organizations.timezone,
    })
    .from(contacts)
    .innerJoin(organizations, eq(organizations.id, contacts.organizationId))
    .leftJoinLateral(latest, sql`true`)
    .where(eq(contacts.id, placeholder("contactId")))
    .prepare("placeholder_facts");
});

function day(stored: string | null) {
  const [year, month, day] = (stored ?? "").split("-").map(Number);
  return year && month && day ? { year, month, day } : null;
}

export type Content = { subject: string; text: string; html: string };

type Recipient = { organizationId: string; contactId: string; store: string; unsubscribeUrl: string };

export async function marketingMail(
  db: Db,
  { contactId, store, unsubscribeUrl }: Recipient,
  template: { subject: string; content: string },
): Promise<Content> {
  const values = await valuesForContact(db, contactId);
  const { subject, text, html } = renderMail(template, values ?? {});
  const footer = renderMail(
    { subject: "", content: "You receive this email as a customer of {{store}}." },
    { store },
  );
  return {
    subject,
    text: `${text}\n\n-- \n${footer.text}\nUnsubscribe: ${unsubscribeUrl}`,
    html: `${html}\n<hr>\n<div style="font-size: 13px">${footer.html}<p><a href="${unsubscribeUrl}">Unsubscribe</a></p></div>`,
  };
}

/** Email programs show unstyled text in Times at full width. */
export function emailHtml(html: string): string {
  return `<div style="font: 16px/1.5 system-ui, sans-serif; max-width: 36em">\n${html}\n</div>`;
}
