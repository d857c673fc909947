import { type SQL, sql } from "drizzle-orm";

const { placeholder } = sql;
const PAGE_SIZE = 50;
// As many as an answer can hold, however long their names are.
const EVERYTHING = 10_000;

type Asked = { page?: number | undefined; limit?: number | undefined };

export function paging({ page = 1, limit = PAGE_SIZE }: Asked): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}

/** Whether this is the page that nearly everybody asks for (`FIRST_PAGE`). */
export function isFirst({ limit, offset }: { limit: number; offset: number }): boolean {
  return offset === 0 && limit === PAGE_SIZE;
}

/**
 * A limit that stands in the statement's text, where drizzle makes a parameter of a number: a plan that is kept is then as
 * good as one made anew for the page, and planning takes longer than reading it.
 */
export function exactly(limit: number): number {
  return sql.raw(String(limit)) as unknown as number;
}

export const FIRST_PAGE = exactly(PAGE_SIZE);

/** Comboboxes may ask for all their options: neither page nor limit means everything. */
export function optionalPaging(asked: Asked): { limit: number; offset: number } {
  return asked.page === undefined && asked.limit === undefined
    ? { limit: EVERYTHING, offset: 0 }
    : paging(asked);
}

/** The ids of one page that match, as a table named `page`. Its query takes {patterns, limit, offset}. */
export function matchingPage(
  records: "contacts" | "purchases" | "notes" | "mails",
  ordering: "newest" | "oldest" | "name",
): SQL {
  return sql`matching_page(${records}, ${placeholder("patterns")}, ${ordering},
    ${placeholder("limit")}, ${placeholder("offset")}) as page`;
}
