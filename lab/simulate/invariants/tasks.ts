import { addDays, addMonths, dayOf } from "#lib/time/days.ts";
import { type Invariant, type Look, lines, rowsOf, sql } from "./invariant.ts";

type Done = Record<"name" | "repeat" | "planned" | "first" | "doneAt" | "next", string>;

export const tasksOnce: Invariant = {
  name: "tasks",
  says: "A task appears once per rule and occasion; a repeating one is open once, for the next day that it is planned for.",
  async check(look) {
    const made = await rowsOf(
      look,
      sql`select automation_id, contact_id, occurrence, count(*)::int from automation_tasks group by 1, 2, 3 having count(*) > 1`,
    );
    const open = await rowsOf(
      look,
      sql`select name, count(*)::int from tasks where done_at is null and source = 'person' and kind = 'TASK' group by 1 having count(*) > 1`,
    );
    const twice = await rowsOf(
      look,
      sql`select name, planned_day, count(*)::int from tasks where source = 'person' and kind = 'TASK' group by 1, 2 having count(*) > 1`,
    );
    const ended = await rowsOf(
      look,
      sql`select name, count(*)::int from tasks where repeat <> 'NONE' and source = 'person' group by 1 having bool_and(done_at is not null)`,
    );
    return [...lines(made), ...lines(open), ...lines(twice), ...lines(ended), ...(await otherDays(look))];
  },
};

async function otherDays(look: Look): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, timezone, movedAt } of look.stores) {
    const rows = await rowsOf<Done>(
      look,
      sql`select * from (select name, repeat, planned_day::text as planned, done_at as "doneAt",
            min(planned_day) over (partition by name)::text as first,
            lead(planned_day::text) over (partition by name order by planned_day) as next
          from tasks where organization_id = ${id} and source = 'person' and repeat <> 'NONE') t
        where next is not null and "doneAt" > ${new Date(movedAt + 60_000).toISOString()}::timestamptz`,
    );
    for (const row of rows) {
      // By either host's clock.
      const days = [-6, 6].map((minutes) =>
        nextDay(row, dayOf(Date.parse(row.doneAt) + minutes * 60_000, timezone)),
      );
      if (!days.includes(row.next)) wrong.push(`not on ${days}: ${JSON.stringify(row)}`);
    }
  }
  return wrong;
}

function nextDay({ repeat, planned, first }: Done, today: string): string {
  const step = (n: number) =>
    repeat === "MONTHLY"
      ? addMonths(planned, n, Number(first.slice(8)))
      : addDays(planned, repeat === "WEEKLY" ? 7 * n : n);
  for (let n = 1; ; n++) if (step(n) >= today) return step(n);
}
