import { type SQL, sql } from "drizzle-orm";

const { placeholder } = sql;

/** The ids of one page that match, as a table named `page`. Its query takes {patterns, limit, offset}. */
export function matchingPage(
  records: "contacts" | "purchases" | "notes" | "mails",
  ordering: "newest" | "oldest" | "name",
): SQL {
  return sql`matching_page(${records}, ${placeholder("patterns")}, ${ordering},
    ${placeholder("limit")}, ${placeholder("offset")}) as page`;
}
