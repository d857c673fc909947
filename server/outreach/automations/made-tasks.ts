import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";

const PAGE = 50;

type Counts = { open: number; done: number; deleted: number; skipped: number };
type Row = {
  id: string;
  what: string | null;
  contactId: string | null;
  contactName: string | null;
  userId: string | null;
  userName: string | null;
  state: keyof Counts;
  reason: string | null;
  createdAt: string;
  doneAt: string | null;
  doneBy: string | null;
};

const STATE = sql`case when m.reason is not null then 'skipped' when t.id is null then 'deleted'
  when t.done_at is not null then 'done' else 'open' end`;

export async function madeTasksOf(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
  before: string | undefined,
) {
  const its = sql`from automation_tasks m
    left join tasks t on t.organization_id = ${organizationId}::uuid and t.id = m.task_id`;
  const where = sql`where m.organization_id = ${organizationId}::uuid and m.automation_id = ${id}::uuid`;
  const counted = await db.execute<{ state: keyof Counts; count: number }>(
    sql`select ${STATE} as state, count(*)::int as count ${its} ${where} group by 1`,
  );
  const counts = { open: 0, done: 0, deleted: 0, skipped: 0 };
  for (const { state, count } of counted.rows) counts[state] = count;
  const older = before && isId(before) ? sql`and m.id < ${before}::uuid` : sql``;
  const { rows } = await db.execute<Row>(sql`
    select m.id, t.name as what, c.id as "contactId", trim(c.first_name || ' ' || c.last_name) as "contactName",
      u.id as "userId", trim(u.first_name || ' ' || u.last_name) as "userName", ${STATE} as state, m.reason,
      ${iso(sql`m.created_at`)} as "createdAt", ${iso(sql`t.done_at`)} as "doneAt", t.done_by as "doneBy"
    ${its}
    left join contacts c on c.organization_id = ${organizationId}::uuid and c.id = coalesce(t.contact_id, m.contact_id)
    left join users u on u.organization_id = ${organizationId}::uuid and u.id = t.user_id
    ${where} ${older} order by m.id desc limit ${PAGE}`);
  const named = (id: string | null, name: string | null) => (id ? { id, name: name ?? "" } : null);
  const made = rows.map(({ contactId, contactName, userId, userName, ...row }) => ({
    ...row,
    contact: named(contactId, contactName),
    person: named(userId, userName),
  }));
  return { counts, tasks: made };
}

function iso(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
