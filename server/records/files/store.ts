import { and, asc, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type FileType, MOST_FILES, MOST_PHOTOS } from "#lib/contract/file-terms.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db, SystemDb } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { isOwned, owned } from "#server/platform/db/owned.ts";
import { countRows } from "#server/platform/db/record.ts";
import { fileParts, files, noteFiles } from "#server/platform/db/schema-records.ts";
import { HttpError } from "#server/platform/errors.ts";

type NamedFile = { id: string; name: string };

const CREATED = sql`, 'at', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', coalesce(
  (select trim(u.first_name || ' ' || u.last_name) from ${owned("users", "u")} where u.id = f.user_id), '')`;

/** `owner`: the id of a note or a repair. A repair’s photos have `at` and `by`: when and by whom they were added. */
export const filesOf = (column: "note_id" | "repair_id", owner: SQL, when = sql`true`) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', f.id, 'name', a.name, 'type', f.type, 'bytes', f.bytes, 'width', f.width,
    'height', f.height${column === "repair_id" ? CREATED : sql.empty()}) order by a.id)
  from ${owned("note_files", "a")} join ${owned("files", "f")} on f.id = a.id where a.${sql.identifier(column)} = ${owner} and ${when}), '[]')`;

/** The part with a photo's thumbnail. An older version reads it after the photo's end, where it does no harm. */
export const THUMB_PART = 1_000_000;

export function isPartOf(id: string) {
  return and(eq(fileParts.fileId, id), lt(fileParts.part, THUMB_PART));
}

export function isThumbOf(id: string) {
  return and(eq(fileParts.fileId, id), eq(fileParts.part, THUMB_PART));
}

export async function bytesOf(db: Db, id: string, which = isPartOf(id)): Promise<Buffer> {
  const parts = await db
    .select({ data: fileParts.data })
    .from(fileParts)
    .where(which)
    .orderBy(asc(fileParts.part));
  return Buffer.concat(parts.map(({ data }) => data));
}

type Owner = { column: "noteId" | "repairId"; id: string; contactId: string | null };

const limits = {
  noteId: [MOST_FILES, `A note can have at most ${MOST_FILES} files. Put the others into another note.`],
  repairId: [MOST_PHOTOS, `A repair can have at most ${MOST_PHOTOS} photos. Remove one first.`],
} as const;

/** Files of other notes, repairs or people count as missing. */
export async function attachFiles(
  db: Db,
  user: SignedIn,
  { column, id: ownerId, contactId }: Owner,
  wanted: NamedFile[] = [],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const existing = await countRows(db, noteFiles, eq(noteFiles[column], ownerId));
  const [most, tooMany] = limits[column];
  if (existing + ids.length > most) throw new HttpError(422, tooMany);
  const found = await db
    .update(files)
    .set({ contactId })
    .where(
      and(
        inArray(files.id, ids.filter(isId)),
        eq(files.userId, user.id),
        eq(files.isReady, true),
        isNull(files.contactId),
        gt(files.keepUntil, sql`now()`),
      ),
    )
    .returning({ id: files.id, type: files.type });
  if (found.length < ids.length)
    throw new HttpError(404, "A file no longer exists. Remove it and add it again.");
  if (column === "repairId") for (const { type } of found) checkPhoto(type);
  await db.insert(noteFiles).values(
    found.map(({ id, type }) => ({
      id,
      [column]: ownerId,
      name: safeFileName(wanted.find((one) => one.id === id)?.name ?? "", type),
    })),
  );
}

export function checkPhoto(type: FileType | null): void {
  if (type?.startsWith("image/")) return;
  throw new HttpError(422, "A repair can only have photos (JPEG, PNG, WebP or GIF).");
}

const ENDINGS: Record<FileType, RegExp> = {
  "image/jpeg": /\.jpe?g$/i,
  "image/png": /\.png$/i,
  "image/webp": /\.webp$/i,
  "image/gif": /\.gif$/i,
  "application/pdf": /\.pdf$/i,
};
const EXTENSIONS: Record<FileType, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "application/pdf": ".pdf",
};

function safeFileName(name: string, type: FileType | null): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/[\\/:*?"<>|]/g, "_")
    .trim();
  if (!type || ENDINGS[type].test(plain)) return plain || "File";
  return `${plain.slice(0, 195) || "File"}${EXTENSIONS[type]}`;
}

/** Deletes files that belong to nothing, not even to something in the trash. */
export async function forgetFiles(db: Db, ids: SQL): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`delete from files
    where ${isOwned()} and id in (${ids})
      and not exists (select from ${owned("note_files", "a")} where a.id = files.id) returning id`);
  return rows;
}

export async function forgetUnattachedFiles(db: SystemDb): Promise<void> {
  await db.execute(sql`delete from files where keep_until < now()
    and not exists (select from note_files a where a.organization_id = files.organization_id and a.id = files.id)`);
}
