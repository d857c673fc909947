import { sql } from "drizzle-orm";
import { DUPLICATE_RECIPIENT, isDuplicateRecipient } from "#server/connections/mail/audience.ts";
import { refusalOfContact } from "#server/connections/mail/gate.ts";
import { capAt, cappedReason, readLimits } from "#server/connections/mail/limits.ts";
import type { Db } from "#server/platform/db/client.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { audienceOf, senderOf } from "./audience.ts";
import { yearlyColumn } from "./days-of-year.ts";
import type { Rule } from "./rule.ts";

const FIRST = 50;

type Found = {
  id: string;
  name: string;
  email: string;
  total: string;
  reached: string;
  skipped: string | null;
};

export async function recipientsAt(db: Db, rule: Rule, timezone: string, now: Date) {
  const { matches, isServed, occurrence } = audienceOf(rule, timezone, now);
  const isTask = rule.actionType === "CREATE_TASK";
  const last = isTask ? "The last task is still open" : "Still waiting for the previous one";
  const served = occurrence ? "Has already received it" : last;
  // Tasks ignore suppressions and shared addresses, because staff can call.
  const twin = isTask ? sql`false` : isDuplicateRecipient(senderOf(rule), occurrence ?? sql`'now'`);
  const { limits } = await readLimits(db, rule.organizationId);
  const isExempt = isTask || (yearlyColumn(rule) !== null && limits.exceptGreetings);
  const capped = cappedReason(isExempt ? null : capAt(limits, timezone, now), rule.organizationId);
  const refused = isTask ? sql`null` : sql`coalesce(${refusalOfContact}, ${capped})`;
  const { rows } = await db.execute<Found>(sql`
    select id, ${contactName} as name, email, total, reached, skipped
    from (select *, count(*) over () as total, count(*) filter (where skipped is null) over () as reached
      from (select *, coalesce(${refused}, case when is_served then ${served} when is_twin then ${DUPLICATE_RECIPIENT} end) as skipped
        from (select *, ${isServed} as is_served, ${twin} as is_twin from ${contacts} where ${matches}) as ${contacts})
        as ${contacts}
      order by ${contacts.search}, ${contacts.id} limit ${FIRST}) as ${contacts}
    order by ${contacts.search}, ${contacts.id}`);
  return {
    nextRunAt: rule.nextRunAt,
    total: Number(rows[0]?.total ?? 0),
    reached: Number(rows[0]?.reached ?? 0),
    contacts: rows.map(({ id, name, email, skipped }) => ({ id, name, email, skipped })),
  };
}
