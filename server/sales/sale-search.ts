import { type SQL, sql } from "drizzle-orm";
import { purchases } from "#server/db/schema.ts";

const { search } = purchases;

/** What sets a sale's `search` anew after its contact's line has changed, in however many sales at once. */
export function withContactLine(line: string): SQL {
  return sql`${line}::text || substr(${search}, strpos(${search}, E'\\n'))`;
}

/** The same for the category's line. */
export function withCategoryLine(line: string): SQL {
  return sql`split_part(${search}, E'\\n', 1) || E'\\n' || ${line}::text || E'\\n' || split_part(${search}, E'\\n', 3)`;
}
