import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { FILE_PART_BYTES, MOST_FILE_BYTES } from "#lib/contract/file-terms.ts";
import type { SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { fileParts, noteFiles, files as table } from "#server/db/schema-files.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { bytesOf, partsOf } from "./store.ts";
import { strip } from "./strip.ts";

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

  "files.upload": async ({ user, params: { id }, body: { part, data }, tenant }) => {
    const { organizationId } = user;
    try {
      return await tenant(async (db) => {
        // One part after the other, so that the last one of two that come at once knows that it is.
        const [found] = await db.select().from(table).where(loose(user, id)).for("update");
        if (!found) throw notFound();
        // The last part once more, whose answer was lost.
        if (found.isReady) return { file: factsOf(found) };
        const bytes = Buffer.from(data, "base64");
        const parts = Math.ceil(found.bytes / FILE_PART_BYTES);
        const wanted = part === parts - 1 ? found.bytes - part * FILE_PART_BYTES : FILE_PART_BYTES;
        if (part >= parts || bytes.length !== wanted)
          throw new HttpError(400, "data: is not this part of the file");
        await db
          .insert(fileParts)
          .values({ organizationId, fileId: id, part, data: bytes })
          .onConflictDoNothing();
        if ((await db.$count(fileParts, partsOf(user, id))) < parts) return { file: null };
        return { file: await finish(db, user, id) };
      });
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

/** The bytes that came give way to those that are kept. */
async function finish(db: Db, user: SignedIn, id: string) {
  const { organizationId } = user;
  const { type, bytes, width, height } = strip(await bytesOf(db, user, id));
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
