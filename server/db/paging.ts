import { type SQL, sql } from "drizzle-orm";

const PAGE_SIZE = 50;
// As many as an answer can hold, however long their names are.
const EVERYTHING = 10_000;

type Asked = { page?: number | undefined; limit?: number | undefined };

export function paging({ page = 1, limit = PAGE_SIZE }: Asked): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}

/** Comboboxes may ask for all their options: neither page nor limit means everything. */
export function optionalPaging(asked: Asked): { limit: number; offset: number } {
  return asked.page === undefined && asked.limit === undefined
    ? { limit: EVERYTHING, offset: 0 }
    : paging(asked);
}

const { placeholder } = sql;

/** The ids of one page that match, as a table named `page`. Its query takes {patterns, limit, offset}. */
export function matchingPage(
  records: "contacts" | "purchases" | "notes" | "mails",
  ordering: "newest" | "oldest" | "name",
): SQL {
  return sql`matching_page(${records}, ${placeholder("patterns")}, ${ordering},
    ${placeholder("limit")}, ${placeholder("offset")}) as page`;
}
