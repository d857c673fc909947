import { AsyncLocalStorage } from "node:async_hooks";

const asking = new AsyncLocalStorage<string>();

/** All that `work` asks of the database is asked for this request, or by the job of this name. */
export function asRequest<T>(id: string, work: () => T): T {
  return asking.run(id, work);
}

/** What a statement is called in pg_stat_activity and in Postgres' own log: the request's id leads there from the browser. */
export function statementName(): string {
  const id = asking.getStore();
  return id ? `loupe ${id}` : "loupe";
}
