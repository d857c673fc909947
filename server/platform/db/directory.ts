import { inArray } from "drizzle-orm";
import type { Db } from "./client.ts";
import {
  accountDirectory,
  emailDirectory,
  passkeyDirectory,
  slugDirectory,
  tokenDirectory,
} from "./schema-directory.ts";

/*
 * Whose something is that is asked for before anybody knows. What is read next is then of these organizations alone, in a
 * statement of its own: a sharded database asks one machine. All want system scope.
 */

const TABLES = {
  token: [tokenDirectory, tokenDirectory.tokenHash],
  email: [emailDirectory, emailDirectory.email],
  slug: [slugDirectory, slugDirectory.slug],
  account: [accountDirectory, accountDirectory.externalId],
  passkey: [passkeyDirectory, passkeyDirectory.credentialId],
} as const;

/** The organizations of an address (in lower case), a booking link, a provider's account, the id of a passkey, or the hashes of a token. */
export async function organizationsOf(
  db: Db,
  what: keyof typeof TABLES,
  keys: (string | Buffer)[],
): Promise<string[]> {
  const [table, key] = TABLES[what] as [typeof slugDirectory, typeof slugDirectory.slug];
  const found = await db
    .selectDistinct({ id: table.organizationId })
    .from(table)
    .where(inArray(key, keys as string[]));
  return found.map(({ id }) => id);
}
