import { join } from "node:path";
import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { FILE_PART_BYTES, MOST_FILE_BYTES } from "#lib/contract/file-terms.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db, Scopes } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { fileParts, noteFiles, files as table } from "#server/platform/db/schema-records.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { stopwatch } from "#server/platform/machine.ts";
import { readDraftToken } from "#server/platform/secrets/tokens.ts";
import { createThreads, TooLong } from "#server/platform/threads.ts";
import { bytesOf, checkPhoto, isPartOf, isThumbOf, THUMB_PART } from "./store.ts";
import type { StripAnswer } from "./strip-worker.ts";

/** Per store, including files of deleted notes that can still be restored. */
const MAX_STORE_BYTES = 2_000_000_000;
const MAX_UNATTACHED = 50;

export const files = {
  "files.create": ({ host, user, body: { bytes, draft }, tenant }) => {
    const key = draft ? readDraftToken(host.secret, user.organizationId, draft) : null;
    return tenant((db) => beginUpload(db, user, bytes, key?.id));
  },

  "files.upload": ({ user, params: { id }, body, tenant, read }) =>
    takePart({ read, tenant }, user, id, body),

  "files.read": async ({ user, params: { id }, query, read }) => {
    const [found] = await read((db) =>
      db
        .select({ type: table.type, name: noteFiles.name })
        .from(table)
        .leftJoin(noteFiles, eq(noteFiles.id, table.id))
        .where(
          and(
            eq(table.id, id),
            eq(table.isReady, true),
            sql`(${noteFiles.id} is not null or ${isUnattached(user, id)})`,
          ),
        ),
    );
    if (!found?.type) throw notFound();
    const { type, name } = found;
    const small = query.thumb ? await read((db) => bytesOf(db, id, isThumbOf(id))) : null;
    return {
      ...(small?.length ? { id: `${id}-thumb`, type: "image/jpeg" as const } : { id, type }),
      name: name ?? "File",
      isDownload: query.download !== undefined,
      load: async () => (small?.length ? small : read((db) => bytesOf(db, id))),
    };
  },

  "files.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const its = eq(noteFiles.id, id);
      const [deleted] = await db.delete(noteFiles).where(its).returning({ id: noteFiles.id });
      if (deleted) return;
      const [dropped] = await db.delete(table).where(isUnattached(user, id)).returning({ id: table.id });
      if (!dropped) throw notFound();
    });
  },
} satisfies Partial<Handlers>;

type Uploader = Pick<SignedIn, "id" | "organizationId">;

export async function beginUpload(db: Db, user: Uploader, bytes: number, draftId: string | null = null) {
  if (bytes === 0) throw new HttpError(422, "This file is empty.");
  if (bytes > MOST_FILE_BYTES)
    throw new HttpError(413, "This file is larger than 8 MB. Please choose a smaller one.");
  const id = newId();
  await checkSpace(db, user, bytes);
  const keepUntil = sql`now() + interval '1 day'`;
  await db.insert(table).values({ id, userId: user.id, draftId, bytes, keepUntil });
  return { id };
}

export async function takePart(
  { read, tenant }: Scopes,
  user: Uploader,
  id: string,
  { part, data, thumb }: { part: number; data: string; thumb?: string | undefined },
  check = async (_db: Db) => {},
) {
  const sent = { part, data: Buffer.from(data, "base64") };
  try {
    const small = thumb ? await strippedThumb(user.organizationId, thumb) : null;
    for (;;) {
      // A transaction would hold a connection for too long.
      const bytes = await read((db) => wholeWith(db, user, id, sent));
      const stripped = bytes && (await stripInThread(user.organizationId, bytes));
      const stored = await tenant((db) => storePart(db, user, id, sent, { stripped, small, check })).catch(
        unlessIncomplete,
      );
      if (stored) return stored;
    }
  } catch (error) {
    if (error instanceof HttpError && error.status === 422)
      await tenant((db) => db.delete(table).where(isUnattached(user, id)));
    throw error;
  }
}

function isUnattached(user: Uploader, id: string) {
  return and(eq(table.id, id), isLoose(user));
}

/** Not yet a part of a note or repair. */
export function isLoose({ id: userId }: Uploader) {
  return and(eq(table.userId, userId), isNull(table.contactId), gt(table.keepUntil, sql`now()`));
}

function infoOf({ type, bytes, width, height }: typeof table.$inferSelect) {
  if (!type) throw new Error("a complete file must have a type");
  return { type, bytes, width, height };
}

type Part = { part: number; data: Buffer };
type Stripped = Awaited<ReturnType<typeof stripInThread>>;

function checkPart(found: typeof table.$inferSelect | undefined, { part, data }: Part) {
  if (!found) throw notFound();
  const parts = Math.ceil(found.bytes / FILE_PART_BYTES);
  const wanted = part === parts - 1 ? found.bytes - part * FILE_PART_BYTES : FILE_PART_BYTES;
  if (!found.isReady && (part >= parts || data.length !== wanted))
    throw new HttpError(400, "data: isn't this part of the file");
  return { found, parts };
}

/** Null if other parts are missing or the file is ready. */
async function wholeWith(db: Db, user: Uploader, id: string, sent: Part): Promise<Buffer | null> {
  const [file] = await db.select().from(table).where(isUnattached(user, id));
  const { found, parts } = checkPart(file, sent);
  const others = and(isPartOf(id), ne(fileParts.part, sent.part));
  if (found.isReady || (await countRows(db, fileParts, others)) < parts - 1) return null;
  const stored = await db.select().from(fileParts).where(others);
  return Buffer.concat([...stored, sent].toSorted((a, b) => a.part - b.part).map(({ data }) => data));
}

/** A parallel request completed the file. */
class Incomplete extends Error {}

function unlessIncomplete(error: unknown): null {
  if (error instanceof Incomplete) return null;
  throw error;
}

async function strippedThumb(store: string, thumb: string): Promise<Buffer> {
  const { type, bytes } = await stripInThread(store, Buffer.from(thumb, "base64"));
  if (type !== "image/jpeg") throw new HttpError(422, "The thumbnail must be a JPEG.");
  return Buffer.from(bytes.buffer);
}

type Checked = { stripped: Stripped | null; small: Buffer | null; check: (db: Db) => Promise<void> };

async function storePart(
  db: Db,
  user: Uploader,
  id: string,
  sent: Part,
  { stripped, small, check }: Checked,
) {
  // Of two parallel parts, one must see that it is the last.
  const [file] = await db.select().from(table).where(isUnattached(user, id)).for("update");
  await check(db);
  const { found, parts } = checkPart(file, sent);
  // A repeated last part, because its answer was lost.
  if (found.isReady) return { file: infoOf(found) };
  if (small)
    await db.insert(fileParts).values({ fileId: id, part: THUMB_PART, data: small }).onConflictDoNothing();
  if (stripped && found.draftId) checkPhoto(stripped.type);
  if (stripped) return { file: await finishUpload(db, user, id, stripped) };
  await db
    .insert(fileParts)
    .values({ fileId: id, ...sent })
    .onConflictDoNothing();
  if ((await countRows(db, fileParts, isPartOf(id))) === parts) throw new Incomplete();
  return { file: null };
}

async function finishUpload(
  db: Db,
  user: Uploader,
  id: string,
  { type, width, height, ...stripped }: Stripped,
) {
  const bytes = Buffer.from(stripped.bytes.buffer);
  await db.delete(fileParts).where(isPartOf(id));
  for (let part = 0; part * FILE_PART_BYTES < bytes.length; part++) {
    const data = bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
    await db.insert(fileParts).values({ fileId: id, part, data });
  }
  const info = { type, bytes: bytes.length, width, height };
  await db
    .update(table)
    .set({ ...info, isReady: true })
    .where(isUnattached(user, id));
  return info;
}

async function checkSpace(db: Db, { id: userId }: Uploader, bytes: number): Promise<void> {
  const own = and(eq(table.userId, userId), isNull(table.contactId), isNotNull(table.keepUntil));
  if ((await countRows(db, table, own)) >= MAX_UNATTACHED)
    throw new HttpError(422, "Too many uploaded files aren't saved yet. Save your notes and repairs first.");
  const [sum] = await db.select({ bytes: sql`coalesce(sum(${table.bytes}), 0)`.mapWith(Number) }).from(table);
  if ((sum?.bytes ?? 0) + bytes > MAX_STORE_BYTES)
    throw new HttpError(422, "Your store has reached its limit of 2 GB for files. Delete some files first.");
}

const WAIT_MS = 15_000;

const ask = createThreads<Uint8Array, StripAnswer>({
  file: join(import.meta.dirname, "strip-worker.ts"),
  most: 1,
  readMs: 5_000,
  memoryMb: 256,
});

export async function stripInThread(store: string, bytes: Uint8Array) {
  const answer = await ask(store, bytes, stopwatch() + WAIT_MS).catch((error) => {
    if (!(error instanceof TooLong)) throw error;
    throw new HttpError(503, "Checking this file took too long. Try again in a moment.", 5);
  });
  if ("refused" in answer) throw new HttpError(422, answer.refused);
  return answer;
}
