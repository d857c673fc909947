import { AsyncLocalStorage } from "node:async_hooks";

type Origin = { id: string; isJob: boolean };

const origin = new AsyncLocalStorage<Origin>();

/** All that `work` asks of the database belongs to this request. */
export function asRequest<T>(id: string, work: () => T): T {
  return origin.run({ id, isJob: false }, work);
}

/** All that `work` asks of the database belongs to this job. */
export function asJob<T>(name: string, work: () => T): T {
  return origin.run({ id: name, isJob: true }, work);
}

/** Whether somebody waits for an answer. */
export function isInRequest(): boolean {
  return origin.getStore()?.isJob === false;
}

/** Names a statement in pg_stat_activity and in the log of Postgres after its request, whose id the browser has as well. */
export function statementName(): string {
  const id = origin.getStore()?.id;
  return id ? `loupe ${id}` : "loupe";
}
