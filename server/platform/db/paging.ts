import { type SQL, sql } from "drizzle-orm";

const { placeholder } = sql;
const PAGE_SIZE = 50;
const MAX_ROWS = 10_000;

type Asked = { page?: number | undefined; limit?: number | undefined };

export function paging({ page = 1, limit = PAGE_SIZE }: Asked): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}

export function isFirstPage({ limit, offset }: { limit: number; offset: number }): boolean {
  return offset === 0 && limit === PAGE_SIZE;
}

/** With a parameter, Postgres would plan the query again for each page, which takes longer than reading it. */
export function literalLimit(limit: number): number {
  return sql.raw(String(limit)) as unknown as number;
}

export const FIRST_PAGE = literalLimit(PAGE_SIZE);

/** Comboboxes request all options by omitting page and limit. */
export function optionalPaging(asked: Asked): { limit: number; offset: number } {
  return asked.page === undefined && asked.limit === undefined
    ? { limit: MAX_ROWS, offset: 0 }
    : paging(asked);
}

export function matchingPage(
  records: "contacts" | "purchases" | "notes" | "mails",
  ordering: "newest" | "oldest" | "name",
): SQL {
  return sql`matching_page(${records}, ${placeholder("patterns")}, ${ordering},
    ${placeholder("limit")}, ${placeholder("offset")}) as page`;
}
