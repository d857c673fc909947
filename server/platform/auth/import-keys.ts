import { timingSafeEqual } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";
import { bytesOfId, idOfBytes, newId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { importKeys as table } from "#server/platform/db/schema-import.ts";
import { HttpError } from "#server/platform/errors.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { countAttempt } from "./attempts.ts";
import { hashToken } from "./session.ts";

const PREFIX = "loupe_import_";
const KEY = `${PREFIX}([\\w-]{86})`;
const BEARER = new RegExp(`^Bearer (${KEY})$`, "i");

/** `userId`: its creator. `savedId`: the only saved import that it sends files to. */
export type ImportKey = { organizationId: string; id: string; userId: string; savedId: string; name: string };

/** The key names its store, so that its look-up reads only that store. */
export function newImportKey(organizationId: string): { id: string; key: string; keyHash: Buffer } {
  const id = newId();
  const bytes = Buffer.concat([bytesOfId(organizationId), bytesOfId(id), randomBytes(32)]);
  const key = PREFIX + bytes.toString("base64url");
  return { id, key, keyHash: hashToken(key) };
}

type Sent = { authorization: string | undefined; url: string; address: string; hasFile: boolean };

/** Throws a 400, 401 or 429. A key stops working when its creator is removed or is no longer the owner or an admin. */
export async function authenticateKey(
  database: Database,
  { authorization = "", url, address, hasFile }: Sent,
): Promise<ImportKey> {
  await database.system((db) => countAttempt(db, "import key", address));
  if (new RegExp(KEY).test(url))
    throw new HttpError(
      400,
      "Send the key in the Authorization header, not in the address. Addresses end up in logs, so create a new key.",
    );
  const [, key = "", token = ""] = BEARER.exec(authorization) ?? [];
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length === 0) throw unknown();
  const [organizationId, id] = [idOfBytes(bytes.subarray(0, 16)), idOfBytes(bytes.subarray(16, 32))];
  const found = await database.tenant(organizationId, async (db) => {
    const { keyHash, userId, savedId, name } = table;
    const [row] = await db
      .select({ keyHash, userId, savedId, name })
      .from(table)
      .innerJoin(users, and(eq(users.id, table.userId), ne(users.role, "USER")))
      .where(eq(table.id, id));
    if (!row || !timingSafeEqual(row.keyHash, hashToken(key))) throw unknown();
    await db.update(table).set({ usedAt: sql`now()` }).where(eq(table.id, id));
    return { organizationId, id, userId: row.userId, savedId: row.savedId, name: row.name };
  });
  if (hasFile) await database.system((db) => countAttempt(db, "imported file", id));
  return found;
}

function unknown(): HttpError {
  return new HttpError(401, "This key doesn't exist or was revoked. Ask the store for a new one.");
}
