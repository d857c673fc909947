import { type Invariant, lines, rowsOf, sql } from "./invariant.ts";

export const tasksOnce: Invariant = {
  name: "tasks",
  says: "A task appears once per rule and occasion; a repeating one is open once.",
  async check(look) {
    const made = await rowsOf(
      look,
      sql`select automation_id, contact_id, occurrence, count(*)::int from automation_tasks group by 1, 2, 3 having count(*) > 1`,
    );
    const open = await rowsOf(
      look,
      sql`select name, count(*)::int from tasks where done_at is null and source = 'person' group by 1 having count(*) > 1`,
    );
    const twice = await rowsOf(
      look,
      sql`select name, planned_day, count(*)::int from tasks where source = 'person' group by 1, 2 having count(*) > 1`,
    );
    return [...lines(made), ...lines(open), ...lines(twice)];
  },
};
