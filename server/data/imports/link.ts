import { and, eq, inArray } from "drizzle-orm";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { imports, savedImports as table } from "#server/platform/db/schema-import.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { type RecordKey, recordOfToken } from "#server/platform/secrets/tokens.ts";
import { checkMayChange, linkOf, oneSaved } from "./saved.ts";
import { beginUpload, OPEN, storePart } from "./upload.ts";

const CREATED_BY = "Import link";
const MAX_OPEN = 5;

/** Other programs have only the token. */
export const importLinks = {
  "savedImports.renewLink": async ({ host, user, params: { id }, tenant }) => {
    const linkId = newId();
    await tenant(async (db) => {
      checkMayChange(await oneSaved(db, id, true), user);
      await db.update(table).set({ linkId }).where(eq(table.id, id));
    });
    return { link: linkOf(host, { organizationId: user.organizationId, id: linkId }) };
  },

  "savedImports.endLink": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      checkMayChange(await oneSaved(db, id, true), user);
      await db.update(table).set({ linkId: null }).where(eq(table.id, id));
    });
  },

  "imports.receive": async ({ host, params: { token }, body: { name, bytes }, address }) => {
    await host.database.system((db) => countAttempt(db, "import link", address));
    const key = keyOf(host, token);
    const id = newId();
    await host.database.tenant(key.organizationId, async (db) => {
      const { id: savedId, userId } = await savedOf(db, key);
      const ofLink = and(eq(imports.savedId, savedId), eq(imports.createdBy, CREATED_BY));
      if ((await countRows(db, imports, and(ofLink, inArray(imports.state, OPEN)))) >= MAX_OPEN)
        throw new HttpError(
          422,
          `${MAX_OPEN} files of this link are waiting. The store has to import or delete them first.`,
        );
      await beginUpload(db, { id, userId, createdBy: CREATED_BY, name, bytes, savedId });
    });
    return { id };
  },

  "imports.receivePart": async ({ host, params: { token }, body: { importId, part, data } }) => {
    const key = keyOf(host, token);
    const isWhole = await host.database.tenant(key.organizationId, async (db) => {
      const { id: savedId } = await savedOf(db, key);
      const [found] = await db
        .select()
        .from(imports)
        .where(and(eq(imports.id, importId), eq(imports.savedId, savedId), eq(imports.createdBy, CREATED_BY)))
        .for("update");
      if (!found) throw noLink();
      return storePart(db, found, part, data);
    });
    if (isWhole) host.wake();
  },
} satisfies Partial<Handlers>;

function keyOf(host: Host, token: string): RecordKey {
  const key = recordOfToken(host.secret, "import", token);
  if (!key) throw noLink();
  return key;
}

async function savedOf(db: Db, { id }: RecordKey) {
  const [found] = await db.select().from(table).where(eq(table.linkId, id));
  if (!found) throw noLink();
  return found;
}

function noLink(): HttpError {
  return new HttpError(404, "This link was changed or turned off. Ask the store for the current one.");
}
