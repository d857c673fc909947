import { sql } from "drizzle-orm";
import { HOUR, MINUTE } from "#lib/time/zone.ts";
import { sealOwner as accountOwner } from "#server/connections/providers/account.ts";
import type { SystemDb } from "#server/platform/db/client.ts";
import type { Host } from "#server/platform/handler.ts";
import { machineTime } from "#server/platform/machine.ts";
import { isNewest, keyId, reseal, resealKeyring, type Secret } from "#server/platform/secrets/keyring.ts";
import { sealOwner as factorOwner } from "#server/store/factors/codes.ts";
import type { Job } from "./loop.ts";

type Sealed = { table: string; column: string; key: string[]; ownerOf: (row: Row) => string };
type Row = { sealed: string; [key: string]: string };

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
/** During a deployment, an older host still encrypts with the former secret. */
const RECHECK_MS = 5 * MINUTE;

export function createResealer(host: Host): Required<Pick<Job, "run" | "dueIn">> {
  const { database, secret } = host;
  let [next, pause] = [0, 0];
  // Only after a change of the host's secret.
  const dueIn = async () => (secret.others?.length ? next - machineTime() : Number.POSITIVE_INFINITY);
  const run = async () => {
    const count = (await database.system((db) => isNewest(db, secret))) ? await resealAll() : 1;
    pause = count > 0 ? RECHECK_MS : Math.min(Math.max(2 * pause, RECHECK_MS), HOUR);
    next = machineTime() + pause;
  };
  const resealAll = async () => {
    let count = await database.system((db) => resealKeyring(db, secret));
    for (const sealed of sealedColumns) {
      const resealAfter = (last: string[] | null) =>
        database.system((db) => resealBatch(db, secret, sealed, last));
      let batch = await resealAfter(null);
      for (; batch.last; batch = await resealAfter(batch.last)) count += batch.count;
      count += batch.count;
    }
    return count;
  };
  return { run, dueIn };
}

async function resealBatch(
  db: SystemDb,
  secret: Secret,
  { table, column, key, ownerOf }: Sealed,
  after: string[] | null,
): Promise<{ count: number; last: string[] | null }> {
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
  let count = 0;
  for (const row of rows) {
    const resealed = reseal(secret, ownerOf(row), row.sealed);
    if (!resealed) continue;
    count++;
    const isIt = sql.join(
      key.map((name) => sql`${sql.identifier(name)} = ${row[name]}::uuid`),
      sql` and `,
    );
    await db.execute(sql`update ${called} set ${its} = ${resealed} where ${isIt} and ${its} = ${row.sealed}`);
  }
  const last = rows.at(-1);
  return { count, last: last && rows.length === BATCH ? key.map((name) => last[name] ?? "") : null };
}
