import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { contacts, notes, purchases, refunds } from "#server/platform/db/schema.ts";
import { bookings, offers, wishes } from "#server/platform/db/schema-calendar.ts";
import { campaignContacts } from "#server/platform/db/schema-campaigns.ts";
import { noteFiles } from "#server/platform/db/schema-files.ts";
import { journal } from "#server/platform/db/schema-journal.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { letters } from "#server/platform/db/schema-received.ts";
import { relations } from "#server/platform/db/schema-relations.ts";
import { contactTags } from "#server/platform/db/schema-tags.ts";
import { tasks } from "#server/platform/db/schema-tasks.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { namesIn } from "#server/records/journal/history.ts";
import { definitionsIn, ownAnswers } from "#server/records/journal/own-changes.ts";

const ROWS = 200;
const BYTES = 500_000;

type Person = { organizationId: string; id: string; email: string };
/** `instead`: the row with changes. */
type Part = { kind: string; table: PgTable; of: (person: Person) => SQL; instead?: SQL };

const own = ({ id }: Person) => sql`contact_id = ${id}`;
const related = ({ id }: Person) => sql`(contact_id = ${id} or other_id = ${id})`;
/** Includes records with the same address from before the contact existed. */
const ownOrSame = ({ id, email }: Person) =>
  sql`(contact_id = ${id} or contact_id is null and ${email} <> '' and lower(email) = ${email})`;
const among = (column: string, table: PgTable, { organizationId }: Person, which: SQL) =>
  sql`${sql.identifier(column)} in (select id from ${table} where organization_id = ${organizationId} and ${which})`;

/** Columns that say nothing about the person. */
const HIDDEN =
  sql.raw(`'{organization_id,search,version,request_key,known,rank,undo,undo_until,lease_until,has_not_left,message_id,
  attempts,calendar_state,calendar_attempts,calendar_due_at,email_key,phone_key,name_key,${yearlyKeys.map((key) => yearlyColumns(key).monthDay.name)},ics,hash,thread,refs,in_reply_to}'::text[]`);

const parts: Part[] = [
  { kind: "contact", table: contacts, of: ({ id }) => sql`id = ${id}` },
  { kind: "tag", table: contactTags, of: own },
  { kind: "campaign", table: campaignContacts, of: own },
  { kind: "sale", table: purchases, of: own },
  { kind: "refund", table: refunds, of: (person) => among("purchase_id", purchases, person, own(person)) },
  { kind: "note", table: notes, of: own },
  {
    kind: "file",
    table: noteFiles,
    of: (person) => among("note_id", notes, person, own(person)),
    instead: sql`(select jsonb_build_object('type', f.type, 'bytes', f.bytes) from files f
      where f.organization_id = t.organization_id and f.id = t.id)`,
  },
  { kind: "task", table: tasks, of: own },
  { kind: "relation", table: relations, of: related },
  { kind: "booking", table: bookings, of: ownOrSame },
  { kind: "wish", table: wishes, of: ownOrSame },
  { kind: "offer", table: offers, of: (person) => among("wish_id", wishes, person, ownOrSame(person)) },
  {
    kind: "mail",
    table: mails,
    // Family members can share an address. Emails to another contact or about their appointment are excluded.
    of: (person) => sql`kind in ('automation', 'booking', 'reminder', 'notice', 'test') and (${own(person)}
      or contact_id is null and booking_id is null and ${person.email} <> '' and lower(to_address) = ${person.email}
      or ${among("booking_id", bookings, person, ownOrSame(person))})`,
  },
  {
    kind: "letter",
    table: letters,
    // Row-level security hides messages that a staff member shares with nobody.
    of: ({
      organizationId,
      id,
    }) => sql`(contact_id = ${id} or contact_id in (select unnest(merged) from contacts
      where contacts.organization_id = ${organizationId} and contacts.id = ${id}))`,
    instead: sql`jsonb_build_object('attachments', null, 'cc', null, 'to',
      (select string_agg(each->>'address', ', ') from jsonb_array_elements(t.to || t.cc) as each))`,
  },
  {
    kind: "suppression",
    table: suppressions,
    of: ({ email }) => sql`address = ${email} and ${email} <> ''`,
  },
  {
    kind: "history",
    table: journal,
    instead: sql`jsonb_build_object('was', t.was - ${HIDDEN}, 'now', t.now - ${HIDDEN})`,
    of: (person) =>
      sql`record_id in (select ${person.id}::uuid ${sql.join(
        [
          [purchases, own(person)],
          [contactTags, own(person)],
          [campaignContacts, own(person)],
          [notes, own(person)],
          [tasks, own(person)],
          [relations, related(person)],
          [bookings, ownOrSame(person)],
          [wishes, ownOrSame(person)],
        ].map(
          ([table, which]) =>
            sql`union all select id from ${table} where organization_id = ${person.organizationId} and ${which}`,
        ),
        sql` `,
      )})`,
  },
];
export const exportedTables = parts.map(({ table }) => getTableName(table));

/** What the export omits, and why. */
export const LEFT_OUT: Record<string, string> = {
  organizations: "About the store",
  users: "About the store's people",
  sessions: "About the store's people",
  accounts: "About the store's people",
  hours_exceptions: "About the store's people",
  known_devices: "About the store's people",
  authenticator_apps: "About the store's people",
  recovery_codes: "About the store's people",
  passkeys: "About the store's people",
  confirmations: "About the store's people",
  used_challenges: "About the store's people",
  push_devices: "About the store's people",
  host_keys: "Belongs to the host, not to a store",
  one_time_tokens: "About the store's people",
  reset_requests: "About the store's people",
  feeds: "About the store's people",
  mailboxes: "About the store's people",
  product_categories: "Names nobody",
  shared_categories: "Names nobody",
  session_directory: "Finds a store by a token, address or link",
  token_directory: "Finds a store by a token, address or link",
  email_directory: "Finds a store by a token, address or link",
  slug_directory: "Finds a store by a token, address or link",
  account_directory: "Finds a store by a token, address or link",
  passkey_directory: "Finds a store by a token, address or link",
  own_fields: "Defines fields; the contact's values are included",
  distinct_contacts: "Only marks two contacts as different people",
  tags: "Names of groups; the contact's tags are included",
  templates: "Written for everybody",
  segments: "Written for everybody",
  automations: "Written for everybody",
  campaigns:
    "Written for many people; the contact's emails and the campaigns they were picked for are included",
  automation_tasks: "Marks that an automation has created a task; the task is included",
  appointment_types: "Names nobody",
  incidents: "Names nobody",
  daily_totals: "Sums without names",
  restores: "Decisions after a restore, without names",
  reverts: "Ids of changes, without names",
  calendar_events: "Copies of appointments, which are included",
  former_events: "Ids of appointments, which are included",
  idempotency_keys: "Stored answers of one day; the records they created are included",
  attempts: "Counters of a few minutes",
  imports: "Files about many people; the imported records are included",
  import_parts: "Files about many people; the imported records are included",
  import_rows: "Files about many people; the imported records are included",
  files: "Bytes of notes' files, which are included and can be opened",
  file_parts: "Bytes of notes' files, which are included and can be opened",
  erased_keys: "Hashes that identify nobody",
};

export const everything = {
  /** `next` requests the following page. */
  "contacts.everything": async ({ user: { organizationId }, params: { id }, query, read }) => {
    const [number = "0", after = ""] = (query.after ?? "0").split(":");
    const from = Number(number);
    if (!parts[from] || (after && !isId(after)))
      throw new HttpError(400, "after: must be the next value of an answer");
    return read(async (db) => {
      const { rows } = await db.execute<{ email: string; merged: string[] }>(
        sql`select email_key as email, to_jsonb(merged) as merged from ${contacts} where organization_id = ${organizationId} and id = ${id}`,
      );
      const [found] = rows;
      if (!found) throw notFound();
      const person = { organizationId, id, email: found.email };
      const cards = new Set([id.toLowerCase(), ...found.merged]);
      const records: { kind: string; record: Record<string, unknown> }[] = [];
      let bytes = 0;
      for (let at = from; at < parts.length; at++) {
        const part = parts[at] as Part;
        let last = at === from ? after : "";
        for (;;) {
          const page = await pageOf(db, part, person, last, BYTES - bytes);
          records.push(
            ...page.map(({ record }) => ({ kind: part.kind, record: withoutOthers(record, cards) })),
          );
          bytes += page.reduce((sum, { size }) => sum + size, 0);
          last = page.at(-1)?.id ?? "";
          if (page.length === 0) break;
          if (bytes >= BYTES || records.length >= ROWS)
            return { ...(await described(db, organizationId, records)), next: `${at}:${last}` };
        }
      }
      return { ...(await described(db, organizationId, records)), next: null };
    });
  },
} satisfies Partial<Handlers>;

/** Other customers' names in changes of a sale's contact. */
function withoutOthers(record: Record<string, unknown>, cards: ReadonlySet<string>) {
  const kept = { ...record };
  // A sale's name contains its contact's name.
  if (kept.record_id && kept.kind === "sale") delete kept.name;
  if (typeof kept.contact_id === "string" && !cards.has(kept.contact_id)) delete kept.contact_id;
  if (Array.isArray(kept.merged)) kept.merged = kept.merged.filter((id) => cards.has(id));
  for (const side of ["was", "now"]) {
    const values = kept[side];
    if (!isRow(values)) continue;
    const { contact_name: _, ...own } = values;
    kept[side] = withoutOthers(own, cards);
  }
  return kept;
}

/** Adds names to ids, and readable changes to journal entries. */
async function described(db: Db, organizationId: string, records: { kind: string; record: Row }[]) {
  const rows = records.flatMap(({ record }) => [record, ...[record.was, record.now].filter(isRow)]);
  const own = await definitionsIn(db, rows);
  const names = Object.fromEntries(await namesIn(db, organizationId, rows));
  return { records: records.map(({ kind, record }) => ({ kind, record: named(record, own) })), names };
}

type Row = Record<string, unknown>;

function named(record: Row, own: Parameters<typeof ownAnswers>[1]): Row {
  const result = { ...record };
  if (isRow(result.fields)) result.fields = ownAnswers(result, own);
  for (const side of ["was", "now"] as const) {
    const quoted = result[side];
    if (isRow(quoted)) result[side] = named(quoted, own);
  }
  return result;
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Found = { id: string; record: Record<string, unknown>; size: number };

async function pageOf(db: Db, { table, of, instead }: Part, person: Person, after: string, room: number) {
  const { rows } = await db.execute<Found>(sql`
    select id, record, size from (
      select id, record, length(record::text) as size, coalesce(sum(length(record::text)) over (order by id
          rows between unbounded preceding and 1 preceding), 0) as before
      from (select id, jsonb_strip_nulls(to_jsonb(t) - ${HIDDEN}${instead ? sql` || ${instead}` : sql``}) as record from ${table} t
        where organization_id = ${person.organizationId} and ${of(person)} ${after ? sql`and id > ${after}` : sql``}
        order by id limit ${ROWS}) as listed) as measured
    where before < ${Math.max(room, 1)} order by id`);
  return rows;
}
