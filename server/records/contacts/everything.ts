import { type SQL, sql } from "drizzle-orm";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { type Table, tables } from "#server/platform/db/tables.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { namesIn } from "#server/records/journal/history.ts";
import { definitionsIn, ownAnswers } from "#server/records/journal/own-changes.ts";
import { distanceOf, rowsOf } from "./own-rows.ts";

const ROWS = 200;
const BYTES = 500_000;

type Person = { id: string; email: string };
/** `instead`: the row with changes. */
type Part = { kind: string; name: string; of: (person: Person) => SQL; instead?: SQL };

const own = ({ id }: Person) => sql`contact_id = ${id}`;
/** Includes records with the same address from before the contact existed. */
const ownOrSame = ({ id, email }: Person) =>
  sql`(contact_id = ${id} or contact_id is null and ${email} <> '' and lower(email) = ${email})`;

const HIDDEN =
  sql.raw(`'{organization_id,search,version,request_key,known,rank,undo,undo_until,lease_until,has_not_left,message_id,
  attempts,calendar_state,calendar_attempts,calendar_due_at,email_key,phone_key,name_key,${yearlyKeys.map((key) => yearlyColumns(key).monthDay.name)},ics,hash,thread,refs,in_reply_to}'::text[]`);

/** Tables whose rows of a contact are not simply those that refer to it. */
const SPECIAL_ROWS: Record<string, (person: Person) => SQL> = {
  contacts: ({ id }) => sql`id = ${id}`,
  bookings: ownOrSame,
  wishes: ownOrSame,
  // Family members can share an address. Emails to another contact or about their appointment are excluded.
  mails: (person) => sql`kind in ('automation', 'booking', 'reminder', 'notice', 'test') and (${own(person)}
    or contact_id is null and booking_id is null and ${person.email} <> '' and lower(to_address) = ${person.email}
    or booking_id in (select id from ${owned("bookings")} where ${ownOrSame(person)}))`,
  // Row-level security hides messages that a staff member shares with nobody.
  letters: ({
    id,
  }) => sql`(contact_id = ${id} or contact_id in (select unnest(merged) from ${owned("contacts")}
    where contacts.id = ${id}))`,
  suppressions: ({ email }) => sql`address = ${email} and ${email} <> ''`,
};

const INSTEAD: Record<string, SQL> = {
  note_files: sql`(select jsonb_build_object('type', f.type, 'bytes', f.bytes) from ${owned("files", "f")}
    where f.id = t.id)`,
  letters: sql`jsonb_build_object('attachments', null, 'cc', null, 'to',
    (select string_agg(each->>'address', ', ') from jsonb_array_elements(t.to || t.cc) as each))`,
};

const CALLED: Record<string, string> = {
  contact_tags: "tag",
  campaign_contacts: "campaign",
  letters: "letter",
};

function theirRows(table: Table, person: Person): SQL {
  return (
    SPECIAL_ROWS[table.name]?.(person) ??
    rowsOf(
      table,
      (column) => sql`${column} = ${person.id}`,
      (parent) => theirRows(parent, person),
    )
  );
}

const theirs = tables
  .filter(({ whose, notInOwnExport }) => whose === "contact" && !notInOwnExport)
  .sort((a, b) => distanceOf(a) - distanceOf(b));

const history = (person: Person) => {
  const referring = theirs.filter(({ references }) => references.some(({ to }) => to === "contacts"));
  const ids = referring
    .filter(({ onlyChanges }) => !onlyChanges)
    .map(
      (one) => sql`union all select id from ${owned(one.table)}
        where ${theirRows(one, person)}`,
    );
  return sql`record_id in (select ${person.id}::uuid ${sql.join(ids, sql` `)})`;
};

const parts: Part[] = [
  ...theirs.map((table) => ({
    kind: CALLED[table.name] ?? table.kind ?? table.name,
    name: table.name,
    of: (person: Person) => theirRows(table, person),
    ...(INSTEAD[table.name] && { instead: INSTEAD[table.name] }),
  })),
  {
    kind: "history",
    name: "journal",
    instead: sql`jsonb_build_object('was', t.was - ${HIDDEN}, 'now', t.now - ${HIDDEN})`,
    of: history,
  },
];

export const everything = {
  "contacts.everything": async ({ params: { id }, query, read }) => {
    const [number = "0", after = ""] = (query.after ?? "0").split(":");
    const from = Number(number);
    if (!parts[from] || (after && !isId(after)))
      throw new HttpError(400, "after: must be the next value of an answer");
    return read(async (db) => {
      const { rows } = await db.execute<{ email: string; merged: string[] }>(
        sql`select email_key as email, to_jsonb(merged) as merged from ${owned(contacts)} where id = ${id}`,
      );
      const [found] = rows;
      if (!found) throw notFound();
      const person = { id, email: found.email };
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
            return { ...(await described(db, records)), next: `${at}:${last}` };
        }
      }
      return { ...(await described(db, records)), next: null };
    });
  },
} satisfies Partial<Handlers>;

/** Other customers' names in changes of a sale's contact. */
function withoutOthers(record: Record<string, unknown>, cards: ReadonlySet<string>) {
  const kept = { ...record };
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

async function described(db: Db, records: { kind: string; record: Row }[]) {
  const rows = records.flatMap(({ record }) => [record, ...[record.was, record.now].filter(isRow)]);
  const own = await definitionsIn(db, rows);
  const names = Object.fromEntries(await namesIn(db, rows));
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

async function pageOf(db: Db, { name, of, instead }: Part, person: Person, after: string, room: number) {
  const { rows } = await db.execute<Found>(sql`
    select id, record, size from (
      select id, record, length(record::text) as size, coalesce(sum(length(record::text)) over (order by id
          rows between unbounded preceding and 1 preceding), 0) as before
      from (select id, jsonb_strip_nulls(to_jsonb(t) - ${HIDDEN}${instead ? sql` || ${instead}` : sql``}) as record from ${owned(name, "t")}
        where ${of(person)} ${after ? sql`and id > ${after}` : sql``}
        order by id limit ${ROWS}) as listed) as measured
    where before < ${Math.max(room, 1)} order by id`);
  return rows;
}
