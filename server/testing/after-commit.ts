import { AsyncLocalStorage } from "node:async_hooks";
import { getTableName, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database, SystemDb, Work } from "#server/platform/db/client.ts";
import { attempts, usedChallenges } from "#server/platform/db/schema-auth.ts";
import { importKeys } from "#server/platform/db/schema-import.ts";
import { incidents } from "#server/platform/db/schema-mail.ts";

// Fails tests of endpoints that use the database after their commit: an error at that point would make people
// repeat a stored change.

type Request = { aside: string[]; committed: string[]; late: string[] };

/** Requests with several complete transactions. Repeating such a request completes it. */
const STEPS: { request: RegExp; first: string[] }[] = [
  // Releasing the held time is a separate change. Undoing the deletion must not hold it again.
  { request: /^DELETE \/wishes\//, first: ["offers", "mails", "organizations"] },
  // An unreadable calendar is recorded before the booking.
  { request: /^POST \/book/, first: ["accounts"] },
];

const requests = new AsyncLocalStorage<Request>();
const dialect = new PgDialect();
/** Tables written before the request's own work, which don't count as its change. */
const ASIDE: readonly string[] = [attempts, usedChallenges, importKeys, incidents].map(getTableName);

/** Throws if a successful write used its `watchedDatabase` after a commit. */
export async function answeredAtCommit(name: string, request: () => Promise<Response>): Promise<Response> {
  if (/^(GET|HEAD) /.test(name)) return request();
  const first = STEPS.filter((step) => step.request.test(name)).flatMap((step) => step.first);
  const seen: Request = { aside: [...ASIDE, ...first], committed: [], late: [] };
  const response = await requests.run(seen, request);
  if (response.ok && seen.late.length > 0)
    throw new Error(`${name} used the database after its commit: ${seen.late}`);
  return response;
}

export function watchedDatabase(database: Database): Database {
  async function scope<T>(
    name: string,
    run: (watch: <D extends SystemDb>(work: Work<T, D>) => Work<T, D>) => Promise<T>,
  ): Promise<T> {
    const request = requests.getStore();
    if (request && request.committed.length > 0) request.late.push(`${name} after ${request.committed}`);
    const changed: string[] = [];
    const done = await run((work) => (db) => work(recordChanges(db, changed)));
    request?.committed.push(...changed.filter((table) => !request.aside.includes(table)));
    return done;
  }
  const watched: Pick<Database, "read" | "tenant" | "system"> = {
    read: (id, work, actor) => scope("read", (watch) => database.read(id, watch(work), actor)),
    tenant: (id, work) => scope("tenant", (watch) => database.tenant(id, watch(work))),
    system: (work) => scope("system", (watch) => database.system(watch(work))),
  };
  return Object.assign(Object.create(database) as Database, watched);
}

function recordChanges<D extends SystemDb>(db: D, changed: string[]): D {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "transaction") {
        return (work: Work<unknown, SystemDb>) =>
          target.transaction((tx) => work(recordChanges(tx, changed)));
      }
      if (name === "insert" || name === "update" || name === "delete") {
        return (table: Parameters<SystemDb["insert"]>[0]) => {
          changed.push(getTableName(table));
          return target[name](table);
        };
      }
      if (name === "execute") {
        return (query: SQL | string) => {
          const text = typeof query === "string" ? query : dialect.sqlToQuery(query).sql;
          const [change] = /\b(insert into|update|delete from) \S+/i.exec(text) ?? [];
          if (change) changed.push(change);
          return target.execute(query);
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
