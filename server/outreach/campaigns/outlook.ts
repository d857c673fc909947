import { type SQL, sql } from "drizzle-orm";
import { DUPLICATE_RECIPIENT, isDuplicateRecipient } from "#server/connections/mail/audience.ts";
import { refusalOfContact } from "#server/connections/mail/gate.ts";
import { capAt, cappedReason, readLimits } from "#server/connections/mail/limits.ts";
import type { Moment } from "#server/outreach/segments/period-days.ts";
import type { Db } from "#server/platform/db/client.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { contacts } from "#server/platform/db/schema.ts";

const MAX_SHOWN = 50;
/** Shorter than the web app's timeout. */
const TIMEOUT_MS = 7_000;
/** Nobody has received it. */
const NEW = "00000000-0000-0000-0000-000000000000";

type Asked = { show: "reached" | "skipped" | undefined; page: number };
type Row = { id: string; name: string; email: string; skipped: string | null };

/** For a start now. Finds the same contacts as `freeze`. */
export async function previewRecipients(
  db: Db,
  { organizationId, timezone, now }: Moment,
  whom: SQL,
  { show, page }: Asked,
) {
  const { limits } = await readLimits(db, organizationId);
  const capped = cappedReason(capAt(limits, timezone, now), organizationId);
  const twin = isDuplicateRecipient({ organizationId, kind: "campaign", id: NEW }, sql`''`);
  const judged = sql`select id, name, email, search, coalesce(reason, case when is_twin then ${DUPLICATE_RECIPIENT} end) as skipped
    from (select ${contacts.id}, ${contactName} as name, ${contacts.email}, ${contacts.search},
      coalesce(${refusalOfContact}, ${capped}) as reason, ${twin} as is_twin
      from ${contacts} where ${whom}) as found`;
  const wanted: Record<string, SQL> = {
    reached: sql`where skipped is null`,
    skipped: sql`where skipped is not null`,
  };
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = ${sql.raw(String(TIMEOUT_MS))}`);
    const { rows: counts } = await tx.execute<{ skipped: string | null; count: string }>(
      sql`select skipped, count(*) from (${judged}) as judged group by skipped order by count(*) desc, skipped`,
    );
    const { rows } = await tx.execute<Row>(sql`
      select id, name, email, skipped from (${judged}) as judged ${wanted[show ?? ""] ?? sql.empty()}
      order by search, id limit ${MAX_SHOWN} offset ${(page - 1) * MAX_SHOWN}`);
    const total = counts.reduce((sum, { count }) => sum + Number(count), 0);
    const reached = Number(counts.find(({ skipped }) => skipped === null)?.count ?? 0);
    const skipped = counts.flatMap(({ skipped, count }) =>
      skipped === null ? [] : [{ reason: skipped, count: Number(count) }],
    );
    return {
      total,
      reached,
      skipped,
      contacts: rows.map(({ id, name, email, skipped }) => ({ id, name, email, skipped })),
    };
  });
}
