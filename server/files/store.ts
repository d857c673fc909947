import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type FileType, MOST_FILES } from "#lib/contract/file-terms.ts";
import type { SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { isId } from "#server/db/id.ts";
import { fileParts, files, noteFiles } from "#server/db/schema-files.ts";
import { HttpError } from "#server/errors.ts";

type Owner = { organizationId: string };
type Named = { id: string; name: string };

/** The files of a note, as it is answered with them; `organization` and `note` are what its query calls them. */
export const filesOf = (organization: SQL, note: SQL) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', f.id, 'name', a.name, 'type', f.type, 'bytes', f.bytes, 'width', f.width,
    'height', f.height) order by a.id)
  from note_files a join files f on f.organization_id = a.organization_id and f.id = a.id
  where a.organization_id = ${organization} and a.note_id = ${note}), '[]')`;

export function partsOf({ organizationId }: Owner, id: string) {
  return and(eq(fileParts.organizationId, organizationId), eq(fileParts.fileId, id));
}

/** All of a file's bytes. */
export async function bytesOf(db: Db, owner: Owner, id: string): Promise<Buffer> {
  const parts = await db
    .select({ data: fileParts.data })
    .from(fileParts)
    .where(partsOf(owner, id))
    .orderBy(asc(fileParts.part));
  return Buffer.concat(parts.map(({ data }) => data));
}

type Note = { id: string; contactId: string };

/** A note has what its writer uploaded for it; whose file it is elsewhere, or nobody's, is none. */
export async function attachFiles(db: Db, user: SignedIn, note: Note, asked: Named[] = []): Promise<void> {
  if (asked.length === 0) return;
  const { organizationId } = user;
  const ids = [...new Set(asked.map(({ id }) => id))];
  const there = await db.$count(
    noteFiles,
    and(eq(noteFiles.organizationId, organizationId), eq(noteFiles.noteId, note.id)),
  );
  if (there + ids.length > MOST_FILES)
    throw new HttpError(422, `A note has ${MOST_FILES} files at most. Put the others into another note.`);
  const found = await db
    .update(files)
    .set({ contactId: note.contactId })
    .where(
      and(
        eq(files.organizationId, organizationId),
        inArray(files.id, ids.filter(isId)),
        eq(files.userId, user.id),
        eq(files.isReady, true),
        isNull(files.contactId),
        gt(files.keepUntil, sql`now()`),
      ),
    )
    .returning({ id: files.id, type: files.type });
  if (found.length < ids.length)
    throw new HttpError(404, "A file of this note is not there any more. Take it out and add it again.");
  await db.insert(noteFiles).values(
    found.map(({ id, type }) => ({
      organizationId,
      id,
      noteId: note.id,
      name: calledAs(asked.find((one) => one.id === id)?.name ?? "", type),
    })),
  );
}

const ENDINGS: Record<FileType, RegExp> = {
  "image/jpeg": /\.jpe?g$/i,
  "image/png": /\.png$/i,
  "image/webp": /\.webp$/i,
  "image/gif": /\.gif$/i,
  "application/pdf": /\.pdf$/i,
};
const ENDS: Record<FileType, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "application/pdf": ".pdf",
};

/** A name that can be seen, leads nowhere, and ends as what the file is. */
function calledAs(name: string, type: FileType | null): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/[\\/:*?"<>|]/g, "_")
    .trim();
  if (!type || ENDINGS[type].test(plain)) return plain || "File";
  return `${plain.slice(0, 195) || "File"}${ENDS[type]}`;
}

/** Bytes that no note has, and none can get back: of what was deleted for good, and of who is to be forgotten. */
export async function forgetFiles(db: Db, { organizationId }: Owner, ids: SQL): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`delete from files
    where organization_id = ${organizationId}::uuid and id in (${ids}) and not exists (select from note_files a
      where a.organization_id = files.organization_id and a.id = files.id) returning id`);
  return rows;
}

/** What no note got within a day, and what came back to none from the trash. */
export async function forgetLooseFiles(db: Db): Promise<void> {
  await db.execute(sql`delete from files where keep_until < now()
    and not exists (select from note_files a where a.organization_id = files.organization_id and a.id = files.id)`);
}
