import { and, asc, eq, lt, not, sql } from "drizzle-orm";
import { MOST_PHOTOS, PHOTO_LINK_MINUTES } from "#lib/contract/file-terms.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { storeOf } from "#server/booking/store.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { Db, Work } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { countRows, findRecord, lockRecord } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { files } from "#server/platform/db/schema-records.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { photoToken, readDraftToken, readPhotoToken } from "#server/platform/secrets/tokens.ts";
import { beginUpload, isLoose, takePart } from "#server/records/files/files.ts";
import { wasSaved } from "./drafts.ts";

const SECOND = 1_000;

export const draftPhotos = {
  "repairs.photoLink": async ({ host, user, body: { draft }, read }) => {
    const { organizationId, id: userId } = user;
    await host.database.system((db) => countAttempt(db, "photo link", userId));
    const key = readDraftToken(host.secret, organizationId, draft);
    if (!key) throw ended();
    await read((db) => checkUnsaved(db, key.id));
    const until = Math.floor((+host.clock() + PHOTO_LINK_MINUTES * MINUTE) / SECOND);
    return { token: photoToken(host.secret, { organizationId, draft: key.id, userId, until }) };
  },

  "repairs.draftPhotos": async ({ host, user, query: { draft }, read }) => {
    const key = readDraftToken(host.secret, user.organizationId, draft);
    if (!key) return [];
    const { id, type, bytes, width, height } = files;
    const rows = await read((db) =>
      db
        .select({ id, type, bytes, width, height })
        .from(files)
        .where(and(eq(files.draftId, key.id), isLoose(user), eq(files.isReady, true)))
        .orderBy(asc(files.id)),
    );
    return rows.flatMap(({ type, ...row }) => (type ? [{ ...row, type }] : []));
  },

  "visitor.draft": ({ host, params: { token }, address }) =>
    withLink(host, token, address, async (db, { draft, until }) => {
      const { name, timezone } = await storeOf(db);
      const count = await countRows(db, files, eq(files.draftId, draft));
      return { store: name, storeTimezone: timezone, until: new Date(until * SECOND).toISOString(), count };
    }),

  "visitor.addPhoto": ({ host, params: { token }, body: { bytes }, address }) =>
    withLink(host, token, address, async (db, { organizationId, draft, userId }) => {
      // Two photos at once wait for each other.
      await lockRecord(db, users, userId);
      const its = eq(files.draftId, draft);
      const isStuck = lt(files.createdAt, sql`now() - interval '2 minutes'`);
      await db.delete(files).where(and(its, not(files.isReady), isStuck));
      if ((await countRows(db, files, its)) >= MOST_PHOTOS)
        throw new HttpError(422, `A repair can have at most ${MOST_PHOTOS} photos.`);
      return beginUpload(db, { organizationId, id: userId }, bytes, draft);
    }),

  "visitor.sendPhoto": async ({ host, params: { token }, body: { id, ...part }, address }) => {
    const { organizationId, userId, draft } = await withLink(host, token, address, async (db, key) => {
      const file = isId(id) ? await findRecord(db, files, id) : undefined;
      if (file?.draftId !== key.draft) throw ended();
      return key;
    });
    const { read, tenant } = host.database;
    const scopes = {
      read: <T>(work: Work<T>) => read(organizationId, work),
      tenant: <T>(work: Work<T>) => tenant(organizationId, work),
    };
    return takePart(scopes, { organizationId, id: userId }, id, part, (db) => checkUnsaved(db, draft));
  },
} satisfies Partial<Handlers>;

type Key = NonNullable<ReturnType<typeof readPhotoToken>>;

/** Throws a 404 after ten minutes, when the draft is saved, or when the person has left the store. */
async function withLink<T>(
  { database, clock, secret }: Host,
  token: string,
  address: string,
  work: (db: Db, key: Key) => Promise<T>,
): Promise<T> {
  await database.system((db) => countAttempt(db, "phone photo", address));
  const key = readPhotoToken(secret, token);
  if (!key || key.until * SECOND <= +clock()) throw ended();
  return database.tenant(key.organizationId, async (db) => {
    if (!(await findRecord(db, users, key.userId))) throw ended();
    await checkUnsaved(db, key.draft);
    return work(db, key);
  });
}

async function checkUnsaved(db: Db, draft: string): Promise<void> {
  if (await wasSaved(db, draft)) throw ended();
}

function ended(): HttpError {
  return new HttpError(404, "This link has ended");
}
