import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { FILE_PART_BYTES, MOST_FILE_BYTES } from "#lib/contract/file-terms.ts";
import type { SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { fileParts, noteFiles, files as table } from "#server/db/schema-files.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { bytesOf, partsOf } from "./store.ts";
import { stripInThread } from "./stripping.ts";

/** Of a store: what its notes have, and what may still come back to them. */
const MOST_OF_STORE = 2_000_000_000;
/** Uploads of one person that no note has yet. */
const MOST_LOOSE = 50;

export const files = {
  "files.create": async ({ user, body: { bytes }, tenant }) => {
    const { organizationId, id: userId } = user;
    if (bytes === 0) throw new HttpError(422, "This file is empty.");
    if (bytes > MOST_FILE_BYTES)
      throw new HttpError(413, "This file is larger than 8 MB. Make it smaller, then add it.");
    const id = newId();
    await tenant(async (db) => {
      await checkSpace(db, user, bytes);
      await db
        .insert(table)
        .values({ organizationId, id, userId, bytes, keepUntil: sql`now() + interval '1 day'` });
    });
    return { id };
  },

  "files.upload": async ({ user, params: { id }, body: { part, data }, tenant, read }) => {
    const sent = { part, data: Buffer.from(data, "base64") };
    try {
      for (;;) {
        // Outside of the transaction, which would keep a connection for as long.
        const bytes = await read((db) => wholeWith(db, user, id, sent));
        const stripped = bytes && (await stripInThread(user.organizationId, bytes));
        const stored = await tenant((db) => storePart(db, user, id, sent, stripped)).catch(unlessIncomplete);
        if (stored) return stored;
      }
    } catch (error) {
      // What is no photo is not kept for a second try.
      if (error instanceof HttpError && error.status === 422)
        await tenant((db) => db.delete(table).where(loose(user, id)));
      throw error;
    }
  },

  "files.read": async ({ user, params: { id }, query, read }) => {
    const { organizationId } = user;
    const [found] = await read((db) =>
      db
        .select({ type: table.type, name: noteFiles.name })
        .from(table)
        .leftJoin(
          noteFiles,
          and(eq(noteFiles.organizationId, table.organizationId), eq(noteFiles.id, table.id)),
        )
        .where(
          and(
            eq(table.organizationId, organizationId),
            eq(table.id, id),
            eq(table.isReady, true),
            // Until a note has it, it is its person's alone; what lies in the trash is nobody's to see.
            sql`(${noteFiles.id} is not null or ${loose(user, id)})`,
          ),
        ),
    );
    if (!found?.type) throw notFound();
    const { type, name } = found;
    return {
      id,
      type,
      name: name ?? "File",
      isDownload: query.download !== undefined,
      load: () => read((db) => bytesOf(db, user, id)),
    };
  },

  "files.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const its = and(eq(noteFiles.organizationId, user.organizationId), eq(noteFiles.id, id));
      const [gone] = await db.delete(noteFiles).where(its).returning({ id: noteFiles.id });
      if (gone) return;
      const [dropped] = await db.delete(table).where(loose(user, id)).returning({ id: table.id });
      if (!dropped) throw notFound();
    });
  },
} satisfies Partial<Handlers>;

/** What the person uploaded and no note has had. */
function loose({ organizationId, id: userId }: SignedIn, id: string) {
  return and(
    eq(table.organizationId, organizationId),
    eq(table.id, id),
    eq(table.userId, userId),
    isNull(table.contactId),
    gt(table.keepUntil, sql`now()`),
  );
}

function factsOf({ type, bytes, width, height }: typeof table.$inferSelect) {
  if (!type) throw new Error("a file that is ready has a type");
  return { type, bytes, width, height };
}

type Part = { part: number; data: Buffer };
type Stripped = Awaited<ReturnType<typeof stripInThread>>;

function checkPart(found: typeof table.$inferSelect | undefined, { part, data }: Part) {
  if (!found) throw notFound();
  const parts = Math.ceil(found.bytes / FILE_PART_BYTES);
  const wanted = part === parts - 1 ? found.bytes - part * FILE_PART_BYTES : FILE_PART_BYTES;
  if (!found.isReady && (part >= parts || data.length !== wanted))
    throw new HttpError(400, "data: is not this part of the file");
  return { found, parts };
}

/** The bytes of a file whose last missing part came; null where others are missing, or where the file is ready. */
async function wholeWith(db: Db, user: SignedIn, id: string, sent: Part): Promise<Buffer | null> {
  const [file] = await db.select().from(table).where(loose(user, id));
  const { found, parts } = checkPart(file, sent);
  const others = and(partsOf(user, id), ne(fileParts.part, sent.part));
  if (found.isReady || (await db.$count(fileParts, others)) < parts - 1) return null;
  const stored = await db.select().from(fileParts).where(others);
  return Buffer.concat([...stored, sent].toSorted((a, b) => a.part - b.part).map(({ data }) => data));
}

/** Another part came at the same time, so that the file is whole after all. */
class Incomplete extends Error {}

function unlessIncomplete(error: unknown): null {
  if (error instanceof Incomplete) return null;
  throw error;
}

/** Stores a part, or in place of all parts what is kept of them. */
async function storePart(db: Db, user: SignedIn, id: string, sent: Part, stripped: Stripped | null) {
  const { organizationId } = user;
  // One part after the other, so that the last one of two that come at once knows that it is.
  const [file] = await db.select().from(table).where(loose(user, id)).for("update");
  const { found, parts } = checkPart(file, sent);
  // The last part again, because its answer was lost.
  if (found.isReady) return { file: factsOf(found) };
  if (stripped) return { file: await finish(db, user, id, stripped) };
  await db
    .insert(fileParts)
    .values({ organizationId, fileId: id, ...sent })
    .onConflictDoNothing();
  if ((await db.$count(fileParts, partsOf(user, id))) === parts) throw new Incomplete();
  return { file: null };
}

/** The bytes that came give way to those that are kept. */
async function finish(db: Db, user: SignedIn, id: string, { type, width, height, ...stripped }: Stripped) {
  const { organizationId } = user;
  const bytes = Buffer.from(stripped.bytes.buffer);
  await db.delete(fileParts).where(partsOf(user, id));
  for (let part = 0; part * FILE_PART_BYTES < bytes.length; part++) {
    const data = bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
    await db.insert(fileParts).values({ organizationId, fileId: id, part, data });
  }
  const facts = { type, bytes: bytes.length, width, height };
  await db
    .update(table)
    .set({ ...facts, isReady: true })
    .where(loose(user, id));
  return facts;
}

async function checkSpace(db: Db, { organizationId, id: userId }: SignedIn, bytes: number): Promise<void> {
  const own = and(
    eq(table.organizationId, organizationId),
    eq(table.userId, userId),
    isNull(table.contactId),
  );
  if ((await db.$count(table, own)) >= MOST_LOOSE)
    throw new HttpError(422, "Many files wait for a note. Save the notes that you are writing first.");
  const [sum] = await db
    .select({ bytes: sql`coalesce(sum(${table.bytes}), 0)`.mapWith(Number) })
    .from(table)
    .where(eq(table.organizationId, organizationId));
  if ((sum?.bytes ?? 0) + bytes > MOST_OF_STORE)
    throw new HttpError(
      422,
      "The files of all notes take 2 GB, which is as much as the store may keep. Delete some first.",
    );
}
