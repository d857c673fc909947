import { type Invariant, isNew, lines, rowsOf, sql } from "./invariant.ts";

export const repairsMove: Invariant = {
  name: "repairs",
  says: "A repair is where its last step says, its number is its own, and its sale belongs to no other.",
  async check(look) {
    const lost = await rowsOf(
      look,
      sql`select r.id, r.number, r.state, r.steps->-1 as last from repairs r where ${isNew(look, "r")}
        and (r.steps->-1->>'state' is distinct from r.state or (r.steps->-1->>'at')::timestamptz <> r.state_at)`,
    );
    const shared = await rowsOf(
      look,
      sql`select sale_id, count(*)::int from repairs where sale_id is not null group by 1 having count(*) > 1`,
    );
    const reused = await rowsOf(
      look,
      sql`select r.organization_id, max(r.number) as highest, n.last from repairs r
        join repair_numbers n on n.organization_id = r.organization_id group by 1, 3 having max(r.number) > n.last`,
    );
    return [...lines(lost), ...lines(shared), ...lines(reused)];
  },
};
