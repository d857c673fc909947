import { eq, or, sql } from "drizzle-orm";
import { SPARES } from "#lib/contract/repair-terms.ts";
import { DAY } from "#lib/time/zone.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { journal } from "#server/platform/db/schema-journal.ts";
import { repairNumbers, repairs as table } from "#server/platform/db/schema-repairs.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { type DraftKey, draftToken, recordToken } from "#server/platform/secrets/tokens.ts";
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

type Piece = Pick<typeof table.$inferSelect, "contactId" | "name" | "kind">;

/** The reserved number, or a new one if another piece has it. `saved`: this piece, saved before. */
export async function takeNumber(db: Db, draft: DraftKey | null, piece: Piece, now: Date) {
  const reserved = draft && (await lockReserved(db, draft, now));
  if (!reserved) return { id: newId(), number: await nextNumber(db), saved: null };
  const { id } = reserved;
  const number = reserved.number || (await nextNumber(db));
  const [saved] = await db
    .select()
    .from(table)
    .where(or(eq(table.id, id), eq(table.number, number)));
  const { contactId, name, kind } = piece;
  if (saved?.id === id && saved.contactId === contactId && saved.name === name && saved.kind === kind)
    return { id, number: saved.number, saved };
  return saved || (await wasSaved(db, id))
    ? { id: newId(), number: await nextNumber(db), saved: null }
    : { id, number, saved: null };
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
async function nextNumber(db: Db): Promise<number> {
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

function timeOf(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
}
