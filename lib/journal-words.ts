import { columnOf } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { Entry, FieldChange } from "#lib/contract/journal.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { type HistoryKind, recordKinds, type TrashKind } from "#lib/contract/record-kinds.ts";
import { isYearly } from "#lib/contract/yearly-fields.ts";
import { formatDay, formatMoment, readDay } from "./dates.ts";
import { sourceWords } from "./source-words.ts";
import { capitalize, dotted, plural } from "./text.ts";

export function kindWord(kind: string): string {
  return recordKinds[kind as HistoryKind]?.word ?? "record";
}

export function kindsWord(kind: HistoryKind): string {
  const { word, words = `${word}s` } = recordKinds[kind];
  return capitalize(words);
}

export function countWords(kind: string, count: number): string {
  const many = recordKinds[kind as HistoryKind]?.words;
  return many && count !== 1 ? `${count} ${many}` : plural(count, kindWord(kind));
}

/** Columns whose name is also the word on the screens. */
const SAME =
  `cost amount sold_by name description quantity price percent_off amount_off method tax_rate options subject schedule conditions segment task days_in_advance people notice
  most_per_day step place reminders questions title note answers state time_of_day waiting_list reason hours
  address lifted_by lifted_because role provider connected_by timezone currency notation
  everybody_deletes_contacts everybody_sees_reports due_day due_time repeat detail
  tagline phone website event`.split(/\s+/);

/** Other columns are not shown. */
const FIELDS: Record<string, string> = {
  ...Object.fromEntries(SAME.map((column) => [column, column.replaceAll("_", " ")])),
  ...Object.fromEntries(
    [...contactFields, ...plainSaleFields].map((field) => [columnOf(field), field.label.toLowerCase()]),
  ),
  consent: "consent to marketing emails",
  source: "added",
  no_texts_at: "asked for no texts",
  consent_said: "how they said it",
  only_consented: "automations need a yes",
  contact_id: "contact",
  product_category_id: "category",
  created_at: "date",
  content: "text",
  pinned_at: "pinned",
  other_name: "name for the other contact",
  other_id: "other contact",
  group_name: "group",
  is_required: "required",
  is_searchable: "found by search",
  is_warning: "shown as a warning",
  is_archived: "put away",
  is_active: "active",
  trigger_type: "trigger",
  is_shared: "everyone’s",
  template_id: "template",
  default_meeting_length: "length",
  visitor_chooses: "visitor chooses the person",
  minutes_before: "minutes free before",
  minutes_after: "minutes free after",
  change_notice: "notice for changes",
  place_text: "place",
  color: "color",
  starts_at: "begin",
  ends_at: "end",
  user_id: "person",
  appointment_type_id: "appointment type",
  status: "state",
  confirmed_at: "confirmed",
  external_number: "number at its source",
  is_hidden: "only staff book it",
  allowed_by: "agreed to by",
  from_day: "first day",
  to_day: "last day",
  lifted_at: "unblocked",
  availability: "hours",
  opening_hours: "opening hours",
  is_stores: "sends the store’s email",
  calendar_id: "calendar",
  needs_second_step: "everyone signs in with a second step",
  open_appointments: "appointments of one visitor",
  exported_at: "last export of everything",
  journal_days: "days that history is kept",
  automation_id: "automation",
  wall: "start by the store’s clock",
  done_at: "done",
  is_paid_at_once: "paid in full",
  tax_is_included: "prices include tax",
};

const ROLES: Record<string, string> = { OWNER: "Owner", ADMIN: "Admin", USER: "Staff" };
const CONSENTS: Record<string, string> = { given: "yes", withdrawn: "no", unknown: "not known" };
const MAX_LENGTH = 120;

export function fieldWord(field: string): string | undefined {
  return FIELDS[field];
}

/** "nothing" if empty. */
export function valueWords(field: string, value: string | null, timezone?: string): string {
  if (value === null || value === "") return "nothing";
  if (value === "true") return "yes";
  if (value === "false") return "no";
  if (field === "consent") return CONSENTS[value] ?? value;
  if (field === "source") return sourceWords[value as keyof typeof sourceWords] ?? value;
  if (field === "role") return ROLES[value] ?? value;
  if (field === "status") return value.charAt(0) + value.slice(1).toLowerCase().replaceAll("_", " ");
  if (/_at$/.test(field)) return formatMoment(value, timezone) || value;
  if (isYearly(field) || /^(from_day|to_day|due_day)$/.test(field) || isDay(value)) {
    const day = readDay(value, timezone);
    return day ? formatDay(day) : value;
  }
  const line = value.replace(/\s+/g, " ").trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).trimEnd()}…` : line;
}

/** For own fields, whose kind isn't known here. */
function isDay(value: string): boolean {
  return value.length === 10 && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

type ChangeWords = { field: string; from: string; to: string };

/** Field, from, to. Hours and conditions are too long for a line. */
export function changeWords({ changes }: Pick<Entry, "changes">, timezone?: string): ChangeWords[] {
  return changes.flatMap(({ field, label, from, to }: FieldChange) => {
    if (field === "merged") return [{ field: to ?? from ?? "another contact", from: "", to: "" }];
    const word = label || FIELDS[field];
    if (!word) return [];
    if (from === null && to === null) return [{ field: word, from: "", to: "" }];
    return [{ field: word, from: valueWords(field, from, timezone), to: valueWords(field, to, timezone) }];
  });
}

const BY = { restore: " by restoring", revert: " by taking back", merge: " by merging" };

export function deedWord({ kind, action, reason }: Pick<Entry, "kind" | "action" | "reason">): string {
  if (kind === "tagging" || kind === "recipient")
    return `${action === "deleted" ? "removed" : "added"}${reason ? BY[reason] : ""}`;
  if (reason === "restore") return action === "created" ? "restored" : "changed by restoring";
  if (reason === "revert") return "took back";
  if (reason === "merge") return action === "deleted" ? "merged" : "changed by merging";
  return action;
}

export function actorWords({ kind, name }: Entry["actor"]): string {
  if (kind === "person") return name || "A former member";
  if (kind === "automation") return name ? `The automation “${name}”` : "An automation";
  if (kind === "import") return name ? `The import of ${name}` : "An import";
  if (kind === "visitor") return name || "A visitor";
  return "Loupe itself";
}

/** Kind, records that come back with it, and what will differ after a restore. */
export function trashWords(row: {
  kind: TrashKind;
  count: number;
  of: string | null;
  along: readonly { kind: string; count: number | null }[];
  newName: string | null;
  isPaused: boolean;
}): string {
  const { kind, count, of, along, newName, isPaused } = row;
  const with_ = along
    .map((one) => {
      if (one.kind === "recipient")
        return plural(one.count ?? 0, kind === "campaign" ? "contact" : "campaign");
      if (one.kind !== "tagging") return countWords(one.kind, one.count ?? 0);
      return plural(one.count ?? 0, kind === "tag" ? "contact" : "tag");
    })
    .join(", ");
  return dotted(
    count > 1 ? "Deleted together" : capitalize(kindWord(kind)),
    of,
    with_,
    newName && `comes back as “${newName}”, the name is taken`,
    isPaused && "comes back paused",
    kind === "appointmentType" && "booking link works again",
  );
}
