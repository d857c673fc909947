import { AsyncLocalStorage } from "node:async_hooks";

type Origin = { id: string; isJob: boolean };

const origin = new AsyncLocalStorage<Origin>();

export function asRequest<T>(id: string, work: () => T): T {
  return origin.run({ id, isJob: false }, work);
}

export function asJob<T>(name: string, work: () => T): T {
  return origin.run({ id: name, isJob: true }, work);
}

export function isInRequest(): boolean {
  return origin.getStore()?.isJob === false;
}

/** Names statements in pg_stat_activity and Postgres' log after their request. */
export function statementName(): string {
  const id = origin.getStore()?.id;
  return id ? `loupe ${id}` : "loupe";
}
