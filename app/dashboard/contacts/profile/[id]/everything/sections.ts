import { consentStates } from "#lib/consent-words.ts";
import { columnOf } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { Entry as Change } from "#lib/contract/journal.ts";
import type { Money } from "#lib/contract/money.ts";
import type { Repeat } from "#lib/contract/task-terms.ts";
import { formatMoment } from "#lib/dates.ts";
import { actorWords, changeWords, deedWord, fieldWord, kindWord, valueWords } from "#lib/journal-words.ts";
import { repeatWords } from "#lib/task-words.ts";
import { capitalize } from "#lib/text.ts";

export type Stored = { kind: string; record: Record<string, unknown> };
type Look = { names: Record<string, string>; timezone: string | undefined; money: Money };

type Value = { label: string; text: string };
type Entry = { id: string; title: string; values: Value[] };
export type Section = { kind: string; title: string; none: string; entries: Entry[] };

const KINDS: [kind: string, title: string, none: string][] = [
  ["contact", "Contact", "Nothing"],
  ["tag", "Tags", "No tags"],
  ["address", "More emails and numbers", "None"],
  ["relation", "Relations", "No relations"],
  ["sale", "Sales", "No sales"],
  ["item", "Items of sales", "No items"],
  ["payment", "Payments", "No payments"],
  ["refund", "Refunds", "No refunds"],
  ["note", "Notes", "No notes"],
  ["file", "Files", "No files"],
  ["task", "Tasks", "No tasks"],
  ["booking", "Appointments", "No appointments"],
  ["wish", "Waiting list", "No waiting list entries"],
  ["offer", "Offered times", "No offered times"],
  ["mail", "Emails", "No emails"],
  ["letter", "Email shared by colleagues", "No shared email"],
  ["suppression", "Why emails aren’t sent", "Emails are not blocked"],
  ["history", "History", "No changes"],
];

/** Shown elsewhere, or only relevant to the host. */
const SILENT = new Set(
  `id contact_id contact_name first_name last_name merged html search version wish_id product_category_id cost amount
  tag_id of_id purchase_id booking_id mail_id record_id change actor_id actor_kind actor_name kind name action reason was now title
  subject occurrence sequence is_overlap is_resent blocked_from blocked_until direction address from_name
  is_cut shared due_at on_day via about
  other_id other_name note_id
  planned_day repeat_day next_id source source_id position has_items created_by_id`.split(/\s+/),
);

const ORDER =
  `name email to_name to_address ${contactFields.map(columnOf).join(" ")} consent consent_at consent_source
  consent_said consent_by no_texts_at no_texts_by product_category_name invoice_number refunded status state reason user_id appointment_type_id
  starts_at ends_at from_day to_day time_of_day answers note content text automation_id created_by created_at
  updated_at`.split(/\s+/);

const LABELS: Record<string, string> = {
  created_at: "Added",
  updated_at: "Last changed",
  consent: "Marketing emails",
  consent_at: "Marketing emails since",
  consent_source: "Known from",
  consent_by: "Noted by",
  consent_said: "How they said it",
  no_texts_at: "No texts since",
  no_texts_by: "No texts noted by",
  created_by: "Added by",
  to_address: "To",
  to_name: "Name",
  text: "Text",
  said: "Server response",
  product_category_name: "Category",
  automation_id: "Sent by",
};

export function sectionsOf(records: readonly Stored[], look: Look): Section[] {
  const known = new Set(KINDS.map(([kind]) => kind));
  const others = [...new Set(records.map(({ kind }) => kind))].filter((kind) => !known.has(kind));
  return [
    ...KINDS,
    ...others.map((kind): (typeof KINDS)[number] => [kind, capitalize(words(kind)), "Nothing"]),
  ].map(([kind, title, none]) => ({
    kind,
    title,
    none,
    entries: records
      .filter((one) => one.kind === kind)
      .map(({ record }) => ({ at: momentOf(kind, record), record }))
      .sort((a, b) => (a.at < b.at ? 1 : -1))
      .map(({ record }) => entryOf(kind, record, look)),
  }));
}

function momentOf(kind: string, record: Stored["record"]): string {
  const at = { booking: record.starts_at, offer: record.starts_at, mail: record.sent_at, history: record.at }[
    kind
  ];
  return String(at ?? record.created_at ?? "");
}

function entryOf(kind: string, record: Stored["record"], look: Look): Entry {
  const id = String(record.id);
  if (kind === "history") return { id, ...historyOf(record, look) };
  const at = kind === "contact" ? "" : formatMoment(momentOf(kind, record), look.timezone);
  const title = [entryTitle(kind, record, look), at];
  const shown = { booking: "name", wish: "name", suppression: "reason", refund: "reason", mail: "reason" }[
    kind
  ];
  const place = (column: string) => (ORDER.indexOf(column) + ORDER.length + 1) % (ORDER.length + 1);
  const columns = Object.entries(record).sort(([a], [b]) => place(a) - place(b));
  const values = columns.flatMap(([column, value]) => {
    if (SILENT.has(column) && column !== shown) return [];
    if (value === false || Number(value) === 0 || (column === "updated_at" && value === record.created_at))
      return [];
    const text = textOf(column, value, look);
    return text ? [{ label: LABELS[column] ?? capitalize(fieldWord(column) ?? words(column)), text }] : [];
  });
  if (kind === "mail" && !record.text && typeof record.html === "string")
    values.push({ label: "Text", text: plainText(record.html) });
  return { id, title: title.filter(Boolean).join(" · "), values };
}

function entryTitle(kind: string, record: Stored["record"], { money, names }: Look): string {
  if (kind === "contact") return `${record.first_name ?? ""} ${record.last_name ?? ""}`.trim();
  if (kind === "tag") return names[String(record.tag_id)] ?? "";
  if (kind === "relation")
    return `${names[String(record.contact_id)] ?? ""}: ${record.other_name} · ${names[String(record.other_id)] ?? ""}: ${record.name}`;
  if (kind === "sale") return money.format(Number(record.cost ?? 0));
  if (kind === "refund") return money.format(Number(record.amount ?? 0));
  if (kind === "booking") return String(record.title ?? "Appointment");
  if (kind === "mail") return String(record.subject ?? "");
  if (["task", "file", "address"].includes(kind)) return String(record.name ?? "");
  return "";
}

function textOf(column: string, value: unknown, { names, timezone, money }: Look): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value))
    return value
      .map((one) => textOf(column, one, { names, timezone, money }))
      .filter(Boolean)
      .join("\n");
  if (typeof value === "object") {
    const { question, answer } = value as { question?: unknown; answer?: unknown };
    return question ? `${question}: ${answer}` : "";
  }
  const text = String(value);
  if (column === "repeat") return text === "NONE" ? "" : (repeatWords[text as Repeat] ?? text);
  if (isId(text)) return names[text] ?? "";
  if (column === "refunded") return money.format(Number(text));
  if (column === "consent") return consentStates[text as keyof typeof consentStates] ?? text;
  if (/^(text|content|note|answers|consent_said)$/.test(column)) return text;
  if (/^[A-Z][A-Z_]+$/.test(text) || /^(state|kind|reason|consent_source|via)$/.test(column))
    return capitalize(words(text.toLowerCase()));
  return HAS_ID.test(text) ? "" : valueWords(column, text, timezone);
}

function historyOf(record: Stored["record"], { names, timezone }: Look): Omit<Entry, "id"> {
  const said = (value: unknown) => {
    if (value === null || value === undefined || typeof value === "object") return "";
    const text = String(value);
    return isId(text) ? (names[text] ?? "") : text;
  };
  const [was, now] = [asRecord(record.was), asRecord(record.now)];
  const changes = Object.keys(record.action === "changed" ? was : {}).map((field) => ({
    field,
    from: said(was[field]),
    to: said(now[field]),
  }));
  const { action, reason, actor_kind, actor_name, kind } = record as Journaled;
  return {
    title: formatMoment(String(record.at), timezone),
    values: [
      {
        label: actorWords({ kind: actor_kind, name: actor_name ?? "" }),
        text: `${capitalize(deedWord({ kind, action, reason: reason ?? null }))} the ${kindWord(kind)}`,
      },
      ...changeWords({ changes }, timezone)
        .filter(({ from, to }) => from !== to)
        .map(({ field, from, to }) => ({ label: capitalize(field), text: `${from} → ${to}` })),
    ],
  };
}

type Journaled = Pick<Change, "action" | "reason" | "kind"> & {
  actor_kind: Change["actor"]["kind"];
  actor_name?: string;
};

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function words(name: string): string {
  return name.replaceAll("_", " ");
}

const HAS_ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;

function isId(text: string): boolean {
  return text.length === 36 && HAS_ID.test(text);
}

function plainText(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";
}
