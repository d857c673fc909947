import { sql } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import { sealOwner as accountOwner } from "#server/connections/providers/account.ts";
import type { Database, Db } from "#server/platform/db/client.ts";
import type { Host } from "#server/platform/handler.ts";
import { isNewest, reseal, resealKeyring } from "#server/platform/secrets/keyring.ts";
import { keyId, type Secret } from "#server/platform/secrets/seal.ts";
import { sealOwner as factorOwner } from "#server/store/factors/take-code.ts";

/** A column of sealed texts: which columns name a row, and whose it is to `seal`. */
type Sealed = { table: string; column: string; key: string[]; ownerOf: (row: Row) => string };
type Row = { sealed: string; [key: string]: string };

/** Whatever `seal` wrote into the database, but for the former secrets themselves. */
export const sealedColumns: Sealed[] = [
  {
    table: "accounts",
    column: "secrets",
    key: ["organization_id", "id"],
    ownerOf: ({ organization_id = "", id = "" }) => accountOwner({ organizationId: organization_id, id }),
  },
  {
    table: "authenticator_apps",
    column: "secret",
    key: ["organization_id", "user_id"],
    ownerOf: ({ organization_id = "", user_id = "" }) =>
      factorOwner({ organizationId: organization_id, userId: user_id }),
  },
];

const BATCH = 100;
/** A host that is still to be started with the new secret seals with the old one until then. */
const AGAIN_MS = 5 * MINUTE;

/** Seals with the present secret what one of before has sealed. Nothing to do where there is none of before. */
export function createResealer(host: Host): () => Promise<void> {
  const { database, secret } = host;
  let next = 0;
  return async () => {
    if (!secret.others?.length || Date.now() < next) return;
    if (!(await database.system((db) => isNewest(db, secret)))) return;
    await database.system((db) => db.transaction((tx) => resealKeyring(tx, secret)));
    for (const sealed of sealedColumns) {
      let after: string[] | null = null;
      do after = await resealSome(database, secret, sealed, after);
      while (after);
    }
    next = Date.now() + AGAIN_MS;
  };
}

/** Some more rows of a column, in their order; answers behind which to go on, null at the end. What cannot be opened stays. */
function resealSome(
  database: Database,
  secret: Secret,
  sealed: Sealed,
  after: string[] | null,
): Promise<string[] | null> {
  return database.system((db) => db.transaction((tx) => resealBatch(tx, secret, sealed, after)));
}

async function resealBatch(
  db: Db,
  secret: Secret,
  { table, column, key, ownerOf }: Sealed,
  after: string[] | null,
): Promise<string[] | null> {
  const [its, called] = [sql.identifier(column), sql.identifier(table)];
  const names = sql.join(
    key.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const isBehind = after
    ? sql`and (${names}) > (${sql.join(
        after.map((value) => sql`${value}::uuid`),
        sql`, `,
      )})`
    : sql``;
  const { rows } = await db.execute<Row>(sql`select ${names}, ${its} as sealed from ${called}
    where ${its} like 'v1.%' and ${its} not like ${`v1.${keyId(secret)}.%`} ${isBehind}
    order by ${names} limit ${BATCH}`);
  for (const row of rows) {
    const anew = reseal(secret, ownerOf(row), row.sealed);
    if (!anew) continue;
    const isIt = sql.join(
      key.map((name) => sql`${sql.identifier(name)} = ${row[name]}::uuid`),
      sql` and `,
    );
    // Not where somebody has connected another account meanwhile.
    await db.execute(sql`update ${called} set ${its} = ${anew} where ${isIt} and ${its} = ${row.sealed}`);
  }
  const last = rows.at(-1);
  return last && rows.length === BATCH ? key.map((name) => last[name] ?? "") : null;
}
