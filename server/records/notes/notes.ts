import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Attached } from "#lib/contract/files.ts";
import { MOST_PINNED } from "#lib/contract/timeline-terms.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { notifyPerson } from "#server/platform/db/incidents.ts";
import { checkContact, checkTexts, personName } from "#server/platform/db/parties.ts";
import { checkRecord, countRows, deleteRecord, getRecord, updateRecord } from "#server/platform/db/record.ts";
import { notes as table, users } from "#server/platform/db/schema.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { searchLine } from "#server/platform/db/search.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { attachFiles, filesOf } from "#server/records/files/store.ts";

const MAX_NOTES = 500;
const MAX_CHARACTERS = 500_000;
const LISTED_CHARACTERS = 2 * MAX_CHARACTERS;

export const notes = {
  "notes.ofContact": async ({ params: { id }, read }) =>
    read(async (db) => {
      const contactId = await checkContact(db, id);
      const newest = await db
        .select({
          ...pick(table, "id", "content", "contactId", "createdBy", "pinnedAt", "pinnedBy", "mentions"),
          files: sql<Attached[]>`${filesOf("note_id", sql`${table.id}`)}`,
          ...pick(table, "version", "createdAt", "updatedAt"),
        })
        .from(table)
        .where(eq(table.contactId, contactId))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(MAX_NOTES);
      let size = 0;
      return newest.filter(({ content }) => {
        size += content.length;
        return size <= LISTED_CHARACTERS;
      });
    }),

  "notes.create": async ({ host, user, body, tenant }) => {
    const { content, contactId: asked, repairId, isPinned = false } = body;
    const createdBy = nameOf(user);
    const id = newId();
    await tenant(async (db) => {
      const contactId = await checkContact(db, asked);
      if (repairId) await checkRecord(db, repairs, repairId, eq(repairs.contactId, contactId));
      if (body.isText) await checkTexts(db, contactId);
      await checkSpace(db, contactId, content);
      if (isPinned) await checkPinned(db, contactId);
      const mentions = await findMentioned(db, content, body.mentions);
      const pin = isPinned ? { pinnedAt: host.clock(), pinnedBy: createdBy } : {};
      await db
        .insert(table)
        .values({ id, contactId, repairId, ...columns(content), createdBy, mentions, ...pin });
      await attachFiles(db, user, { column: "noteId", id, contactId }, body.files);
      await notifyMentioned(db, host.clock(), user, { id, contactId, mentions });
    });
    return { id };
  },

  "notes.update": async ({ host, user, params: { id }, body, tenant }) => {
    const { content, version } = body;
    await tenant(async (db) => {
      const contactId = await checkContact(db, body.contactId);
      const mentions = await findMentioned(db, content, body.mentions);
      const named = body.mentions ? { mentions } : {};
      await updateRecord(db, table, id, { ...columns(content), ...named, version });
      await attachFiles(db, user, { column: "noteId", id, contactId }, body.files);
      await notifyMentioned(db, host.clock(), user, { id, contactId, mentions });
    });
    return { id };
  },

  "notes.pin": async ({ host, user, params: { id }, body: { isPinned }, tenant }) => {
    const pin = isPinned
      ? { pinnedAt: host.clock(), pinnedBy: nameOf(user) }
      : { pinnedAt: null, pinnedBy: null };
    await tenant(async (db) => {
      const found = await getRecord(db, table, id);
      if ((found.pinnedAt !== null) === isPinned) return;
      if (isPinned) await checkPinned(db, found.contactId);
      await updateRecord(db, table, id, pin);
    });
    return { id };
  },

  "notes.delete": async ({ params: { id }, tenant }) => {
    await tenant((db) => deleteRecord(db, table, id));
  },
} satisfies Partial<Handlers>;

function columns(content: string) {
  return { content, search: searchLine(content) };
}

async function findMentioned(db: Db, content: string, asked: string[] = []) {
  const ids = asked.filter(isId);
  if (ids.length === 0) return [];
  const people = await db
    .select({ id: users.id, name: personName })
    .from(users)
    .where(inArray(users.id, ids));
  return people.filter(({ name }) => content.includes(`@${name}`));
}

type Mentioning = { id: string; contactId: string; mentions: { id: string }[] };

async function notifyMentioned(db: Db, now: Date, user: SignedIn, { id, contactId, mentions }: Mentioning) {
  if (mentions.every((one) => one.id === user.id)) return;
  const by = await db.select({ name: personName }).from(users).where(eq(users.id, user.id));
  for (const { id: userId } of mentions.filter((one) => one.id !== user.id)) {
    await notifyPerson(db, now, {
      userId,
      kind: "mentioned",
      key: `${id}:${userId}`,
      title: "You were mentioned",
      text: `${by[0]?.name || "A colleague"} mentioned you in a note.`,
      href: `/dashboard/contacts/profile/${contactId}?view=timeline&kind=note`,
    });
  }
}

async function checkPinned(db: Db, contactId: string): Promise<void> {
  const pinned = and(eq(table.contactId, contactId), isNotNull(table.pinnedAt));
  if ((await countRows(db, table, pinned)) < MOST_PINNED) return;
  throw new HttpError(422, `${MOST_PINNED} notes are already pinned. Unpin one first.`);
}

type Size = { count: number; characters: number };

export async function notesOf(db: Db, where: SQL | undefined): Promise<Map<string, Size>> {
  const found = await db
    .select({
      contactId: table.contactId,
      count: sql`count(*)`.mapWith(Number),
      characters: sql`coalesce(sum(length(${table.content})), 0)`.mapWith(Number),
    })
    .from(table)
    .where(where)
    .groupBy(table.contactId);
  return new Map(found.map(({ contactId, ...size }) => [contactId, size]));
}

export function isRoomFor({ count, characters }: Size, content: string): boolean {
  return count < MAX_NOTES && characters + content.length <= MAX_CHARACTERS;
}

async function checkSpace(db: Db, contactId: string, content: string): Promise<void> {
  const own = eq(table.contactId, contactId);
  const size = (await notesOf(db, own)).get(contactId);
  if (!size || isRoomFor(size, content)) return;
  throw new HttpError(422, "This contact has the maximum number of notes. Delete old ones, then try again.");
}
