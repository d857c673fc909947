import { and, asc, eq, or, sql } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { MOST_PHOTOS } from "#lib/contract/file-terms.ts";
import { SPARES, ticketNumber } from "#lib/contract/repair-terms.ts";
import { DAY } from "#lib/time/zone.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { anyOf, byId, countRows, lockRecord, updateRecord } from "#server/platform/db/record.ts";
import { notes } from "#server/platform/db/schema.ts";
import { journal } from "#server/platform/db/schema-journal.ts";
import { files, noteFiles } from "#server/platform/db/schema-records.ts";
import { repairNumbers, repairs as table } from "#server/platform/db/schema-repairs.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { type DraftKey, draftToken, recordToken } from "#server/platform/secrets/tokens.ts";
import { isLoose } from "#server/records/files/files.ts";
import { attachFiles } from "#server/records/files/store.ts";
import { changedColumns, columns, type Fields } from "./columns.ts";
import { settingsOf } from "./settings.ts";

export const FIRST_NUMBER = 1001;

/** The shortest history is longer. */
const KEPT = 14 * DAY;

export const repairDrafts = {
  "repairs.reserve": async ({ host, user, tenant }) => {
    const { organizationId } = user;
    await host.database.system((db) => countAttempt(db, "ticket number", user.id));
    const id = newId(+host.clock());
    return tenant(async (db) => {
      const { prefix } = await settingsOf(db);
      const number = await nextNumber(db);
      const token = recordToken(host.secret, "repair", { organizationId, id });
      return { prefix, number, token, draft: draftToken(host.secret, { organizationId, id, number }) };
    });
  },

  "repairs.spares": async ({ host: { database, clock, secret }, user: { id: userId, organizationId } }) => {
    await database.system((db) => countAttempt(db, "ticket number", userId));
    return Array.from({ length: SPARES }, () => {
      const key = { organizationId, id: newId(+clock()) };
      return { token: recordToken(secret, "repair", key), draft: draftToken(secret, { ...key, number: 0 }) };
    });
  },
} satisfies Partial<Handlers>;

type Piece = Pick<typeof table.$inferSelect, "contactId" | "name" | "kind"> & { code?: string | undefined };

/** The reserved number, or a new one if another piece has it. `saved`: this piece, or the piece with its printed code. */
export async function takeNumber(db: Db, draft: DraftKey | null, piece: Piece, now: Date) {
  const reserved = draft && (await lockReserved(db, draft, now));
  if (!reserved) return { id: newId(), number: await nextNumber(db), saved: null };
  const { id } = reserved;
  const number = reserved.number || (await nextNumber(db));
  const [saved] = await db
    .select()
    .from(table)
    .where(or(eq(table.id, id), eq(table.number, number)));
  const { contactId, name, kind, code } = piece;
  const isSame = saved?.contactId === contactId && saved.name === name && saved.kind === kind;
  if (saved?.id === id && (isSame || (code && saved.steps[0]?.code === code)))
    return { id, number: saved.number, saved };
  return saved || (await wasSaved(db, id))
    ? { id: newId(), number: await nextNumber(db), saved: null }
    : { id, number, saved: null };
}

type Photos = ParsedBody<"repairs.create">["photos"];
type Customer = Pick<typeof table.$inferSelect, "contactId" | "contactName">;
type Sent = { photos: Photos; fields: Fields; now: Date; customer: Customer };

const EMPTY = { metal: null, stones: null, marks: null, condition: null, words: null, keptIn: null };

export async function saveAgain(
  db: Db,
  user: SignedIn,
  id: string,
  { photos = [], fields, now, customer }: Sent,
): Promise<void> {
  const saved = await lockRecord(db, table, id);
  const all = { ...EMPTY, deposit: null, ...fields };
  const { contactId } = customer;
  const same = Object.entries({ ...(await columns(db, all)), contactId }).map(([key, value]) => {
    const column = table[key as keyof typeof all & keyof typeof table];
    return sql`${column} is not distinct from ${sql.param(value, column)}`;
  });
  if ((await countRows(db, table, and(byId(table, id), ...same))) === 0) {
    const mark = (version: number) => `${user.id} ${version}`;
    const [first] = saved.steps;
    if (saved.version > 1 && first?.corrected !== mark(saved.version))
      throw new HttpError(422, `${ticketNumber(saved)} is already saved, and was changed since.`);
    const next = JSON.stringify(mark(saved.version + 1));
    await updateRecord(db, table, id, {
      ...(await changedColumns(db, all, now)),
      ...customer,
      ...(first?.code && { steps: sql`jsonb_set(${table.steps}, '{0,corrected}', ${next}::jsonb)` }),
    });
  }
  const its = eq(noteFiles.repairId, id);
  const attached = await db.select({ id: noteFiles.id }).from(noteFiles).where(its);
  if (saved.contactId !== contactId) {
    const moved = await db
      .update(notes)
      .set({ contactId: contactId ?? "" })
      .where(eq(notes.repairId, id))
      .returning({ id: notes.id });
    const noted = await db.select({ id: noteFiles.id }).from(noteFiles).where(anyOf(noteFiles.noteId, moved));
    await db
      .update(files)
      .set({ contactId })
      .where(anyOf(files.id, [...attached, ...noted]));
  }
  const others = photos.filter((photo) => attached.every((one) => one.id !== photo.id));
  await attachPhotos(db, user, { id, contactId }, others);
}

export async function attachPhotos(
  db: Db,
  user: SignedIn,
  { id, contactId }: Pick<typeof table.$inferSelect, "id" | "contactId">,
  photos: Photos = [],
): Promise<void> {
  const loose = await db
    .select(pick(files, "id", "isReady"))
    .from(files)
    .where(and(eq(files.draftId, id), isLoose(user)))
    .orderBy(asc(files.id))
    .for("update");
  const shots = loose.filter((one) => one.isReady && photos.every((photo) => photo.id !== one.id));
  const room = MOST_PHOTOS - photos.length - (await countRows(db, noteFiles, eq(noteFiles.repairId, id)));
  const more = shots.slice(0, Math.max(0, room)).map((one) => ({ id: one.id, name: "Photo" }));
  await attachFiles(db, user, { column: "repairId", id, contactId }, [...photos, ...more]);
}

/** Also true for a deleted repair. */
export async function wasSaved(db: Db, id: string): Promise<boolean> {
  return (await countRows(db, journal, eq(journal.recordId, id))) > 0;
}

async function lockReserved(db: Db, draft: DraftKey, now: Date) {
  if (timeOf(draft.id) + KEPT < +now) return null;
  if (draft.number === 0) return draft;
  const [counter] = await db.select({ last: repairNumbers.last }).from(repairNumbers).for("update");
  // A restored backup may not know it.
  return counter && counter.last >= draft.number ? draft : null;
}

/** Holds the store's row of the counter until the commit, so two hosts never take the same number. */
export async function nextNumber(db: Db): Promise<number> {
  const [row] = await db
    .insert(repairNumbers)
    .values({ last: FIRST_NUMBER })
    .onConflictDoUpdate({
      target: repairNumbers.organizationId,
      set: { last: sql`${repairNumbers.last} + 1` },
    })
    .returning({ number: repairNumbers.last });
  if (!row) throw notFound();
  return row.number;
}

export async function raiseNumber(db: Db, to: number): Promise<void> {
  await db
    .insert(repairNumbers)
    .values({ last: Math.max(to, FIRST_NUMBER - 1) })
    .onConflictDoUpdate({
      target: repairNumbers.organizationId,
      set: { last: sql`greatest(${repairNumbers.last}, excluded.last)` },
    });
}

export async function lastNumber(db: Db): Promise<number> {
  const [counter] = await db.select({ last: repairNumbers.last }).from(repairNumbers);
  return counter?.last ?? FIRST_NUMBER - 1;
}

function timeOf(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
}
