import { now } from "../machine.ts";
import { HOUR } from "../world.ts";
import { type Invariant, lines, rowsOf, sql } from "./invariant.ts";

/** Longer than any pause after a failure. */
const PATIENCE = 3 * HOUR;

export const progress: Invariant = {
  name: "progress",
  says: "Nothing that is due waits for hours.",
  async check(look) {
    const before = sql`${new Date(now() - PATIENCE).toISOString()}::timestamptz`;
    return lines(
      await rowsOf(
        look,
        sql`select 'mail' as what, id, due_at as at from mails where state = 'queued' and due_at < ${before}
          union all select 'sending', id, lease_until from mails where state = 'sending' and lease_until < ${before}
          union all select 'rule', id, next_run_at from automations where is_active and next_run_at < ${before}
          union all select 'appointment', id, calendar_due_at from bookings where calendar_state = 'pending' and calendar_due_at < ${before}
          union all select 'line', id, line_due_at from organizations where line_due_at < ${before}
          union all select 'incident', id, tell_at from incidents where tell_at < ${before}`,
      ),
    );
  },
};
