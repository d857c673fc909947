import { and, eq } from "drizzle-orm";
import { type ImportKey, newImportKey } from "#server/platform/auth/import-keys.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { imports, importKeys as table } from "#server/platform/db/schema-import.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { countsOf, leftOutAs } from "./import-page.ts";
import { oneSaved } from "./saved.ts";
import { isFull, storeFile } from "./upload.ts";

const MAX_KEYS = 10;

export const importKeys = {
  "importKeys.create": async ({ user, params: { id: savedId }, body: { name }, tenant }) => {
    const { key, ...made } = newImportKey(user.organizationId);
    await tenant(async (db) => {
      await oneSaved(db, savedId, true);
      if ((await countRows(db, table, eq(table.savedId, savedId))) >= MAX_KEYS)
        throw new HttpError(422, `A saved import can have ${MAX_KEYS} keys. Revoke one first.`);
      await db.insert(table).values({ ...made, savedId, userId: user.id, createdBy: nameOf(user), name });
    });
    return { id: made.id, key };
  },
  "importKeys.delete": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      const gone = await db.delete(table).where(eq(table.id, id)).returning({ id: table.id });
      if (gone.length === 0) throw notFound();
    });
  },
  "imports.receive": async ({ host, importKey, params, query: { name = "file.csv" }, body, tenant }) => {
    checkKey(importKey, params);
    const { id: keyId, userId, savedId } = importKey;
    if (body.length === 0) throw new HttpError(422, "This file is empty.");
    const id = newId();
    await tenant(async (db) => {
      await oneSaved(db, savedId, true);
      if (await isFull(db, savedId))
        throw new HttpError(422, "Too many files are waiting. The store must import or delete one first.");
      const createdBy = `${importKey.name} (key)`;
      await storeFile(db, { id, userId, createdBy, keyId, name, bytes: body.length, savedId }, body);
    });
    host.wake();
    return { id };
  },
  "imports.received": async ({ importKey, params, query: { run }, read }) => {
    checkKey(importKey, params);
    return read(async (db) => {
      const [found] = await db
        .select()
        .from(imports)
        .where(and(eq(imports.id, run), eq(imports.keyId, importKey.id)));
      if (!found) throw notFound();
      const leftOut = leftOutAs(found.state, await countsOf(db, found));
      const ended = pick(
        found,
        "id",
        "name",
        "state",
        "problem",
        "stop",
        "total",
        "added",
        "updated",
        "edited",
      );
      return { ...ended, leftOut };
    });
  },
} satisfies Partial<Handlers>;

function checkKey({ savedId }: ImportKey, { id }: { id: string }): void {
  if (id !== savedId)
    throw new HttpError(403, "This key is for another saved import. Use the address beside the key.");
}
