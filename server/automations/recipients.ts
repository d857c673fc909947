import { sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { contactName } from "#server/db/parties.ts";
import { contacts } from "#server/db/schema.ts";
import { suppressions } from "#server/db/schema-mail.ts";
import { refusedBy, type Suppression, skipReason } from "#server/mail/candidates.ts";
import { audienceOf, isTwin } from "./audience.ts";
import { TWIN } from "./queue.ts";
import type { Rule } from "./rule.ts";

const FIRST = 50;

type Found = {
  id: string;
  name: string;
  email: string;
  total: string;
  reached: string;
  isServed: boolean;
  isTwin: boolean;
  suppressed: Suppression[];
  refused: string | null;
};

/**
 * Who would get a rule's mail if it ran at `now`, and why some of them would not: how many, and the first by name.
 * `reached` counts those who would; an address that only `skipReason` finds to be none is among them.
 */
export async function recipientsAt(db: Db, rule: Rule, timezone: string, now: Date) {
  const { matches, isServed, occurrence } = audienceOf(rule, timezone, now);
  const served = occurrence ? "Has had it already" : "Still waits for the last one";
  const reasons = sql`select ${suppressions.reason} from ${suppressions}
    where ${suppressions.organizationId} = ${rule.organizationId}
      and ${suppressions.address} = lower(${contacts.email}) and ${suppressions.liftedAt} is null`;
  const { rows } = await db.execute<Found>(sql`
    select ${contacts.id}, ${contactName} as name, ${contacts.email}, total, reached,
      is_served as "isServed", is_twin as "isTwin", array(${reasons}) as suppressed, ${refusedBy} as refused
    from (select *, count(*) over () as total, count(*) filter (where ${contacts.email} <> '' and not is_served
        and not is_twin and not exists (${reasons}) and ${refusedBy} is null) over () as reached
      from (select *, ${isServed} as is_served, ${isTwin(rule, occurrence ?? sql`'now'`)} as is_twin
        from ${contacts} where ${matches}) as ${contacts}
      order by ${contacts.search}, ${contacts.id} limit ${FIRST}) as ${contacts}
    order by ${contacts.search}, ${contacts.id}`);
  return {
    nextRunAt: rule.nextRunAt,
    total: Number(rows[0]?.total ?? 0),
    reached: Number(rows[0]?.reached ?? 0),
    contacts: rows.map(({ id, name, email, isServed, isTwin, suppressed, refused }) => ({
      id,
      name,
      email,
      skipped:
        skipReason(email, suppressed, "automation", refused) ?? (isServed ? served : isTwin ? TWIN : null),
    })),
  };
}
