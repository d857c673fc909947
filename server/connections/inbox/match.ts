import { createHash } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { MINUTE } from "#lib/time/zone.ts";
import type { Envelope } from "#server/connections/providers/received.ts";
import type { Db, UserKey } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { contacts, users } from "#server/platform/db/schema.ts";
import { accounts, letters, mails } from "#server/platform/db/schema-mail.ts";
import { contactAddresses } from "#server/platform/db/schema-records.ts";

// A transaction may commit after one that began later.
const OVERLAP_MS = MINUTE;

/** Also imported ones, whose messages may be there already. `until`: the next call's `since`, by the database. */
export async function newAddresses(
  db: Db,
  since: Date,
  limit: number,
): Promise<{ added: string[]; until: Date }> {
  const { rows: times } = await db.execute<{ now: string }>(
    sql`select extract(epoch from now()) * 1000 as now`,
  );
  const { rows } = await db.execute<{ address: string }>(sql`
    select a.address_key as address from ${owned("journal")} join ${owned("contact_addresses", "a")} on a.id = journal.record_id
    where journal.kind = 'address' and journal.id >= ${newId(since.getTime())}::uuid and strpos(a.name, '@') > 0
    union select contacts.email_key as address from ${owned("journal")} join ${owned("contacts")} on contacts.id = journal.record_id
    where journal.kind = 'contact'
      and journal.id >= ${newId(since.getTime())}::uuid and (action = 'created' or jsonb_exists(now, 'email'))
      and contacts.email_key <> '' limit ${limit}`);
  const until = new Date(Number(times[0]?.now) - OVERLAP_MS);
  return { added: rows.map(({ address }) => address), until };
}

export type Owner = UserKey & { address: string };

export type Match = {
  envelope: Envelope;
  direction: "in" | "out";
  hash: string;
  thread: string;
  contactId: string;
  address: string;
};

export function hashMessageId(messageId: string): string {
  return createHash("sha256").update(messageId).digest("base64url").slice(0, 32);
}

function hashOfMail({ messageId, from, to, subject, at }: Envelope): string {
  return hashMessageId(
    messageId ?? JSON.stringify([from?.address, to.map(({ address }) => address), subject, at]),
  );
}

/** By address. A reply to a stored message belongs to its contact even from another address, except staff's. */
export async function matchMails(db: Db, owner: Owner, envelopes: Envelope[], isSent: boolean) {
  const { address: own } = owner;
  const read = envelopes.map((envelope) => {
    // Anyone can write a person's address as the sender, so only their sent folder proves that they wrote it.
    const direction = isSent ? ("out" as const) : ("in" as const);
    const others = direction === "in" ? [envelope.from] : [...envelope.to, ...envelope.cc];
    const addresses = [...new Set(others.flatMap((other) => (other ? other.address : [])))];
    const answered = [...new Set([...envelope.refs, envelope.inReplyTo ?? ""])].filter(Boolean);
    return {
      envelope,
      direction,
      addresses: addresses.filter((one) => one !== own),
      answered,
      hash: hashOfMail(envelope),
    };
  });
  const byAddress = await contactsByAddress(
    db,
    read.flatMap(({ addresses }) => addresses),
  );
  const hashes = read.flatMap(({ hash, answered }) => [hash, ...answered.map(hashMessageId)]);
  const known = await knownMessages(db, owner, hashes);
  const ours = await contactsOfOurs(
    db,
    read.flatMap(({ answered }) => answered),
  );
  const staff = new Set(ours.size > 0 || known.size > 0 ? await staffAddresses(db) : []);
  const matches: Match[] = [];
  for (const { envelope, direction, addresses, answered, hash } of read) {
    const before = answered.map(hashMessageId).flatMap((one) => known.get(one) ?? [])[0];
    const found = new Map<string, string>();
    for (const address of addresses)
      for (const contactId of byAddress.get(address) ?? []) found.set(contactId, address);
    const [sender = ""] = addresses;
    if (found.size === 0 && direction === "in" && sender && !staff.has(sender)) {
      const of = before?.contactIds ?? answered.flatMap((one) => ours.get(one) ?? []);
      for (const contactId of of) found.set(contactId, sender);
    }
    if (found.size === 0) continue;
    const root = envelope.refs[0] ?? envelope.inReplyTo;
    const thread = before?.thread ?? (root ? hashMessageId(root) : hash);
    const there = known.get(hash)?.contactIds ?? [];
    for (const [contactId, address] of found) {
      if (there.includes(contactId)) continue;
      matches.push({ envelope, direction, hash, thread, contactId, address });
    }
    const contactIds = [...there, ...found.keys()];
    if (!known.has(hash)) known.set(hash, { thread, contactIds });
  }
  return matches;
}

/** A copy in the sent folder proves that an email was sent, even if the host crashed before storing that. */
export async function markSent(db: Db, { userId }: Owner, found: Envelope[]): Promise<void> {
  await db
    .update(letters)
    .set({ state: "sent", reason: null })
    .where(
      and(
        eq(letters.userId, userId),
        among(letters.hash, found.map(hashOfMail)),
        eq(letters.state, "unknown"),
      ),
    );
}

async function contactsByAddress(db: Db, addresses: string[]) {
  const byAddress = new Map<string, string[]>();
  if (addresses.length === 0) return byAddress;
  const found = await db
    .select({ id: contacts.id, address: contacts.emailKey })
    .from(contacts)
    .where(among(contacts.emailKey, addresses))
    .union(
      db
        .select({ id: contactAddresses.contactId, address: contactAddresses.addressKey })
        .from(contactAddresses)
        .where(among(contactAddresses.addressKey, addresses)),
    );
  for (const { id, address } of found)
    if (address) byAddress.set(address, [...(byAddress.get(address) ?? []), id]);
  return byAddress;
}

/** One array parameter: thousands of single parameters are slow. */
const among = (column: PgColumn, values: string[]) =>
  sql`${column} = any(${sql.param([...new Set(values)])}::text[])`;

type KnownMessage = { thread: string; contactIds: string[] };

async function knownMessages(db: Db, { userId }: Owner, hashes: string[]) {
  const known = new Map<string, KnownMessage>();
  if (hashes.length === 0) return known;
  const found = await db
    .select(pick(letters, "hash", "thread", "contactId"))
    .from(letters)
    .where(and(eq(letters.userId, userId), among(letters.hash, hashes)))
    .orderBy(desc(letters.at));
  for (const { hash, thread, contactId } of found) {
    const before = known.get(hash);
    known.set(hash, { thread, contactIds: [...(before?.contactIds ?? []), contactId] });
  }
  return known;
}

/** Our Message-IDs contain the mail's id (mail/claim.ts). */
async function contactsOfOurs(db: Db, messageIds: string[]) {
  const ids = new Map(messageIds.map((one) => [one.slice(1, 37), one]));
  const asked = [...ids.keys()].filter(isId);
  const ours = new Map<string, string[]>();
  if (asked.length === 0) return ours;
  const found = await db
    .select({ messageId: mails.messageId, contactId: mails.contactId })
    .from(mails)
    .where(and(inArray(mails.id, asked), isNotNull(mails.contactId), sql`${mails.kind} <> 'notice'`));
  for (const { messageId, contactId } of found) if (messageId && contactId) ours.set(messageId, [contactId]);
  return ours;
}

async function staffAddresses(db: Db): Promise<string[]> {
  const people = await db.select({ address: sql<string>`lower(${users.email})` }).from(users);
  const theirs = await db.select({ address: sql<string>`lower(${accounts.address})` }).from(accounts);
  return [...people, ...theirs].map(({ address }) => address);
}
