import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import { Column, is, SQL, sql } from "drizzle-orm";
import { drizzle, NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { HttpError } from "#server/platform/errors.ts";
import { after } from "#server/platform/machine.ts";
import { actingAs, currentActor } from "./actor.ts";
import { isRetryable } from "./errors.ts";
import { StoreDialect, withStoreId } from "./owned.ts";
import { isInRequest } from "./request.ts";
import { type Scope, ScopedClient, type SendMode } from "./scoped-client.ts";

type Queries = Omit<NodePgDatabase, "$count" | "transaction">;
declare const ofOneStore: unique symbol;
/** Accesses one store's rows. Each query is limited to the store without naming it (`owned.ts`). */
export type Db = Queries & { readonly [ofOneStore]: true; transaction: <T>(work: Work<T>) => Promise<T> };
export type SystemDb = Queries & { transaction<T>(work: Work<T, SystemDb>): Promise<T> };
/** Must not open a second scope: the embedded database has one connection. */
export type Work<T, D = Db> = (db: D) => Promise<T>;

/**
 * The only access to the database.
 * - `read`: one store's rows, without a transaction
 * - `tenant`: one store's rows, in a transaction. Refused if the disk is nearly full or too many writes of
 * the store wait. Retried after a deadlock, so `work` may only use the database
 * - `system`: all rows, for sign-in, seeding and upkeep
 * - `read`: `actor` (JSON) is the person whose private email is included
 * - `snapshotOf`: one store's tables at one moment, on a separate connection. The caller closes it
 */
export type Database = {
  read<T>(organizationId: string, work: Work<T>, actor?: string): Promise<T>;
  tenant<T>(organizationId: string, work: Work<T>): Promise<T>;
  system<T>(work: Work<T, SystemDb>): Promise<T>;
  snapshotOf(organizationId: string, tables: string[]): Promise<SeparateConnection>;
};

export type SeparateConnection = { client: pg.ClientBase; close: () => Promise<void> };

type Connections = { total: number; idle: number; waiting: number };

export const connectionsOf = (pool: pg.Pool) => (): Connections => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

export type Opened = {
  database: Database;
  embedded: boolean;
  snapshot?: (folder: string) => Promise<void>;
  /** Throws if the disk has no room. */
  checkDisk?: () => Promise<void>;
  connections: () => Connections;
  close: () => Promise<void>;
};

/** The scope of the work that is running, to recognize work that outlives it. */
const running = new AsyncLocalStorage<Scope | null>();

type Drizzled = { scoped: ScopedClient; store: Db; system: SystemDb };
const DIRECT: SendMode = { keepsNames: true, timeout: null };

export function createDatabase(
  pool: pg.Pool,
  apart: () => Promise<SeparateConnection>,
  beforeWrite: () => Promise<void> = async () => {},
  wayOf: (client: pg.PoolClient) => SendMode = () => DIRECT,
): Database {
  const queue = new StoreQueue();
  const clients = new WeakMap<pg.PoolClient, Drizzled>();

  function drizzled(client: pg.PoolClient): Drizzled {
    const known = clients.get(client);
    if (known) return known;
    const scoped = new ScopedClient(client, wayOf(client));
    const system = drizzle(scoped as unknown as pg.PoolClient) as SystemDb;
    const store = storeDb(scoped, () => {
      // The connection may serve another store by now.
      if (!scoped.scope || running.getStore() !== scoped.scope) throw new Error("This query needs its scope");
      return scoped.scope.organizationId;
    });
    const made = { scoped, store, system };
    clients.set(client, made);
    return made;
  }

  async function use<T>(scope: Scope | null, work: (drizzled: Drizzled) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      const made = drizzled(client);
      made.scoped.scope = scope;
      // A query of drizzle starts when it is awaited.
      return await running.run(scope, async () => await work(made));
    } finally {
      client.release();
    }
  }

  return {
    read: (organizationId, work, actor = "") => use({ organizationId, actor }, ({ store }) => work(store)),
    tenant: async (organizationId, work) => {
      await beforeWrite();
      const scope = { organizationId, actor: JSON.stringify(currentActor()) };
      return queue.run(organizationId, () =>
        retried(() => use(scope, ({ store }) => store.transaction(work))),
      );
    },
    system: (work) => use(null, ({ system }) => work(system)),
    snapshotOf: async (organizationId, tables) => {
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

const dialect = new StoreDialect();
type Client = Pick<ScopedClient, "query">;
type StoreClient = Client & { organizationId: () => string };

function storeDb(client: Client, organizationId: () => string): Db {
  const query: Client["query"] = (config, values) =>
    client.query(config, withStoreId(values, organizationId));
  const own: StoreClient = { query, organizationId };
  const session = new NodePgSession(own as unknown as pg.PoolClient, dialect, undefined);
  return new NodePgDatabase(dialect, session, undefined) as unknown as Db;
}

export function storeIdOf(db: Db): string {
  const { client } = db._.session as unknown as { client: StoreClient };
  return client.organizationId();
}

/** Without row-level security. */
export function inStore(db: SystemDb, organizationId: string): Db {
  const { client } = db._.session as unknown as { client: Client };
  return storeDb(client, () => organizationId);
}

/** Locks all tables first, because a table that a migration rewrites later would look empty. `cursor_tuple_fraction` is 1 because exports read every row. */
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

async function retried<T>(transaction: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (attempts === 1 || !isRetryable(error)) throw error;
    return retried(transaction, attempts - 1);
  }
}

/** Plans a query once per connection. `build` names it with `.prepare(name)`. */
export function prepared<T, D extends SystemDb = Db>(build: (db: D) => T): (db: D) => T {
  const made = new WeakMap<object, T>();
  return (db) => {
    const { session } = db._;
    const query = made.get(session) ?? decodedOnce(build(db));
    made.set(session, query);
    return query;
  };
}

/** Runs raw SQL that takes Postgres longer to plan than to run, and plans it once per connection. */
export function executePrepared<T extends Record<string, unknown>>(
  db: Db,
  query: SQL,
): Promise<pg.QueryResult<T>> {
  const built = dialect.sqlToQuery(query);
  const name = hash("sha256", built.sql, "base64url");
  return db._.session.prepareQuery(built, undefined, name, false).execute() as Promise<pg.QueryResult<T>>;
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Decoded = { decoder: Decoder };
type QueryInternals = {
  fields: { path: string[]; field: (Column & Decoder) | (SQL & Decoded) | { sql: SQL & Decoded } }[];
  customResultMapper: (rows: unknown[][]) => object[];
};

/**
 * Finds each column's decoder once per query; drizzle does so for each cell, which takes 14 % of a request's
 * CPU. Uses two internals of drizzle, so its version is pinned.
 */
function decodedOnce<T>(query: T): T {
  const insides = query as unknown as QueryInternals;
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

export type UserKey = { organizationId: string; userId: string };

/** In the journal, the changes are the person's own. */
export function asPerson<T>(
  database: Database,
  { organizationId, userId }: UserKey,
  work: Work<T>,
): Promise<T> {
  return actingAs({ kind: "person", id: userId }, () => database.tenant(organizationId, work));
}

export async function ping(database: Database): Promise<void> {
  await database.system((db) => db.execute(sql`select 1`));
}

export type Scopes = {
  read: <T>(work: Work<T>, actor?: string) => Promise<T>;
  tenant: <T>(work: Work<T>) => Promise<T>;
};

export function scopesOf(database: Database, organizationId: string): Scopes {
  return {
    read: (work, actor) => database.read(organizationId, work, actor),
    tenant: (work) => database.tenant(organizationId, work),
  };
}

type Limits = { parallel: number; maxWaiting: number; maxWaitMs: number };

/** Keeps one store's waiting writes from occupying the pool. `maxWaitMs` is shorter than the web app's timeout. */
const LIMITS: Limits = { parallel: 3, maxWaiting: 200, maxWaitMs: 7_000 };
const RETRY_AFTER_S = 2;

export class StoreQueue {
  #limits: Limits;
  #running = new Map<string, number>();
  #waiting = new Map<string, Set<() => void>>();

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits;
  }

  /** Requests get a 503, before their work starts, if too many wait or too long. Jobs wait without limit. */
  async run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(organizationId) ?? 0;
    if (running < this.#limits.parallel) this.#running.set(organizationId, running + 1);
    else await this.#turn(organizationId);
    try {
      return await work();
    } finally {
      this.#free(organizationId);
    }
  }

  #turn(organizationId: string): Promise<void> {
    const waiting = this.#waiting.get(organizationId) ?? new Set();
    const isPatient = !isInRequest();
    if (!isPatient && waiting.size >= this.#limits.maxWaiting) throw busy();
    this.#waiting.set(organizationId, waiting);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(begin);
        reject(busy());
      };
      const timer = isPatient ? undefined : after(this.#limits.maxWaitMs, giveUp);
      waiting.add(begin);
    });
  }

  #free(organizationId: string): void {
    const waiting = this.#waiting.get(organizationId);
    const [next] = waiting ?? [];
    if (waiting && next) {
      waiting.delete(next);
      next();
      return;
    }
    this.#waiting.delete(organizationId);
    const running = (this.#running.get(organizationId) ?? 1) - 1;
    if (running > 0) this.#running.set(organizationId, running);
    else this.#running.delete(organizationId);
  }
}

function busy(): HttpError {
  return new HttpError(503, "This store is very busy right now. Try again in a moment.", RETRY_AFTER_S);
}
