import type { Input, ListName, Query } from "#lib/contract/contract.ts";
import { call } from "./call.ts";
import type { Row } from "./keys.ts";

// The most that a page may have.
const LIMIT = 100;

/**
 * Every row that a search finds, newest first. `onRead` is told how many there are so far; nothing more is asked after
 * `signal` is aborted, and then the answer is null. Throws ApiError.
 */
export async function readAll<N extends ListName>(
  name: N,
  search: string,
  { onRead, signal }: { onRead: (rows: number) => void; signal: AbortSignal },
): Promise<Row<N>[] | null> {
  const rows = new Map<string, Row<N>>();
  for (let page = 1; !signal.aborted; page++) {
    const query: Query<ListName> = { page, limit: LIMIT, sort: "createdAt:desc", search: search.trim() };
    const found = (await call<N>(name, { query } as Input<N>)) as Row<N>[];
    const before = rows.size;
    for (const row of found) rows.set(row.id, row);
    // How long a page is, is the host's affair, and one without pages repeats the first: what counts is what is new.
    if (rows.size === before) return [...rows.values()];
    onRead(rows.size);
  }
  return null;
}
