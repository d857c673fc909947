import { type Invariant, rowsOf, sql } from "./invariant.ts";

const COLUMNS = [
  ["contact", "contacts", "email"],
  ["sale", "purchases", "invoice_number"],
  ["note", "notes", "content"],
  ["booking", "bookings", "request_key"],
  ["task", "tasks", "name"],
  ["repair", "repairs", "name"],
] as const;

export const writtenOnce: Invariant = {
  name: "written once",
  says: "Every acknowledged write is in the database exactly once, and no refused one is.",
  async check(look) {
    const wrong: string[] = [];
    for (const [kind, table, column] of COLUMNS) {
      const found = await rowsOf<{ mark: string; count: number }>(
        look,
        sql`select ${sql.identifier(column)} as mark, count(*)::int as count from ${sql.identifier(table)} group by 1`,
      );
      const counts = new Map(found.map(({ mark, count }) => [mark, count]));
      for (const store of look.stores) {
        for (const { kind: its, mark, fate } of store.marked.values()) {
          if (its !== kind) continue;
          const count = counts.get(mark) ?? 0;
          const isRight = fate === "kept" ? count === 1 : fate === "refused" ? count === 0 : count <= 1;
          // What belongs to a deleted contact goes with it, except sales.
          const mayBeGone = fate === "kept" && count === 0 && !["contact", "task", "sale"].includes(kind);
          if (!isRight && !mayBeGone)
            wrong.push(`${kind} ${mark} is there ${count} times, and the client heard: ${fate}`);
        }
      }
    }
    return wrong;
  },
};
