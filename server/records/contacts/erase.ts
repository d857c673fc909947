import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { lockStore } from "#server/booking/book.ts";
import { lookSoon } from "#server/booking/offers.ts";
import { ERASED } from "#server/connections/mail/mails.ts";
import { keysOf } from "#server/connections/mail/may-email.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isOwned, owned } from "#server/platform/db/owned.ts";
import { anyOf, byId, countRows, getRecord, lockRecord } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { purchases, contacts as table } from "#server/platform/db/schema.ts";
import { erasedKeys } from "#server/platform/db/schema-journal.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";
import { fold } from "#server/platform/db/search.ts";
import { tables } from "#server/platform/db/tables.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { forgetFiles } from "#server/records/files/store.ts";
import { TIMEOUT } from "#server/records/journal/revert.ts";
import { type Erased, eraseFromFiles } from "./erase-files.ts";
import { eraseEntries, findEntries } from "./erase-journal.ts";
import { distanceOf, rowsOf } from "./own-rows.ts";

const ERASED_NAME = "Erased contact";

export const erase = {
  /** One transaction. Jobs update external calendars afterwards. */
  "contacts.erase": async ({ host, user, params: { id }, body: { name }, read, tenant }) => {
    const { organizationId } = user;
    const found = await findEntries(
      read,
      await read(async (db) => personOf(db, checkName(await getRecord(db, table, id), name))),
    );
    await tenant(async (db) => {
      await db.execute(TIMEOUT);
      // Prevents bookings during the transaction.
      await lockStore(db);
      const going = checkName(await lockRecord(db, table, id), name);
      const person = await personOf(db, going);
      const saidNo = await refusalOf(db, person, going);
      const records = [
        ...(await eraseMails(db, person)),
        ...(await eraseBookings(db, person, host.clock())),
        ...(await eraseRest(db, person)),
      ];
      await db.delete(table).where(byId(table, id));
      const keys = new Map(
        [
          ...person.emails.map((email) => ({ email, phoneNumber: "" })),
          ...person.phones.map((phoneNumber) => ({ email: "", phoneNumber })),
        ]
          .flatMap((one) => keysOf(host.secret, organizationId, one))
          .map((key) => [key.toString("hex"), key]),
      );
      if (keys.size > 0) {
        await db
          .insert(erasedKeys)
          .values([...keys.values()].map((key) => ({ key, saidNo })))
          // A person can be erased twice. The last refusal counts.
          .onConflictDoUpdate({
            target: [erasedKeys.organizationId, erasedKeys.key],
            set: { saidNo, at: sql`now()` },
          });
      }
      await eraseFromFiles(db, person);
      await eraseEntries(db, person, records, found);
    });
    host.wake();
  },
} satisfies Partial<Handlers>;

function checkName(going: ErasedContact, name: string): ErasedContact {
  const called =
    `${going.firstName} ${going.lastName}`.trim() || going.email || going.phoneNumber || "No name";
  if (plain(name) !== plain(called)) throw new HttpError(400, `The name doesn't match. Type “${called}”.`);
  return going;
}

function plain(name: string): string {
  return fold(name).replace(/\s+/g, " ").trim();
}

const list = (values: string[]) => sql.param(values);

type ErasedContact = typeof table.$inferSelect;
type Known = { email: string | null; phone: string | null };

/** Keeps emails and numbers that another contact or the store has as well. */
async function personOf(db: Db, { id, ...going }: ErasedContact): Promise<Erased> {
  const ids = [id];
  for (let from = 0; from < ids.length; from++) {
    // Merged into this one, unless the merge was undone.
    const { rows } = await db.execute<{ id: string }>(sql`
      select distinct gone.record_id as id from ${owned("journal", "gone")}
      where gone.kind = 'contact' and gone.action = 'deleted'
        and gone.reason = 'merge' and gone.change in (select change from ${owned("journal")}
          where record_id = ${ids[from]} and reason = 'merge')
        and not exists (select from ${owned("reverts")} where reverts.change = gone.change)
        and not exists (select from ${owned("contacts", "c")} where c.id = gone.record_id)`);
    ids.push(...rows.map((row) => row.id).filter((one) => !ids.includes(one)));
  }
  const own = sql`any (${list(ids)}::uuid[])`;
  const { rows } = await db.execute<Known>(sql`
    with known as (
      select lower(email) as email, phone_number as phone from ${owned("contacts")}
        where id = ${id}
      union select lower(row->>'email'), row->>'phone_number' from ${owned("journal")}, lateral (values (was), (now)) as each (row)
        where record_id = ${own}
      union select lower(email), phone_number from ${owned("bookings")}
        where contact_id = ${own}
      union select lower(email), phone_number from ${owned("wishes")}
        where contact_id = ${own}
      union select case when strpos(name, '@') > 0 then lower(name) end, case when strpos(name, '@') = 0 then name end
        from (select name from ${owned("contact_addresses")} where contact_id = ${own}
          union select was->>'name' from ${owned("journal")} where kind = 'address'
            and (was->>'contact_id')::uuid = ${own} and not exists (select from ${owned("journal", "made")}
              where made.record_id = journal.record_id and made.reason = 'merge')) as more
      union select lower(to_address), null from ${owned("mails")}
        where contact_id = ${own} and kind <> 'notice')
    select distinct case when not exists (select from ${owned("contacts", "c")}
          where c.id <> ${id} and c.email_key = known.email)
        and not exists (select from ${owned("contact_addresses", "o")}
          where o.contact_id <> ${id} and o.address_key = known.email)
        and not exists (select from ${owned("users", "u")} where u.email = known.email)
        and not exists (select from ${owned("accounts", "a")}
          where lower(a.address) = known.email)
        then email end as email,
      case when not exists (select from ${owned("contacts", "c")} where c.id <> ${id}
          and c.phone_key = known.phone_key)
        and not exists (select from ${owned("contact_addresses", "o")}
          where o.contact_id <> ${id} and o.address_key = known.phone_key) then phone end as phone
    from (select *, regexp_replace(phone, '[^0-9]', '', 'g') as phone_key from known) as known`);
  const values = (key: keyof Known) => [...new Set(rows.flatMap((row) => row[key] || []))];
  const [first, last] = [plain(going.firstName), plain(going.lastName)];
  const names = first && last ? [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`] : [];
  return {
    ids,
    emails: values("email"),
    phones: values("phone"),
    ...{ firstName: first, lastName: last, names },
  };
}

async function refusalOf(db: Db, { emails }: Erased, { consent, consentSource, email }: ErasedContact) {
  if (consent === "withdrawn") return consentSource ?? "staff";
  const unsubscribed = await countRows(
    db,
    suppressions,
    and(
      inArray(suppressions.address, [...emails, email.toLowerCase()]),
      eq(suppressions.reason, "unsubscribed"),
      isNull(suppressions.liftedAt),
    ),
  );
  return unsubscribed > 0 ? "unsubscribe" : null;
}

/** Keeps when they were sent. Also clears notices to the store. Returns the cleared emails' ids. */
async function eraseMails(db: Db, person: Erased): Promise<string[]> {
  const { ids, emails, phones, names } = person;
  const noticeText = sql`concat_ws(' ', subject, text, about::text)`;
  const { rows } = await db.execute<{ id: string; state: string }>(sql`
    with theirs as materialized (
      select id, kind = 'notice' as is_ours from ${owned("mails")}
        where kind not in ('invitation', 'password', 'alert', 'security')
          and (contact_id = any (${list(ids)}::uuid[]) or lower(to_address) = any (${list(emails)}::text[])
            or booking_id in (select id from ${owned("bookings")}
              where (contact_id = any (${list(ids)}::uuid[]) or contact_id is null and lower(email) = any (${list(emails)}::text[])))
            or kind = 'notice' and (has_word(lower(${noticeText}), ${list([...emails, ...phones])}::text[])
              or has_word(latin_fold(${noticeText}), ${list(names)}::text[])))
        for update)
    update mails set to_address = case when is_ours then to_address else '' end,
        to_name = case when is_ours then to_name else ${ERASED_NAME} end,
        contact_id = case when contact_id = any (${list(ids)}::uuid[]) then null else contact_id end,
        subject = null, text = null, html = null, ics = null, about = null, updated_at = now(),
        state = case when state in ('queued', 'held') then 'skipped' else state end,
        reason = ${ERASED}
      from theirs where ${isOwned("mails")} and mails.id = theirs.id returning mails.id, state`);
  if (rows.some(({ state }) => state === "sending"))
    throw new HttpError(409, "An email to this person is being sent right now. Try again in a minute.");
  return rows.map(({ id }) => id);
}

/** Past appointments stay without the person. Future ones are cancelled without an email. Waiting list entries end. */
async function eraseBookings(db: Db, { ids, emails }: Erased, now: Date): Promise<string[]> {
  const theirs = sql`(contact_id = any (${list(ids)}::uuid[])
    or contact_id is null and lower(email) = any (${list(emails)}::text[]))`;
  const moment = sql`${now.toISOString()}::timestamptz`;
  const booked = await db.execute<{ id: string }>(sql`
    update bookings set name = ${ERASED_NAME}, email = '', phone_number = null, note = null, answers = '[]', contact_id = null,
        undo = null, undo_until = null, timezone = 'UTC', request_key = 'erased ' || id,
        status = case when starts_at > ${moment} then 'CANCELLED' else status end,
        sequence = sequence + case when starts_at > ${moment} then 1 else 0 end,
        calendar_state = 'pending', calendar_attempts = 0, calendar_due_at = ${moment},
        version = version + 1, updated_at = now()
      where ${isOwned()} and ${theirs} returning id`);
  const waiting = await db.execute<{ id: string }>(
    sql`delete from wishes where ${isOwned()} and ${theirs} returning id`,
  );
  if (waiting.rows.length > 0) await lookSoon(db);
  const records = [...booked.rows, ...waiting.rows].map(({ id }) => id);
  // The store's own calendars can be updated immediately.
  await db.execute(sql`update calendar_events e set title = b.title || ' · ' || b.name
    from ${owned("bookings", "b")} where ${isOwned("e")}
      and b.id = any (${list(records)}::uuid[]) and e.uid = b.id::text`);
  return records;
}

/** Choices and numbers stay. Texts, such as an engraving, may name the person. */
const withoutTexts = () => sql`coalesce((select jsonb_object_agg(value.key, value.value)
  from jsonb_each(purchases.fields) as value join ${owned("own_fields", "f")}
    on f.id::text = value.key
  where f.kind <> 'text'), '{}')`;

/** Tables whose rows go with the contact, those that refer to other rows first. */
const deleted = tables
  .filter(({ whose, whenErased }) => whose === "contact" && !whenErased)
  .sort((a, b) => distanceOf(b) - distanceOf(a));

async function eraseRest(db: Db, { ids, emails, phones }: Erased): Promise<string[]> {
  const theirs = sql`contact_id = any (${list(ids)}::uuid[])`;
  const sold = await db.execute<{ id: string }>(sql`
    update purchases set contact_id = null, contact_name = ${ERASED_NAME},
        version = version + 1, fields = ${withoutTexts()}
      where ${isOwned()} and ${theirs} returning id`);
  const repaired = await db.execute<{ id: string }>(sql`
    update repairs set contact_id = null, contact_name = ${ERASED_NAME}, name = 'Piece', search = '', metal = null, stones = null,
        marks = null, condition = null, words = null, reason = null, kept_in = null, version = version + 1, updated_at = now(),
        lines = (select jsonb_agg(line || '{"note": null}') from jsonb_array_elements(lines) as line),
        steps = (select jsonb_agg(step - 'to' - 'reason') from jsonb_array_elements(steps) as step)
      where ${isOwned()} and ${theirs} returning id`);
  const described = await db.execute<{ id: string }>(sql`
    update sale_items set description = null where ${isOwned()}
      and purchase_id = any (${list(sold.rows.map(({ id }) => id))}::uuid[]) returning id`);
  await rebuildSaleSearch(db, anyOf(purchases.id, sold.rows));
  const filed = await db.execute<{
    id: string;
  }>(sql`delete from note_files where ${isOwned()}
    and (note_id in (select id from ${owned("notes")} where ${theirs})
      or repair_id = any (${list(repaired.rows.map(({ id }) => id))}::uuid[])) returning id`);
  const forgotten = await forgetFiles(
    db,
    sql`select unnest(${list(filed.rows.map(({ id }) => id))}::uuid[]) union all select id from ${owned("files")} where ${theirs}`,
  );
  const records: { id: string }[] = [];
  for (const one of deleted) {
    const which = rowsOf(one, (column) => sql`${column} = any (${list(ids)}::uuid[])`);
    const { rows } = await db.execute<{ id: string }>(
      sql`delete from ${one.table} where ${isOwned()} and ${which} returning id`,
    );
    records.push(...rows);
  }
  const barred = await db.execute<{ id: string }>(sql`delete from suppressions
    where ${isOwned()} and address = any (${list([...emails, ...phones.map((phone) => phone.replace(/\D/g, ""))])}::text[]) returning id`);
  await db.execute(sql`select erase_letters(${list(ids)}::uuid[], ${list(emails)}::text[])`);
  await db.execute(sql`update idempotency_keys set answer = jsonb_build_object('id', answer->'id')
    where ${isOwned()} and has_word(lower(answer::text), ${list([...emails, ...phones])}::text[])`);
  return [...sold.rows, ...repaired.rows, ...described.rows, ...forgotten, ...records, ...barred.rows].map(
    ({ id }) => id,
  );
}
