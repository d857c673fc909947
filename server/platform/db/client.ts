import { Column, is, SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { currentActor } from "./actor.ts";
import { isRetryable } from "./errors.ts";
import { type Scope, ScopedClient, type Way } from "./scoped-client.ts";
import { StoreQueue } from "./store-queue.ts";

export type Db = NodePgDatabase;
/** Work on one connection. Never opens a second scope inside: the embedded database has a single connection. */
export type Work<T> = (db: Db) => Promise<T>;

/**
 * The one gate to the database.
 *
 * - `read`: one organization's rows, each statement on its own.
 * - `readBehind`: the same, right behind a question of no organization. The database is sent both at once, so what is read
 *   must be given to nobody before that question's answer allows it.
 * - `tenant`: the same in a transaction, for writes. Refused while the disk is nearly full, or while too many
 *   writes of the store wait (`store-queue.ts`). Run again where the database
 *   gave it up for another's sake, so its work does nothing but ask the database. The journal is told who acts.
 * - `system`: every row, for what happens before or beside an organization: sign-in, seeding, upkeep.
 * - `moment`: one organization's rows of these tables as they are now, to be read at leisure on a connection of its own while
 *   others work, until `close`.
 */
export type Database = {
  read<T>(organizationId: string, work: Work<T>): Promise<T>;
  readBehind<A, T>(organizationId: string, question: Work<A>, work: Work<T>): Promise<[answer: A, read: T]>;
  tenant<T>(organizationId: string, work: Work<T>): Promise<T>;
  system<T>(work: Work<T>): Promise<T>;
  moment(organizationId: string, tables: string[]): Promise<Apart>;
};

/** A connection that nobody else uses. */
export type Apart = { client: pg.ClientBase; close: () => Promise<void> };

/** To the database: all, those at rest, and how many wait for one. */
export type Connections = { total: number; idle: number; waiting: number };

export const connectionsOf = (pool: pg.Pool) => (): Connections => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

type Drizzled = { client: ScopedClient; db: Db };
const DIRECT: Way = { keepsNames: true, timeout: null };
const reading = (organizationId: string): Scope => ({ organizationId, actor: "" });

/** `beforeWrite` throws where a write is not to be begun; `apart` opens a connection that holds nobody else up. */
export function gate(
  pool: pg.Pool,
  apart: () => Promise<Apart>,
  beforeWrite: () => Promise<void> = async () => {},
  wayOf: (client: pg.PoolClient) => Way = () => DIRECT,
): Database {
  const queue = new StoreQueue();
  const clients = new WeakMap<pg.PoolClient, { plain: Drizzled; scoped: Drizzled }>();

  function drizzled(client: pg.PoolClient) {
    const known = clients.get(client);
    if (known) return known;
    const way = wayOf(client);
    const made = () => {
      const scoped = new ScopedClient(client, way);
      return { client: scoped, db: drizzle(scoped as unknown as pg.PoolClient) };
    };
    const both = { plain: made(), scoped: made() };
    clients.set(client, both);
    return both;
  }

  async function use<T>(
    scope: Scope | null,
    work: (db: Db, client: pg.PoolClient, plain: Db) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    try {
      const { plain, scoped } = drizzled(client);
      scoped.client.scope = scope;
      return await work(scope ? scoped.db : plain.db, client, plain.db);
    } finally {
      client.release();
    }
  }

  return {
    read: (organizationId, work) => use(reading(organizationId), work),
    readBehind: (organizationId, question, work) =>
      use(reading(organizationId), async (db, client, plain) => {
        const { stream } = (client as unknown as { connection: pg.Connection }).connection;
        stream.cork();
        // What fails before it asks anything is a failure of its own, and holds back nothing that others ask.
        const asked = [(async () => question(plain))(), (async () => work(db))()] as const;
        stream.uncork();
        // The connection is free once both are answered, however.
        await Promise.allSettled(asked);
        return Promise.all(asked);
      }),
    tenant: async (organizationId, work) => {
      await beforeWrite();
      const scope = { organizationId, actor: JSON.stringify(currentActor()) };
      return queue.run(organizationId, () => retried(() => use(scope, (db) => db.transaction(work))));
    },
    system: (work) => use(null, work),
    moment: async (organizationId, tables) => {
      const { client, close } = await apart();
      try {
        await beginMoment(client, organizationId, tables);
        return { client, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

/**
 * The moment is that of the transaction's first question. A table that an upgrade rewrites after it would look empty, so
 * all are locked before. Cursors are read to their end: planned for their first rows, a join looks up each row by itself.
 */
async function beginMoment(client: pg.ClientBase, organizationId: string, tables: string[]): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = '10s'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local cursor_tuple_fraction = 1`);
  await client.query(`lock table ${tables.join(", ")} in access share mode`);
  await client.query(
    "select set_config('role', 'crm_app', true), set_config('app.organization_id', $1, true)",
    [organizationId],
  );
}

/** Of transactions that wait for each other the database ends one; nothing of it is stored, and alone it succeeds. */
async function retried<T>(transaction: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (attempts === 1 || !isRetryable(error)) throw error;
    return retried(transaction, attempts - 1);
  }
}

/**
 * A query that is planned once per connection, in transactions and outside of them. `build` gives it a name with drizzle's
 * `.prepare(name)`.
 */
export function prepared<T>(build: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<object, T>();
  return (db) => {
    const { session } = db._;
    const query = made.get(session) ?? decodedOnce(build(db));
    made.set(session, query);
    return query;
  };
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Decoded = { decoder: Decoder };
type Insides = {
  fields: { path: string[]; field: (Column & Decoder) | (SQL & Decoded) | { sql: SQL & Decoded } }[];
  customResultMapper: (rows: unknown[][]) => object[];
};

/**
 * How a column's values are read is found once per query: drizzle, left to itself, finds it at each cell of each row. It
 * needs two internals of its prepared queries; the version is pinned. A selection of whole tables stays drizzle's.
 */
function decodedOnce<T>(query: T): T {
  const insides = query as unknown as Insides;
  if (insides.fields.some(({ path }) => path.length > 1)) return query;
  const cells = insides.fields.map(({ path: [name = ""], field }) => ({
    name,
    decoder: is(field, Column) ? field : is(field, SQL) ? field.decoder : field.sql.decoder,
  }));
  insides.customResultMapper = (rows) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {};
      cells.forEach(({ name, decoder }, i) => {
        const value = values[i];
        row[name] = value === null ? null : decoder.mapFromDriverValue(value);
      });
      return row;
    });
  return query;
}

/** True once the database answers; throws what it says otherwise. */
export async function ping(database: Database): Promise<void> {
  await database.system((db) => db.execute(sql`select 1`));
}

/** A handler's ways to the database. */
export type Scopes = { read: <T>(work: Work<T>) => Promise<T>; tenant: <T>(work: Work<T>) => Promise<T> };

export function scopesOf(database: Database, organizationId: string): Scopes {
  return {
    read: (work) => database.read(organizationId, work),
    tenant: (work) => database.tenant(organizationId, work),
  };
}
