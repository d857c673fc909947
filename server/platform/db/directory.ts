import { inArray } from "drizzle-orm";
import type { SystemDb } from "./client.ts";
import {
  accountDirectory,
  emailDirectory,
  passkeyDirectory,
  slugDirectory,
  tokenDirectory,
} from "./schema-auth.ts";

/*
 * Finds a key's organization before the caller is known. The next statement reads only that organization. Requires
 * system scope.
 */

const TABLES = {
  token: [tokenDirectory, tokenDirectory.tokenHash],
  email: [emailDirectory, emailDirectory.email],
  slug: [slugDirectory, slugDirectory.slug],
  account: [accountDirectory, accountDirectory.externalId],
  passkey: [passkeyDirectory, passkeyDirectory.credentialId],
} as const;

/** Emails must be in lower case. */
export async function organizationsOf(db: SystemDb, what: keyof typeof TABLES, keys: (string | Buffer)[]) {
  const [table, key] = TABLES[what] as [typeof slugDirectory, typeof slugDirectory.slug];
  const found = await db
    .selectDistinct({ id: table.organizationId })
    .from(table)
    .where(inArray(key, keys as string[]));
  return found.map(({ id }) => id);
}
